//! Deleting what has expired, table by table.

use std::sync::Arc;
use std::time::Duration;

use foundation::{Connection, Failure, Timestamp};

use crate::app::App;
use crate::{authorize, codes, grants, mail, sessions, tokens};

/// The pause between two sweeps.
const PAUSE: Duration = Duration::from_mins(1);
/// The most rows that one statement deletes, so that no sweep holds up those who write.
const BATCH: u32 = 500;
/// The most batches that one sweep takes from one table; the next goes on.
const MOST_ROUNDS: u32 = 200;
/// How long a code is kept after its end: a second use is noticed for longer than access tokens of the first
/// can live. Its refresh tokens may live on.
const CODES_KEPT: Duration = Duration::from_mins(15);
/// How long a grant is kept after nothing hangs on it but access tokens.
const GRANTS_KEPT: Duration = Duration::from_hours(24);
/// How long the mails to an address are counted after the last one: longer than any budget looks back.
const BUDGETS_KEPT: Duration = Duration::from_hours(1);
/// How long the codes tried for an address are counted after the last one, if no mail is answered.
const GUESSES_KEPT: Duration = Duration::from_hours(30 * 24);

/// What is swept.
#[derive(Clone, Copy, Debug)]
enum Table {
    Codes,
    RefreshTokens,
    Requests,
    Grants,
    /// Those in the database; Redis forgets its own.
    Sessions,
    Links,
    Budgets,
    Guesses,
}

/// Grants after what hangs on them.
const TABLES: [Table; 8] = [
    Table::Codes,
    Table::RefreshTokens,
    Table::Requests,
    Table::Grants,
    Table::Sessions,
    Table::Links,
    Table::Budgets,
    Table::Guesses,
];

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

/// Sweeps each table until little is left, or the service stops; gives the number of rows that are gone.
pub(crate) async fn sweep_all(app: &App) -> Result<u64, Failure> {
    let now = app.clock.now();
    let mut gone = 0;
    for table in TABLES {
        gone += sweep_table(app, table, now).await?;
    }
    Ok(gone)
}

/// Each batch in a transaction of its own: the one writer of SQLite is free for others in between.
async fn sweep_table(app: &App, table: Table, now: Timestamp) -> Result<u64, Failure> {
    let stopping = app.background.stopping();
    let mut gone = 0;
    for _ in 0..MOST_ROUNDS {
        if stopping.is_cancelled() {
            break;
        }
        let mut transaction = app.database.begin().await?;
        let went = sweep_batch(&mut transaction.connection(), table, now).await?;
        transaction.commit().await?;
        gone += went;
        if went < u64::from(BATCH) {
            break;
        }
    }
    Ok(gone)
}

async fn sweep_batch(
    db: &mut Connection<'_>,
    table: Table,
    now: Timestamp,
) -> Result<u64, Failure> {
    let most = i64::from(BATCH);
    match table {
        Table::Codes => codes::store::sweep(db, now.minus(CODES_KEPT), most).await,
        Table::RefreshTokens => tokens::store::sweep(db, now, most).await,
        Table::Requests => authorize::store::sweep(db, now, most).await,
        Table::Grants => grants::store::sweep(db, now.minus(GRANTS_KEPT), most).await,
        Table::Sessions => sessions::store::sweep(db, now, most).await,
        Table::Links => mail::store::links::sweep(db, now, most).await,
        Table::Budgets => mail::store::budgets::sweep(db, now.minus(BUDGETS_KEPT), most).await,
        Table::Guesses => mail::store::guesses::sweep(db, now.minus(GUESSES_KEPT), most).await,
    }
}
