//! Rolls up usage: reads the final transactions, each once, and adds them to their days.
//!
//! Each process reads its own transactions, up to the key below which no more can appear. Those of a process that ended are
//! taken over. If two processes do the same work, the update of the writer's row lets only one of them succeed.

use std::collections::BTreeMap;
use std::time::Duration;

use foundation::{Clock, Database, Failure, Timestamp};

use super::store::days::{self, UsageOwner};
use super::store::writers::{self, Writer};
use super::store::{credits_by_kind, rest};
use super::usage::{Totals, UsageKey, UsageTransaction, add};
use crate::app::App;
use crate::credits::{IDS_PER_WRITER, Ledger};

/// Transactions of one batch: few enough that SQLite's one writer does not delay spends.
pub(super) const BATCH: i64 = 500;
/// Maximum age of this process's last heartbeat before it sends another.
const BEAT: Duration = Duration::from_mins(1);
/// Time without a heartbeat after which a process counts as ended; older transactions cannot be uncommitted any more.
const MAX_SILENCE: Duration = Duration::from_mins(10);

/// Rolls up all final transactions; returns their number.
pub async fn once(app: &App) -> Result<u64, Failure> {
    let now = app.clock.now();
    let (own, complete_before) = app.ledger.complete_before(&app.clock);
    let mut rolled = 0;
    for writer in at_work(app, own, now).await? {
        rolled += if writer.number == own {
            own_rows(app, writer, complete_before).await?
        } else if writer.beat_at() < now.minus(MAX_SILENCE) {
            left_rows(app, writer, now).await?
        } else {
            0
        };
    }
    Ok(rolled)
}

/// Returns the writers that may have more transactions, after a heartbeat of this process if it is due.
async fn at_work(app: &App, own: i64, now: Timestamp) -> Result<Vec<Writer>, Failure> {
    let known = open(app).await?;
    let is_fresh = |writer: &Writer| writer.number == own && writer.beat_at() > now.minus(BEAT);
    if known.iter().any(is_fresh) {
        return Ok(known);
    }
    record_heartbeat(&app.database, own, now).await?;
    open(app).await
}

/// Registers this process as a writer before its first transaction, so that reads include its transactions.
pub(crate) async fn register_writer(
    database: &Database,
    ledger: &Ledger,
    clock: &Clock,
) -> Result<(), Failure> {
    let (own, _complete_before) = ledger.complete_before(clock);
    record_heartbeat(database, own, clock.now()).await
}

/// Sends a heartbeat of this process, independent of rolling up.
pub(super) async fn beat(app: &App) -> Result<(), Failure> {
    register_writer(&app.database, &app.ledger, &app.clock).await
}

async fn record_heartbeat(database: &Database, own: i64, now: Timestamp) -> Result<(), Failure> {
    let mut transaction = database.begin().await?;
    let mut db = transaction.connection();
    writers::beat(&mut db, own, now).await?;
    writers::find_others(&mut db, now).await?;
    transaction.commit().await
}

pub(super) async fn open(app: &App) -> Result<Vec<Writer>, Failure> {
    let mut reader = app.database.reader().await?;
    writers::open(&mut reader.connection()).await
}

/// Rolls up this process's transactions before a key.
async fn own_rows(app: &App, mut writer: Writer, complete_before: i64) -> Result<u64, Failure> {
    let mut rolled = 0;
    loop {
        let batch = next(app, &writer, complete_before).await?;
        let is_last = !is_full(&batch);
        match roll_up(app, &writer, &batch).await? {
            Some(reached) => writer.reached = reached,
            None => return Ok(rolled),
        }
        rolled += u64::try_from(batch.len()).unwrap_or_default();
        if is_last || app.background.stopping().is_cancelled() {
            return Ok(rolled);
        }
    }
}

/// Rolls up the transactions of an ended process, up to the first that is too recent to be final.
pub(super) async fn left_rows(
    app: &App,
    mut writer: Writer,
    now: Timestamp,
) -> Result<u64, Failure> {
    let end = writer
        .number
        .saturating_add(1)
        .saturating_mul(IDS_PER_WRITER);
    let mut rolled = 0;
    loop {
        let mut batch = next(app, &writer, end).await?;
        let is_last = !is_full(&batch);
        let is_empty = batch.is_empty();
        let old = batch
            .iter()
            .take_while(|used| used.written_at <= now.minus(MAX_SILENCE));
        let old = old.count();
        let is_young = old < batch.len();
        batch.truncate(old);
        match roll_up(app, &writer, &batch).await? {
            Some(reached) => writer.reached = reached,
            None if is_empty => {
                close(app, &writer).await?;
                return Ok(rolled);
            }
            // All of it is too recent, or another process was faster and continues.
            None => return Ok(rolled),
        }
        rolled += u64::try_from(batch.len()).unwrap_or_default();
        if is_last || is_young || app.background.stopping().is_cancelled() {
            return Ok(rolled);
        }
    }
}

async fn close(app: &App, writer: &Writer) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    writers::close(&mut transaction.connection(), writer).await?;
    transaction.commit().await
}

fn is_full(batch: &[UsageTransaction]) -> bool {
    i64::try_from(batch.len()).unwrap_or(i64::MAX) >= BATCH
}

async fn next(app: &App, writer: &Writer, before: i64) -> Result<Vec<UsageTransaction>, Failure> {
    let mut reader = app.database.reader().await?;
    rest::next(&mut reader.connection(), writer, before, BATCH).await
}

/// Adds a batch and stores the new position; `None` if it is empty, or another process was faster.
async fn roll_up(
    app: &App,
    writer: &Writer,
    batch: &[UsageTransaction],
) -> Result<Option<i64>, Failure> {
    let Some(last) = batch.last() else {
        return Ok(None);
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !writers::advance(&mut db, writer, last.id).await? {
        transaction.rollback().await?;
        return Ok(None);
    }
    for whose in [UsageOwner::Book, UsageOwner::Wallet] {
        days::add_all(&mut db, whose, &totals(whose, batch)).await?;
    }
    credits_by_kind::add(&mut db, writer.reached, last.id).await?;
    credits_by_kind::add_first(&mut db, &first_spends(batch)).await?;
    transaction.commit().await?;
    Ok(Some(last.id))
}

/// Returns the first spend of each book.
fn first_spends(batch: &[UsageTransaction]) -> BTreeMap<i64, Timestamp> {
    let mut first = BTreeMap::new();
    for used in batch {
        if let Some(at) = used.spent_at() {
            let known = first.entry(used.book_id).or_insert(at);
            *known = at.min(*known);
        }
    }
    first
}

fn totals(whose: UsageOwner, batch: &[UsageTransaction]) -> Totals {
    let mut totals = Totals::new();
    for used in batch {
        let owner = match whose {
            UsageOwner::Book => used.book_id,
            UsageOwner::Wallet => used.account_id,
        };
        if let Some(sums) = used.sums {
            let key = UsageKey {
                owner,
                day: used.day,
                feature_id: used.feature_id,
            };
            add(&mut totals, key, sums);
        }
    }
    totals
}
