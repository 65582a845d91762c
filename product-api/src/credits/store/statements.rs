//! Reads balances and transactions. Each statement sees one commit. A response from two statements (a user's balances
//! everywhere, or wallets and then their transactions) may see two commits, and each of its rows was true at one of them.

use std::cmp::Reverse;

use foundation::database::{SqlResultExt, padded_arms, union};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use super::rows::{
    Balance, ListedTransaction, OwnedWallet, StatementPosition, Transaction, WebsiteLink,
};
use crate::caller::Mode;
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::credits::ledger::book::CREDIT;
use crate::credits::ledger::feature::BilledFeature;

pub(crate) use super::wallet_rows::wallets;

const OWNERS: &str = "\
    SELECT c.id AS customer_id, w.id AS website_id, w.name AS website_name, w.url AS website_url, c.mode, c.subscribed, \
        c.created_at, b.id AS book_id, b.unit, COALESCE(b.scale, w.scale) AS scale \
    FROM customers c \
    JOIN websites w ON w.id = c.website_id \
    LEFT JOIN book b ON b.website_id = c.website_id AND b.mode = c.mode AND b.unit = 'credit' \
    WHERE ";

const OF_CUSTOMER: &str =
    "c.id = $1 AND c.website_id = $2 AND c.mode = $3 AND c.merged_into IS NULL";

const OF_USER: &str = "\
    c.user_id = $1 AND c.merged_into IS NULL AND ($2 = '' OR c.website_id = $2) AND ($3 = '' OR c.mode = $3) \
    ORDER BY c.mode, w.name, c.id LIMIT 400";

const OF_PLATFORM: &str = "\
    SELECT NULL AS customer_id, NULL AS website_id, NULL AS website_name, NULL AS website_url, b.mode, FALSE AS subscribed, \
        a.created_at, b.id AS book_id, b.unit, b.scale \
    FROM account a \
    JOIN book b ON b.id = a.book_id AND b.website_id IS NULL \
    WHERE a.kind = 'wallet' AND a.owner_kind = 'user' AND a.owner_id = $1";

/// Reads one page of each wallet by its index, then takes the newest of all, at a cost independent of the history's length.
const PAGE: (&str, &str, &str) = (
    "SELECT pages.*, (SELECT f.code FROM feature f WHERE f.id = pages.feature_id) AS feature FROM (",
    "SELECT * FROM (SELECT public_id, account_id, n, kind, amount, balance_after, feature_id, price_version, quantity, \
        description, metadata, booked_at, \
        (SELECT o.public_id FROM txn o WHERE o.id = txn.reverses_txn_id) AS reverses \
     FROM txn WHERE booked_at <= $1 AND (booked_at, account_id, n) < ($1, $2, $3) AND account_id = {} \
     ORDER BY booked_at DESC, n DESC LIMIT $4) AS page",
    ") AS pages ORDER BY booked_at DESC, account_id DESC, n DESC LIMIT $4",
);

#[derive(sqlx::FromRow)]
struct OwnerRow {
    customer_id: Option<String>,
    website_id: Option<String>,
    website_name: Option<String>,
    website_url: Option<String>,
    mode: String,
    subscribed: bool,
    created_at: i64,
    book_id: Option<i64>,
    unit: Option<String>,
    scale: Option<i16>,
}

/// An owner in one book.
#[derive(Clone, Debug)]
pub(crate) struct BalanceOwner {
    /// The balance before the first transaction.
    pub(crate) untouched: Balance,
    /// The wallet, which may not exist; none before the book does.
    pub(crate) wallet: Option<WalletKey>,
}

impl OwnerRow {
    /// `user_id` is the owner where the row is of no customer.
    fn into_owner(self, user_id: &str) -> Result<BalanceOwner, Failure> {
        let owner = match &self.customer_id {
            Some(id) => Owner::Customer(id.clone()),
            None => Owner::User(user_id.to_owned()),
        };
        let mode = self.mode.parse();
        Ok(BalanceOwner {
            wallet: self.book_id.map(|book_id| WalletKey { book_id, owner }),
            untouched: Balance {
                customer_id: self.customer_id,
                website: site(self.website_id, self.website_name, self.website_url),
                mode: mode.map_err(|error| Failure::broken("reading a balance", error))?,
                unit: self.unit.unwrap_or_else(|| CREDIT.to_owned()),
                scale: self.scale.unwrap_or_default(),
                posted: 0,
                held: 0,
                debt: 0,
                available: 0,
                subscribed: self.subscribed,
                updated_at: Timestamp::from_micros(self.created_at),
            },
        })
    }
}

/// Builds a website from its columns, if a row has them.
pub(super) fn site(
    id: Option<String>,
    name: Option<String>,
    url: Option<String>,
) -> Option<WebsiteLink> {
    Some(WebsiteLink {
        id: id?,
        name: name?,
        url: url?,
    })
}

