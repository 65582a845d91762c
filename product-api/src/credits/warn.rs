//! Telling websites of credits that will expire: seven days before, and one day before, once each.

use std::time::Duration;

use foundation::{Failure, Timestamp};

use super::booking::Told;
use super::ledger::AccountState;
use super::load::load;
use super::posting::{Detail, EventKind};
use super::save::save;
use super::store::accounts::DueAccount;
use super::store::expiring::{self, Stage};
use crate::app::App;

/// Wallets that are listed at a time.
const AT_ONCE: i64 = 100;
const DAY: Duration = Duration::from_hours(24);
const WEEK: Duration = Duration::from_hours(7 * 24);

/// How long before, and the mark of a lot that was told of; what is nearer is told first.
const STAGES: [(Duration, i16); 2] = [(DAY, 2), (WEEK, 1)];

/// Tells of every lot whose time has come, where somebody listens; how many wallets were told of. A lot that was given
/// for less than a week is told of a day before only.
pub(crate) async fn warn_of_expiry(app: &App) -> Result<u64, Failure> {
    let now = app.clock.now();
    let (mut warned, mut after) = (0, 0);
    loop {
        let due = {
            let mut reader = app.database.reader().await?;
            let mut db = reader.connection();
            expiring::wallets(&mut db, (now, DAY, WEEK), after, AT_ONCE).await?
        };
        let Some(last) = due.last().map(|account| account.id) else {
            return Ok(warned);
        };
        for account in &due {
            // One account that cannot be told of keeps no other from it.
            match warn(app, account, now).await {
                Ok(()) => warned += 1,
                Err(failure) => {
                    tracing::warn!(account = account.id, %failure, "an expiry was not told of");
                }
            }
        }
        after = last;
    }
}

async fn warn(app: &App, account: &DueAccount, now: Timestamp) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let mut state = load(app, &mut db, &account.of).await?;
    if state.account.is_frozen {
        return transaction.rollback().await;
    }
    let at = now.max(state.account.last_booked_at);
    state.settle(at, &app.ledger.keys);
    for (before, mark) in STAGES {
        let due = Stage { now, before, mark };
        let lots = expiring::mark(&mut db, account.id, due).await?;
        state.tell_of_expiry(&lots, at, app);
    }
    save(app, &mut db, &mut state, now).await?;
    transaction.commit().await
}

impl AccountState {
    /// Tells of lots that will expire, together: each is what is left of it, and when.
    fn tell_of_expiry(&mut self, lots: &[(i64, i64)], at: Timestamp, app: &App) {
        let Some(first) = lots.iter().map(|(_, expires_at)| *expires_at).min() else {
            return;
        };
        let told = Told {
            kind: EventKind::Expiring,
            txn_id: None,
            hold: None,
            amount: lots.iter().map(|(left, _)| left).sum(),
            detail: Detail {
                expires_at: Some(Timestamp::from_micros(first)),
                ..Detail::NONE
            },
        };
        self.tell(told, at, &app.ledger.keys);
    }
}
