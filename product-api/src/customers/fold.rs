//! Folds the names of customers that an older version stored, and normalizes their addresses.

use foundation::Failure;

use super::store;
use crate::app::App;

/// Number of customers read in one query.
const BATCH_SIZE: i64 = 500;

/// Folds all names; returns their number. Each customer has a transaction of its own, because bookings lock several
/// customers in another order.
pub(crate) async fn fold_names(app: &App) -> Result<u64, Failure> {
    let stopping = app.background.stopping();
    let (mut folded, mut after) = (0, String::new());
    loop {
        let mut some = {
            let mut reader = app.database.reader().await?;
            store::unfolded(&mut reader.connection(), &after, BATCH_SIZE).await?
        };
        let Some(last) = some.last() else {
            return Ok(folded);
        };
        after.clone_from(&last.id);
        for customer in &mut some {
            if stopping.is_cancelled() {
                return Ok(folded);
            }
            let mut transaction = app.database.begin().await?;
            let mut db = transaction.connection();
            customer.normalize_address(&mut db).await?;
            let names = customer.folded();
            store::fold_names(&mut db, &customer.id, &names).await?;
            transaction.commit().await?;
            folded += 1;
        }
    }
}
