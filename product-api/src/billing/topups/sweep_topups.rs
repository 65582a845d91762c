//! Begins top-ups whose wallets are below their threshold, and takes the steps of attempts that are due.

use std::time::Duration;

use foundation::Failure;
use foundation::http::log_failure;
use futures_util::future::join_all;

use super::run_attempt::run_due;
use super::start_attempt::start_attempt;
use super::store;
use crate::app::App;
use crate::credits::WalletKey;

/// Maximum number of wallets, and of attempts, of one sweep.
const MAX_DUE: i64 = 200;
/// Attempts whose steps are taken at the same time.
const MAX_CONCURRENT: usize = 8;
/// Pause of a rule whose attempt could not begin.
const PAUSE: Duration = Duration::from_mins(1);

/// Begins top-ups of all owners who have too few credits, takes the steps that are due, and returns the number of steps.
pub async fn sweep_topups(app: &App) -> Result<u64, Failure> {
    let below = {
        let mut reader = app.database.reader().await?;
        store::list_below(&mut reader.connection(), app.clock.now(), MAX_DUE).await?
    };
    start_all(app, &below).await;
    take_due_steps(app).await
}

/// Begins top-ups of wallets that fell below their threshold, takes the steps that are due, and returns the number of steps. One
/// that fails does not prevent the others.
pub(super) async fn take_due_steps(app: &App) -> Result<u64, Failure> {
    let fallen = {
        let mut reader = app.database.reader().await?;
        store::list_due_wallets(&mut reader.connection(), MAX_DUE).await?
    };
    start_all(app, &fallen).await;
    let due = {
        let mut reader = app.database.reader().await?;
        store::list_due_attempts(&mut reader.connection(), app.clock.now(), MAX_DUE).await?
    };
    let stopping = app.background.stopping();
    let mut taken = 0;
    for some in due.chunks(MAX_CONCURRENT) {
        if stopping.is_cancelled() {
            break;
        }
        for ran in join_all(some.iter().map(|id| run_due(app, id))).await {
            match ran {
                Ok(is_run) => taken += u64::from(is_run),
                Err(failure) => log_failure(&failure),
            }
        }
    }
    Ok(taken)
}

/// Begins attempts of wallets. A failure pauses the rule of its wallet, and prevents no other attempt.
pub(super) async fn start_all(app: &App, wallets: &[WalletKey]) {
    for wallet in wallets {
        let Err(failure) = start_attempt(app, wallet).await else {
            continue;
        };
        log_failure(&failure);
        if let Err(failure) = pause(app, wallet).await {
            log_failure(&failure);
        }
    }
}

/// Lets a rule wait, so that the server does not repeat a failure with each look.
async fn pause(app: &App, wallet: &WalletKey) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::pause_rule(&mut db, wallet, now.plus(PAUSE), now).await?;
    // The sweep compares the credits with the threshold after the pause.
    store::delete_due(&mut db, wallet).await?;
    transaction.commit().await
}
