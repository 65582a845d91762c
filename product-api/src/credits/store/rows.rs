//! Rows as queries return them: balances, transactions, and the wallets of an owner.

use foundation::Timestamp;

use crate::caller::Mode;
use crate::credits::ledger::account::Account;
use crate::credits::ledger::book::Book;
use crate::credits::ledger::feature::BilledFeature;
use crate::customers::Customer;
use crate::schema::Cursor;

/// A website, as responses name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WebsiteLink {
    /// The website's id.
    pub(crate) id: String,
    /// Name that users see.
    pub(crate) name: String,
    /// URL of the home page.
    pub(crate) url: String,
}

/// Balance of an owner in one book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Balance {
    /// The customer's id; none for a user's credits with the platform itself.
    pub(crate) customer_id: Option<String>,
    /// The website; none for the platform.
    pub(crate) website: Option<WebsiteLink>,
    /// Live or test mode.
    pub(crate) mode: Mode,
    /// Name of the unit.
    pub(crate) unit: String,
    /// Decimal places for display.
    pub(crate) scale: i16,
    /// Credits booked and not used.
    pub(crate) posted: i64,
    /// Part of `posted` that open holds reserve.
    pub(crate) held: i64,
    /// Credits owed.
    pub(crate) debt: i64,
    /// Credits that can be spent.
    pub(crate) available: i64,
    /// True if the customer has a subscription.
    pub(crate) subscribed: bool,
    /// Time of the last change.
    pub(crate) updated_at: Timestamp,
}

impl Balance {
    /// Returns the balance of an account after a write.
    pub(crate) fn after(
        account: &Account,
        book: &Book,
        customer: &Customer,
        website: Option<WebsiteLink>,
        mode: Mode,
    ) -> Self {
        let untouched = Self {
            customer_id: Some(customer.id.clone()),
            website,
            mode,
            unit: book.unit.clone(),
            scale: book.scale,
            posted: 0,
            held: 0,
            debt: 0,
            available: 0,
            subscribed: customer.subscribed,
            updated_at: customer.created_at,
        };
        untouched.with(account)
    }

    /// Returns the balance with the numbers of its account.
    pub(crate) fn with(self, account: &Account) -> Self {
        let is_booked = account.last_booked_at > Timestamp::default();
        let booked_at = is_booked.then_some(account.last_booked_at);
        Self {
            posted: account.posted,
            held: account.held,
            debt: account.debt.posted,
            available: account.available(),
            updated_at: booked_at.unwrap_or(self.updated_at),
            ..self
        }
    }
}

/// A transaction, as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Transaction {
    /// `txn_…`.
    pub(crate) id: String,
    /// `grant`, `spend`, …
    pub(crate) kind: String,
    /// Credits that came (above zero) or went (below).
    pub(crate) amount: i64,
    /// Posted minus debt after the transaction.
    pub(crate) balance_after: i64,
    /// The customer's id; none in the platform's book.
    pub(crate) customer_id: Option<String>,
    /// The website; none in the platform's book.
    pub(crate) website: Option<WebsiteLink>,
    /// Public id of the transaction that it takes back.
    pub(crate) reverses: Option<String>,
    /// Feature of the transaction, and its price.
    pub(crate) billed: Option<BilledFeature>,
    /// Purpose, in words for the customer.
    pub(crate) description: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
    /// Booking time.
    pub(crate) booked_at: Timestamp,
}

/// A customer's names, as a website gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CustomerNames {
    /// The id in the website's own system.
    pub(crate) external_id: Option<String>,
    /// The e-mail address.
    pub(crate) email: Option<String>,
    /// The name.
    pub(crate) name: Option<String>,
}

/// A transaction in a list that may have several websites and modes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListedTransaction {
    /// The transaction.
    pub(crate) transaction: Transaction,
    /// The customer's names, for the website; None for the account holder.
    pub(crate) customer: Option<CustomerNames>,
    /// Live or test mode.
    pub(crate) mode: Mode,
}

/// A wallet whose transactions are listed.
#[derive(Clone, Debug)]
pub(crate) struct OwnedWallet {
    /// The wallet's key.
    pub(crate) account_id: i64,
    /// Id of the wallet's customer.
    pub(crate) customer_id: Option<String>,
    /// The customer's names, for the website; None for the account holder.
    pub(crate) customer: Option<CustomerNames>,
    /// The wallet's website.
    pub(crate) website: Option<WebsiteLink>,
    /// Live or test mode.
    pub(crate) mode: Mode,
}

/// Position in a statement: by time, then by wallet, then by the wallet's own numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StatementPosition {
    /// The booking time.
    pub(crate) booked_at: Timestamp,
    /// Key of the wallet.
    pub(crate) account_id: i64,
    /// Number of the transaction in the wallet.
    pub(crate) n: i64,
}

impl StatementPosition {
    /// The position before all transactions.
    pub(crate) const NEWEST: Self = Self {
        booked_at: Timestamp::from_micros(i64::MAX),
        account_id: i64::MAX,
        n: i64::MAX,
    };

    /// Returns the cursor of the page after this position.
    pub(crate) fn cursor(self) -> Cursor {
        Cursor {
            at: self.booked_at,
            id: format!("{}.{}", self.account_id, self.n),
        }
    }

    /// Reads a position from a cursor.
    pub(crate) fn from_cursor(cursor: &Cursor) -> Option<Self> {
        let (account_id, n) = cursor.id.split_once('.')?;
        Some(Self {
            booked_at: cursor.at,
            account_id: account_id.parse().ok()?,
            n: n.parse().ok()?,
        })
    }
}
