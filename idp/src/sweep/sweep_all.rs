//! Deleting what has expired, table by table.

use std::sync::Arc;
use std::time::Duration;

use foundation::{Failure, Timestamp};

use crate::app::App;
use crate::{authorize, codes, grants, mail, sessions, tokens};

/// The pause between two sweeps.
const PAUSE: Duration = Duration::from_mins(1);
/// The most rows that one statement deletes, so that no sweep holds up those who write.
const MOST: i64 = 500;
/// How long a spent code is kept, to notice a second use while the tokens of the first still live.
const CODES_KEPT: Duration = Duration::from_mins(15);
/// How long a grant is kept after nothing hangs on it but access tokens.
const GRANTS_KEPT: Duration = Duration::from_hours(24);

/// How long the mails to an address are counted after the last one: longer than any budget looks back.
const BUDGETS_KEPT: Duration = Duration::from_hours(1);

/// Sweeps once a minute until the service stops.
pub(crate) async fn keep_sweeping(app: Arc<App>) {
    let stopping = app.background.stopping();
    loop {
        tokio::select! {
            () = stopping.cancelled() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
        if let Err(failure) = sweep_all(&app).await {
            tracing::warn!(%failure, "the sweep has to wait");
        }
    }
}

/// Sweeps each table once; gives the number of rows that are gone.
pub(crate) async fn sweep_all(app: &App) -> Result<u64, Failure> {
    let now = app.clock.now();
    // Each in a transaction of its own: the one writer of SQLite is free for others in between.
    Ok(sweep_codes(app, now).await?
        + sweep_refresh_tokens(app, now).await?
        + sweep_requests(app, now).await?
        + sweep_grants(app, now).await?
        + sweep_sessions(app, now).await?
        + sweep_mail(app, now).await?)
}

async fn sweep_codes(app: &App, now: Timestamp) -> Result<u64, Failure> {
    let mut transaction = app.database.begin().await?;
    let before = now.minus(CODES_KEPT);
    let gone = codes::store::sweep(&mut transaction.connection(), before, MOST).await?;
    transaction.commit().await?;
    Ok(gone)
}

async fn sweep_refresh_tokens(app: &App, now: Timestamp) -> Result<u64, Failure> {
    let mut transaction = app.database.begin().await?;
    let gone = tokens::store::sweep(&mut transaction.connection(), now, MOST).await?;
    transaction.commit().await?;
    Ok(gone)
}

async fn sweep_requests(app: &App, now: Timestamp) -> Result<u64, Failure> {
    let mut transaction = app.database.begin().await?;
    let gone = authorize::store::sweep(&mut transaction.connection(), now, MOST).await?;
    transaction.commit().await?;
    Ok(gone)
}

async fn sweep_grants(app: &App, now: Timestamp) -> Result<u64, Failure> {
    let mut transaction = app.database.begin().await?;
    let before = now.minus(GRANTS_KEPT);
    let gone = grants::store::sweep(&mut transaction.connection(), before, MOST).await?;
    transaction.commit().await?;
    Ok(gone)
}

/// Those in the database; Redis forgets its own.
async fn sweep_sessions(app: &App, now: Timestamp) -> Result<u64, Failure> {
    let mut transaction = app.database.begin().await?;
    let gone = sessions::store::sweep(&mut transaction.connection(), now, MOST).await?;
    transaction.commit().await?;
    Ok(gone)
}

async fn sweep_mail(app: &App, now: Timestamp) -> Result<u64, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let links = mail::store::links::sweep(&mut db, now, MOST).await?;
    let before = now.minus(BUDGETS_KEPT);
    let budgets = mail::store::budgets::sweep(&mut db, before, MOST).await?;
    transaction.commit().await?;
    Ok(links + budgets)
}
