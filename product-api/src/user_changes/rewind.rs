//! Handles an idp whose database lacks the last applied change, because it was restored from a backup or replaced. All changes
//! are read again; those that were applied before change nothing. Merges that the idp no longer lists are undone afterwards,
//! unless the idp lists no users at all.

use foundation::{Failure, Timestamp};

use super::progress::Progress;
use super::store;
use super::undo::undo;
use crate::app::App;
use crate::idp::UserFilter;

/// Restarts reading from the first change, unless another replica has done so. The sweep reports deactivated users and
/// suspended websites to the idp again, because the idp may have lost these states.
pub(super) async fn rewind(app: &App, seen: &Progress) -> Result<(), Failure> {
    let sequence = seen.cursor.sequence;
    if sequence == 0 {
        let cause = "it refuses to list them from the first on";
        let doing = "asking the identity provider what became of users";
        return Err(Failure::unavailable(doing, cause));
    }
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::rewind(&mut db, seen, app.clock.now()).await? {
        return transaction.rollback().await;
    }
    transaction.commit().await?;
    tracing::warn!(
        sequence,
        "the identity provider does not know the last user change that was applied: its database was restored from a backup, \
         or is another one; all changes are read again"
    );
    Ok(())
}

/// Undoes merges that the idp did not list again, after all changes since a restart were read.
pub(super) async fn undo_forgotten(
    app: &App,
    rewound_at: Option<Timestamp>,
) -> Result<(), Failure> {
    check_users(app).await?;
    loop {
        let in_flight = app.ledger.mark_in_flight(&app.clock);
        if !in_flight.finish_with(undo_next(app, rewound_at).await)? {
            return Ok(());
        }
    }
}

/// Fails if merges would be undone although the idp lists no users. Merges concern users, so such an idp has lost its data or
/// runs on an empty database.
async fn check_users(app: &App) -> Result<(), Failure> {
    let forgotten = {
        let mut reader = app.database.reader().await?;
        store::forgotten(&mut reader.connection()).await?
    };
    if forgotten.is_none() {
        return Ok(());
    }
    let one = UserFilter {
        limit: 1,
        ..UserFilter::default()
    };
    let page = app.directory.users(one).await?;
    if page.is_some_and(|page| !page.users.is_empty()) {
        return Ok(());
    }
    if !app.polling.note_empty(true) {
        tracing::warn!(
            "the identity provider lists no users: its database is empty; no merge of users is undone until it lists users, see \
             \"After a restore\" in deploy/README.md"
        );
    }
    let doing = "undoing merges that the identity provider has forgotten";
    Err(Failure::unavailable(doing, "it lists no users"))
}

/// Undoes one merge; false if none is left, or if another replica has restarted reading.
async fn undo_next(app: &App, rewound_at: Option<Timestamp>) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::lock(&mut db).await?;
    let progress = store::progress(&mut db).await?;
    if !progress.is_reading_again || progress.rewound_at != rewound_at {
        transaction.rollback().await?;
        return Ok(false);
    }
    let Some(merge) = store::forgotten(&mut db).await? else {
        store::end_reading_again(&mut db).await?;
        transaction.commit().await?;
        return Ok(false);
    };
    store::write(&mut db, &merge).await?;
    undo(app, &mut db, &merge).await?;
    transaction.commit().await?;
    log_undone(&merge.id);
    Ok(true)
}

fn log_undone(merge: &str) {
    tracing::warn!(
        merge,
        "a merge that the identity provider has forgotten is undone"
    );
}
