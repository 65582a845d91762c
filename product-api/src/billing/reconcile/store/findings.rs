//! The table of findings.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::reconcile::finding::{
    BillingFinding, FindingKind, FindingObject, FindingState, NewFinding,
};
use crate::schema::Cursor;

macro_rules! findings {
    ($rest:literal) => {
        concat!(
            "SELECT f.id, f.connection_id, f.kind, f.object_kind, f.object_id, f.ours, f.theirs, f.state, f.reason, \
             f.closed_at, f.closed_by, f.created_at, \
             (SELECT NULLIF(c.owner_id, '') FROM stripe_connection c WHERE c.id = f.connection_id) AS owner_user_id \
             FROM reconcile_finding f WHERE ",
            $rest
        )
    };
}

const OF_CONNECTION: &str = findings!(
    "f.connection_id = $1 AND f.state = $2 AND (f.created_at, f.id) < ($3, $4) ORDER BY f.created_at DESC, f.id DESC LIMIT $5"
);
const OF_ALL: &str = findings!(
    "f.state = $1 AND (f.created_at, f.id) < ($2, $3) ORDER BY f.created_at DESC, f.id DESC LIMIT $4"
);
const FIND: &str = findings!("f.id = $1");
const UNCONFIRMED: &str = findings!(
    "f.connection_id = $1 AND f.state = 'open' AND f.run_id <> $2 AND f.id > $3 ORDER BY f.id LIMIT $4"
);

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] = &[OF_CONNECTION, OF_ALL, FIND, UNCONFIRMED];

/// A difference that was accepted as it is does not come back.
const RECORD: &str = "\
    INSERT INTO reconcile_finding (id, connection_id, book_id, kind, object_kind, object_id, ours, theirs, state, run_id, \
        created_at, updated_at) \
    SELECT $1, $2, CAST($3 AS BIGINT), $4, $5, $6, $7, $8, 'open', $9, CAST($10 AS BIGINT), CAST($10 AS BIGINT) \
    WHERE NOT EXISTS (SELECT 1 FROM reconcile_finding a WHERE a.connection_id = $2 AND a.kind = $4 AND a.object_id = $6 \
        AND a.state = 'accepted' AND a.ours = $7 AND a.theirs = $8) \
    ON CONFLICT (connection_id, kind, object_id) WHERE state = 'open' DO UPDATE SET ours = excluded.ours, \
        theirs = excluded.theirs, run_id = excluded.run_id, updated_at = excluded.updated_at \
    RETURNING id";

const CLOSE: &str = "\
    UPDATE reconcile_finding SET state = 'repaired', closed_at = $2, updated_at = $2 WHERE id = $1 AND state = 'open'";

const ACCEPT: &str = "\
    UPDATE reconcile_finding SET state = 'accepted', closed_at = $3, updated_at = $3, reason = $4, closed_by = $5 \
    WHERE connection_id = $1 AND id = $2 AND state = 'open'";

const COUNT_OPEN: &str =
    "SELECT COUNT(*) FROM reconcile_finding WHERE connection_id = $1 AND state = 'open'";

const COUNT_ADDED: &str = "\
    SELECT COUNT(*) FROM reconcile_finding WHERE connection_id = $1 AND state = 'open' AND created_at >= $2";

const COUNT_BY_KIND: &str =
    "SELECT kind, COUNT(*) FROM reconcile_finding WHERE state = 'open' GROUP BY kind ORDER BY kind";

#[derive(sqlx::FromRow)]
struct FindingRow {
    id: String,
    connection_id: String,
    kind: String,
    object_kind: String,
    object_id: String,
    ours: String,
    theirs: String,
    state: String,
    reason: Option<String>,
    closed_at: Option<i64>,
    closed_by: Option<String>,
    created_at: i64,
    owner_user_id: Option<String>,
}

impl TryFrom<FindingRow> for BillingFinding {
    type Error = Failure;

    fn try_from(row: FindingRow) -> Result<Self, Failure> {
        let unknown = || Failure::defect("a finding has an unknown word");
        Ok(Self {
            id: row.id,
            connection_id: row.connection_id,
            kind: FindingKind::from_word(&row.kind).ok_or_else(unknown)?,
            object_kind: FindingObject::from_word(&row.object_kind).ok_or_else(unknown)?,
            object_id: row.object_id,
            ours: row.ours,
            theirs: row.theirs,
            state: FindingState::from_word(&row.state).ok_or_else(unknown)?,
            reason: row.reason,
            closed_at: row.closed_at.map(Timestamp::from_micros),
            closed_by: row.closed_by,
            created_at: Timestamp::from_micros(row.created_at),
            owner_user_id: row.owner_user_id,
        })
    }
}

