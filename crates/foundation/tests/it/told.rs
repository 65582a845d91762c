//! Cache updates of commits: an update replaces a read, unless other changes are possible.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use foundation::database::OTHERS_SEEN_FOR;
use foundation::read_cache::{News, OtherServers, Read, ReadCache, Stay};
use foundation::testing::TestDatabase;
use foundation::{Background, Clock, Database, Timestamp, Transaction, on_both_engines};

use crate::database::{MIGRATIONS, insert};

const START: Timestamp = Timestamp::from_seconds(1_800_000_000);

/// Cached numbers by their names, which are zero when they are read, with the number of reads.
struct Shelf {
    database: Database,
    clock: Clock,
    cache: ReadCache<String, i64, i64>,
    reads: Arc<AtomicUsize>,
}

impl Shelf {
    /// Creates a cache in which an update sets a number, unless it is negative.
    fn of(database: &Database) -> Self {
        let (clock, reads) = (Clock::fixed(START), Arc::new(AtomicUsize::new(0)));
        let background = Background::new();
        // No background task reads other servers' commits, so a test does not depend on its duration.
        background.stopping().cancel();
        let others = OtherServers::of(database, &clock, &background);
        let counted = Arc::clone(&reads);
        let read = move |names: Vec<String>| {
            counted.fetch_add(names.len(), Ordering::SeqCst);
            let read = |name| Read {
                answer: 0,
                stays: Some(Stay {
                    mark: String::new(),
                    subject: Some(name),
                    from: START,
                    until: None,
                }),
            };
            async move { Ok(names.into_iter().map(read).collect()) }
        };
        let renew = |_: &i64, told: &i64| (*told >= 0).then_some(*told);
        Self {
            database: database.clone(),
            cache: ReadCache::renewed(&others, Duration::from_mins(1), read, renew),
            clock,
            reads,
        }
    }

    /// Returns the number of `a`, and true if it was read for that.
    async fn number(&self) -> (i64, bool) {
        let number = self.cache.ask(&"a".to_owned()).await.unwrap();
        (number, self.reads.swap(0, Ordering::SeqCst) > 0)
    }

    /// Returns a transaction that has written, and declares that it changes these subjects.
    async fn changing(&self, subjects: &[&str]) -> Transaction {
        let mut transaction = self.database.begin().await.unwrap();
        insert(&mut transaction.connection(), "thing", 0)
            .await
            .unwrap();
        transaction.changes_only(subjects.iter().copied());
        transaction
    }

    /// Updates `a` with a commit that also changes these subjects.
    async fn tell(&self, number: i64, besides: &[&str]) {
        let mut transaction = self.changing(besides).await;
        let expected = self.cache.expect(&mut transaction, ["a"]);
        transaction.commit().await.unwrap();
        self.cache.tell(&expected, [news(number)]);
    }
}

/// Returns an update that is valid for half a minute.
fn news(told: i64) -> News<i64> {
    News {
        subject: "a".to_owned(),
        told,
        from: START,
        until: Some(START.plus(Duration::from_secs(30))),
    }
}

on_both_engines! { MIGRATIONS,
    async fn what_a_commit_tells_need_not_be_read(database: Database) {
        let shelf = Shelf::of(&database);
        shelf.number().await;
        shelf.number().await;
        assert_eq!(shelf.number().await, (0, false));
        for number in 1..4 {
            shelf.tell(number, &["b"]).await;
            assert_eq!(shelf.number().await, (number, false));
            assert_eq!(shelf.number().await, (number, false));
        }
        shelf.tell(4, &[]).await;
        shelf.tell(5, &[]).await;
        assert_eq!(shelf.number().await, (5, false), "two told");
        shelf.clock.set(START.plus(Duration::from_secs(29)));
        assert_eq!(shelf.number().await, (5, false));
    }
}

