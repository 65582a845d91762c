//! Claims of marked objects, and their outcomes.

use foundation::database::{SqlResultExt, locking};
use foundation::{Connection, Failure, Timestamp, on_engine};
use sqlx::AssertSqlSafe;

use crate::billing::marks::ObjectKind;

const NEXT: &str =
    "SELECT next_at FROM stripe_object WHERE state = 'waiting' ORDER BY next_at LIMIT 1";

/// Objects of a connection whose key may not be used wait.
const DUE: &str = "\
    SELECT connection_id FROM ( \
        SELECT c.id AS connection_id, \
            (SELECT MIN(o.next_at) FROM stripe_object o WHERE o.connection_id = c.id AND o.state = 'waiting') AS due_at \
        FROM stripe_connection c WHERE c.state IN ('active', 'degraded')) AS waiting \
    WHERE due_at <= $1 ORDER BY due_at, connection_id";

/// Only waiting objects have claims.
const COUNT_CLAIMED: &str =
    "SELECT COUNT(*) FROM stripe_object WHERE connection_id = $1 AND claimed_until > $2";

/// A claim skips rows that another transaction locks: that one claims them, or marks them and makes them due again.
/// PostgreSQL may run a subquery once for each row, and would then claim more than the limit; a materialized one runs once.
const CLAIM: (&str, &str) = (
    "WITH due AS MATERIALIZED ( \
        SELECT o.kind, o.object_id FROM stripe_object o \
        WHERE o.connection_id = $1 AND o.state = 'waiting' AND o.next_at <= $2 AND COALESCE(o.claimed_until, 0) <= $2 \
        ORDER BY o.next_at, o.kind, o.object_id LIMIT $4",
    ") UPDATE stripe_object SET claimed_until = $3, attempts = attempts + 1, updated_at = $2 \
     WHERE connection_id = $1 AND (kind, object_id) IN (SELECT due.kind, due.object_id FROM due) \
     RETURNING kind, object_id, dirty, attempts, claimed_until AS lease",
);

/// Marks that arrived after the claim make the object due at once.
const FINISH: &str = "\
    UPDATE stripe_object SET done = $4, attempts = 0, error = NULL, claimed_until = NULL, checked_at = $6, updated_at = $6, \
        state = CASE WHEN dirty > $4 THEN 'waiting' ELSE $5 END, \
        next_at = CASE WHEN dirty > $4 THEN $6 END, \
        waiting_since = CASE WHEN dirty > $4 THEN $6 END \
    WHERE connection_id = $1 AND kind = $2 AND object_id = $3 AND claimed_until = $7";

const RETRY: &str = "\
    UPDATE stripe_object SET claimed_until = NULL, error = $5, attempts = attempts - $8, updated_at = $6, \
        next_at = CASE WHEN dirty > $4 THEN $6 ELSE $9 END \
    WHERE connection_id = $1 AND kind = $2 AND object_id = $3 AND claimed_until = $7";

const GIVE_UP: &str = "\
    UPDATE stripe_object SET claimed_until = NULL, error = $5, checked_at = $6, updated_at = $6, \
        attempts = CASE WHEN dirty > $4 THEN 0 ELSE attempts END, \
        state = CASE WHEN dirty > $4 THEN 'waiting' ELSE 'dead' END, \
        next_at = CASE WHEN dirty > $4 THEN $6 END, \
        waiting_since = CASE WHEN dirty > $4 THEN $6 END \
    WHERE connection_id = $1 AND kind = $2 AND object_id = $3 AND claimed_until = $7";

/// An object that this server has claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::billing::inbox) struct ClaimedObject {
    /// The kind.
    pub(in crate::billing::inbox) kind: ObjectKind,
    /// Stripe's id.
    pub(in crate::billing::inbox) object_id: String,
    /// The number of marks at the time of the claim.
    pub(in crate::billing::inbox) dirty: i64,
    /// The number of attempts, including this one.
    pub(in crate::billing::inbox) attempts: i16,
    /// The end of the claim.
    pub(in crate::billing::inbox) lease: Timestamp,
}

/// The outcome of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::billing::inbox) enum AttemptOutcome {
    /// Our rows agree with the object.
    Applied,
    /// The object is not ours.
    Foreign,
    /// The attempt failed, and another one follows.
    Retried {
        /// The time of the next attempt.
        next_at: Timestamp,
        /// The cause, for the owner.
        error: String,
        /// True if the attempt counts.
        is_counted: bool,
    },
    /// No attempt follows.
    Dead {
        /// The cause, for the owner.
        error: String,
    },
}

