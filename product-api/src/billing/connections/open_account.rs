//! Opens the account of a connection for calls with its key.

use foundation::Failure;
use foundation::secret::SecretString;

use super::connection::{KEY_PURPOSE, StripeConnection};
use crate::app::App;
use crate::billing::stripe::{Priority, StripeAccount};

/// Returns the account of a connection. Fails with [`foundation::failure::FailureKind::Unavailable`] if its key is revoked or
/// erased.
pub(crate) fn open_account<'a>(
    app: &'a App,
    connection: &'a StripeConnection,
    priority: Priority,
) -> Result<StripeAccount<'a>, Failure> {
    if !connection.state.is_usable() {
        let cause = format!("the connection is {}", connection.state.word());
        return Err(Failure::unavailable("calling Stripe", cause));
    }
    let key = open_key(app, &connection.sealed_key)?;
    let account = app
        .stripe
        .account(&connection.id, key, connection.mode, priority);
    Ok(account)
}

/// Opens a sealed key.
pub(super) fn open_key(app: &App, sealed: &str) -> Result<SecretString, Failure> {
    let key = app.sealer.open(KEY_PURPOSE, sealed);
    let key = key.ok_or_else(|| Failure::defect("the key of a connection is unreadable"))?;
    Ok(key.into())
}
