//! The read cache: a result is never older than its request, and no row is read twice without need.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::time::Duration;

use foundation::database::{Failed, OTHERS_SEEN_FOR, mark};
use foundation::read_cache::{OtherServers, Read, Stay};
use foundation::testing::TestDatabase;
use foundation::{
    Background, Clock, Connection, Database, Failure, ReadCache, Timestamp, on_both_engines,
    on_engine,
};
use futures_util::future::join_all;
use sqlx::AssertSqlSafe;
use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

use crate::database::{MIGRATIONS, insert};

const START: Timestamp = Timestamp::from_seconds(1_800_000_000);
const HOUR: Duration = Duration::from_hours(1);

/// Cached amounts of things by their ids, with the number of reads.
struct Shelf {
    database: Database,
    clock: Clock,
    cache: ReadCache<String, Option<i64>>,
    reads: Arc<AtomicUsize>,
}

impl Shelf {
    fn of(database: &Database) -> Self {
        Self::over(database, &Clock::fixed(START))
    }

    /// Creates a cache whose amounts are valid for an hour, without any commit.
    fn over(database: &Database, clock: &Clock) -> Self {
        Self::remembering(Duration::from_mins(1), database, clock)
    }

    fn remembering(longest: Duration, database: &Database, clock: &Clock) -> Self {
        let reads = Arc::new(AtomicUsize::new(0));
        let from = (database.clone(), clock.clone(), Arc::clone(&reads));
        let background = Background::new();
        // Only requests read other servers' commits, so a test does not depend on its duration.
        background.stopping().cancel();
        let others = OtherServers::of(database, clock, &background);
        let cache = ReadCache::new(&others, longest, move |ids: Vec<String>| {
            let (database, clock, reads) = from.clone();
            async move {
                reads.fetch_add(ids.len(), Ordering::SeqCst);
                read(&database, &ids, clock.now()).await
            }
        });
        Self {
            database: database.clone(),
            clock: clock.clone(),
            cache,
            reads,
        }
    }

    async fn amount(&self, id: &str) -> Option<i64> {
        self.cache.ask(&id.to_owned()).await.unwrap()
    }

    /// Returns the number of reads since the last call.
    fn reads(&self) -> usize {
        self.reads.swap(0, Ordering::SeqCst)
    }

    /// Sets an amount, by a transaction that declares its changes, or does not.
    async fn set(&self, id: &str, amount: i64, says: Option<&[&str]>) {
        let mut transaction = self.database.begin().await.unwrap();
        insert(&mut transaction.connection(), id, 0).await.unwrap();
        update(&mut transaction.connection(), id, amount).await;
        if let Some(subjects) = says {
            transaction.changes_only(subjects.iter().copied());
        }
        transaction.commit().await.unwrap();
    }
}

async fn update(db: &mut Connection<'_>, id: &str, amount: i64) {
    let text = "UPDATE things SET amount = $2 WHERE id = $1";
    on_engine!(db, |c| sqlx::query(text)
        .bind(id)
        .bind(amount)
        .execute(c)
        .await
        .map(drop))
    .unwrap();
}

async fn read(
    database: &Database,
    ids: &[String],
    now: Timestamp,
) -> Result<Vec<Read<Option<i64>>>, Failure> {
    let mut reader = database.reader().await?;
    let mut db = reader.connection();
    let text = format!("SELECT {}, amount FROM things WHERE id = $1", mark(&db));
    let mut found = Vec::new();
    for id in ids {
        let row: Option<(String, i64)> = on_engine!(&mut db, |c| {
            let query = sqlx::query_as(AssertSqlSafe(text.clone()));
            query.bind(id).fetch_optional(c).await
        })
        .failed("reading a thing")?;
        let (answer, mark) = row.map(|(mark, amount)| (amount, mark)).unzip();
        let stays = mark.map(|mark| Stay {
            mark,
            subject: Some(id.clone()),
            from: now,
            until: Some(now.plus(HOUR)),
        });
        found.push(Read { answer, stays });
    }
    Ok(found)
}

