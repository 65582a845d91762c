//! Expires an open checkout at Stripe. A buyer who has paid first wins.

use super::checkout::{Checkout, CheckoutState};
use super::load_checkout::{CheckoutView, load, view};
use super::provider_error::ProviderError;
use super::sync_checkout::fetch;
use crate::app::App;
use crate::billing::connections::{find_connection, open_account};
use crate::billing::stripe::{Priority, StripeError};
use crate::problem::{Kind, Problem};

/// Ends an open checkout. Rejects with 409 one that is not open, or that the buyer has just paid.
pub(super) async fn expire_checkout(
    app: &App,
    seen: CheckoutView,
) -> Result<CheckoutView, Problem> {
    let checkout = seen.checkout;
    if checkout.state != CheckoutState::Open {
        return Err(not_open(checkout.state));
    }
    if let Err(error) = end_session(app, &checkout).await {
        return Err(error.into_problem(app, &checkout.connection_id).await);
    }
    let checkout = load(app, &checkout.id).await?;
    if checkout.state != CheckoutState::Expired {
        return Err(not_open(checkout.state));
    }
    Ok(view(app, checkout).await?)
}

fn not_open(state: CheckoutState) -> Problem {
    let detail = format!("The checkout is {}. Nothing was done.", state.word());
    Problem::new(Kind::CheckoutNotOpen, detail).with("state", state.word())
}

/// Asks Stripe to end the session, and applies the session as it is then.
pub(super) async fn end_session(app: &App, checkout: &Checkout) -> Result<(), ProviderError> {
    let Some(session_id) = &checkout.stripe_session_id else {
        return Ok(());
    };
    let connection = {
        let mut reader = app.database.reader().await?;
        find_connection(&mut reader.connection(), &checkout.connection_id).await?
    };
    let Some(connection) = connection else {
        return Ok(());
    };
    let account = open_account(app, &connection, Priority::Buyer)?;
    match account.expire_session(session_id).await {
        // A session that is not open any more is refused; it says what has become of it.
        Ok(_) | Err(StripeError::Refused(_)) => fetch(app, checkout, session_id).await,
        Err(error) => Err(error.into()),
    }
}
