//! Finding or making the user of an address that was just proven.

use foundation::{Connection, Failure, id};

use super::store;
use super::user::User;
use crate::app::App;

/// What a proven address leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proven {
    /// The user, made now if the address was new.
    User {
        /// The user.
        user: User,
        /// Whether this is the first sign-in.
        is_new: bool,
    },
    /// The user of this address may not sign in.
    Inactive,
}

/// Finds the user of a proven, normalised address and marks it verified, or makes one.
pub(crate) async fn prove_email(
    app: &App,
    db: &mut Connection<'_>,
    email: &str,
) -> Result<Proven, Failure> {
    let now = app.clock.now();
    if let Some(user) = store::verify_email(db, email, now).await? {
        return Ok(known(user));
    }
    let fresh = id::new("usr", &app.clock, &app.random)?;
    if let Some(user) = store::insert(db, &fresh, email, now).await? {
        return Ok(Proven::User { user, is_new: true });
    }
    // Somebody else made the user of this address between the two statements.
    store::verify_email(db, email, now)
        .await?
        .map(known)
        .ok_or_else(|| Failure::defect("an address is taken, but nobody has it"))
}

fn known(user: User) -> Proven {
    if user.is_active {
        Proven::User {
            user,
            is_new: false,
        }
    } else {
        Proven::Inactive
    }
}
