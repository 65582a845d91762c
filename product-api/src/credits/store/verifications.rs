//! Tables of verification runs and of the wallets that they froze.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::text::strict_json;
use foundation::{Connection, Failure, Timestamp, expired, on_engine};
use serde::{Deserialize, Serialize};

const GIVE_UP_LOST: &str = "\
    UPDATE verification SET ended_at = $2 WHERE scope = $1 AND ended_at IS NULL AND held_until <= $2";

// Inserts no run while one is running, or if one has ended recently with findings that can be reported.
const INSERT: &str = "\
    INSERT INTO verification (id, scope, begun_at, held_until) SELECT $1, $2, $3, $4 \
    WHERE NOT EXISTS (SELECT 1 FROM verification WHERE scope = $2 AND ended_at > $5 AND findings IS NOT NULL) \
    ON CONFLICT DO NOTHING";

/// The insert is one statement, so that only one of several concurrent servers starts the run.
const INSERT_IF_DUE: &str = "\
    INSERT INTO verification (id, scope, begun_at, held_until) SELECT $1, $2, $3, $4 \
    WHERE NOT EXISTS (SELECT 1 FROM verification WHERE scope = $2 AND begun_at > $5) ON CONFLICT DO NOTHING";

const LATEST: &str = "\
    SELECT id FROM verification WHERE scope = $1 AND (ended_at IS NULL OR ended_at > $2 AND findings IS NOT NULL) \
    ORDER BY begun_at DESC, id DESC LIMIT 1";

const HOLD: &str = "UPDATE verification SET held_until = $2 WHERE id = $1 AND ended_at IS NULL";

const END: &str =
    "UPDATE verification SET ended_at = $2, findings = $3 WHERE id = $1 AND ended_at IS NULL";

const FIND: &str =
    "SELECT id, begun_at, ended_at, findings FROM verification WHERE id = $1 AND scope = $2";

const IS_DUE: &str = "\
    SELECT NOT EXISTS (SELECT 1 FROM verification WHERE scope = 'all' AND begun_at > $1)";

const FREEZE: &str = "\
    UPDATE account SET frozen_at = $2 WHERE id = $1 AND kind = 'wallet' AND frozen_at IS NULL \
    RETURNING (SELECT b.website_id FROM book b WHERE b.id = account.book_id)";

const UNFREEZE: &str = "\
    UPDATE account SET frozen_at = NULL WHERE id = $1 AND frozen_at IS NOT NULL \
    RETURNING (SELECT b.website_id FROM book b WHERE b.id = account.book_id)";

const IS_WALLET: &str = "SELECT EXISTS (SELECT 1 FROM account WHERE id = $1 AND kind = 'wallet')";

const FROZEN: &str = "\
    SELECT a.id, a.owner_kind, a.owner_id, a.frozen_at, b.website_id, b.mode FROM account a JOIN book b ON b.id = a.book_id \
    WHERE a.frozen_at IS NOT NULL AND ($1 = 0 OR a.book_id = $1) ORDER BY a.id LIMIT 1000";

/// Runs that are old enough to be deleted.
pub(crate) const OLD_RUNS: ExpiredRows =
    expired!("verification", key "id", at "begun_at", only "ended_at IS NOT NULL");

/// Rows that violate an invariant of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Number of the invariant.
    pub invariant: u8,
    /// The violation, in words.
    pub what: String,
    /// Keys of the first few rows.
    pub rows: Vec<String>,
    /// Number of the rows; a thousand may be more.
    pub count: usize,
    /// Keys of the wallets of these rows, in order.
    pub wallets: Vec<i64>,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VerificationRun {
    /// `ver_…`.
    pub(crate) id: String,
    /// Time at which the run began.
    pub(crate) begun_at: Timestamp,
    /// Time at which the run ended; none while it is running.
    pub(crate) ended_at: Option<Timestamp>,
    /// Findings of the run; none while it is running, and if it was aborted.
    pub(crate) findings: Option<Vec<Finding>>,
}

/// A run to be started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewRun<'a> {
    /// `ver_…`.
    pub(crate) id: &'a str,
    /// Key of the book; none for all books.
    pub(crate) book_id: Option<i64>,
    /// Time at which the run begins.
    pub(crate) now: Timestamp,
    /// End of the run's lease.
    pub(crate) until: Timestamp,
}

/// A frozen wallet.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct FrozenWallet {
    /// Key of the wallet.
    pub(crate) id: i64,
    /// `customer` or `user`.
    pub(crate) owner_kind: String,
    /// Id of the owner.
    pub(crate) owner_id: String,
    /// Time at which the wallet was frozen.
    #[sqlx(rename = "frozen_at")]
    pub(crate) since: i64,
    /// Id of the website; none in the platform's book.
    pub(crate) website_id: Option<String>,
    /// `live` or `test`.
    pub(crate) mode: String,
}

const COUNT_FROZEN: &str = "SELECT COUNT(*) FROM account WHERE frozen_at IS NOT NULL";

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    begun_at: i64,
    ended_at: Option<i64>,
    findings: Option<String>,
}

