//! Recognizes revenue once a day: the cost of used credits is earned, that of expired ones is breakage.
//!
//! The state of the ledger decides, not the events of the day. A day that no server recognized is contained in the next one, and
//! a reversed spend lowers what was earned before.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use foundation::{Connection, Failure};

use super::accounting_day::AccountingDay;
use super::legs::earning_legs;
use super::money_transaction::{MoneyEntry, MoneyTransaction, MoneyTransactionKind};
use super::record::record_at;
use super::store::{self, BookRun, Lease, LotTimes, OpenLot};
use crate::app::App;
use crate::billing::currency::Currency;

/// Books of one round.
const MAX_BOOKS: i64 = 100;
/// Lots of one database transaction: few enough that SQLite's one writer does not delay spends.
const PORTION: i64 = 200;
/// Portions of one book in a round; the next round continues.
const MAX_PORTIONS: usize = 50;
/// Lease of a server on a book, renewed by each portion.
const LEASE: Duration = Duration::from_mins(5);
/// Time after which a lot without an end that was used up is not looked at any more.
const REVERSAL_PERIOD: Duration = Duration::from_hours(400 * 24);

/// Recognizes the books that are due, up to the end of yesterday; returns the number of lots whose revenue has changed.
pub async fn recognize_revenue(app: &App) -> Result<u64, Failure> {
    let now = app.clock.now();
    let today = AccountingDay::from_timestamp(now);
    let due = {
        let mut reader = app.database.reader().await?;
        store::due_books(&mut reader.connection(), today, now, MAX_BOOKS).await?
    };
    let stopping = app.background.stopping();
    let mut changed = 0;
    for book_id in due {
        if stopping.is_cancelled() {
            break;
        }
        if let Some(run) = claim(app, book_id, today).await? {
            changed += recognize_book(app, run).await?;
        }
    }
    Ok(changed)
}

async fn claim(app: &App, book_id: i64, today: AccountingDay) -> Result<Option<BookRun>, Failure> {
    let mut transaction = app.database.begin().await?;
    let run = store::claim(&mut transaction.connection(), book_id, today, lease(app)).await?;
    transaction.commit().await?;
    Ok(run)
}

fn lease(app: &App) -> Lease {
    let now = app.clock.now();
    Lease {
        now,
        until: now.plus(LEASE),
    }
}

/// Recognizes the portions of a claimed book, as many as a round may have.
async fn recognize_book(app: &App, mut run: BookRun) -> Result<u64, Failure> {
    let stopping = app.background.stopping();
    let mut changed = 0;
    for _portion in 0..MAX_PORTIONS {
        let portion = recognize_portion(app, run).await?;
        changed += portion.changed;
        match portion.next {
            Some(_) if stopping.is_cancelled() => break,
            Some(next) => run = next,
            None => return Ok(changed),
        }
    }
    let mut transaction = app.database.begin().await?;
    store::release(&mut transaction.connection(), run.book_id).await?;
    transaction.commit().await?;
    Ok(changed)
}

/// Result of a portion.
#[derive(Default)]
struct RecognizedPortion {
    /// Number of the lots whose revenue has changed.
    changed: u64,
    /// The next portion; none if the book is done, or another server has continued.
    next: Option<BookRun>,
}

/// Recognizes some lots in one database transaction: their rows, and the money.
async fn recognize_portion(app: &App, run: BookRun) -> Result<RecognizedPortion, Failure> {
    let lease = lease(app);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let times = LotTimes {
        now: lease.now,
        old: lease.now.minus(REVERSAL_PERIOD),
        bought_before: run.today.first_moment(),
    };
    let lots = store::open_lots(&mut db, run, times, PORTION).await?;
    let is_last = i64::try_from(lots.len()).unwrap_or(PORTION) < PORTION;
    let last = lots.last().map_or(run.after_lot, |lot| lot.lot_id);
    let is_ours = if is_last {
        store::finish(&mut db, run, lease.now).await?
    } else {
        store::advance(&mut db, run, last, lease).await?
    };
    if !is_ours {
        transaction.rollback().await?;
        return Ok(RecognizedPortion::default());
    }
    let changed = write(app, &mut db, run, &lots).await?;
    transaction.commit().await?;
    let next = BookRun {
        after_lot: last,
        ..run
    };
    Ok(RecognizedPortion {
        changed,
        next: (!is_last).then_some(next),
    })
}

/// Writes the lots that have changed, and records their money at the end of yesterday.
async fn write(
    app: &App,
    db: &mut Connection<'_>,
    run: BookRun,
    lots: &[OpenLot],
) -> Result<u64, Failure> {
    let recognized = |lot: &OpenLot| OpenLot {
        recognition: lot.recognition.recognize(lot.credits),
        ..*lot
    };
    let after: Vec<OpenLot> = lots.iter().map(recognized).collect();
    let pairs = lots.iter().zip(&after);
    let is_changed = |(before, after): &(&OpenLot, &OpenLot)| before != after || !after.is_alive;
    let pairs: Vec<(&OpenLot, &OpenLot)> = pairs.filter(is_changed).collect();
    let changed: Vec<OpenLot> = pairs.iter().map(|(_, after)| **after).collect();
    let written = store::update_lots(db, &changed, app.clock.now()).await?;
    let written: HashSet<i64> = written.into_iter().collect();
    let mut sums: BTreeMap<Currency, EarnedSums> = BTreeMap::new();
    for (before, after) in pairs {
        if written.contains(&after.lot_id) {
            let sum = sums.entry(after.currency).or_default();
            sum.earned += after.recognition.earned - before.recognition.earned;
            sum.breakage += after.recognition.breakage - before.recognition.breakage;
        }
    }
    record_earnings(app, db, run, &sums).await?;
    Ok(u64::try_from(written.len()).unwrap_or_default())
}

/// Changes of the revenue in one currency.
#[derive(Clone, Copy, Debug, Default)]
struct EarnedSums {
    earned: i64,
    breakage: i64,
}

async fn record_earnings(
    app: &App,
    db: &mut Connection<'_>,
    run: BookRun,
    sums: &BTreeMap<Currency, EarnedSums>,
) -> Result<(), Failure> {
    let entries: Vec<MoneyEntry> = sums
        .iter()
        .flat_map(|(currency, sum)| earning_legs(*currency, sum.earned, sum.breakage))
        .collect();
    let day = run.today.before();
    // A large book has one transaction for each portion of its lots.
    let key = match run.after_lot {
        0 => format!("earn:{}", day.text()),
        after => format!("earn:{}:{after}", day.text()),
    };
    let kind = MoneyTransactionKind::Earning;
    let transaction = MoneyTransaction::new(run.book_id, key, kind, None, &entries);
    record_at(app, db, transaction, day.last_moment()).await
}
