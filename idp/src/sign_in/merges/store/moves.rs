//! Moves of items between two users by a merge, and back; every statement names the merge and both users.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::super::merge::Merge;

/// Records the items to move: `$1` the merge, `$2` the merged user, `$3` the merge target.
const RECORD: [&str; 5] = [
    "INSERT INTO user_merge_moves (merge_id, kind, item) SELECT CAST($1 AS TEXT), 'account', id FROM accounts \
     WHERE user_id = $2 AND user_id <> $3",
    "INSERT INTO user_merge_moves (merge_id, kind, item) SELECT CAST($1 AS TEXT), 'passkey', id FROM passkeys \
     WHERE user_id = $2 AND user_id <> $3",
    "INSERT INTO user_merge_moves (merge_id, kind, item) SELECT CAST($1 AS TEXT), 'password', user_id FROM passwords \
     WHERE user_id = $2 AND NOT EXISTS (SELECT 1 FROM passwords own WHERE own.user_id = $3)",
    "INSERT INTO user_merge_moves (merge_id, kind, item) SELECT CAST($1 AS TEXT), 'consent', client_id FROM consents \
     WHERE user_id = $2 AND NOT EXISTS \
     (SELECT 1 FROM consents own WHERE own.user_id = $3 AND own.client_id = consents.client_id)",
    // Users merged earlier into the merged user also refer to the new target, so that a lookup takes one step.
    "INSERT INTO user_merge_moves (merge_id, kind, item) SELECT CAST($1 AS TEXT), 'pointer', id FROM users \
     WHERE merged_into = $2 AND id <> $3",
];

/// Moves the recorded items, with the same parameters.
const MOVE: [&str; 5] = [
    "UPDATE accounts SET user_id = $3 WHERE user_id = $2 \
     AND id IN (SELECT item FROM user_merge_moves WHERE merge_id = $1 AND kind = 'account')",
    "UPDATE passkeys SET user_id = $3, made_for = COALESCE(made_for, user_id) WHERE user_id = $2 \
     AND id IN (SELECT item FROM user_merge_moves WHERE merge_id = $1 AND kind = 'passkey')",
    "UPDATE passwords SET user_id = $3 WHERE user_id = $2 \
     AND user_id IN (SELECT item FROM user_merge_moves WHERE merge_id = $1 AND kind = 'password')",
    "UPDATE consents SET user_id = $3 WHERE user_id = $2 \
     AND client_id IN (SELECT item FROM user_merge_moves WHERE merge_id = $1 AND kind = 'consent')",
    "UPDATE users SET merged_into = $3 WHERE merged_into = $2 \
     AND id IN (SELECT item FROM user_merge_moves WHERE merge_id = $1 AND kind = 'pointer')",
];

/// Moves the recorded items back if they still exist, with the same parameters.
const MOVE_BACK: [&str; 4] = [
    "UPDATE accounts SET user_id = $2 WHERE user_id = $3 \
     AND id IN (SELECT item FROM user_merge_moves WHERE merge_id = $1 AND kind = 'account')",
    "UPDATE passkeys SET user_id = $2 WHERE user_id = $3 \
     AND id IN (SELECT item FROM user_merge_moves WHERE merge_id = $1 AND kind = 'passkey')",
    "UPDATE consents SET user_id = $2 WHERE user_id = $3 \
     AND client_id IN (SELECT item FROM user_merge_moves WHERE merge_id = $1 AND kind = 'consent') \
     AND NOT EXISTS (SELECT 1 FROM consents own WHERE own.user_id = $2 AND own.client_id = consents.client_id)",
    "UPDATE users SET merged_into = $2 WHERE merged_into = $3 \
     AND id IN (SELECT item FROM user_merge_moves WHERE merge_id = $1 AND kind = 'pointer')",
];
/// A password that was changed since the merge remains with the merge target.
const RESTORE_PASSWORD: &str = "UPDATE passwords SET user_id = $2 WHERE user_id = $3 AND updated_at <= $4 \
     AND EXISTS (SELECT 1 FROM user_merge_moves WHERE merge_id = $1 AND kind = 'password') \
     AND NOT EXISTS (SELECT 1 FROM passwords own WHERE own.user_id = $2)";
