//! Folds website names for search: lower case, by one rule on both engines.

use foundation::Failure;

use super::store::names as store;
use crate::app::App;

/// Rows of an older version read in one query.
const BATCH_SIZE: i64 = 200;

/// Returns a name, or a part of one, in lower case.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// Folds the names that an older version stored without a folded form.
pub(super) async fn fold_names(app: &App) -> Result<(), Failure> {
    let mut after = String::new();
    loop {
        let some = {
            let mut reader = app.database.reader().await?;
            store::unfolded(&mut reader.connection(), &after, BATCH_SIZE).await?
        };
        let Some((last, _name)) = some.last() else {
            return Ok(());
        };
        after.clone_from(last);
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        for (id, name) in &some {
            store::fold_name(&mut db, id, name, &folded(name)).await?;
        }
        transaction.commit().await?;
    }
}
