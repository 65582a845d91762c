//! Emits alerts on credits that will expire: once seven days before the end, and once a day before it.

use std::collections::BTreeMap;
use std::time::Duration;

use foundation::task::catch_panic;
use foundation::{Failure, Timestamp};

use crate::app::App;
use crate::credits::execution::load::load;
use crate::credits::execution::save::save;
use crate::credits::ledger::booking::NewEvent;
use crate::credits::ledger::posting::{EventDetail, EventKind};
use crate::credits::ledger::state::AccountState;
use crate::credits::queries::read_more::read_all_due;
use crate::credits::store::due::DueAccount;
use crate::credits::store::expiring;
use crate::credits::store::expiring::{AlertStage, ExpiringLot, ExpirySpan};

/// Number of lots in one page of the sweep.
const PAGE_SIZE: i64 = 256;
const DAY: Duration = Duration::from_hours(24);
const WEEK: Duration = Duration::from_hours(7 * 24);

/// Stages of alerts: the time before the end, and the lot's mark after the alert. The nearer stage comes first.
const STAGES: [(Duration, i16); 2] = [(DAY, 2), (WEEK, 1)];

/// Passes of a sweep: the mark of the lots, the time before their end, and their next mark.
const PASSES: [(i16, Duration, i16); 3] = [(0, DAY, 2), (1, DAY, 2), (0, WEEK, 1)];

/// Emits an alert for every lot that has reached a stage, and returns the number of wallets. It emits none for a website
/// without a subscriber. A lot that lasts less than a week gets the second alert only. The sweep visits each lot once per
/// stage: without a subscriber at that time, the alert of that stage is never sent.
pub(crate) async fn warn_of_expiry(app: &App) -> Result<u64, Failure> {
    let now = app.clock.now();
    let mut warned = 0;
    for (mark, before, mark_after) in PASSES {
        let until = now.plus(before);
        let span = ExpirySpan { mark, until };
        let alerts = AlertPass {
            now,
            span,
            before,
            mark_after,
        };
        warned += pass(app, alerts).await?;
    }
    Ok(warned)
}

/// One pass of a sweep.
#[derive(Clone, Copy)]
struct AlertPass {
    now: Timestamp,
    span: ExpirySpan,
    /// Time before the end of the lots.
    before: Duration,
    /// Mark of the lots after the pass.
    mark_after: i16,
}

/// Visits the lots of a span once.
async fn pass(app: &App, pass: AlertPass) -> Result<u64, Failure> {
    let AlertPass {
        now,
        span,
        before,
        mark_after,
    } = pass;
    let (mut warned, mut after) = (0, (now.micros(), i64::MAX));
    loop {
        let found = {
            let mut reader = app.database.reader().await?;
            let mut db = reader.connection();
            expiring::coming(&mut db, span, before, after, PAGE_SIZE).await?
        };
        let Some(last) = found.last().map(|lot| lot.position) else {
            return Ok(warned);
        };
        let (alerted, passed): (Vec<ExpiringLot>, Vec<ExpiringLot>) =
            found.into_iter().partition(|lot| lot.has_alert);
        let passed: Vec<i64> = passed.into_iter().map(|lot| lot.lot_id).collect();
        pass_over(app, &passed, mark_after).await?;
        warned += warn_all(app, alerted, now).await;
        after = last;
    }
}

async fn pass_over(app: &App, lots: &[i64], mark: i16) -> Result<(), Failure> {
    if lots.is_empty() {
        return Ok(());
    }
    let mut transaction = app.database.begin().await?;
    expiring::pass_over(&mut transaction.connection(), lots, mark).await?;
    transaction.commit().await
}

/// Emits one alert for the lots of each wallet, and returns the number of wallets.
async fn warn_all(app: &App, lots: Vec<ExpiringLot>, now: Timestamp) -> u64 {
    let wallets = lots.into_iter().map(|lot| (lot.account.id, lot.account));
    let wallets: BTreeMap<i64, DueAccount> = wallets.collect();
    let mut warned = 0;
    for account in wallets.values() {
        // A wallet that fails does not stop the others.
        match warn(app, account, now).await {
            Ok(()) => warned += 1,
            Err(failure) => {
                tracing::warn!(account = account.id, %failure, "an expiry was not told of");
            }
        }
    }
    warned
}

async fn warn(app: &App, account: &DueAccount, now: Timestamp) -> Result<(), Failure> {
    let in_flight = app.ledger.keys.mark_in_flight(&app.clock);
    in_flight.finish_with(catch_panic("telling of an expiry", warn_one(app, account, now)).await)
}

async fn warn_one(app: &App, account: &DueAccount, now: Timestamp) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let mut state = load(app, &mut db, &account.of).await?;
    if state.account.is_frozen {
        return transaction.rollback().await;
    }
    let at = now.max(state.account.last_booked_at);
    read_all_due(&mut db, &mut state, at).await?;
    state.settle(at, &app.ledger.keys);
    for (before, mark) in STAGES {
        let due = AlertStage { now, before, mark };
        let lots = expiring::mark(&mut db, account.id, due).await?;
        state.emit_expiry_alert(&lots, at, app);
    }
    save(app, &mut db, &mut state, now).await?;
    transaction.commit().await
}

impl AccountState {
    /// Emits one alert for lots that will expire; each has the credits that are left, and its end.
    fn emit_expiry_alert(&mut self, lots: &[(i64, i64)], at: Timestamp, app: &App) {
        let Some(first) = lots.iter().map(|(_, expires_at)| *expires_at).min() else {
            return;
        };
        let event = NewEvent {
            kind: EventKind::Expiring,
            txn_id: None,
            hold: None,
            amount: lots.iter().map(|(left, _)| left).sum(),
            detail: EventDetail {
                expires_at: Some(Timestamp::from_micros(first)),
                ..EventDetail::NONE
            },
            billing: None,
        };
        self.emit(event, at, &app.ledger.keys);
    }
}
