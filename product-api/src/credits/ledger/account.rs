//! Accounts of customers and users: a wallet, and a separate account for the owner's debt.

use foundation::Timestamp;

use super::amount::LARGEST;
use super::spend_limit::{LimitReached, SpendLimit};
use super::terms::BookTerms;

/// Owner of a wallet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Owner {
    /// A customer of a website, by id.
    Customer(String),
    /// A user, in the platform's book, by id.
    User(String),
}

impl Owner {
    /// Returns the owner's kind, as stored in the account table.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Customer(_) => "customer",
            Self::User(_) => "user",
        }
    }

    /// Returns the owner that an account's row names.
    pub(crate) fn from_row(kind: &str, id: String) -> Self {
        match kind {
            "user" => Self::User(id),
            _ => Self::Customer(id),
        }
    }

    /// Returns the customer's id, or none for a user.
    pub(crate) fn customer_id(&self) -> Option<&str> {
        match self {
            Self::Customer(id) => Some(id),
            Self::User(_) => None,
        }
    }

    /// Returns the owner's id.
    pub(crate) fn id(&self) -> &str {
        match self {
            Self::Customer(id) | Self::User(id) => id,
        }
    }
}

/// Key of a wallet: its book and its owner. Transactions lock wallets in this order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct WalletKey {
    /// The book's key.
    pub(crate) book_id: i64,
    /// The wallet's owner.
    pub(crate) owner: Owner,
}

/// A wallet with its debt account, one row each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    /// The wallet's key.
    pub(crate) id: i64,
    /// The wallet's book and owner.
    pub(crate) of: WalletKey,
    /// Credits booked and not yet used: the sum of the wallet's entries.
    pub(crate) posted: i64,
    /// Part of `posted` that open holds reserve.
    pub(crate) held: i64,
    /// Limit of the debt that spends may create.
    pub(crate) overdraft_limit: i64,
    /// Limit of the spends in a day or a month, if there is one.
    pub(crate) spend_limit: Option<SpendLimit>,
    /// The owner's debt.
    pub(crate) debt: Debt,
    /// Number of the wallet's last entry.
    pub(crate) seq: i64,
    /// Number of the wallet's last transaction.
    pub(crate) txn_count: i64,
    /// Number of the wallet's last event.
    pub(crate) event_count: i64,
    /// Number of changes to the wallet's row.
    pub(crate) version: i64,
    /// Booking time of the wallet's last transaction.
    pub(crate) last_booked_at: Timestamp,
    /// Time of the next expiry of a lot or a hold. It may be too early, never too late.
    pub(crate) next_due_at: Option<Timestamp>,
    /// True if the owner was merged into another customer, whose wallet all operations use.
    pub(crate) is_closed: bool,
    /// True if a verification found contradictory rows; operations are then refused.
    pub(crate) is_frozen: bool,
    /// Event subscription and thresholds.
    pub(crate) notices: NotificationSettings,
    /// Terms of the book.
    pub(crate) terms: BookTerms,
    /// Numbers of the wallet's open lots and holds.
    pub(crate) open: OpenCounts,
}

/// Numbers of open lots and holds of a wallet. They decide if the wallet is read in pages, and never its balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct OpenCounts {
    /// Lots with credits left.
    pub(crate) lots: i64,
    /// Open holds.
    pub(crate) holds: i64,
}

/// Event subscription of a book, the threshold of its low-balance alert, and the threshold of the owner's top-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct NotificationSettings {
    /// The book's event subscription.
    pub(crate) subscription: EventSubscription,
    /// A balance at or below this number is low.
    pub(crate) low_at: Option<i64>,
    /// Credits below which the owner's automatic top-up buys more; none without an active rule.
    pub(crate) topup_at: Option<i64>,
}

/// Subscription to the events of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum EventSubscription {
    /// No subscriber: events are stored and not delivered.
    #[default]
    Unsubscribed,
    /// At least one subscriber, none for spend events.
    ExceptSpends,
    /// At least one subscriber for spend events too.
    AllEvents,
}

impl EventSubscription {
    /// Returns the subscription that a book's row states.
    pub(crate) fn from_row(subscription: Option<i16>) -> Self {
        match subscription {
            Some(1) => Self::ExceptSpends,
            Some(2) => Self::AllEvents,
            Some(_) | None => Self::Unsubscribed,
        }
    }
}

/// Debt of an owner, kept in an account of its own so that no balance falls below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Debt {
    /// Key of the debt account; none before the first debt.
    pub(crate) account_id: Option<i64>,
    /// Credits owed: minus the sum of the debt account's entries.
    pub(crate) posted: i64,
    /// Number of the debt account's last entry.
    pub(crate) seq: i64,
}

impl Account {
    /// Returns the unused part of the overdraft limit.
    pub(crate) fn overdraft_left(&self) -> i64 {
        (self.overdraft_limit - self.debt.posted).max(0)
    }

    /// Refuses credits that would exceed the spend limit at this time.
    pub(crate) fn allows(&self, credits: i64, at: Timestamp) -> Result<(), LimitReached> {
        let limit = self.spend_limit;
        limit.map_or(Ok(()), |limit| limit.allows(credits, at))
    }

    /// Counts spent credits against the spend limit.
    pub(crate) fn count(&mut self, credits: i64, at: Timestamp) {
        if let Some(limit) = &mut self.spend_limit {
            limit.count(credits, at);
        }
    }

    /// Returns the credits that can be spent, wallet first, then overdraft (invariant 9); at most 2^53 - 1, exact in JSON.
    pub(crate) fn available(&self) -> i64 {
        self.spendable(0)
    }

    /// Returns the credits that can be spent on a feature if so many in its lots are for others, or cannot be used yet.
    pub(crate) fn spendable(&self, unusable: i64) -> i64 {
        (self.posted - self.held - unusable + self.overdraft_left()).min(LARGEST)
    }

    /// Returns true if an expiry may be due at a time.
    pub(crate) fn is_due(&self, at: Timestamp) -> bool {
        self.next_due_at.is_some_and(|due_at| due_at <= at)
    }

    /// Returns the time of a read: now, but not before the last booking, because another server's clock may be ahead.
    pub(crate) fn read_at(&self, now: Timestamp) -> Timestamp {
        now.max(self.last_booked_at)
    }

    /// Returns the number that `customers.credits` and `users.credits` show (invariant 11).
    pub(crate) fn credits(&self) -> i64 {
        self.posted - self.held - self.debt.posted
    }
}
