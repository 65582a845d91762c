//! Begins top-ups whose wallets are below their threshold, and takes the steps of attempts that are due.

use foundation::Failure;
use foundation::http::log_failure;
use futures_util::future::join_all;

use super::run_attempt::run_due;
use super::start_attempt::start_attempt;
use super::store;
use crate::app::App;

/// Maximum number of wallets, and of attempts, of one sweep.
const MAX_DUE: i64 = 200;
/// Attempts whose steps are taken at the same time.
const MAX_CONCURRENT: usize = 8;

/// Does what is due, and returns the number of steps. One that fails does not prevent the others.
pub async fn sweep_topups(app: &App) -> Result<u64, Failure> {
    start_due(app).await?;
    let due = {
        let mut reader = app.database.reader().await?;
        store::list_due_attempts(&mut reader.connection(), app.clock.now(), MAX_DUE).await?
    };
    let stopping = app.background.stopping();
    let mut swept = 0;
    for some in due.chunks(MAX_CONCURRENT) {
        if stopping.is_cancelled() {
            break;
        }
        for ran in join_all(some.iter().map(|id| run_due(app, id))).await {
            match ran {
                Ok(is_run) => swept += u64::from(is_run),
                Err(failure) => log_failure(&failure),
            }
        }
    }
    Ok(swept)
}

/// Begins attempts of wallets that fell below their threshold, and of others that are below it: a note may be lost.
async fn start_due(app: &App) -> Result<(), Failure> {
    let wallets = {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        let mut wallets = store::list_due_wallets(&mut db, MAX_DUE).await?;
        wallets.extend(store::list_below(&mut db, app.clock.now(), MAX_DUE).await?);
        wallets
    };
    for wallet in &wallets {
        if let Err(failure) = start_attempt(app, wallet).await {
            log_failure(&failure);
        }
    }
    Ok(())
}
