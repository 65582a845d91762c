//! Requests of a history. A request names an earlier object by the operation that should have created it.

/// Codes of the features in histories: priced, free, without a price, and unknown.
pub(super) const FEATURES: [&str; 4] = ["image", "free", "bare", "none"];

/// Name of an operation or of a batch item: the number of the act and the index of the item.
pub(super) type CustomerName = (usize, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Price {
    /// A number of credits.
    Plain(i64),
    /// A number of credits for a feature.
    For(i64, usize),
    /// A quantity of a feature.
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
pub(super) enum ModelOverage {
    #[default]
    Reject,
    Available,
    Debt,
}

/// A request. Times are microseconds since the start of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ModelRequest {
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
        hold: CustomerName,
        /// The charge; the rest of the hold if absent.
        price: Option<Price>,
        is_final: bool,
        beyond: ModelOverage,
        if_expired_spend: bool,
    },
    Void(CustomerName),
    Extend(CustomerName, i64),
    Reverse(CustomerName, Option<i64>),
    VoidGrant(CustomerName),
    /// Sets a limit. The request has no key, because it is idempotent.
    Limit {
        who: usize,
        limit: Limit,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// The overdraft limit.
    Owed(i64),
    /// The spend limit, in a month if true, in a day otherwise; no limit if absent.
    Spent(Option<(i64, bool)>),
}

impl ModelRequest {
    /// Returns the request with another amount: under the same key it differs.
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

    /// Returns true if a refusal of this request may not be stored under its key. Then its copies can have different results in
    /// a race.
    pub(super) fn may_leave_its_key_free(&self) -> bool {
        matches!(
            self,
            Self::Grant { .. } | Self::Hold { .. } | Self::Extend(..) | Self::Limit { .. }
        )
    }
}

/// A request with its key, the number of its copies, and its way of naming customers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ModelOperation {
    /// Number of its key; a retry has that of an earlier act.
    pub(super) number: usize,
    pub(super) ask: ModelRequest,
    pub(super) times: usize,
    pub(super) by_id: bool,
}