impl AttemptOutcome {
    /// Returns the word in metrics.
    pub(in crate::billing::inbox) const fn word(&self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Foreign => "foreign",
            Self::Retried { .. } => "retried",
            Self::Dead { .. } => "dead",
        }
    }
}

#[derive(sqlx::FromRow)]
struct ClaimRow {
    kind: String,
    object_id: String,
    dirty: i64,
    attempts: i16,
    lease: i64,
}

impl TryFrom<ClaimRow> for ClaimedObject {
    type Error = Failure;

    fn try_from(row: ClaimRow) -> Result<Self, Failure> {
        let kind = ObjectKind::from_word(&row.kind);
        Ok(Self {
            kind: kind.ok_or_else(|| Failure::defect("a marked object has an unknown kind"))?,
            object_id: row.object_id,
            dirty: row.dirty,
            attempts: row.attempts,
            lease: Timestamp::from_micros(row.lease),
        })
    }
}

/// Returns the connections with due objects, longest due first.
pub(in crate::billing::inbox) async fn due_connections(
    db: &mut Connection<'_>,
    now: Timestamp,
) -> Result<Vec<String>, Failure> {
    let next: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(NEXT).fetch_optional(c).await)
        .failed("finding marked objects")?;
    if next.is_none_or(|next| next > now.micros()) {
        return Ok(Vec::new());
    }
    on_engine!(db, |c| sqlx::query_scalar(DUE)
        .bind(now.micros())
        .fetch_all(c)
        .await)
    .failed("finding marked objects")
}

/// Returns the number of a connection's objects that servers have claimed.
pub(in crate::billing::inbox) async fn count_claimed(
    db: &mut Connection<'_>,
    connection_id: &str,
    now: Timestamp,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT_CLAIMED)
        .bind(connection_id)
        .bind(now.micros())
        .fetch_one(c)
        .await)
    .failed("counting claimed objects")
}

/// Claims up to `most` due objects of a connection until a time.
pub(in crate::billing::inbox) async fn claim(
    db: &mut Connection<'_>,
    connection_id: &str,
    now: Timestamp,
    until: Timestamp,
    most: i64,
) -> Result<Vec<ClaimedObject>, Failure> {
    let lock = locking(db, " FOR UPDATE SKIP LOCKED");
    let text = [CLAIM.0, lock, CLAIM.1].concat();
    let rows: Vec<ClaimRow> = on_engine!(db, |c| sqlx::query_as(AssertSqlSafe(text))
        .bind(connection_id)
        .bind(now.micros())
        .bind(until.micros())
        .bind(most)
        .fetch_all(c)
        .await)
    .failed("claiming marked objects")?;
    rows.into_iter().map(ClaimedObject::try_from).collect()
}

/// Records the outcome of an attempt. Returns false if the claim has ended and another server has taken the object over.
pub(in crate::billing::inbox) async fn record(
    db: &mut Connection<'_>,
    connection_id: &str,
    claimed: &ClaimedObject,
    outcome: &AttemptOutcome,
    now: Timestamp,
) -> Result<bool, Failure> {
    let (statement, text, retry) = match outcome {
        AttemptOutcome::Applied => (FINISH, "idle", None),
        AttemptOutcome::Foreign => (FINISH, "foreign", None),
        AttemptOutcome::Dead { error } => (GIVE_UP, error.as_str(), None),
        AttemptOutcome::Retried {
            next_at,
            error,
            is_counted,
        } => (RETRY, error.as_str(), Some((*next_at, *is_counted))),
    };
    let changed = on_engine!(db, |c| {
        let mut query = sqlx::query(statement)
            .bind(connection_id)
            .bind(claimed.kind.word())
            .bind(&claimed.object_id)
            .bind(claimed.dirty)
            .bind(text)
            .bind(now.micros())
            .bind(claimed.lease.micros());
        if let Some((next_at, is_counted)) = retry {
            query = query.bind(i16::from(!is_counted)).bind(next_at.micros());
        }
        query.execute(c).await.map(|done| done.rows_affected())
    })
    .failed("recording the application of an object")?;
    Ok(changed == 1)
}
