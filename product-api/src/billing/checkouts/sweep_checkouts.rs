//! Repeats steps of checkouts that are due: the call for a new one whose server has ended, a look at an open one that has
//! expired, and looks at one whose payment is pending. It finds payments of which no event has arrived.

use std::time::Duration;

use foundation::Failure;

use super::checkout::{Checkout, CheckoutState};
use super::load_checkout::load;
use super::open_session::open_claimed_session;
use super::provider_error::ProviderError;
use super::store::{self, ClaimTimes};
use super::sync_checkout::fetch;
use crate::app::App;

/// Maximum number of checkouts in one sweep.
const MAX_DUE: i64 = 200;
/// Time after which a step that did not come to an end is repeated.
const RETRY: Duration = Duration::from_mins(5);

/// Does the steps that are due, and returns their number. A step that fails does not prevent the others.
pub(crate) async fn sweep_checkouts(app: &App) -> Result<u64, Failure> {
    let due = {
        let mut reader = app.database.reader().await?;
        store::due(&mut reader.connection(), app.clock.now(), MAX_DUE).await?
    };
    let stopping = app.background.stopping();
    let mut swept = 0;
    for id in due {
        if stopping.is_cancelled() {
            break;
        }
        if claim(app, &id).await? {
            swept += u64::from(sweep(app, &id).await?);
        }
    }
    Ok(swept)
}

async fn claim(app: &App, id: &str) -> Result<bool, Failure> {
    let now = app.clock.now();
    let times = ClaimTimes {
        now,
        until: now.plus(RETRY),
    };
    let mut transaction = app.database.begin().await?;
    let is_claimed = store::claim(&mut transaction.connection(), id, times).await?;
    transaction.commit().await?;
    Ok(is_claimed)
}

/// Does the step of a claimed checkout; false if Stripe does not answer.
async fn sweep(app: &App, id: &str) -> Result<bool, Failure> {
    let checkout = load(app, id).await?;
    let connection_id = checkout.connection_id.clone();
    let Err(error) = step(app, checkout).await else {
        return Ok(true);
    };
    tracing::warn!(checkout = id, %error, "a checkout was not swept");
    // The problem is for no request; the connection learns of the error.
    let _problem = error.into_problem(app, &connection_id).await;
    Ok(false)
}

async fn step(app: &App, checkout: Checkout) -> Result<(), ProviderError> {
    if checkout.state == CheckoutState::New {
        open_claimed_session(app, checkout).await?;
        return Ok(());
    }
    match &checkout.stripe_session_id {
        Some(session_id) => fetch(app, &checkout, session_id).await,
        None => Ok(()),
    }
}