impl TryFrom<Row> for VerificationRun {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        let findings = row.findings.as_deref().map(strict_json::from_stored);
        Ok(Self {
            id: row.id,
            begun_at: Timestamp::from_micros(row.begun_at),
            ended_at: row.ended_at.map(Timestamp::from_micros),
            findings: findings
                .transpose()
                .map_err(|error| Failure::broken("reading a verification", error))?,
        })
    }
}

/// Returns the scope of a run, as stored in its row.
fn scope(book_id: Option<i64>) -> String {
    book_id.map_or_else(|| "all".to_owned(), |book_id| book_id.to_string())
}

/// Ends runs whose server has crashed.
pub(crate) async fn give_up_lost(
    db: &mut Connection<'_>,
    book_id: Option<i64>,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(GIVE_UP_LOST)
        .bind(scope(book_id))
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("giving up lost verifications")
}

/// Starts a run unless one is running, or has ended after a time. Returns the id of that run or of the new one; none if the
/// running one has just ended.
pub(crate) async fn insert(
    db: &mut Connection<'_>,
    run: NewRun<'_>,
    ended_after: Timestamp,
) -> Result<Option<String>, Failure> {
    let scope = scope(run.book_id);
    on_engine!(&mut *db, |c| sqlx::query(INSERT)
        .bind(run.id)
        .bind(&scope)
        .bind(run.now.micros())
        .bind(run.until.micros())
        .bind(ended_after.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("starting a verification")?;
    on_engine!(db, |c| sqlx::query_scalar(LATEST)
        .bind(&scope)
        .bind(ended_after.micros())
        .fetch_optional(c)
        .await)
    .failed("starting a verification")
}

/// Starts a run of all books unless one started after `before`. Returns true if it did.
pub(crate) async fn insert_if_due(
    db: &mut Connection<'_>,
    run: NewRun<'_>,
    before: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(INSERT_IF_DUE)
        .bind(run.id)
        .bind(scope(run.book_id))
        .bind(run.now.micros())
        .bind(run.until.micros())
        .bind(before.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("starting a verification")
}

/// Extends the lease of a run, so that it does not count as lost.
pub(crate) async fn hold(
    db: &mut Connection<'_>,
    run_id: &str,
    until: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(HOLD)
        .bind(run_id)
        .bind(until.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("holding a verification")
}

/// Writes the findings of a run; none if it was aborted.
pub(crate) async fn end(
    db: &mut Connection<'_>,
    run_id: &str,
    now: Timestamp,
    findings: Option<&[Finding]>,
) -> Result<(), Failure> {
    let findings = findings
        .map(serde_json::to_string)
        .transpose()
        .map_err(|error| Failure::broken("serializing a verification", error))?;
    on_engine!(db, |c| sqlx::query(END)
        .bind(run_id)
        .bind(now.micros())
        .bind(findings)
        .execute(c)
        .await
        .map(drop))
    .failed("storing a verification")
}

/// Finds a run of these books.
pub(crate) async fn find(
    db: &mut Connection<'_>,
    run_id: &str,
    book_id: Option<i64>,
) -> Result<Option<VerificationRun>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(run_id)
        .bind(scope(book_id))
        .fetch_optional(c)
        .await)
    .failed("reading a verification")?;
    row.map(VerificationRun::try_from).transpose()
}

/// Returns true if no run of all books began after a time.
pub(crate) async fn is_due(db: &mut Connection<'_>, after: Timestamp) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(IS_DUE)
        .bind(after.micros())
        .fetch_one(c)
        .await)
    .failed("finding the last verification")
}

/// Freezes a wallet, and returns its website, if it has one; none if it is already frozen, or not a wallet.
pub(crate) async fn freeze(
    db: &mut Connection<'_>,
    wallet: i64,
    now: Timestamp,
) -> Result<Option<Option<String>>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(FREEZE)
        .bind(wallet)
        .bind(now.micros())
        .fetch_optional(c)
        .await)
    .failed("freezing a wallet")
}

/// Unfreezes a wallet, and returns its website, if it has one; none if it was not frozen.
pub(crate) async fn unfreeze(
    db: &mut Connection<'_>,
    wallet: i64,
) -> Result<Option<Option<String>>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(UNFREEZE)
        .bind(wallet)
        .fetch_optional(c)
        .await)
    .failed("freeing a wallet")
}

/// Returns true if the key is that of a wallet.
pub(crate) async fn is_wallet(db: &mut Connection<'_>, wallet: i64) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(IS_WALLET)
        .bind(wallet)
        .fetch_one(c)
        .await)
    .failed("finding a wallet")
}

/// Counts the frozen wallets.
pub(crate) async fn count_frozen(db: &mut Connection<'_>) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT_FROZEN).fetch_one(c).await)
        .failed("counting frozen wallets")
}

/// Reads the frozen wallets of one book or of all.
pub(crate) async fn frozen(
    db: &mut Connection<'_>,
    book_id: Option<i64>,
) -> Result<Vec<FrozenWallet>, Failure> {
    on_engine!(db, |c| sqlx::query_as(FROZEN)
        .bind(book_id.unwrap_or_default())
        .fetch_all(c)
        .await)
    .failed("listing frozen wallets")
}
