//! Settles expiries on idle accounts. The sweep only bounds how late the books are: every write settles its account first, and
//! every read counts expiries as if they were booked.

use foundation::task::catch_panic;
use foundation::{Failure, Timestamp};

use crate::app::App;
use crate::credits::execution::load::load;
use crate::credits::execution::save::save;
use crate::credits::queries::read_more::{MAX_DUE, read_more};
use crate::credits::store::due;
use crate::credits::store::due::DueAccount;

/// Number of accounts in one page of the sweep.
const PAGE_SIZE: i64 = 100;

/// Settles every account on which something is due, and returns their number.
pub(crate) async fn settle_due(app: &App) -> Result<u64, Failure> {
    let now = app.clock.now();
    let (mut settled, mut after) = (0, due::FIRST);
    loop {
        let found = {
            let mut reader = app.database.reader().await?;
            due::accounts(&mut reader.connection(), now, after, PAGE_SIZE).await?
        };
        let Some(last) = found.last().map(|(position, _)| *position) else {
            return Ok(settled);
        };
        for (_, account) in &found {
            // An account that cannot be settled does not stop the others.
            match settle(app, account, now).await {
                Ok(()) => settled += 1,
                Err(failure) => {
                    tracing::warn!(account = account.id, %failure, "an account was not settled");
                }
            }
        }
        after = last;
    }
}

async fn settle(app: &App, account: &DueAccount, now: Timestamp) -> Result<(), Failure> {
    let in_flight = app.ledger.keys.mark_in_flight(&app.clock);
    in_flight.finish_with(catch_panic("settling", settle_one(app, account, now)).await)
}

/// Settles an account. If much is due it uses several transactions, so that others can write in between.
async fn settle_one(app: &App, account: &DueAccount, now: Timestamp) -> Result<(), Failure> {
    while settle_some(app, account, now).await? {}
    Ok(())
}

/// Settles the first due rows. Returns true if there are more.
async fn settle_some(app: &App, account: &DueAccount, now: Timestamp) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let mut state = load(app, &mut db, &account.of).await?;
    if state.account.is_frozen {
        transaction.rollback().await?;
        return Ok(false);
    }
    let at = now.max(state.account.last_booked_at);
    if let Some(unread) = state.unread_due(at) {
        read_more(&mut db, &mut state, unread.need, MAX_DUE).await?;
    }
    state.settle(at, &app.ledger.keys);
    let is_more = state.unread_due(at).is_some();
    save(app, &mut db, &mut state, now).await?;
    transaction.commit().await?;
    Ok(is_more)
}
