//! Everything that is kept of a person beside the row of the user.

use foundation::database::Failed;
use foundation::{Connection, Failure, on_engine};

/// A statement about a user and those who went into this one.
macro_rules! of_person {
    ($statement:literal) => {
        concat!(
            $statement,
            " IN (SELECT id FROM users WHERE id = $1 OR merged_into = $1)"
        )
    };
}

/// What hangs on a grant (codes, tokens) goes with it. The digests of imported people stay: a second run of an import must
/// not bring back who left.
const DELETE: [&str; 8] = [
    of_person!("DELETE FROM sessions WHERE user_id"),
    of_person!("DELETE FROM accounts WHERE user_id"),
    of_person!("DELETE FROM passkeys WHERE user_id"),
    of_person!("DELETE FROM passwords WHERE user_id"),
    of_person!("DELETE FROM address_proofs WHERE user_id"),
    of_person!("DELETE FROM consents WHERE user_id"),
    of_person!("DELETE FROM grants WHERE user_id"),
    "DELETE FROM user_merge_moves WHERE merge_id IN \
     (SELECT id FROM user_merges WHERE into_user_id = $1 OR from_user_id = $1)",
];

/// A statement about the addresses of a user and of those who went into this one.
macro_rules! of_addresses {
    ($statement:literal) => {
        concat!(
            $statement,
            " IN (SELECT email FROM users WHERE id = $1 OR merged_into = $1)"
        )
    };
}

/// What is kept by address. A letter that waits still goes out, and nobody is told of it.
const FORGET_ADDRESSES: [&str; 4] = [
    of_addresses!("DELETE FROM code_guesses WHERE identifier"),
    of_addresses!("DELETE FROM mail_budgets WHERE identifier"),
    of_addresses!("DELETE FROM mail_deliveries WHERE recipient"),
    of_addresses!("UPDATE outgoing_mail SET recipient = '' WHERE recipient"),
];

/// Forgets what is kept of the addresses of a user, as long as these are known.
pub(super) async fn forget_addresses(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<(), Failure> {
    run(db, &FORGET_ADDRESSES, user_id).await
}

/// Deletes all of it.
pub(super) async fn delete_all_of(db: &mut Connection<'_>, user_id: &str) -> Result<(), Failure> {
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
        .failed("deleting what is kept of a user")?;
    }
    Ok(())
}
