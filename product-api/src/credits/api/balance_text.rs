//! Balances on the wire, serialized from cached data without copying it.

use serde::Serialize;

use crate::caller::Mode;
use crate::credits::balance::{Balance, Site};
use crate::schema::Instant;

/// A balance in the form that [`BalanceAnswer`](super::forms::BalanceAnswer) documents.
#[derive(Serialize)]
pub(super) struct BalanceText<'b> {
    customer_id: Option<&'b str>,
    website: Option<SiteText<'b>>,
    mode: Mode,
    unit: &'b str,
    scale: i16,
    posted: i64,
    held: i64,
    debt: i64,
    available: i64,
    subscribed: bool,
    updated_at: Instant,
}

#[derive(Serialize)]
struct SiteText<'b> {
    id: &'b str,
    name: &'b str,
    url: &'b str,
}

impl<'b> BalanceText<'b> {
    /// Creates the serializable form of a balance.
    pub(super) fn of(balance: &'b Balance) -> Self {
        let named = |site: &'b Site| SiteText {
            id: &site.id,
            name: &site.name,
            url: &site.url,
        };
        Self {
            customer_id: balance.customer_id.as_deref(),
            website: balance.website.as_ref().map(named),
            mode: balance.mode,
            unit: &balance.unit,
            scale: balance.scale,
            posted: balance.posted,
            held: balance.held,
            debt: balance.debt,
            available: balance.available,
            subscribed: balance.subscribed,
            updated_at: Instant(balance.updated_at),
        }
    }
}
