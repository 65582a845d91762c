//! Lists of marked objects, and figures about them.

use foundation::database::SqlResultExt;
use foundation::telemetry::Backlog;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::inbox::marked_object::{InboxObject, InboxPosition, MarkState};
use crate::billing::marks::{MarkedObject, ObjectKind};

macro_rules! objects {
    ($condition:literal) => {
        concat!(
            "SELECT connection_id, kind, object_id, state, attempts, error, last_event, next_at, checked_at, updated_at \
             FROM stripe_object WHERE ",
            $condition
        )
    };
}

macro_rules! page {
    ($condition:literal) => {
        concat!(
            objects!($condition),
            " AND updated_at <= $1 \
              AND (updated_at < $1 OR (connection_id, kind, object_id) > ($2, $3, $4)) \
              ORDER BY updated_at DESC, connection_id, kind, object_id LIMIT $5"
        )
    };
}

const FIND: &str = objects!("connection_id = $1 AND kind = $2 AND object_id = $3");
const WAITING_OF_CONNECTION: &str = page!("state = 'waiting' AND connection_id = $6");
const DEAD_OF_CONNECTION: &str = page!("state = 'dead' AND connection_id = $6");
/// Objects of a disconnected connection are left out, here and where dead ones are counted: its key is erased.
const ALL_DEAD: &str = page!(
    "state = 'dead' AND ($6 = '' OR error = $6) AND EXISTS ( \
        SELECT 1 FROM stripe_connection c WHERE c.id = stripe_object.connection_id AND c.state <> 'disconnected')"
);

/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: &[&str] =
    &[FIND, WAITING_OF_CONNECTION, DEAD_OF_CONNECTION, ALL_DEAD];

const LIST_DEAD_OF_ERROR: &str = "\
    SELECT o.connection_id, o.kind, o.object_id FROM stripe_object o JOIN stripe_connection c ON c.id = o.connection_id \
    WHERE o.state = 'dead' AND o.error = $1 AND c.state <> 'disconnected' \
    ORDER BY o.connection_id, o.updated_at, o.kind, o.object_id LIMIT $2";

/// Marks of a connection whose key may not be used do not count: they wait for its owner.
const BACKLOG: &str = "\
    SELECT COUNT(*) AS size, MIN(waiting_since) AS oldest_at FROM ( \
        SELECT o.waiting_since FROM stripe_object o JOIN stripe_connection c ON c.id = o.connection_id \
        WHERE o.state = 'waiting' AND c.state IN ('active', 'degraded') ORDER BY o.waiting_since LIMIT 1000) AS waiting";

const BACKLOG_OF_CONNECTION: &str = "\
    SELECT COUNT(*) AS size, MIN(waiting_since) AS oldest_at FROM ( \
        SELECT waiting_since FROM stripe_object WHERE connection_id = $1 AND state = 'waiting' LIMIT 1000) AS waiting";

const COUNT_DEAD: &str = "\
    SELECT COUNT(*) FROM ( \
        SELECT 1 FROM stripe_object o JOIN stripe_connection c ON c.id = o.connection_id \
        WHERE o.state = 'dead' AND c.state <> 'disconnected' LIMIT 10000) AS dead";

const COUNT_DEAD_OF_CONNECTION: &str = "\
    SELECT COUNT(*) FROM ( \
        SELECT 1 FROM stripe_object WHERE connection_id = $1 AND state = 'dead' LIMIT 10000) AS dead";

#[derive(sqlx::FromRow)]
struct ObjectRow {
    connection_id: String,
    kind: String,
    object_id: String,
    state: String,
    attempts: i16,
    error: Option<String>,
    last_event: Option<String>,
    next_at: Option<i64>,
    checked_at: Option<i64>,
    updated_at: i64,
}

impl TryFrom<ObjectRow> for InboxObject {
    type Error = Failure;

    fn try_from(row: ObjectRow) -> Result<Self, Failure> {
        let unknown = || Failure::defect("a marked object has an unknown kind or state");
        Ok(Self {
            connection_id: row.connection_id,
            kind: ObjectKind::from_word(&row.kind).ok_or_else(unknown)?,
            object_id: row.object_id,
            state: MarkState::from_word(&row.state).ok_or_else(unknown)?,
            attempts: row.attempts,
            error: row.error,
            event_id: row.last_event,
            next_at: row.next_at.map(Timestamp::from_micros),
            checked_at: row.checked_at.map(Timestamp::from_micros),
            updated_at: Timestamp::from_micros(row.updated_at),
        })
    }
}

#[derive(sqlx::FromRow)]
struct BacklogRow {
    size: i64,
    oldest_at: Option<i64>,
}

