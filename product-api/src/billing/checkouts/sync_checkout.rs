//! Synchronizes a checkout for the page to which its buyer comes back: fetches its session, applies it, and returns the checkout.

use super::apply_session::fetch_and_apply;
use super::checkout::{Checkout, CheckoutState};
use super::load_checkout::{CheckoutView, load, view};
use super::provider_error::ProviderError;
use super::store;
use crate::app::App;
use crate::billing::connections::{ConnectionState, find_connection};
use crate::billing::stripe::Priority;
use crate::problem::{Kind, Problem};

/// Looks at one checkout in a minute.
const MAX_SYNCS: i64 = 20;
const MINUTE: i64 = 60;

/// Fetches the session, unless the checkout is decided, and returns the checkout as it is then. Rejects with 429 too many syncs.
pub(super) async fn sync_checkout(app: &App, seen: CheckoutView) -> Result<CheckoutView, Problem> {
    let checkout = seen.checkout;
    match checkout.state {
        CheckoutState::Completed | CheckoutState::Review => Ok(view(app, checkout).await?),
        CheckoutState::New
        | CheckoutState::Open
        | CheckoutState::Processing
        | CheckoutState::Failed
        | CheckoutState::Expired => {
            count(app, &checkout.id).await?;
            fetch_view(app, checkout).await
        }
    }
}

async fn count(app: &App, id: &str) -> Result<(), Problem> {
    let seconds = app.clock.now().seconds();
    let minute = seconds.div_euclid(MINUTE);
    let mut transaction = app.database.begin().await?;
    let syncs = store::count_sync(&mut transaction.connection(), id, minute).await?;
    transaction.commit().await?;
    if syncs <= MAX_SYNCS {
        return Ok(());
    }
    let left = u32::try_from(MINUTE - seconds.rem_euclid(MINUTE)).unwrap_or(60);
    let detail = format!("A checkout can be synchronized {MAX_SYNCS} times in a minute.");
    Err(Problem::new(Kind::RateLimited, detail).retry_after(left))
}

async fn fetch_view(app: &App, checkout: Checkout) -> Result<CheckoutView, Problem> {
    let Some(session_id) = &checkout.stripe_session_id else {
        return Ok(view(app, checkout).await?);
    };
    if let Err(error) = fetch(app, &checkout, session_id).await {
        return Err(error.into_problem(app, &checkout.connection_id).await);
    }
    let checkout = load(app, &checkout.id).await?;
    Ok(view(app, checkout).await?)
}

/// Fetches the session of a checkout and applies it.
pub(super) async fn fetch(
    app: &App,
    checkout: &Checkout,
    session_id: &str,
) -> Result<(), ProviderError> {
    let connection = {
        let mut reader = app.database.reader().await?;
        find_connection(&mut reader.connection(), &checkout.connection_id).await?
    };
    // An account that was disconnected cannot be asked any more.
    let connection =
        connection.filter(|connection| connection.state != ConnectionState::Disconnected);
    let Some(connection) = connection else {
        return Ok(());
    };
    fetch_and_apply(app, &connection, session_id, Priority::Buyer).await?;
    Ok(())
}