on_both_engines! { MIGRATIONS,
    async fn what_is_told_is_of_no_use_when_there_may_be_more(database: Database) {
        let shelf = Shelf::of(&database);
        shelf.number().await;
        shelf.number().await;
        for case in ["not told", "undone", "anything", "more", "besides", "later", "not said", "not this"] {
            shelf.tell(1, &[]).await;
            assert_eq!(shelf.number().await, (1, false), "{case}");
            let expected = match case {
                "undone" => {
                    let mut transaction = shelf.changing(&[]).await;
                    let expected = shelf.cache.expect(&mut transaction, ["a"]);
                    transaction.rollback().await.unwrap();
                    shelf.cache.tell(&expected, [news(7)]);
                    (1, false)
                }
                "not told" => {
                    let mut transaction = shelf.changing(&[]).await;
                    let _expected = shelf.cache.expect(&mut transaction, ["a"]);
                    transaction.commit().await.unwrap();
                    (0, true)
                }
                "anything" => {
                    shelf.tell(7, &[]).await;
                    shelf.database.begin().await.unwrap().commit().await.unwrap();
                    (0, true)
                }
                "more" => {
                    shelf.tell(7, &[]).await;
                    shelf.changing(&["a"]).await.commit().await.unwrap();
                    (0, true)
                }
                "besides" => {
                    shelf.tell(7, &["a"]).await;
                    (0, true)
                }
                "later" => {
                    // Another commit without an update follows before the cache gets the first update.
                    let mut transaction = shelf.changing(&[]).await;
                    let expected = shelf.cache.expect(&mut transaction, ["a"]);
                    transaction.commit().await.unwrap();
                    let mut transaction = shelf.changing(&[]).await;
                    let _expected = shelf.cache.expect(&mut transaction, ["a"]);
                    transaction.commit().await.unwrap();
                    shelf.cache.tell(&expected, [news(7)]);
                    (0, true)
                }
                "not said" => {
                    let mut transaction = shelf.database.begin().await.unwrap();
                    let expected = shelf.cache.expect(&mut transaction, ["a"]);
                    transaction.commit().await.unwrap();
                    shelf.cache.tell(&expected, [news(7)]);
                    (0, true)
                }
                _ => {
                    shelf.tell(-7, &[]).await;
                    (0, true)
                }
            };
            assert_eq!(shelf.number().await, expected, "{case}");
        }
    }
}

on_both_engines! { MIGRATIONS,
    async fn what_is_told_ends_at_its_instant(database: Database) {
        let shelf = Shelf::of(&database);
        shelf.number().await;
        shelf.number().await;
        shelf.tell(1, &[]).await;
        assert_eq!(shelf.number().await, (1, false));
        shelf.clock.set(START.plus(Duration::from_secs(30)));
        assert_eq!(shelf.number().await, (0, true));
        shelf.tell(2, &[]).await;
        assert_eq!(shelf.number().await, (0, true), "it is over before anybody asks");
    }
}

#[tokio::test]
async fn what_was_told_before_another_server_came_is_of_no_use_after() {
    let world = TestDatabase::postgres(&MIGRATIONS).await;
    let shelf = Shelf::of(&world.database());
    shelf.number().await;
    shelf.number().await;
    shelf.tell(1, &[]).await;
    let _other = Database::open(world.url()).await.unwrap();
    shelf.clock.advance(OTHERS_SEEN_FOR);
    assert_eq!(shelf.number().await, (0, true));
    shelf.tell(1, &[]).await;
    shelf.clock.advance(OTHERS_SEEN_FOR);
    assert_eq!(shelf.number().await, (0, true), "it may have committed");
    // Another server joins between the beginning of a commit and its end.
    let mut transaction = shelf.changing(&[]).await;
    let expected = shelf.cache.expect(&mut transaction, ["a"]);
    let _another = Database::open(world.url()).await.unwrap();
    shelf.clock.advance(Duration::from_secs(1));
    assert_eq!(shelf.number().await, (0, true));
    transaction.commit().await.unwrap();
    shelf.cache.tell(&expected, [news(7)]);
    assert_eq!(shelf.number().await, (0, true));
}