impl From<BacklogRow> for Backlog {
    fn from(row: BacklogRow) -> Self {
        Self {
            size: row.size,
            oldest_at: row.oldest_at.map(Timestamp::from_micros),
        }
    }
}

/// A selection of objects for a list.
#[derive(Clone, Copy, Debug)]
pub(in crate::billing::inbox) enum ObjectSelection<'a> {
    /// Objects of a connection that wait.
    Waiting(&'a str),
    /// Dead objects of a connection.
    Dead(&'a str),
    /// Dead objects of all connections, with an error unless the text is empty.
    AllDead(&'a str),
}

impl<'a> ObjectSelection<'a> {
    const fn statement(self) -> (&'static str, &'a str) {
        match self {
            Self::Waiting(connection_id) => (WAITING_OF_CONNECTION, connection_id),
            Self::Dead(connection_id) => (DEAD_OF_CONNECTION, connection_id),
            Self::AllDead(error) => (ALL_DEAD, error),
        }
    }
}

/// The key of a dead object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::billing::inbox) struct DeadObject {
    pub(in crate::billing::inbox) connection_id: String,
    pub(in crate::billing::inbox) kind: ObjectKind,
    pub(in crate::billing::inbox) object_id: String,
}

/// Finds a marked object.
pub(in crate::billing::inbox) async fn find(
    db: &mut Connection<'_>,
    object: MarkedObject<'_>,
) -> Result<Option<InboxObject>, Failure> {
    let row: Option<ObjectRow> = on_engine!(db, |c| sqlx::query_as(FIND)
        .bind(object.connection_id)
        .bind(object.kind.word())
        .bind(object.object_id)
        .fetch_optional(c)
        .await)
    .failed("reading a marked object")?;
    row.map(InboxObject::try_from).transpose()
}

/// Returns objects before a position, the latest changed first.
pub(in crate::billing::inbox) async fn page(
    db: &mut Connection<'_>,
    selection: ObjectSelection<'_>,
    before: &InboxPosition,
    limit: i64,
) -> Result<Vec<InboxObject>, Failure> {
    let (statement, value) = selection.statement();
    let rows: Vec<ObjectRow> = on_engine!(db, |c| sqlx::query_as(statement)
        .bind(before.at.micros())
        .bind(&before.connection_id)
        .bind(&before.kind)
        .bind(&before.object_id)
        .bind(limit)
        .bind(value)
        .fetch_all(c)
        .await)
    .failed("listing marked objects")?;
    rows.into_iter().map(InboxObject::try_from).collect()
}

/// Returns up to `most` dead objects with an error, in the order in which their rows are locked.
pub(in crate::billing::inbox) async fn dead_of_error(
    db: &mut Connection<'_>,
    error: &str,
    most: i64,
) -> Result<Vec<DeadObject>, Failure> {
    let rows: Vec<(String, String, String)> =
        on_engine!(db, |c| sqlx::query_as(LIST_DEAD_OF_ERROR)
            .bind(error)
            .bind(most)
            .fetch_all(c)
            .await)
        .failed("listing dead objects")?;
    let dead = rows.into_iter().map(|(connection_id, kind, object_id)| {
        let kind = ObjectKind::from_word(&kind);
        Ok(DeadObject {
            connection_id,
            kind: kind.ok_or_else(|| Failure::defect("a marked object has an unknown kind"))?,
            object_id,
        })
    });
    dead.collect()
}

/// Counts the objects that wait, a thousand at most, and finds the time since which the oldest waits.
pub(in crate::billing::inbox) async fn backlog(
    db: &mut Connection<'_>,
) -> Result<Backlog, Failure> {
    let row: BacklogRow = on_engine!(db, |c| sqlx::query_as(BACKLOG).fetch_one(c).await)
        .failed("counting marked objects")?;
    Ok(row.into())
}

/// Counts the objects of a connection that wait, a thousand at most.
pub(in crate::billing::inbox) async fn backlog_of_connection(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<Backlog, Failure> {
    let row: BacklogRow = on_engine!(db, |c| sqlx::query_as(BACKLOG_OF_CONNECTION)
        .bind(connection_id)
        .fetch_one(c)
        .await)
    .failed("counting marked objects")?;
    Ok(row.into())
}

/// Counts the dead objects of connections that are not disconnected, ten thousand at most.
pub(in crate::billing::inbox) async fn count_dead(db: &mut Connection<'_>) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT_DEAD).fetch_one(c).await)
        .failed("counting dead objects")
}

/// Counts the dead objects of a connection, ten thousand at most.
pub(in crate::billing::inbox) async fn count_dead_of_connection(
    db: &mut Connection<'_>,
    connection_id: &str,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT_DEAD_OF_CONNECTION)
        .bind(connection_id)
        .fetch_one(c)
        .await)
    .failed("counting dead objects")
}
