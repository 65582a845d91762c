//! What a history asks for. Things that were made before are named by the operation that was to make them.

/// The codes of the features that histories name: priced, free, without a price, and unknown.
pub(super) const FEATURES: [&str; 4] = ["image", "free", "bare", "none"];

/// One operation, or one item of a batch: the number of the act and the item's place.
pub(super) type Name = (usize, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Price {
    /// So many credits.
    Plain(i64),
    /// So many credits for a feature.
    For(i64, usize),
    /// So many units of a feature.
    Quantity(i64, usize),
}

impl Price {
    fn and_one(self) -> Self {
        match self {
            Self::Plain(number) => Self::Plain(number + 1),
            Self::For(number, feature) => Self::For(number + 1, feature),
            Self::Quantity(number, feature) => Self::Quantity(number + 1, feature),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Beyond {
    #[default]
    Reject,
    Available,
    Debt,
}

/// Times are microseconds from the beginning of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    Grant {
        who: usize,
        amount: i64,
        kind: &'static str,
        priority: Option<i16>,
        until: Option<i64>,
        feature: Option<usize>,
    },
    Spend {
        who: usize,
        price: Price,
    },
    Batch {
        items: Vec<(usize, i64)>,
        all_or_none: bool,
    },
    Hold {
        who: usize,
        price: Price,
        ttl: i64,
        captures_at_end: bool,
    },
    Capture {
        hold: Name,
        /// All that is left when absent.
        price: Option<Price>,
        is_final: bool,
        beyond: Beyond,
        if_expired_spend: bool,
    },
    Void(Name),
    Extend(Name, i64),
    Reverse(Name, Option<i64>),
    VoidGrant(Name),
    /// Sets a limit. It has no key: asking again changes nothing.
    Limit {
        who: usize,
        limit: Limit,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// How much may be owed.
    Owed(i64),
    /// How much may be spent in a day or, if so, in a month; anything when absent.
    Spent(Option<(i64, bool)>),
}

impl Ask {
    /// The same, but for another amount: under the same key it is another request.
    pub(super) fn altered(&self) -> Self {
        let mut other = self.clone();
        match &mut other {
            Self::Grant { amount, .. } => *amount = if *amount > 1 { *amount - 1 } else { 2 },
            Self::Spend { price, .. } | Self::Hold { price, .. } => *price = price.and_one(),
            Self::Capture { price, .. } => {
                *price = Some(price.map_or(Price::Plain(1), Price::and_one));
            }
            Self::Batch { items, .. } => items[0].1 += 1,
            Self::Reverse(_, amount) => *amount = Some(amount.unwrap_or(0) + 1),
            Self::Extend(_, ttl) => *ttl += 1_000_000,
            Self::Void(_) | Self::VoidGrant(_) | Self::Limit { .. } => {}
        }
        other
    }

    /// Whether it may be refused in a way that its key does not keep, so that its copies may be answered differently when
    /// something else races with them.
    pub(super) fn may_leave_its_key_free(&self) -> bool {
        matches!(
            self,
            Self::Grant { .. } | Self::Hold { .. } | Self::Extend(..) | Self::Limit { .. }
        )
    }
}

/// An operation under its key, how often it is sent, and whether customers are named by our id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Act {
    /// Its key: that of an earlier act when it is sent again.
    pub(super) number: usize,
    pub(super) ask: Ask,
    pub(super) times: usize,
    pub(super) by_id: bool,
}
