//! A person who is expected: made by hand, before anybody has signed in.

use foundation::{Connection, Failure, id};

use super::profile_claims::ProfileClaims;
use super::store::{self, NewUser};
use super::user::User;
use crate::app::App;
use foundation::EmailAddress;

/// Who is expected.
#[derive(Clone, Copy)]
pub(crate) struct Expected<'a> {
    /// The address.
    pub(crate) email: &'a EmailAddress,
    /// The display name.
    pub(crate) name: Option<&'a str>,
    /// Whether somebody vouches for the address; else its owner proves it at the first sign-in.
    pub(crate) is_verified: bool,
}

/// Makes the user in the caller's transaction; `None` when somebody has the address.
pub(crate) async fn expect(
    app: &App,
    db: &mut Connection<'_>,
    expected: Expected<'_>,
) -> Result<Option<User>, Failure> {
    let now = app.clock.now();
    let fresh = id::new("usr", &app.clock, &app.random)?;
    let new = NewUser {
        id: &fresh,
        name: expected.name,
        email: Some(expected.email.as_str()),
        image: None,
    };
    if !expected.is_verified {
        return store::insert_arrived(db, new, &ProfileClaims::default(), now).await;
    }
    if store::insert_adopted(db, new, true, now).await? {
        store::find(db, &fresh).await
    } else {
        Ok(None)
    }
}
