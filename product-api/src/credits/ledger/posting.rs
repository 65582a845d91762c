//! Postings: the amounts that one transaction moves, and all rows to be written for it.

use foundation::Timestamp;
use serde_json::Value;

use super::book::SystemAccount;
use super::feature::BilledFeature;
use super::hold::HoldEvent;
use super::txn_kind::TxnKind;
use crate::websites::UserSession;

/// Account of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The owner's wallet.
    Wallet,
    /// The owner's debt; a leg below zero makes the debt larger.
    Debt,
    /// A system account of the book.
    System(SystemAccount),
}

/// The legs of one transaction: at least two, none of them zero, with the sum zero (invariant 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Posting(Vec<(Side, i64)>);

impl Posting {
    /// Builds a posting; `None` if the legs break a rule. No leg is ever skipped.
    pub(crate) fn new(legs: Vec<(Side, i64)>) -> Option<Self> {
        let sum = legs
            .iter()
            .try_fold(0_i64, |sum, (_, amount)| sum.checked_add(*amount));
        let sides_differ = legs
            .iter()
            .enumerate()
            .all(|(index, (side, _))| legs.iter().skip(index + 1).all(|(other, _)| other != side));
        let is_balanced = legs.len() >= 2
            && legs.iter().all(|(_, amount)| *amount != 0)
            && sides_differ
            && sum == Some(0);
        is_balanced.then_some(Self(legs))
    }

    /// Returns the legs.
    pub(crate) fn legs(&self) -> &[(Side, i64)] {
        &self.0
    }

    /// Returns the change of one account.
    pub(crate) fn change_of(&self, side: Side) -> i64 {
        self.0
            .iter()
            .find(|(on, _)| *on == side)
            .map_or(0, |(_, amount)| *amount)
    }
}

/// Details of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TransactionDetails {
    /// Operation key, unique within the book for ever: it makes the transaction happen once.
    pub(crate) op_key: String,
    /// Actor: the id of an API key or of a user, or `system`.
    pub(crate) actor: String,
    /// Text for the owner.
    pub(crate) description: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
    /// Details that only some transactions have.
    pub(crate) attribution: Attribution,
}

/// Details that only some transactions have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attribution {
    /// Feature of the transaction, and its price.
    pub(crate) billed: Option<BilledFeature>,
    /// Session of the user who acted.
    pub(crate) session: Option<UserSession>,
}

impl TransactionDetails {
    /// Returns the details with a feature.
    #[must_use]
    pub(crate) fn billed(mut self, billed: Option<BilledFeature>) -> Self {
        self.attribution.billed = billed;
        self
    }
}

/// A transaction, as its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Txn {
    /// The transaction's key.
    pub(crate) id: i64,
    /// Public id; the use case assigns it before the transaction is written.
    pub(crate) public_id: String,
    /// Key of the wallet.
    pub(crate) account_id: i64,
    /// Number among the wallet's transactions.
    pub(crate) n: i64,
    /// Change of posted minus debt.
    pub(crate) amount: i64,
    /// Posted minus debt after the transaction.
    pub(crate) balance_after: i64,
    /// Kind of the transaction.
    pub(crate) kind: TxnKind,
    /// Key of the transaction that it takes back.
    pub(crate) reverses: Option<i64>,
    /// Details of the transaction.
    pub(crate) details: TransactionDetails,
    /// Booking time, never before an earlier transaction of the wallet.
    pub(crate) booked_at: Timestamp,
}

/// A leg of a transaction, as its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Key of the transaction.
    pub(crate) txn_id: i64,
    /// Number of the leg in the transaction.
    pub(crate) leg: i16,
    /// Key of the account.
    pub(crate) account_id: i64,
    /// Credits that it adds to the account.
    pub(crate) amount: i64,
    /// On a wallet or a debt account: the entry's number, and the balance after it.
    pub(crate) after: Option<(i64, i64)>,
}

/// Credits that a transaction took from a lot, or gave back to it if below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LotMove {
    /// Key of the transaction.
    pub(crate) txn_id: i64,
    /// Key of the lot.
    pub(crate) lot_id: i64,
    /// Number of credits.
    pub(crate) amount: i64,
}