/// Owner of the balances or wallets to read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OwnerFilter<'a> {
    /// A website's customer, in one mode.
    Customer(&'a str, &'a str, Mode),
    /// A user at every website or at one, in every mode or in one.
    User(&'a str, Option<&'a str>, Option<Mode>),
    /// A user's account with the platform itself.
    Platform(&'a str),
}

/// Reads owners and the keys of their wallets; [`balance`](crate::credits::queries::balance) adds the numbers.
pub(crate) async fn owners(
    db: &mut Connection<'_>,
    whose: OwnerFilter<'_>,
) -> Result<Vec<BalanceOwner>, Failure> {
    let (text, id, website_id, mode) = match whose {
        OwnerFilter::Customer(id, website, mode) => {
            (format!("{OWNERS}{OF_CUSTOMER}"), id, website, mode.word())
        }
        OwnerFilter::User(id, website, mode) => (
            format!("{OWNERS}{OF_USER}"),
            id,
            website.unwrap_or_default(),
            mode.map_or("", Mode::word),
        ),
        OwnerFilter::Platform(id) => (OF_PLATFORM.to_owned(), id, "", ""),
    };
    let is_platform = matches!(whose, OwnerFilter::Platform(_));
    let rows: Vec<OwnerRow> = on_engine!(db, |c| {
        let mut query = sqlx::query_as(AssertSqlSafe(text)).bind(id);
        if !is_platform {
            query = query.bind(website_id).bind(mode);
        }
        query.fetch_all(c).await
    })
    .failed("reading balances")?;
    rows.into_iter().map(|row| row.into_owner(id)).collect()
}

#[derive(sqlx::FromRow)]
pub(super) struct TransactionRow {
    public_id: String,
    pub(super) account_id: i64,
    n: i64,
    kind: String,
    amount: i64,
    balance_after: i64,
    reverses: Option<String>,
    feature_id: Option<i64>,
    feature: Option<String>,
    pub(super) price_version: Option<i64>,
    quantity: Option<i64>,
    description: Option<String>,
    metadata: String,
    booked_at: i64,
}

/// Reads the newest transactions of some wallets before a position.
pub(crate) async fn page(
    db: &mut Connection<'_>,
    wallets: &[OwnedWallet],
    before: StatementPosition,
    limit: i64,
) -> Result<Vec<(StatementPosition, ListedTransaction)>, Failure> {
    let ids: Vec<i64> = wallets.iter().map(|wallet| wallet.account_id).collect();
    let mut rows: Vec<TransactionRow> = Vec::new();
    for portion in padded_arms(&ids, 1) {
        let text = union(PAGE, 5, portion.count());
        let page: Vec<TransactionRow> = on_engine!(db, |c| {
            let mut query = sqlx::query_as(AssertSqlSafe(text))
                .bind(before.booked_at.micros())
                .bind(before.account_id)
                .bind(before.n)
                .bind(limit);
            for (id, there) in portion.rows() {
                query = query.bind(there.some(*id));
            }
            query.fetch_all(c).await
        })
        .failed("reading transactions")?;
        rows.extend(page);
    }
    rows.sort_unstable_by_key(|row| Reverse((row.booked_at, row.account_id, row.n)));
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let listed = |row: TransactionRow| {
        let mut wallets = wallets.iter();
        let wallet = wallets.find(|wallet| wallet.account_id == row.account_id);
        let wallet = wallet.ok_or_else(|| Failure::defect("a page has another wallet's row"))?;
        let (position, transaction) = read_transaction(row, Some(wallet));
        let listed = ListedTransaction {
            transaction,
            customer: wallet.customer.clone(),
            mode: wallet.mode,
        };
        Ok((position, listed))
    };
    rows.into_iter().map(listed).collect()
}

/// Converts a row to a transaction and its position in statements.
pub(super) fn read_transaction(
    row: TransactionRow,
    wallet: Option<&OwnedWallet>,
) -> (StatementPosition, Transaction) {
    let booked_at = Timestamp::from_micros(row.booked_at);
    let position = StatementPosition {
        booked_at,
        account_id: row.account_id,
        n: row.n,
    };
    let transaction = Transaction {
        id: row.public_id,
        kind: row.kind,
        amount: row.amount,
        balance_after: row.balance_after,
        customer_id: wallet.and_then(|wallet| wallet.customer_id.clone()),
        website: wallet.and_then(|wallet| wallet.website.clone()),
        reverses: row.reverses,
        billed: BilledFeature::from_row(
            row.feature_id,
            row.feature,
            row.price_version,
            row.quantity,
        ),
        description: row.description,
        metadata: row.metadata,
        booked_at,
    };
    (position, transaction)
}

/// Composed statements, for tests of query plans.
#[cfg(test)]
pub(crate) fn texts() -> Vec<String> {
    vec![
        format!("{OWNERS}{OF_CUSTOMER}"),
        format!("{OWNERS}{OF_USER}"),
        union(PAGE, 5, 2),
    ]
}
