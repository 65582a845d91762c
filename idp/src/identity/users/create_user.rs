//! Creates a user before the user's first sign-in.

use foundation::{Connection, Failure, id};

use super::profile_claims::ProfileClaims;
use super::store::{self, NewUser};
use super::user::User;
use crate::app::App;
use foundation::EmailAddress;

/// User to create.
#[derive(Clone, Copy)]
pub(crate) struct NewUserData<'a> {
    pub(crate) email: &'a EmailAddress,
    pub(crate) name: Option<&'a str>,
    /// True if the address is known to be the user's; otherwise the user proves it at the first sign-in.
    pub(crate) is_verified: bool,
}

/// Creates the user in the caller's transaction; `None` if another user has the address.
pub(crate) async fn create_user(
    app: &App,
    db: &mut Connection<'_>,
    data: NewUserData<'_>,
) -> Result<Option<User>, Failure> {
    let now = app.clock.now();
    let fresh = id::new("usr", &app.clock, &app.random)?;
    let new = NewUser {
        id: &fresh,
        name: data.name,
        email: Some(data.email.as_str()),
        image: None,
    };
    if !data.is_verified {
        return store::insert_from_provider(db, new, &ProfileClaims::default(), now).await;
    }
    if store::insert_imported(db, new, true, now).await? {
        store::find(db, &fresh).await
    } else {
        Ok(None)
    }
}
