//! Postings: what one transaction moves, and everything that has to be written for it.

use foundation::Timestamp;

use super::book::SystemAccount;
use super::charge::Billed;
use super::hold::HoldEvent;
pub(crate) use super::txn_kind::TxnKind;
use crate::websites::PersonSession;

/// The account that a leg is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The owner's wallet.
    Wallet,
    /// What the owner owes; below zero makes the debt larger.
    Debt,
    /// One of the book's own accounts.
    System(SystemAccount),
}

/// The legs of one transaction: at least two, none of them zero, together zero (invariant 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Posting(Vec<(Side, i64)>);

impl Posting {
    /// A posting of these legs; `None` when they are not a whole posting. No leg is ever skipped.
    pub(crate) fn new(legs: Vec<(Side, i64)>) -> Option<Self> {
        let sum = legs
            .iter()
            .try_fold(0_i64, |sum, (_, amount)| sum.checked_add(*amount));
        let sides_differ = legs
            .iter()
            .enumerate()
            .all(|(place, (side, _))| legs.iter().skip(place + 1).all(|(other, _)| other != side));
        let is_whole = legs.len() >= 2
            && legs.iter().all(|(_, amount)| *amount != 0)
            && sides_differ
            && sum == Some(0);
        is_whole.then_some(Self(legs))
    }

    /// The legs.
    pub(super) fn legs(&self) -> &[(Side, i64)] {
        &self.0
    }

    /// What the posting does to one side.
    pub(super) fn change_of(&self, side: Side) -> i64 {
        self.0
            .iter()
            .find(|(on, _)| *on == side)
            .map_or(0, |(_, amount)| *amount)
    }
}

/// The paper that goes with a posting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slip {
    /// Unique within the book, for ever: what makes the transaction happen once.
    pub(crate) op_key: String,
    /// Who caused it, as in `key:key_…`.
    pub(crate) actor: String,
    /// What its owner reads.
    pub(crate) description: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
    /// What else is known of it.
    pub(crate) about: About,
}

/// What is known of some transactions and not of others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct About {
    /// The feature it was for, and how it was priced.
    pub(crate) billed: Option<Billed>,
    /// The session of the person who did it.
    pub(crate) session: Option<PersonSession>,
}

impl Slip {
    /// The paper of what is for a feature.
    #[must_use]
    pub(super) fn billed(mut self, billed: Option<Billed>) -> Self {
        self.about.billed = billed;
        self
    }
}

/// One transaction, as its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Txn {
    /// Its key.
    pub(crate) id: i64,
    /// Its id outside; given by the hand before it is written.
    pub(crate) public_id: String,
    /// The wallet it is about.
    pub(crate) account_id: i64,
    /// Its number among the wallet's transactions.
    pub(crate) n: i64,
    /// What it did to posted minus debt.
    pub(crate) amount: i64,
    /// Posted minus debt after it.
    pub(crate) balance_after: i64,
    /// What it is.
    pub(crate) kind: TxnKind,
    /// The transaction that it takes back, by its key.
    pub(crate) reverses: Option<i64>,
    /// Its paper.
    pub(crate) slip: Slip,
    /// When it counts from; never before an earlier transaction of the wallet.
    pub(crate) booked_at: Timestamp,
}

/// One leg of a transaction, as its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The transaction.
    pub(crate) txn_id: i64,
    /// The leg's place in it.
    pub(crate) leg: i16,
    /// The account.
    pub(crate) account_id: i64,
    /// What it adds to the account.
    pub(crate) amount: i64,
    /// On a wallet or a debt: the entry's number there and the balance after it.
    pub(crate) after: Option<(i64, i64)>,
}

/// What a transaction took from a lot, or gave back to it below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LotMove {
    /// The transaction.
    pub(crate) txn_id: i64,
    /// The lot.
    pub(crate) lot_id: i64,
    /// The credits.
    pub(crate) amount: i64,
}

/// Something that a website or a person may want to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventKind {
    /// `credits.granted`
    Granted,
    /// `credits.expired`
    Expired,
    /// `credits.restored`: credits that were used came back.
    Restored,
    /// `credits.spent`: credits were used; one for all that one transaction of the database does to a wallet.
    Spent,
    /// `credits.low`: what is available fell to the threshold of its website, or below.
    Low,
    /// `credits.expiring`: credits will expire in seven days, or in one.
    Expiring,
    /// `credits.depleted`: the last available credit is gone.
    Depleted,
    /// `hold.expired`: the time of a hold ran out.
    HoldExpired,
}

impl EventKind {
    /// The event's type, as receivers see it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Granted => "credits.granted",
            Self::Expired => "credits.expired",
            Self::Restored => "credits.restored",
            Self::Spent => "credits.spent",
            Self::Low => "credits.low",
            Self::Expiring => "credits.expiring",
            Self::Depleted => "credits.depleted",
            Self::HoldExpired => "hold.expired",
        }
    }
}

/// What only some types of events tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Detail {
    /// How many spends it tells of together.
    pub(crate) spends: Option<i64>,
    /// The threshold that was crossed.
    pub(crate) threshold: Option<i64>,
    /// When the first of its credits expire.
    pub(crate) expires_at: Option<Timestamp>,
}

impl Detail {
    /// Nothing else.
    pub(crate) const NONE: Self = Self {
        spends: None,
        threshold: None,
        expires_at: None,
    };
}

/// One event, as its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// Its key.
    pub(crate) id: i64,
    /// Its number among the wallet's events.
    pub(crate) n: i64,
    /// What happened.
    pub(crate) kind: EventKind,
    /// By which transaction; none where nothing was booked.
    pub(crate) txn_id: Option<i64>,
    /// About which hold, by its id outside.
    pub(crate) hold: Option<String>,
    /// The credits it moved.
    pub(crate) amount: i64,
    /// Credits booked and not used after it.
    pub(crate) posted: i64,
    /// Of these, set aside.
    pub(crate) held: i64,
    /// Credits owed after it.
    pub(crate) debt: i64,
    /// What was available after it.
    pub(crate) available: i64,
    /// What else its type tells.
    pub(crate) detail: Detail,
    /// When.
    pub(crate) at: Timestamp,
}

/// Everything to be written for the operations that were applied to one account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Writes {
    /// Transactions, in order.
    pub(crate) txns: Vec<Txn>,
    /// Their entries.
    pub(crate) entries: Vec<Entry>,
    /// What they took from lots.
    pub(crate) moves: Vec<LotMove>,
    /// What they are worth telling.
    pub(crate) events: Vec<Event>,
    /// What happened to holds.
    pub(crate) hold_events: Vec<HoldEvent>,
}

impl Writes {
    /// Whether there is nothing to write.
    pub(crate) fn is_empty(&self) -> bool {
        self.txns.is_empty() && self.hold_events.is_empty() && self.events.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_postings_l10() {
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