const RECORD_ADDRESS: &str =
    "INSERT INTO user_merge_moves (merge_id, kind, item) VALUES ($1, $2, $3)";
const RECORDED: &str = "SELECT item FROM user_merge_moves WHERE merge_id = $1 AND kind = $2";
const SET_ADDRESS: &str = "UPDATE users SET email = $2, email_verified_at = $3 WHERE id = $1";
const SET_ADDRESS_IF_FREE: &str = "UPDATE users SET email = $2, email_verified_at = $3 WHERE id = $1 \
     AND NOT EXISTS (SELECT 1 FROM users other WHERE other.email = $2)";
/// Deletes whole merges, the oldest first (ids sort by time). The table holds only the last days, so this reads few
/// rows even after many merges.
const DELETE: &str = "DELETE FROM user_merge_moves WHERE merge_id IN (SELECT DISTINCT v.merge_id FROM user_merge_moves v \
     JOIN user_merges m ON m.id = v.merge_id WHERE m.merged_at <= $1 ORDER BY v.merge_id LIMIT $2)";

/// Moved items of merges that can no longer be undone; they contain addresses.
pub(crate) const EXPIRED: ExpiredRows = ExpiredRows::new("user_merge_moves", DELETE);

/// Records the items to move, except the address.
pub(in super::super) async fn record(
    db: &mut Connection<'_>,
    merge: &Merge,
) -> Result<(), Failure> {
    for statement in RECORD {
        run(db, statement, merge).await?;
    }
    Ok(())
}

/// Moves the recorded items.
pub(in super::super) async fn over(db: &mut Connection<'_>, merge: &Merge) -> Result<(), Failure> {
    for statement in MOVE {
        run(db, statement, merge).await?;
    }
    Ok(())
}

/// Moves the recorded items back if they still exist.
pub(in super::super) async fn back(db: &mut Connection<'_>, merge: &Merge) -> Result<(), Failure> {
    for statement in MOVE_BACK {
        run(db, statement, merge).await?;
    }
    on_engine!(db, |c| {
        sqlx::query(RESTORE_PASSWORD)
            .bind(&merge.id)
            .bind(&merge.from_user_id)
            .bind(&merge.into_user_id)
            .bind(merge.merged_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("moving a password back")
}

async fn run(
    db: &mut Connection<'_>,
    statement: &'static str,
    merge: &Merge,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(statement)
            .bind(&merge.id)
            .bind(&merge.from_user_id)
            .bind(&merge.into_user_id)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("moving the rows of a user")
}

/// Records the effect on an address.
pub(in super::super) async fn record_address(
    db: &mut Connection<'_>,
    merge: &Merge,
    kind: &'static str,
    email: &str,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(RECORD_ADDRESS)
            .bind(&merge.id)
            .bind(kind)
            .bind(email)
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("recording an address that moves")
}

/// Returns the address that was recorded with this effect.
pub(in super::super) async fn recorded_address(
    db: &mut Connection<'_>,
    merge: &Merge,
    kind: &'static str,
) -> Result<Option<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(RECORDED)
            .bind(&merge.id)
            .bind(kind)
            .fetch_optional(c)
            .await
    })
    .failed("reading an address that moved")
}

/// Sets or removes a locked user's address and its confirmation time.
pub(in super::super) async fn set_address(
    db: &mut Connection<'_>,
    user_id: &str,
    address: Option<(&str, Option<Timestamp>)>,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(SET_ADDRESS)
            .bind(user_id)
            .bind(address.map(|(email, _)| email))
            .bind(
                address
                    .and_then(|(_, proven)| proven)
                    .map(Timestamp::micros),
            )
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("moving an address")
}

/// Sets a locked user's address, unless another user has it.
pub(in super::super) async fn set_address_if_free(
    db: &mut Connection<'_>,
    user_id: &str,
    email: &str,
    proven: Option<Timestamp>,
) -> Result<(), Failure> {
    let done = on_engine!(db, |c| {
        sqlx::query(SET_ADDRESS_IF_FREE)
            .bind(user_id)
            .bind(email)
            .bind(proven.map(Timestamp::micros))
            .execute(c)
            .await
            .map(|_| ())
    });
    match done {
        // A concurrent request took the address; the retry will see it.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            Err(Failure::busy("moving an address back", error))
        }
        done => done.failed("moving an address back"),
    }
}
