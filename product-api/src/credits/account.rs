//! Accounts of people: a wallet, and beside it what its owner owes.

use foundation::Timestamp;

use super::amount::LARGEST;
use super::spend_limit::{LimitReached, SpendLimit};
use super::terms::Terms;

/// Whose wallet it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Owner {
    /// A customer of a website, by id.
    Customer(String),
    /// An account holder in the platform's book, by id.
    User(String),
}

impl Owner {
    /// The owner's kind, as the table says it.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Customer(_) => "customer",
            Self::User(_) => "user",
        }
    }

    /// The owner of an account's row.
    pub(super) fn of_row(kind: &str, id: String) -> Self {
        match kind {
            "user" => Self::User(id),
            _ => Self::Customer(id),
        }
    }

    /// The customer, if it is one.
    pub(crate) fn customer_id(&self) -> Option<&str> {
        match self {
            Self::Customer(id) => Some(id),
            Self::User(_) => None,
        }
    }

    /// The owner's id.
    pub(crate) fn id(&self) -> &str {
        match self {
            Self::Customer(id) | Self::User(id) => id,
        }
    }
}

/// A wallet, by whose it is and in which book: the order of these is the order in which wallets are locked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct WalletOf {
    /// The book's key.
    pub(crate) book_id: i64,
    /// Whose it is.
    pub(crate) owner: Owner,
}

/// A wallet with its debt, as one row each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    /// The wallet's key.
    pub(crate) id: i64,
    /// Whose it is, and in which book.
    pub(crate) of: WalletOf,
    /// Credits booked and not yet used: the sum of the wallet's entries.
    pub(crate) posted: i64,
    /// Of these, set aside by open holds.
    pub(crate) held: i64,
    /// How much may be owed by spending.
    pub(crate) overdraft_limit: i64,
    /// How much may be spent in a day or a month, if that is limited.
    pub(crate) spend_limit: Option<SpendLimit>,
    /// What is owed.
    pub(crate) debt: Debt,
    /// The number of the wallet's last entry.
    pub(crate) seq: i64,
    /// The number of its last transaction.
    pub(crate) txn_count: i64,
    /// The number of its last event.
    pub(crate) event_count: i64,
    /// How often its row was changed.
    pub(crate) version: i64,
    /// When its last transaction was booked.
    pub(crate) last_booked_at: Timestamp,
    /// When something falls due by itself: a lot or a hold expires.
    pub(crate) next_due_at: Option<Timestamp>,
    /// Whether its owner was merged into another, so that no operation uses it.
    pub(crate) is_closed: bool,
    /// Whether a verification found that its rows contradict each other, so that no operation uses it.
    pub(crate) is_frozen: bool,
    /// Who hears of what happens to it.
    pub(crate) notices: Notices,
    /// The terms of its book.
    pub(crate) terms: Terms,
    /// Numbers of its open lots and holds.
    pub(crate) open: OpenCounts,
}

/// Numbers of open lots and holds of a wallet. They decide in which parts the wallet is read, and never its balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct OpenCounts {
    /// Lots that have credits.
    pub(crate) lots: i64,
    /// Holds that have not ended.
    pub(crate) holds: i64,
}

/// Who hears of what happens in a book, and when balances there are low.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Notices {
    /// Who listens.
    pub(crate) heard: Heard,
    /// A balance is low from here on downwards.
    pub(crate) low_at: Option<i64>,
}

/// Who listens to the events of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Heard {
    /// Nobody: events are written down, and wait for nobody.
    #[default]
    ByNobody,
    /// Somebody.
    BySomebody,
    /// Somebody, who hears of every spend too.
    WithSpends,
}

impl Heard {
    /// What a book's row says.
    pub(super) fn of_row(heard: Option<i16>) -> Self {
        match heard {
            Some(1) => Self::BySomebody,
            Some(2) => Self::WithSpends,
            Some(_) | None => Self::ByNobody,
        }
    }
}

/// What an owner owes: an account of its own, so that no balance is ever below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Debt {
    /// The debt account's key; none until something is owed for the first time.
    pub(crate) account_id: Option<i64>,
    /// Credits owed: minus the sum of the debt's entries.
    pub(crate) posted: i64,
    /// The number of the debt's last entry.
    pub(crate) seq: i64,
}

impl Account {
    /// How much more may be owed.
    pub(crate) fn overdraft_left(&self) -> i64 {
        (self.overdraft_limit - self.debt.posted).max(0)
    }

    /// Whether what is spent counts against a limit: on a wallet that was handed over, the heir's is the one that does.
    pub(crate) fn is_limited(&self) -> bool {
        self.spend_limit.is_some() && !self.is_closed
    }

    /// Whether so many credits may be spent at an instant.
    pub(crate) fn allows(&self, credits: i64, at: Timestamp) -> Result<(), LimitReached> {
        let limit = self.spend_limit.filter(|_| self.is_limited());
        limit.map_or(Ok(()), |limit| limit.allows(credits, at))
    }

    /// Counts credits that were spent.
    pub(crate) fn count(&mut self, credits: i64, at: Timestamp) {
        let is_limited = self.is_limited();
        if let Some(limit) = self.spend_limit.as_mut().filter(|_| is_limited) {
            limit.count(credits, at);
        }
    }

    /// What can be spent now, wallet first and then on credit (invariant 9); told as an exact number, however much it is.
    pub(crate) fn available(&self) -> i64 {
        (self.posted - self.held + self.overdraft_left()).min(LARGEST)
    }

    /// What `customers.credits` and `users.credits` show (invariant 11).
    pub(crate) fn credits(&self) -> i64 {
        self.posted - self.held - self.debt.posted
    }
}
