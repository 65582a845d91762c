//! Fetches a session and applies it to its checkout: events, the success page and the sweep all end here.

use super::apply_facts::apply_facts;
use super::keep_card::keep_card;
use super::read_session::session_facts;
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::{Applied, ApplyError};
use crate::billing::stripe::{CheckoutSession, Priority};

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
        Ok(session) => apply_fetched(app, connection, &session, priority).await,
        Err(error) if error.is_missing() => {
            Ok(Applied::Dead("Stripe has no such session.".to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}

/// Applies a session that was fetched or made. Keeps the card of a finished one first, which is a call of Stripe.
pub(super) async fn apply_fetched(
    app: &App,
    connection: &StripeConnection,
    session: &CheckoutSession,
    priority: Priority,
) -> Result<Applied, ApplyError> {
    let facts = session_facts(session);
    keep_card(app, connection, &facts, priority).await?;
    Ok(apply_facts(app, connection, &facts).await?)
}
