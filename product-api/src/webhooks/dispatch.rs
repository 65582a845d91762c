//! Handing events that wait to the endpoints of their website, as deliveries.

use foundation::Failure;

use super::store::{endpoints, events, queues};
use crate::app::App;
use crate::credits;

/// How many batches are handed out before what is due is sent.
const BATCHES: usize = 8;

/// Hands out what waits, some thousands at most; true when more does.
pub(super) async fn dispatch(app: &App) -> Result<bool, Failure> {
    let stopping = app.background.stopping();
    for _ in 0..BATCHES {
        if stopping.is_cancelled() || !is_waiting(app).await? {
            return Ok(false);
        }
        hand_out(app).await?;
    }
    is_waiting(app).await
}

async fn is_waiting(app: &App) -> Result<bool, Failure> {
    let mut reader = app.database.reader().await?;
    events::is_waiting(&mut reader.connection()).await
}

/// Hands out one batch. The books are locked, so that no endpoint comes, goes or changes meanwhile; the endpoints are, as
/// by everybody who writes their deliveries.
async fn hand_out(app: &App) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    transaction.changes_only([]);
    let mut db = transaction.connection();
    let taken = events::take_waiting(&mut db).await?;
    let events: Vec<i64> = taken.iter().map(|one| one.id).collect();
    let mut books: Vec<i64> = taken.iter().map(|one| one.book_id).collect();
    books.sort_unstable();
    books.dedup();
    credits::lock_books(&mut db, &books).await?;
    endpoints::lock_of_books(&mut db, &books).await?;
    let queues = events::hand_out(&mut db, &events).await?;
    queues::let_go(&mut db, queues, app.clock.now()).await?;
    transaction.commit().await
}
