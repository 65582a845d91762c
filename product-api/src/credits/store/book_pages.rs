//! Reads a website's transactions, newest first. Each query scans a limited number of rows.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::rows::{CustomerNames, Transaction};
use super::statements::TransactionRow;
use super::wallet_rows::NamesRow;
use crate::credits::ledger::txn_kind::TxnKind;
use crate::schema::Cursor;

/// Maximum number of rows that one query scans for matching transactions.
const MAX_SCANNED: i64 = 20_000;

/// Columns of a page of transactions. A condition and the previous position bound the rows. The feature of a reversal is that
/// of the reversed transaction, as in usage. Subqueries read the names of the page's customers one by one, so that no plan
/// reads all customers.
macro_rules! page_of {
    ($whose:literal) => {
        concat!(
            "SELECT page.*, \
                (SELECT f.code FROM feature f WHERE f.id = page.feature_id) AS feature, \
                (SELECT c.external_id FROM customers c WHERE c.id = page.customer_id) AS external_id, \
                (SELECT c.email FROM customers c WHERE c.id = page.customer_id) AS email, \
                (SELECT c.name FROM customers c WHERE c.id = page.customer_id) AS name \
             FROM (SELECT t.id, t.public_id, t.account_id, t.n, t.kind, t.amount, t.balance_after, t.feature_id, \
                t.price_version, t.quantity, t.description, t.metadata, t.booked_at, r.public_id AS reverses, \
                (SELECT a.owner_id FROM account a WHERE a.id = t.account_id) AS customer_id \
             FROM (SELECT * FROM txn WHERE ",
            $whose,
            " = $1 AND (booked_at, id) < ($2, $3) AND booked_at >= $4 ORDER BY booked_at DESC, id DESC LIMIT $5) AS t \
             LEFT JOIN txn r ON r.id = t.reverses_txn_id \
             WHERE ($6 = '' OR t.kind = $6) AND ($7 = 0 OR COALESCE(t.feature_id, r.feature_id) = $7) \
             ORDER BY t.booked_at DESC, t.id DESC LIMIT $8) AS page \
             ORDER BY page.booked_at DESC, page.id DESC"
        )
    };
}

macro_rules! end_of {
    ($whose:literal) => {
        concat!(
            "SELECT booked_at, id FROM txn WHERE ",
            $whose,
            " = $1 AND (booked_at, id) < ($2, $3) AND booked_at >= $4 ORDER BY booked_at DESC, id DESC LIMIT 1 OFFSET $5"
        )
    };
}

const OF_BOOK: (&str, &str) = (page_of!("book_id"), end_of!("book_id"));
const OF_WALLET: (&str, &str) = (page_of!("account_id"), end_of!("account_id"));

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    #[sqlx(flatten)]
    transaction: TransactionRow,
    customer_id: Option<String>,
    #[sqlx(flatten)]
    names: NamesRow,
}

/// Position in the order of a book's transactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TransactionPosition {
    pub(crate) booked_at: Timestamp,
    /// The transaction's key.
    pub(crate) id: i64,
}

impl TransactionPosition {
    /// Returns the cursor of the page after this position.
    pub(crate) fn cursor(self) -> Cursor {
        Cursor {
            at: self.booked_at,
            id: self.id.to_string(),
        }
    }

    /// Reads a position from a cursor.
    pub(crate) fn from_cursor(cursor: &Cursor) -> Option<Self> {
        Some(Self {
            booked_at: cursor.at,
            id: cursor.id.parse().ok()?,
        })
    }
}

/// Parameters of one page query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TransactionPageQuery {
    /// Rows before this position …
    pub(crate) before: TransactionPosition,
    /// … and not before this time.
    pub(crate) from: Timestamp,
    pub(crate) kind: Option<TxnKind>,
    pub(crate) feature_id: Option<i64>,
    pub(crate) limit: i64,
}

/// Scope of the transactions to read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TransactionSource {
    /// All transactions of a book.
    Book(i64),
    /// The transactions of one wallet.
    Wallet(i64),
}

/// A transaction with its customer's names.
pub(crate) struct NamedTransaction {
    pub(crate) transaction: Transaction,
    pub(crate) customer: CustomerNames,
}

/// Result of one query.
pub(crate) struct ScannedPage {
    /// The transactions, newest first.
    pub(crate) transactions: Vec<(TransactionPosition, NamedTransaction)>,
    /// The last row that was scanned, if not all rows were.
    pub(crate) scanned_to: Option<TransactionPosition>,
}

/// Reads transactions before a position, up to a number.
pub(crate) async fn page(
    db: &mut Connection<'_>,
    among: TransactionSource,
    query_params: TransactionPageQuery,
) -> Result<ScannedPage, Failure> {
    let (text, key) = match among {
        TransactionSource::Book(id) => (OF_BOOK, id),
        TransactionSource::Wallet(id) => (OF_WALLET, id),
    };
    let is_narrow = query_params.kind.is_some() || query_params.feature_id.is_some();
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(text.0)
        .bind(key)
        .bind(query_params.before.booked_at.micros())
        .bind(query_params.before.id)
        .bind(query_params.from.micros())
        .bind(if is_narrow {
            MAX_SCANNED
        } else {
            query_params.limit
        })
        .bind(query_params.kind.map_or("", TxnKind::name))
        .bind(query_params.feature_id.unwrap_or_default())
        .bind(query_params.limit)
        .fetch_all(c)
        .await)
    .failed("reading a website's transactions")?;
    let is_short = i64::try_from(rows.len()).is_ok_and(|found| found < query_params.limit);
    let scanned_to = if is_short && is_narrow {
        end(db, text.1, key, query_params).await?
    } else {
        None
    };
    Ok(ScannedPage {
        transactions: rows.into_iter().map(Row::read).collect(),
        scanned_to,
    })
}

/// Finds the last row that a query scanned, if it did not scan all.
async fn end(
    db: &mut Connection<'_>,
    text: &'static str,
    key: i64,
    query_params: TransactionPageQuery,
) -> Result<Option<TransactionPosition>, Failure> {
    let found: Option<(i64, i64)> = on_engine!(db, |c| sqlx::query_as(text)
        .bind(key)
        .bind(query_params.before.booked_at.micros())
        .bind(query_params.before.id)
        .bind(query_params.from.micros())
        .bind(MAX_SCANNED - 1)
        .fetch_optional(c)
        .await)
    .failed("reading a website's transactions")?;
    Ok(found.map(|(booked_at, id)| TransactionPosition {
        booked_at: Timestamp::from_micros(booked_at),
        id,
    }))
}

impl Row {
    fn read(self) -> (TransactionPosition, NamedTransaction) {
        let (position, mut transaction) =
            super::statements::read_transaction(self.transaction, None);
        transaction.customer_id = self.customer_id;
        let page_position = TransactionPosition {
            booked_at: position.booked_at,
            id: self.id,
        };
        let customer = self.names.into();
        let named = NamedTransaction {
            transaction,
            customer,
        };
        (page_position, named)
    }
}

/// Composed statements, for tests of query plans.
#[cfg(test)]
pub(crate) fn texts() -> Vec<String> {
    [OF_BOOK.0, OF_BOOK.1, OF_WALLET.0, OF_WALLET.1]
        .map(str::to_owned)
        .into()
}
