//! API versions that the double knows.

use serde::{Deserialize, Serialize};

/// An API version by the name of its release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApiVersion {
    /// `2024-12-18.acacia`: invoices name their payment intent and charge.
    Acacia,
    /// `2026-08-26.dahlia`: the version of new accounts.
    #[default]
    Dahlia,
    /// `2026-10-28.endive`: no lists of payment method types, and appeals of disputes.
    Endive,
}

impl ApiVersion {
    /// All versions, oldest first.
    pub const ALL: [Self; 3] = [Self::Acacia, Self::Dahlia, Self::Endive];

    /// Returns the text of the `Stripe-Version` header.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Acacia => "2024-12-18.acacia",
            Self::Dahlia => "2026-08-26.dahlia",
            Self::Endive => "2026-10-28.endive",
        }
    }

    /// Reads the text of a `Stripe-Version` header; `None` for a version that the double does not know.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.text() == text)
    }
}
