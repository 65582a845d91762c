//! Finds or creates the user of an email address that was just proven.

use foundation::{Connection, Failure, id};

use super::account::Account;
use super::store;
use super::user::User;
use crate::app::App;

/// Result of proving an email address.
#[derive(Debug)]
pub(crate) enum EmailProofOutcome {
    /// The user, who is new if the address was unknown.
    User {
        user: User,
        /// True if this is the first sign-in.
        is_new: bool,
        /// True if the user had not proven the address by email before.
        is_first_proof: bool,
    },
    /// The user of this address may not sign in.
    Inactive(User),
    /// The user could not be created. The caller rolls back.
    NotCreated(Failure),
}

/// Finds the user of a proven, normalised address and marks it as verified, or creates a user.
pub(crate) async fn prove_email(
    app: &App,
    db: &mut Connection<'_>,
    email: &str,
) -> Result<EmailProofOutcome, Failure> {
    let now = app.clock.now();
    if let Some(user) = store::verify_email(db, email, now).await? {
        return find_merge_target(db, user, false).await;
    }
    if let Some(user) = store::verify_email_first(db, email, now).await? {
        return find_merge_target(db, user, true).await;
    }
    let fresh = id::new("usr", &app.clock, &app.random)?;
    match store::insert(db, &fresh, email, now).await {
        Ok(Some(user)) => {
            return Ok(EmailProofOutcome::User {
                user,
                is_new: true,
                is_first_proof: false,
            });
        }
        Ok(None) => {}
        Err(failure) => return Ok(EmailProofOutcome::NotCreated(failure)),
    }
    // Looks again: a concurrent request created the user of this address between the two statements.
    match store::verify_email(db, email, now).await? {
        Some(user) => find_merge_target(db, user, false).await,
        None => Err(Failure::defect("an address is taken, but no user has it")),
    }
}

/// Unlinks and returns the accounts whose provider does not confirm the user's address. Only another person can have
/// linked them before the address was proven by email.
pub(crate) async fn unlink_unproven(
    db: &mut Connection<'_>,
    user: &User,
) -> Result<Vec<Account>, Failure> {
    match &user.email {
        Some(email) => store::accounts::delete_unproven(db, &user.id, email).await,
        None => Ok(Vec::new()),
    }
}

/// Returns the user of the address, or the user that this user was merged into.
async fn find_merge_target(
    db: &mut Connection<'_>,
    user: User,
    is_first_proof: bool,
) -> Result<EmailProofOutcome, Failure> {
    if user.is_active {
        return Ok(EmailProofOutcome::User {
            user,
            is_new: false,
            is_first_proof,
        });
    }
    let into = match store::merged_into(db, &user.id).await? {
        Some(into) => store::lock(db, &into).await?,
        None => None,
    };
    Ok(match into {
        Some(user) if user.is_active => EmailProofOutcome::User {
            user,
            is_new: false,
            is_first_proof: false,
        },
        into => EmailProofOutcome::Inactive(into.unwrap_or(user)),
    })
}
