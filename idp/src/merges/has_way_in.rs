//! Whether a person can sign in by anything that works.

use foundation::{Connection, Failure};

use crate::app::App;
use crate::passkeys;
use crate::users::{self, User};

/// Whether a person who is held in this transaction has a way in that works: an account at a provider that is gone from the
/// settings does not, nor a passkey where none is asked for. A password is none of its own: it goes with the address.
pub(crate) async fn has_way_in(
    app: &App,
    db: &mut Connection<'_>,
    user: &User,
) -> Result<bool, Failure> {
    if user.email.is_some() {
        return Ok(true);
    }
    let accounts = users::store::accounts::of_user(db, &user.id).await?;
    let works = |account: &users::Account| app.upstream.find(&account.provider).is_some();
    if accounts.iter().any(works) {
        return Ok(true);
    }
    let passkeys = passkeys::store::of_user(db, &user.id).await?;
    Ok(app.passkeys.is_some() && !passkeys.is_empty())
}
