//! Tables of the cursor and of the known merges.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::movable::movable;
use crate::idp::{ChangeCursor, MergeState, UserMerge};
use crate::user_changes::progress::Progress;

// A replica of an older version updates the sequence alone; the stored id then belongs to another change.
const PROGRESS: &str = "\
    SELECT sequence, CASE WHEN change_sequence = sequence THEN change_id END, rewound_at, is_reading_again \
    FROM user_merge_cursor WHERE id = 1";

const ADVANCE: &str = "\
    UPDATE user_merge_cursor SET sequence = $1, change_id = $2, change_sequence = $1 \
    WHERE id = 1 AND sequence < $1 AND COALESCE(rewound_at, 0) = $3";

const IDENTIFY: &str = "\
    UPDATE user_merge_cursor SET change_id = $2, change_sequence = $1 \
    WHERE id = 1 AND sequence = $1 AND COALESCE(rewound_at, 0) = $3";

const LOCK: &str = "UPDATE user_merge_cursor SET sequence = sequence + 0 WHERE id = 1";

const STATE: &str = "SELECT state FROM user_merges WHERE id = $1";

const WRITE: &str = "\
    INSERT INTO user_merges (id, from_user_id, into_user_id, state, sequence) VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT (id) DO UPDATE SET state = $4, sequence = $5";

// Finds merged users' customers with data to move. These are customers that are not merged, and credits or debts on merged ones.
const LEFT_BEHIND: &str = concat!(
    "SELECT m.id, m.from_user_id, m.into_user_id, m.sequence FROM user_merges m \
     WHERE m.state = 'merged' AND m.sequence > $1 AND m.sequence <= $2 \
        AND EXISTS (SELECT 1 FROM customers c WHERE c.user_id = m.from_user_id \
            AND (c.merged_into IS NULL OR ",
    movable!(),
    ")) ORDER BY m.sequence LIMIT $3"
);

const SOME_ON: &str = "\
    SELECT MAX(sequence), COUNT(*) FROM (SELECT sequence FROM user_merges WHERE state = 'merged' AND sequence > $1 \
        ORDER BY sequence LIMIT $2) AS page";

const fn word(state: MergeState) -> &'static str {
    match state {
        MergeState::Merged => "merged",
        MergeState::Undone => "undone",
    }
}

/// Reads the progress.
pub(in crate::user_changes) async fn progress(
    db: &mut Connection<'_>,
) -> Result<Progress, Failure> {
    let row: (i64, Option<String>, Option<i64>, bool) =
        on_engine!(db, |c| sqlx::query_as(PROGRESS).fetch_one(c).await)
            .failed("reading the progress of user changes")?;
    let (sequence, change_id, rewound_at, is_reading_again) = row;
    Ok(Progress {
        cursor: ChangeCursor {
            sequence,
            change_id,
        },
        rewound_at: rewound_at.map(Timestamp::from_micros),
        is_reading_again,
    })
}

/// Advances the cursor to a change. False if it, or a later one, was already applied, or if it was listed before another
/// replica restarted reading.
pub(in crate::user_changes) async fn advance(
    db: &mut Connection<'_>,
    cursor: &ChangeCursor,
    rewound_at: Option<Timestamp>,
) -> Result<bool, Failure> {
    set(db, ADVANCE, cursor, rewound_at).await
}

/// Stores the id of the last applied change, unless a later change was applied.
pub(in crate::user_changes) async fn identify(
    db: &mut Connection<'_>,
    cursor: &ChangeCursor,
    rewound_at: Option<Timestamp>,
) -> Result<(), Failure> {
    set(db, IDENTIFY, cursor, rewound_at).await.map(drop)
}

async fn set(
    db: &mut Connection<'_>,
    statement: &'static str,
    cursor: &ChangeCursor,
    rewound_at: Option<Timestamp>,
) -> Result<bool, Failure> {
    on_engine!(db, |c| sqlx::query(statement)
        .bind(cursor.sequence)
        .bind(&cursor.change_id)
        .bind(rewound_at.map_or(0, Timestamp::micros))
        .execute(c)
        .await
        .map(|done| done.rows_affected() == 1))
    .failed("storing the progress of user changes")
}

/// Locks the cursor until the transaction ends, so that no other replica applies changes.
pub(in crate::user_changes) async fn lock(db: &mut Connection<'_>) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(LOCK).execute(c).await.map(drop))
        .failed("waiting for other changes")
}

/// Reads the state of a merge.
pub(in crate::user_changes) async fn state(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<Option<MergeState>, Failure> {
    let found: Option<String> = on_engine!(db, |c| sqlx::query_scalar(STATE)
        .bind(id)
        .fetch_optional(c)
        .await)
    .failed("reading a merge")?;
    Ok(found.map(|found| {
        if found == word(MergeState::Merged) {
            MergeState::Merged
        } else {
            MergeState::Undone
        }
    }))
}

/// Writes the state of a merge.
pub(in crate::user_changes) async fn write(
    db: &mut Connection<'_>,
    merge: &UserMerge,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(WRITE)
        .bind(&merge.id)
        .bind(&merge.from_user_id)
        .bind(&merge.into_user_id)
        .bind(word(merge.state))
        .bind(merge.sequence)
        .execute(c)
        .await
        .map(drop))
    .failed("storing a merge")
}

/// Returns the last sequence of the next merges after a sequence, and their number; none if there are no more.
pub(in crate::user_changes) async fn some_on(
    db: &mut Connection<'_>,
    after: i64,
    many: i64,
) -> Result<(Option<i64>, i64), Failure> {
    on_engine!(db, |c| sqlx::query_as(SOME_ON)
        .bind(after)
        .bind(many)
        .fetch_one(c)
        .await)
    .failed("finding merges")
}

/// Finds merges with data to move, oldest first, after one sequence and up to another.
pub(in crate::user_changes) async fn left_behind(
    db: &mut Connection<'_>,
    after: i64,
    until: i64,
    limit: i64,
) -> Result<Vec<UserMerge>, Failure> {
    let rows: Vec<(String, String, String, i64)> = on_engine!(db, |c| sqlx::query_as(LEFT_BEHIND)
        .bind(after)
        .bind(until)
        .bind(limit)
        .fetch_all(c)
        .await)
    .failed("finding what merges have left behind")?;
    let of_row = |(id, from_user_id, into_user_id, sequence)| UserMerge {
        id,
        from_user_id,
        into_user_id,
        state: MergeState::Merged,
        sequence,
    };
    Ok(rows.into_iter().map(of_row).collect())
}

/// A composed statement, for tests of query plans.
#[cfg(test)]
pub(super) const TEXT: &str = LEFT_BEHIND;
