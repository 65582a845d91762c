//! Merges in the database, and the reference of a merged user to its target.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::super::list::UndoableMerge;
use super::super::merge::Merge;

const NEXT: &str = "UPDATE user_merge_sequence SET last = last + 1 WHERE id = 1 RETURNING last";
// A number that is given out a second time, because an operator has set it back, gets another id.
const IDENTIFY: &str = "INSERT INTO user_change_ids (sequence, id) VALUES ($1, $2) \
     ON CONFLICT (sequence) DO UPDATE SET id = $2";
const INSERT: &str = "INSERT INTO user_merges (id, from_user_id, into_user_id, way, sequence, merged_at) \
     VALUES ($1, $2, $3, $4, $5, $6)";
const FIND: &str = "SELECT id, from_user_id, into_user_id, sequence, merged_at, undone_at FROM user_merges WHERE id = $1";
const UNDOABLE: &str = "SELECT m.id, m.from_user_id, m.into_user_id, m.sequence, m.merged_at, m.undone_at, \
     COALESCE(u.email, (SELECT item FROM user_merge_moves WHERE merge_id = m.id AND kind IN ('address', 'let_go')), u.name) \
     AS name FROM user_merges m JOIN users u ON u.id = m.from_user_id \
     WHERE m.into_user_id = $1 AND m.undone_at IS NULL AND m.merged_at >= $2 ORDER BY m.sequence DESC LIMIT 100";
const MARK_UNDONE: &str = "UPDATE user_merges SET sequence = $2, undone_at = $3 WHERE id = $1";
const DEACTIVATE_MERGED: &str = "UPDATE users SET is_active = FALSE, merged_into = $2, updated_at = $3, leaves_at = NULL, \
     session_epoch = session_epoch + 1 WHERE id = $1";
const REACTIVATE: &str = "UPDATE users SET is_active = TRUE, merged_into = NULL, updated_at = $2, \
     session_epoch = session_epoch + 1 WHERE id = $1";
const MERGED: &str = "SELECT merged_into FROM users WHERE id = $1 AND merged_into IS NOT NULL";

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    from_user_id: String,
    into_user_id: String,
    sequence: i64,
    merged_at: i64,
    undone_at: Option<i64>,
}

#[derive(sqlx::FromRow)]
struct NamedRow {
    #[sqlx(flatten)]
    row: Row,
    name: Option<String>,
}

impl From<Row> for Merge {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            from_user_id: row.from_user_id,
            into_user_id: row.into_user_id,
            sequence: row.sequence,
            merged_at: Timestamp::from_micros(row.merged_at),
            undone_at: row.undone_at.map(Timestamp::from_micros),
        }
    }
}

/// Takes the next number of user changes for this id. Locks the number's row until the transaction ends.
pub(in super::super) async fn next_sequence(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<i64, Failure> {
    let doing = "numbering what became of a user";
    let sequence: i64 =
        on_engine!(db, |c| sqlx::query_scalar(NEXT).fetch_one(c).await).failed(doing)?;
    on_engine!(db, |c| {
        sqlx::query(IDENTIFY)
            .bind(sequence)
            .bind(id)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed(doing)?;
    Ok(sequence)
}

/// Adds a merge.
pub(in super::super) async fn insert(
    db: &mut Connection<'_>,
    merge: &Merge,
    method: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(&merge.id)
            .bind(&merge.from_user_id)
            .bind(&merge.into_user_id)
            .bind(method)
            .bind(merge.sequence)
            .bind(merge.merged_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("adding a merge")
}

/// Finds a merge by its id.
pub(in super::super) async fn find(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<Merge>, Failure> {
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(FIND).bind(id).fetch_optional(c).await
    })
    .failed("reading a merge")?;
    Ok(row.map(Merge::from))
}

/// Returns merges into a user since a time that were not undone, the newest first.
pub(in super::super) async fn undoable(
    db: &mut Connection<'_>,
    user_id: &str,
    since: Timestamp,
) -> Result<Vec<UndoableMerge>, Failure> {
    let rows: Vec<NamedRow> = on_engine!(db, |c| {
        sqlx::query_as(UNDOABLE)
            .bind(user_id)
            .bind(since.micros())
            .fetch_all(c)
            .await
    })
    .failed("reading a user's merges")?;
    let undoable = |found: NamedRow| UndoableMerge {
        merge: found.row.into(),
        name: found.name,
    };
    Ok(rows.into_iter().map(undoable).collect())
}

/// Records the undo of a merge, under its new number.
pub(in super::super) async fn mark_undone(
    db: &mut Connection<'_>,
    merge: &Merge,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(MARK_UNDONE)
            .bind(&merge.id)
            .bind(merge.sequence)
            .bind(merge.undone_at.map(Timestamp::micros))
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("undoing a merge")
}

/// Deactivates the merged user, with a reference to the merge target.
pub(in super::super) async fn deactivate_merged(
    db: &mut Connection<'_>,
    merge: &Merge,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(DEACTIVATE_MERGED)
            .bind(&merge.from_user_id)
            .bind(&merge.into_user_id)
            .bind(merge.merged_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("marking a user as merged")
}

/// Activates a merged user again.
pub(in super::super) async fn reactivate(
    db: &mut Connection<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(REACTIVATE)
            .bind(user_id)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("restoring a merged user")
}

/// Returns true if a user is merged into another.
pub(in super::super) async fn is_merged(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<bool, Failure> {
    let row: Option<(String,)> = on_engine!(db, |c| {
        sqlx::query_as(MERGED).bind(user_id).fetch_optional(c).await
    })
    .failed("finding the merge target of a user")?;
    Ok(row.is_some())
}