#[tokio::test]
async fn nothing_is_read_twice_until_it_may_have_changed() {
    let world = TestDatabase::sqlite(&MIGRATIONS).await;
    let shelf = Shelf::of(&world.database());
    shelf.set("a", 1, None).await;
    shelf.set("b", 1, None).await;
    for id in ["a", "b"] {
        assert_eq!(shelf.amount(id).await, Some(1));
        assert_eq!(shelf.amount(id).await, Some(1));
    }
    assert_eq!(shelf.reads(), 2);
    shelf.set("b", 2, Some(&["b"])).await;
    shelf.set("c", 2, Some(&[])).await;
    assert_eq!((shelf.amount("a").await, shelf.reads()), (Some(1), 0));
    assert_eq!((shelf.amount("b").await, shelf.reads()), (Some(2), 1));
    shelf.set("c", 3, None).await;
    assert_eq!((shelf.amount("a").await, shelf.reads()), (Some(1), 1));
    // Another part of this process, with its own connections.
    let other = Shelf::of(&Database::open(world.url()).await.unwrap());
    other.set("a", 4, None).await;
    assert_eq!((shelf.amount("a").await, shelf.reads()), (Some(4), 1));
    // A rolled-back transaction changes no entry.
    let mut undone = shelf.database.begin().await.unwrap();
    insert(&mut undone.connection(), "d", 1).await.unwrap();
    undone.rollback().await.unwrap();
    assert_eq!((shelf.amount("a").await, shelf.reads()), (Some(4), 0));
    assert_eq!((shelf.amount("d").await, shelf.reads()), (None, 1));
    assert_eq!((shelf.amount("d").await, shelf.reads()), (None, 1));
}

#[tokio::test]
async fn what_runs_out_is_read_again_at_its_instant_and_everything_after_a_while() {
    let world = TestDatabase::sqlite(&MIGRATIONS).await;
    let shelf = Shelf::of(&world.database());
    shelf.set("a", 1, None).await;
    let _first = shelf.amount("a").await;
    // Only the clock moves, no time passes.
    let asked_at = async |at: Timestamp| {
        shelf.clock.set(at);
        let _any = shelf.amount("a").await;
        shelf.reads()
    };
    assert_eq!(asked_at(START).await, 1);
    assert_eq!(
        asked_at(START.plus(HOUR).minus(Duration::from_micros(1))).await,
        0
    );
    assert_eq!(asked_at(START.plus(HOUR)).await, 1);
    assert_eq!(asked_at(START).await, 1, "the clock was set back");
    for (seconds, reads) in [(59, 0), (1, 1), (59, 0)] {
        shelf.clock.advance(Duration::from_secs(seconds));
        let _any = shelf.amount("a").await;
        assert_eq!(shelf.reads(), reads, "after {seconds} seconds more");
    }
}

#[tokio::test]
async fn nothing_is_remembered_longer_than_five_minutes() {
    let world = TestDatabase::sqlite(&MIGRATIONS).await;
    let database = world.database();
    let shelf = Shelf::remembering(HOUR, &database, &Clock::fixed(START));
    shelf.set("a", 1, None).await;
    for (seconds, reads) in [(0, 1), (299, 0), (1, 1), (299, 0)] {
        shelf.clock.advance(Duration::from_secs(seconds));
        let _any = shelf.amount("a").await;
        assert_eq!(shelf.reads(), reads, "after {seconds} seconds more");
    }
}

/// Reads until it is stopped; no amount is smaller than the one that was known to be committed at the request.
async fn watch(shelf: &Shelf, known: &AtomicI64, mut stop: oneshot::Receiver<()>) -> usize {
    let mut asked = 0;
    while matches!(stop.try_recv(), Err(TryRecvError::Empty)) {
        let least = known.load(Ordering::SeqCst);
        let amount = shelf.amount("a").await.unwrap();
        assert!(amount >= least, "{amount} is older than {least}");
        asked += 1;
        tokio::task::yield_now().await;
    }
    asked
}

