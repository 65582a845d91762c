//! Deletion of a user's rows outside the users table, and the list of deleted users.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

/// Statement on the rows of a user and of the users merged into it.
macro_rules! of_person {
    ($statement:literal) => {
        concat!(
            $statement,
            " IN (SELECT id FROM users WHERE id = $1 OR merged_into = $1)"
        )
    };
}

/// Rows to delete; codes and tokens are deleted with their grants. The digests of imported ids stay, so that a second
/// run of an import does not create the user again.
const DELETE: [&str; 9] = [
    of_person!("DELETE FROM sessions WHERE user_id"),
    of_person!("DELETE FROM accounts WHERE user_id"),
    of_person!("DELETE FROM passkeys WHERE user_id"),
    of_person!("DELETE FROM passwords WHERE user_id"),
    of_person!("DELETE FROM address_proofs WHERE user_id"),
    of_person!("DELETE FROM consents WHERE user_id"),
    of_person!("DELETE FROM grants WHERE user_id"),
    of_person!("DELETE FROM user_switches WHERE user_id"),
    "DELETE FROM user_merge_moves WHERE merge_id IN \
     (SELECT id FROM user_merges WHERE into_user_id = $1 OR from_user_id = $1)",
];

/// Statement on the rows of a user's email addresses, those of merged users included.
macro_rules! of_addresses {
    ($statement:literal) => {
        concat!(
            $statement,
            " IN (SELECT email FROM users WHERE id = $1 OR merged_into = $1)"
        )
    };
}

/// Rows that contain an email address. Queued emails are still sent, and their delivery is not recorded.
const DELETE_ADDRESSES: [&str; 4] = [
    of_addresses!("DELETE FROM code_guesses WHERE identifier"),
    of_addresses!("DELETE FROM mail_budgets WHERE identifier"),
    of_addresses!("DELETE FROM mail_deliveries WHERE recipient"),
    of_addresses!("UPDATE outgoing_mail SET recipient = '' WHERE recipient"),
];

const MERGED_INTO: &str = "SELECT id FROM users WHERE merged_into = $1 ORDER BY id";
const INSERT_DELETION: &str = "INSERT INTO user_deletions (user_id, sequence, deleted_at) VALUES ($1, $2, $3) ON CONFLICT (user_id) DO NOTHING";
const IS_DELETED: &str = "SELECT user_id FROM user_deletions WHERE user_id = $1";

/// Deletes the rows of a user's email addresses, while the users table still has them.
pub(super) async fn delete_addresses(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<(), Failure> {
    run(db, &DELETE_ADDRESSES, user_id).await
}

/// Deletes the user's rows.
pub(super) async fn delete_rows(db: &mut Connection<'_>, user_id: &str) -> Result<(), Failure> {
    run(db, &DELETE, user_id).await
}

async fn run(
    db: &mut Connection<'_>,
    statements: &[&'static str],
    user_id: &str,
) -> Result<(), Failure> {
    for &statement in statements {
        on_engine!(&mut *db, |c| {
            sqlx::query(statement)
                .bind(user_id)
                .execute(c)
                .await
                .map(|_| ())
        })
        .failed("deleting the data of a user")?;
    }
    Ok(())
}

/// Returns the users that were merged into a user.
pub(super) async fn merged_into(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<String>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_scalar(MERGED_INTO)
            .bind(user_id)
            .fetch_all(c)
            .await
    })
    .failed("reading users merged into another")
}

/// Stores a user's deletion, with its number in the user-change feed.
pub(super) async fn insert_deletion(
    db: &mut Connection<'_>,
    user_id: &str,
    sequence: i64,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT_DELETION)
            .bind(user_id)
            .bind(sequence)
            .bind(now.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("recording that a user was deleted")
}

/// Returns true if a user was deleted.
pub(crate) async fn is_deleted(db: &mut Connection<'_>, user_id: &str) -> Result<bool, Failure> {
    let row: Option<String> = on_engine!(db, |c| {
        sqlx::query_scalar(IS_DELETED)
            .bind(user_id)
            .fetch_optional(c)
            .await
    })
    .failed("checking if a user was deleted")?;
    Ok(row.is_some())
}
