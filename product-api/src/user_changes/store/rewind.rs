//! Rows that change when all user changes are read again.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::idp::{MergeState, UserMerge};
use crate::user_changes::progress::Progress;

const REWIND: &str = "\
    UPDATE user_merge_cursor SET sequence = 0, change_id = NULL, change_sequence = NULL, rewound_at = $2, \
        is_reading_again = TRUE WHERE id = 1 AND sequence = $1 AND COALESCE(rewound_at, 0) = $3";

// A merge has sequence 0 until the idp lists it again; until then it is not completed.
const UNNUMBER: &str = "UPDATE user_merges SET sequence = 0 WHERE state = 'merged'";

// The sweep deactivates these users at the idp, unless another client has changed one since; that deletes the note.
const NOTE_SWITCHES: &str = "\
    INSERT INTO user_switches (user_id, attempt, held_until) \
    SELECT id, 'restored', $1 FROM users WHERE NOT is_active AND deleted_at IS NULL \
    ON CONFLICT (user_id) DO NOTHING";

// The sweep suspends the clients of these websites. It ignores other clients, which the operator may have disabled at the idp.
const MARK_SUSPENDED: &str =
    "UPDATE websites SET client_behind = TRUE, switch_behind = TRUE WHERE status = 'suspended'";

const END_READING: &str = "UPDATE user_merge_cursor SET is_reading_again = FALSE WHERE id = 1";

// The newest merge is undone first, because its remaining user may have been merged later.
const FORGOTTEN: &str = "\
    SELECT id, from_user_id, into_user_id FROM user_merges WHERE state = 'merged' AND sequence = 0 \
    ORDER BY id DESC LIMIT 1";

const FORGET_MOVES: &str = "DELETE FROM user_merge_move WHERE merge_id = $1";

/// Resets the cursor; false if it has moved since, or another replica has reset it.
pub(in crate::user_changes) async fn rewind(
    db: &mut Connection<'_>,
    seen: &Progress,
    now: Timestamp,
) -> Result<bool, Failure> {
    let is_rewound = on_engine!(db, |c| sqlx::query(REWIND)
        .bind(seen.cursor.sequence)
        .bind(now.micros())
        .bind(seen.rewound_at.map_or(0, Timestamp::micros))
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("rewinding user changes")?;
    if !is_rewound {
        return Ok(false);
    }
    on_engine!(db, |c| sqlx::query(NOTE_SWITCHES)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("recording which users are switched off")?;
    for statement in [UNNUMBER, MARK_SUSPENDED] {
        run(db, statement).await?;
    }
    Ok(true)
}

/// Records that all changes were read again.
pub(in crate::user_changes) async fn end_reading_again(
    db: &mut Connection<'_>,
) -> Result<(), Failure> {
    run(db, END_READING).await
}

async fn run(db: &mut Connection<'_>, statement: &'static str) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(statement).execute(c).await.map(drop))
        .failed("rewinding user changes")
}

/// Finds a merge that the idp has not listed again, and returns it as undone.
pub(in crate::user_changes) async fn forgotten(
    db: &mut Connection<'_>,
) -> Result<Option<UserMerge>, Failure> {
    let row: Option<(String, String, String)> =
        on_engine!(db, |c| sqlx::query_as(FORGOTTEN).fetch_optional(c).await)
            .failed("finding merges that the identity provider has forgotten")?;
    Ok(row.map(|(id, from_user_id, into_user_id)| UserMerge {
        id,
        from_user_id,
        into_user_id,
        state: MergeState::Undone,
        sequence: 0,
    }))
}

/// Deletes the records of a merge's moved objects from before its undo.
pub(in crate::user_changes) async fn forget_moves(
    db: &mut Connection<'_>,
    merge_id: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(FORGET_MOVES)
        .bind(merge_id)
        .execute(c)
        .await
        .map(drop))
    .failed("forgetting what an undone merge has moved")
}