on_both_engines!(
    MIGRATIONS,
    async fn nobody_is_told_of_an_amount_that_is_older_than_the_question(database: Database) {
        let (shelf, known) = (Shelf::of(&database), AtomicI64::new(0));
        shelf.set("a", 0, None).await;
        let (stops, watching): (Vec<_>, Vec<_>) = (0..4)
            .map(|_| {
                let (stop, stopped) = oneshot::channel();
                (stop, watch(&shelf, &known, stopped))
            })
            .unzip();
        let writing = async {
            for amount in 1..=80 {
                let says: Option<&[&str]> = if amount % 2 == 0 { None } else { Some(&["a"]) };
                shelf.set("a", amount, says).await;
                known.store(amount, Ordering::SeqCst);
                let beside: Option<&[&str]> = Some(&["b"]);
                shelf.set("b", amount, beside).await;
            }
            drop(stops);
        };
        let (asked, ()) = tokio::join!(join_all(watching), writing);
        assert!(asked.iter().all(|asked| *asked > 0), "{asked:?}");
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn what_this_process_has_committed_is_told_at_once(database: Database) {
        let (shelf, other) = (Shelf::of(&database), Shelf::of(&database));
        for amount in 0..50 {
            let says: Option<&[&str]> = if amount % 2 == 0 { None } else { Some(&["a"]) };
            other.set("a", amount, says).await;
            for _again in 0..4 {
                assert_eq!(shelf.amount("a").await, Some(amount));
            }
        }
    }
);

#[tokio::test]
async fn what_another_server_has_committed_is_told_after_the_next_look() {
    let world = TestDatabase::postgres(&MIGRATIONS).await;
    let shelf = Shelf::of(&world.database());
    let other = Shelf::of(&Database::open(world.url()).await.unwrap());
    other.set("a", 1, None).await;
    assert_eq!((shelf.amount("a").await, shelf.reads()), (Some(1), 1));
    // The first check of other servers finds the other one.
    assert_eq!((shelf.amount("a").await, shelf.reads()), (Some(1), 1));
    for amount in 2..9 {
        let says: Option<&[&str]> = if amount % 2 == 0 { None } else { Some(&["b"]) };
        other.set("a", amount, says).await;
        // A little later a request would start the next check early.
        let clear = (OTHERS_SEEN_FOR / 2).saturating_sub(Duration::from_micros(1));
        shelf.clock.advance(clear);
        let told = (shelf.amount("a").await, shelf.reads());
        assert_eq!(told, (Some(amount - 1), 0), "before the next look");
        shelf.clock.advance(OTHERS_SEEN_FOR);
        assert_eq!((shelf.amount("a").await, shelf.reads()), (Some(amount), 1));
    }
}

#[tokio::test]
async fn who_has_a_database_alone_remembers_through_commits_of_anybody_elsewhere() {
    let world = TestDatabase::postgres(&MIGRATIONS).await;
    let elsewhere = TestDatabase::postgres(&MIGRATIONS).await;
    let shelf = Shelf::of(&world.database());
    let stranger = Shelf::of(&elsewhere.database());
    shelf.set("a", 1, None).await;
    for reads in [1, 1, 0, 0] {
        assert_eq!((shelf.amount("a").await, shelf.reads()), (Some(1), reads));
        stranger.set("a", 2, None).await;
        shelf.set("b", 2, Some(&["b"])).await;
        shelf.clock.advance(OTHERS_SEEN_FOR);
    }
    // Another server joins, writes and leaves before the next check, after a time without requests.
    let visitor = Shelf::of(&Database::open(world.url()).await.unwrap());
    visitor.set("a", 3, None).await;
    visitor.database.close().await;
    shelf.clock.advance(Duration::from_secs(1));
    assert_eq!((shelf.amount("a").await, shelf.reads()), (Some(3), 1));
}

#[tokio::test]
async fn who_commits_everywhere_is_told_when_no_look_from_before_holds() {
    let world = TestDatabase::postgres(&MIGRATIONS).await;
    let shelf = Shelf::over(&world.database(), &Clock::system());
    let other = Shelf::of(&Database::open(world.url()).await.unwrap());
    other.set("a", 0, None).await;
    for amount in 1..20 {
        let _remembered = shelf.amount("a").await;
        let mut transaction = other.database.begin().await.unwrap();
        update(&mut transaction.connection(), "a", amount).await;
        transaction.commit_everywhere().await.unwrap();
        assert_eq!(shelf.amount("a").await, Some(amount));
    }
}
