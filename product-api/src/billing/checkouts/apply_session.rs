//! Fetches a session and applies it to its checkout: events, the success page and the sweep all end here.

use super::apply_facts::apply_facts;
use super::read_session::session_facts;
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::{Applied, ApplyError};
use crate::billing::stripe::Priority;

/// Fetches a session for the inbox and applies it.
pub(crate) async fn apply_session(
    app: &App,
    connection: &StripeConnection,
    session_id: &str,
) -> Result<Applied, ApplyError> {
    fetch_and_apply(app, connection, session_id, Priority::Inbox).await
}

/// Fetches a session and applies it. A session that Stripe no longer has changes nothing.
pub(super) async fn fetch_and_apply(
    app: &App,
    connection: &StripeConnection,
    session_id: &str,
    priority: Priority,
) -> Result<Applied, ApplyError> {
    let account = open_account(app, connection, priority)?;
    match account.get_session(session_id).await {
        Ok(session) => Ok(apply_facts(app, connection, &session_facts(&session)).await?),
        Err(error) if error.is_missing() => {
            Ok(Applied::Dead("Stripe has no such session.".to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}
