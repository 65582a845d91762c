//! Reads the parts of an explained transaction.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::explanation_views::{
    EntryView, LotChange, ReversalView, TransactionActor, TransactionCause,
};
use super::rows::{ListedTransaction, OwnedWallet};
use super::statements::{TransactionRow, read_transaction};
use super::wallet_rows::NamedWalletRow;
use crate::caller::SiteScope;
use crate::credits::ledger::lot::LotKind;
use crate::features::Price;
use crate::websites::UserSession;

const WALLET: &str = "\
    SELECT a.id AS account_id, c.id AS customer_id, c.external_id, c.email, c.name, \
        w.id AS website_id, w.name AS website_name, w.url AS website_url, c.mode \
    FROM txn t JOIN account a ON a.id = t.account_id AND a.owner_kind = 'customer' \
    JOIN customers c ON c.id = a.owner_id JOIN websites w ON w.id = c.website_id \
    WHERE t.public_id = $1 AND c.website_id = $2 AND c.mode = $3";

const FACTS: &str = "\
    SELECT t.id, t.public_id, t.account_id, t.n, t.kind, t.amount, t.balance_after, t.feature_id, t.price_version, t.quantity, \
        t.description, t.metadata, t.booked_at, t.op_key, t.cause_kind, t.cause_ref, t.actor, t.client_id, t.session_id, t.token_id, \
        f.code AS feature, p.credits, p.per_units, p.min_charge, p.effective_at, k.prefix AS key_prefix, \
        r.public_id AS reverses \
    FROM txn t LEFT JOIN feature f ON f.id = t.feature_id \
    LEFT JOIN feature_price p ON p.feature_id = t.feature_id AND p.version = t.price_version \
    LEFT JOIN api_keys k ON k.id = t.actor LEFT JOIN txn r ON r.id = t.reverses_txn_id \
    WHERE t.public_id = $1";

const ENTRIES: &str = "\
    SELECT a.kind, e.amount, e.balance_after FROM entry e JOIN account a ON a.id = e.account_id \
    WHERE e.txn_id = $1 ORDER BY e.leg";

/// The change of a lot. For a lot that the transaction created, it is the lot's amount minus the credits that the transaction
/// took from it at once.
const LOTS: &str = "\
    SELECT l.kind, CASE WHEN l.txn_id = $1 THEN l.amount ELSE 0 END - COALESCE(m.amount, 0) AS amount, l.expires_at, \
        (SELECT f.code FROM feature f WHERE f.id = l.scope) AS feature, came.public_id \
    FROM (SELECT lot_id AS id FROM lot_move WHERE txn_id = $1 UNION SELECT id FROM lot WHERE txn_id = $1) AS moved \
    CROSS JOIN lot l CROSS JOIN txn came LEFT JOIN lot_move m ON m.lot_id = l.id AND m.txn_id = $1 \
    WHERE l.id = moved.id AND came.id = l.txn_id AND l.account_id = $2 ORDER BY l.id";

const REVERSALS: &str =
    "SELECT public_id, amount, booked_at FROM txn WHERE reverses_txn_id = $1 ORDER BY booked_at, n";

/// The hold may be on another wallet since a merge. Operation keys are unique within a book.
const HOLD_OF: &str = "\
    SELECT h.public_id FROM hold_event e CROSS JOIN hold h \
    WHERE e.op_key = $2 AND e.kind = 'captured' AND h.id = e.hold_id \
      AND EXISTS (SELECT 1 FROM account own JOIN account other ON other.book_id = own.book_id \
                  WHERE own.id = $1 AND other.id = h.account_id) LIMIT 1";

#[derive(sqlx::FromRow)]
struct ExplainedRow {
    id: i64,
    op_key: String,
    cause_kind: Option<String>,
    cause_ref: Option<String>,
    actor: String,
    client_id: Option<String>,
    session_id: Option<String>,
    token_id: Option<String>,
    credits: Option<i64>,
    per_units: Option<i64>,
    min_charge: Option<i64>,
    effective_at: Option<i64>,
    key_prefix: Option<String>,
    reverses: Option<String>,
    #[sqlx(flatten)]
    transaction: TransactionRow,
}

impl ExplainedRow {
    fn price(&self) -> Option<Price> {
        Some(Price {
            version: self.transaction.price_version?,
            credits: self.credits?,
            per_units: self.per_units?,
            min_charge: self.min_charge?,
            effective_at: Timestamp::from_micros(self.effective_at?),
        })
    }

    fn cause(&mut self) -> TransactionCause {
        let cause = TransactionCause::from_op_key(&self.op_key);
        match self.cause_kind.take() {
            Some(kind) => TransactionCause {
                kind,
                reference: self.cause_ref.take(),
                ..cause
            },
            None => cause,
        }
    }