/// Type of an event that a website or a user may receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventKind {
    /// `credits.granted`
    Granted,
    /// `credits.expired`
    Expired,
    /// `credits.restored`: spent credits came back.
    Restored,
    /// `credits.clawed_back`: credits of a refunded or disputed payment were taken back.
    ClawedBack,
    /// `credits.spent`: credits were spent; one event for all spends of a database transaction on a wallet.
    Spent,
    /// `credits.low`: the available credits fell to the threshold of the website, or below.
    Low,
    /// `credits.expiring`: credits will expire in seven days, or in one.
    Expiring,
    /// `credits.depleted`: the last available credit is gone.
    Depleted,
    /// `hold.expired`: a hold expired.
    HoldExpired,
    /// An event of billing, by its type.
    Billing(&'static str),
}

impl EventKind {
    /// Returns the event's type, as receivers see it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Granted => "credits.granted",
            Self::Expired => "credits.expired",
            Self::Restored => "credits.restored",
            Self::ClawedBack => "credits.clawed_back",
            Self::Spent => "credits.spent",
            Self::Low => "credits.low",
            Self::Expiring => "credits.expiring",
            Self::Depleted => "credits.depleted",
            Self::HoldExpired => "hold.expired",
            Self::Billing(name) => name,
        }
    }
}

/// Details that only some types of events have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct EventDetail {
    /// Number of spends that the event reports.
    pub(crate) spends: Option<i64>,
    /// Threshold that the balance crossed.
    pub(crate) threshold: Option<i64>,
    /// Time of the first expiry of its credits.
    pub(crate) expires_at: Option<Timestamp>,
}

impl EventDetail {
    /// No details.
    pub(crate) const NONE: Self = Self {
        spends: None,
        threshold: None,
        expires_at: None,
    };
}

/// An event, as its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WalletEvent {
    /// The event's key.
    pub(crate) id: i64,
    /// Number among the wallet's events.
    pub(crate) n: i64,
    /// Type of the event.
    pub(crate) kind: EventKind,
    /// Key of the transaction that caused it; none if nothing was booked.
    pub(crate) txn_id: Option<i64>,
    /// Public id of the hold that the event is about.
    pub(crate) hold: Option<String>,
    /// Credits that the event is about.
    pub(crate) amount: i64,
    /// Credits booked and not used, after the event.
    pub(crate) posted: i64,
    /// Part of `posted` that open holds reserve.
    pub(crate) held: i64,
    /// Credits owed after the event.
    pub(crate) debt: i64,
    /// Credits available after the event.
    pub(crate) available: i64,
    /// Details of this type.
    pub(crate) detail: EventDetail,
    /// The purchase that the event is about.
    pub(crate) billing: Option<Value>,
    /// Time of the event.
    pub(crate) at: Timestamp,
}

/// All rows to be written for the operations on one account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PendingRows {
    /// Transactions, in order.
    pub(crate) txns: Vec<Txn>,
    /// Entries of the transactions.
    pub(crate) entries: Vec<Entry>,
    /// Credits that the transactions took from lots.
    pub(crate) moves: Vec<LotMove>,
    /// Events of the wallet.
    pub(crate) events: Vec<WalletEvent>,
    /// Events of holds.
    pub(crate) hold_events: Vec<HoldEvent>,
    /// True if the credits fell below the threshold of the owner's top-up.
    pub(crate) is_topup_due: bool,
}

impl PendingRows {
    /// Returns true if there is nothing to write.
    pub(crate) fn is_empty(&self) -> bool {
        self.txns.is_empty() && self.hold_events.is_empty() && self.events.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posting_must_balance() {
        let (wallet, debt) = (Side::Wallet, Side::Debt);
        let spent = Side::System(SystemAccount::Spent);
        let rows = [
            ("two legs", vec![(wallet, -5), (spent, 5)], true),
            (
                "three legs",
                vec![(wallet, -3), (debt, -2), (spent, 5)],
                true,
            ),
            ("no leg", vec![], false),
            ("one leg", vec![(wallet, 5)], false),
            ("one zero leg", vec![(wallet, 0)], false),
            (
                "a zero leg beside whole ones",
                vec![(wallet, -5), (debt, 0), (spent, 5)],
                false,
            ),
            ("two zero legs", vec![(wallet, 0), (spent, 0)], false),
            ("a sum above zero", vec![(wallet, -5), (spent, 6)], false),
            (
                "a sum out of range",
                vec![(wallet, i64::MIN), (debt, i64::MIN), (spent, 1)],
                false,
            ),
            (
                "a side twice",
                vec![(wallet, -5), (wallet, 4), (spent, 1)],
                false,
            ),
        ];
        for (name, legs, expected) in rows {
            assert_eq!(Posting::new(legs).is_some(), expected, "{name}");
        }
    }
}
