//! Check that a user can sign in by a working method.

use foundation::{Connection, Failure};

use crate::app::App;
use crate::identity::passkeys;
use crate::identity::users::{self, User};

/// Returns true if a user, locked in this transaction, has a working sign-in method. An account at a provider missing
/// from the settings does not work, nor does a passkey without passkey support. A password is no method of its own: it
/// belongs to the address.
pub(crate) async fn has_sign_in_method(
    app: &App,
    db: &mut Connection<'_>,
    user: &User,
) -> Result<bool, Failure> {
    if user.email.is_some() {
        return Ok(true);
    }
    let accounts = users::store::accounts::list(db, &user.id).await?;
    let works = |account: &users::Account| app.upstream.find(&account.provider).is_some();
    if accounts.iter().any(works) {
        return Ok(true);
    }
    let passkeys = passkeys::store::list(db, &user.id).await?;
    Ok(app.passkeys.is_some() && !passkeys.is_empty())
}