    fn into_facts(mut self, wallet: &OwnedWallet) -> ExplainedTransaction {
        let session = self.client_id.take().zip(self.session_id.take());
        let session = session.map(|(client_id, session_id)| UserSession {
            client_id,
            session_id,
            token_id: self.token_id.take(),
        });
        ExplainedTransaction {
            id: self.id,
            account_id: wallet.account_id,
            price: self.price(),
            cause: self.cause(),
            actor: TransactionActor::parse(self.actor, self.key_prefix, session),
            op_key: self.op_key,
            reverses: self.reverses,
            listed: ListedTransaction {
                transaction: read_transaction(self.transaction, Some(wallet)).1,
                customer: wallet.customer.clone(),
                mode: wallet.mode,
            },
        }
    }
}

/// Row of a transaction.
pub(crate) struct ExplainedTransaction {
    pub(crate) id: i64,
    pub(crate) account_id: i64,
    pub(crate) op_key: String,
    pub(crate) listed: ListedTransaction,
    pub(crate) price: Option<Price>,
    pub(crate) cause: TransactionCause,
    pub(crate) actor: TransactionActor,
    pub(crate) reverses: Option<String>,
}

/// Finds the wallet of a transaction, if it belongs to a customer of this website and mode.
pub(crate) async fn wallet(
    db: &mut Connection<'_>,
    site: SiteScope<'_>,
    public_id: &str,
) -> Result<Option<OwnedWallet>, Failure> {
    let row: Option<NamedWalletRow> = on_engine!(db, |c| sqlx::query_as(WALLET)
        .bind(public_id)
        .bind(site.website_id)
        .bind(site.mode.word())
        .fetch_optional(c)
        .await)
    .failed("finding a transaction")?;
    row.map(NamedWalletRow::into_wallet).transpose()
}

/// Reads a transaction, if it belongs to one of these wallets.
pub(crate) async fn facts(
    db: &mut Connection<'_>,
    public_id: &str,
    wallets: &[OwnedWallet],
) -> Result<Option<ExplainedTransaction>, Failure> {
    let row: Option<ExplainedRow> = on_engine!(db, |c| sqlx::query_as(FACTS)
        .bind(public_id)
        .fetch_optional(c)
        .await)
    .failed("reading a transaction")?;
    let found = row.and_then(|row| {
        let account_id = row.transaction.account_id;
        let wallet = wallets
            .iter()
            .find(|wallet| wallet.account_id == account_id)?;
        Some(row.into_facts(wallet))
    });
    Ok(found)
}

/// Reads a transaction's entries.
pub(crate) async fn entries(
    db: &mut Connection<'_>,
    txn_id: i64,
) -> Result<Vec<EntryView>, Failure> {
    let rows: Vec<(String, i64, Option<i64>)> = on_engine!(db, |c| sqlx::query_as(ENTRIES)
        .bind(txn_id)
        .fetch_all(c)
        .await)
    .failed("reading entries")?;
    let of_row = |(account, amount, balance_after)| EntryView {
        account,
        amount,
        balance_after,
    };
    Ok(rows.into_iter().map(of_row).collect())
}

#[derive(sqlx::FromRow)]
struct LotRow {
    kind: String,
    amount: i64,
    expires_at: Option<i64>,
    feature: Option<String>,
    public_id: String,
}

/// Reads the changes that a transaction made to lots.
pub(crate) async fn lots(
    db: &mut Connection<'_>,
    txn_id: i64,
    account_id: i64,
) -> Result<Vec<LotChange>, Failure> {
    let rows: Vec<LotRow> = on_engine!(db, |c| sqlx::query_as(LOTS)
        .bind(txn_id)
        .bind(account_id)
        .fetch_all(c)
        .await)
    .failed("reading the lot moves of a transaction")?;
    let of_row = |row: LotRow| {
        Ok(LotChange {
            kind: LotKind::from_name(&row.kind)
                .ok_or_else(|| Failure::defect("a lot of an unknown kind"))?,
            amount: row.amount,
            expires_at: row.expires_at.map(Timestamp::from_micros),
            feature: row.feature,
            transaction_id: row.public_id,
        })
    };
    rows.into_iter().map(of_row).collect()
}

/// Reads the reversals of a transaction.
pub(crate) async fn reversals(
    db: &mut Connection<'_>,
    txn_id: i64,
) -> Result<Vec<ReversalView>, Failure> {
    let rows: Vec<(String, i64, i64)> = on_engine!(db, |c| sqlx::query_as(REVERSALS)
        .bind(txn_id)
        .fetch_all(c)
        .await)
    .failed("reading reversals")?;
    let of_row = |(id, amount, booked_at)| ReversalView {
        id,
        amount,
        booked_at: Timestamp::from_micros(booked_at),
    };
    Ok(rows.into_iter().map(of_row).collect())
}

/// Finds the hold that an operation captured.
pub(crate) async fn hold_of(
    db: &mut Connection<'_>,
    account_id: i64,
    op_key: &str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(HOLD_OF)
        .bind(account_id)
        .bind(op_key)
        .fetch_optional(c)
        .await)
    .failed("finding the hold of a capture")
}
