//! Queries of the admin API alone, and the records of the user-change list.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::user_change::{UserChange, UserChangeDetails};

const CLIENTS: &str = "SELECT id, name, token_endpoint_auth_method, grant_types, scope, first_party, created_at, is_active, \
    registered_by FROM clients WHERE created_at < $1 OR (created_at = $1 AND id < $2) ORDER BY created_at DESC, id DESC LIMIT $3";

const USER_CHANGES: &str = "\
    SELECT c.sequence, i.id AS change_id, c.user_id, c.merge_id, c.into_user_id, c.is_undone, c.switched_by, c.also_by, \
        c.is_active, c.changed_at FROM ( \
    SELECT sequence, from_user_id AS user_id, id AS merge_id, into_user_id, undone_at IS NOT NULL AS is_undone, \
        CAST(NULL AS TEXT) AS switched_by, CAST(NULL AS TEXT) AS also_by, FALSE AS is_active, COALESCE(undone_at, merged_at) AS changed_at \
        FROM user_merges WHERE sequence > $1 \
    UNION ALL SELECT sequence, user_id, NULL, NULL, FALSE, NULL, NULL, FALSE, deleted_at FROM user_deletions WHERE sequence > $1 \
    UNION ALL SELECT sequence, user_id, NULL, NULL, FALSE, switched_by, also_by, is_active, switched_at FROM user_switches \
        WHERE sequence > $1 \
    ORDER BY sequence LIMIT $2) AS c LEFT JOIN user_change_ids i ON i.sequence = c.sequence ORDER BY c.sequence";

const NUMBERED: &str = "\
    SELECT s.last, i.id FROM user_merge_sequence s LEFT JOIN user_change_ids i ON i.sequence = $1 WHERE s.id = 1";

// Stores only the last switch of each user, because it replaces the earlier ones.
const NOTE_SWITCH: &str = "\
    INSERT INTO user_switches (user_id, sequence, is_active, switched_by, switched_at) VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT (user_id) DO UPDATE SET sequence = $2, is_active = $3, switched_by = $4, switched_at = $5, \
        also_by = NULL";

const TAKE_OVER_SWITCH: &str = "\
    UPDATE user_switches SET sequence = $2, is_active = $3, also_by = switched_by, switched_by = $4, switched_at = $5 \
    WHERE user_id = $1 AND switched_by <> $4";

const COUNT_LATER_SWITCHES: &str =
    "SELECT COUNT(*) FROM user_switches WHERE user_id = $1 AND sequence > $2";

/// Client as the list returns it.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct ListedClient {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) token_endpoint_auth_method: String,
    pub(super) grant_types: String,
    pub(super) scope: String,
    pub(super) first_party: bool,
    pub(super) created_at: i64,
    pub(super) is_active: bool,
    pub(super) registered_by: String,
}

/// Returns the newest clients that were created before another.
pub(super) async fn clients(
    db: &mut Connection<'_>,
    before_time: Timestamp,
    before_id: &str,
    length: i64,
) -> Result<Vec<ListedClient>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(CLIENTS)
            .bind(before_time.micros())
            .bind(before_id)
            .bind(length)
            .fetch_all(c)
            .await
    })
    .failed("listing clients")
}

#[derive(sqlx::FromRow)]
struct ChangeRow {
    sequence: i64,
    change_id: Option<String>,
    user_id: String,
    merge_id: Option<String>,
    into_user_id: Option<String>,
    is_undone: bool,
    switched_by: Option<String>,
    also_by: Option<String>,
    is_active: bool,
    changed_at: i64,
}

impl From<ChangeRow> for UserChange {
    fn from(row: ChangeRow) -> Self {
        let merge = row.merge_id.zip(row.into_user_id);
        let details = match (merge, row.switched_by) {
            (Some((merge_id, into_user_id)), _) if row.is_undone => UserChangeDetails::Undone {
                merge_id,
                into_user_id,
            },
            (Some((merge_id, into_user_id)), _) => UserChangeDetails::Merged {
                merge_id,
                into_user_id,
            },
            (None, Some(by)) => UserChangeDetails::Switched {
                is_active: row.is_active,
                by,
                confirmed_by: row.also_by,
            },
            (None, None) => UserChangeDetails::Deleted,
        };
        Self {
            sequence: row.sequence,
            id: row.change_id,
            user_id: row.user_id,
            details,
            changed_at: Timestamp::from_micros(row.changed_at),
        }
    }
}

/// Returns user changes after a sequence, in order.
pub(super) async fn user_changes(
    db: &mut Connection<'_>,
    after: i64,
    length: i64,
) -> Result<Vec<UserChange>, Failure> {
    let rows: Vec<ChangeRow> = on_engine!(db, |c| {
        sqlx::query_as(USER_CHANGES)
            .bind(after)
            .bind(length)
            .fetch_all(c)
            .await
    })
    .failed("reading the changes of users")?;
    Ok(rows.into_iter().map(UserChange::from).collect())
}

/// Returns the last sequence of user changes, and the id of the change with a sequence, if it has one.
pub(super) async fn find_change_id(
    db: &mut Connection<'_>,
    sequence: i64,
) -> Result<(i64, Option<String>), Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(NUMBERED).bind(sequence).fetch_one(c).await
    })
    .failed("reading the id of a user change")
}

/// Activation or deactivation of a user, for the user-change list.
#[derive(Clone, Copy, Debug)]
pub(super) struct ActivationRecord<'a> {
    /// The sequence of the change.
    pub(super) sequence: i64,
    pub(super) user_id: &'a str,
    /// True if the user may sign in.
    pub(super) is_active: bool,
    /// The client that requested it.
    pub(super) switched_by: &'a str,
    pub(super) switched_at: Timestamp,
}

/// Stores a switch in the place of the user's last one.
pub(super) async fn insert_switch(
    db: &mut Connection<'_>,
    switch: &ActivationRecord<'_>,
) -> Result<(), Failure> {
    write(db, NOTE_SWITCH, switch).await.map(drop)
}

/// Stores the user's last switch as the request of both clients, if another client requested it. Returns whether it did.
pub(super) async fn replace_switch(
    db: &mut Connection<'_>,
    switch: &ActivationRecord<'_>,
) -> Result<bool, Failure> {
    write(db, TAKE_OVER_SWITCH, switch).await
}

/// Returns whether a user was activated or deactivated after a sequence.
pub(super) async fn is_switched_since(
    db: &mut Connection<'_>,
    user_id: &str,
    sequence: i64,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(COUNT_LATER_SWITCHES)
        .bind(user_id)
        .bind(sequence)
        .fetch_one(c)
        .await)
    .failed("reading when a user was activated or deactivated")?;
    Ok(count > 0)
}

async fn write(
    db: &mut Connection<'_>,
    statement: &'static str,
    switch: &ActivationRecord<'_>,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(statement)
        .bind(switch.user_id)
        .bind(switch.sequence)
        .bind(switch.is_active)
        .bind(switch.switched_by)
        .bind(switch.switched_at.micros())
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("recording that a user was activated or deactivated")
}
