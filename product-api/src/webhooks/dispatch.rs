//! Creates the deliveries of waiting events, for the endpoints of their website.

use foundation::Failure;

use super::store::{endpoints, events, queues};
use crate::app::App;
use crate::credits;

/// Maximum number of batches before due deliveries are sent.
const MAX_BATCHES: usize = 8;

/// Creates the deliveries of waiting events, some thousands at most; true if more events wait.
pub(super) async fn dispatch(app: &App) -> Result<bool, Failure> {
    let stopping = app.background.stopping();
    for _ in 0..MAX_BATCHES {
        if stopping.is_cancelled() || !is_waiting(app).await? {
            return Ok(false);
        }
        create_deliveries(app).await?;
    }
    is_waiting(app).await
}

async fn is_waiting(app: &App) -> Result<bool, Failure> {
    let mut reader = app.database.reader().await?;
    events::is_waiting(&mut reader.connection()).await
}

/// Creates the deliveries of one batch of events. Locks their books, so that no endpoint is added, deleted or changed, and
/// the endpoints, like every writer of their deliveries.
async fn create_deliveries(app: &App) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let taken = events::take_waiting(&mut db).await?;
    let events: Vec<i64> = taken.iter().map(|one| one.id).collect();
    let mut books: Vec<i64> = taken.iter().map(|one| one.book_id).collect();
    books.sort_unstable();
    books.dedup();
    credits::lock_books(&mut db, &books).await?;
    endpoints::lock_of_books(&mut db, &books).await?;
    let queues = events::create_deliveries(&mut db, &events).await?;
    queues::release(&mut db, queues, app.clock.now()).await?;
    transaction.commit().await
}