fn findings(rows: Vec<FindingRow>) -> Result<Vec<BillingFinding>, Failure> {
    rows.into_iter().map(BillingFinding::try_from).collect()
}

/// A run that records findings.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::reconcile) struct FindingRun<'a> {
    pub(in crate::billing::reconcile) connection_id: &'a str,
    pub(in crate::billing::reconcile) run_id: &'a str,
    pub(in crate::billing::reconcile) now: Timestamp,
}

/// Records a difference under an id, or confirms the open finding about it. Returns the finding's id; none for an accepted one.
pub(in crate::billing::reconcile) async fn record(
    db: &mut Connection<'_>,
    run: FindingRun<'_>,
    id: &str,
    finding: &NewFinding,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(RECORD)
        .bind(id)
        .bind(run.connection_id)
        .bind(finding.book_id)
        .bind(finding.kind.word())
        .bind(finding.object_kind.word())
        .bind(&finding.object_id)
        .bind(&finding.ours)
        .bind(&finding.theirs)
        .bind(run.run_id)
        .bind(run.now.micros())
        .fetch_optional(c)
        .await)
    .failed("recording a finding")
}

/// Closes a finding whose sides agree.
pub(in crate::billing::reconcile) async fn close(
    db: &mut Connection<'_>,
    id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(CLOSE)
        .bind(id)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("closing a finding")
}

/// The acceptance of a finding.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::reconcile) struct Acceptance<'a> {
    pub(in crate::billing::reconcile) connection_id: &'a str,
    pub(in crate::billing::reconcile) finding_id: &'a str,
    pub(in crate::billing::reconcile) reason: &'a str,
    pub(in crate::billing::reconcile) actor: &'a str,
}

/// Accepts an open finding; false if it is not open.
pub(in crate::billing::reconcile) async fn accept(
    db: &mut Connection<'_>,
    acceptance: Acceptance<'_>,
    now: Timestamp,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(ACCEPT)
        .bind(acceptance.connection_id)
        .bind(acceptance.finding_id)
        .bind(now.micros())
        .bind(acceptance.reason)
        .bind(acceptance.actor)
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("accepting a finding")
}

/// Finds a finding.
pub(in crate::billing::reconcile) async fn find(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<BillingFinding>, Failure> {
    let row: Option<FindingRow> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a finding")?;
    row.map(BillingFinding::try_from).transpose()
}

/// Returns findings of a connection or of all in a state, newest first.
pub(in crate::billing::reconcile) async fn page(
    db: &mut Connection<'_>,
    connection_id: Option<&str>,
    state: FindingState,
    before: &Cursor,
    limit: i64,
) -> Result<Vec<BillingFinding>, Failure> {
    let rows: Vec<FindingRow> = on_engine!(db, |c| {
        let query = match connection_id {
            Some(id) => sqlx::query_as(OF_CONNECTION).bind(id),
            None => sqlx::query_as(OF_ALL),
        };
        let query = query.bind(state.word()).bind(before.at.micros());
        query.bind(&before.id).bind(limit).fetch_all(c).await
    })
    .failed("listing findings")?;
    findings(rows)
}

/// Returns open findings of a connection that a run has not confirmed, in the order of their ids.
pub(in crate::billing::reconcile) async fn unconfirmed(
    db: &mut Connection<'_>,
    run: FindingRun<'_>,
    after: &str,
    limit: i64,
) -> Result<Vec<BillingFinding>, Failure> {
    let rows: Vec<FindingRow> = on_engine!(db, |c| sqlx::query_as(UNCONFIRMED)
        .bind(run.connection_id)
        .bind(run.run_id)
        .bind(after)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("listing findings of earlier runs")?;
    findings(rows)
}

/// Counts the open findings of a connection.
pub(in crate::billing::reconcile) async fn count_open(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT_OPEN)
        .bind(connection_id)
        .fetch_one(c)
        .await)
    .failed("counting findings")
}

/// Counts the open findings of a connection that were added since a time.
pub(in crate::billing::reconcile) async fn count_added(
    db: &mut Connection<'_>,
    connection_id: &str,
    since: Timestamp,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT_ADDED)
        .bind(connection_id)
        .bind(since.micros())
        .fetch_one(c)
        .await)
    .failed("counting new findings")
}

/// Counts the open findings of all connections by kind.
pub(in crate::billing::reconcile) async fn count_by_kind(
    db: &mut Connection<'_>,
) -> Result<Vec<(String, i64)>, Failure> {
    on_engine!(db, |c| sqlx::query_as(COUNT_BY_KIND).fetch_all(c).await).failed("counting findings")
}
