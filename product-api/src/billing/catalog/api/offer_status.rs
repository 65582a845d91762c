//! The wire type of the status of packs and plans.

use poem_openapi::Enum;

use crate::billing::catalog::item::ItemStatus;

/// The status of a pack or a plan.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "OfferStatus", rename_all = "lowercase")]
pub(super) enum OfferStatusName {
    /// It is sold once its newest version has a price at Stripe.
    Active,
    /// It is not sold. Open checkouts can still be paid.
    Archived,
}

impl From<OfferStatusName> for ItemStatus {
    fn from(name: OfferStatusName) -> Self {
        match name {
            OfferStatusName::Active => Self::Active,
            OfferStatusName::Archived => Self::Archived,
        }
    }
}

impl From<ItemStatus> for OfferStatusName {
    fn from(status: ItemStatus) -> Self {
        match status {
            ItemStatus::Active => Self::Active,
            ItemStatus::Archived => Self::Archived,
        }
    }
}
