//! Tests of the statements of a spend: the exact list, and its independence of the number of lots, entries and transactions.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{LazyLock, Mutex, Once};
use std::thread::ThreadId;
use std::time::Duration;

use sqlx::AssertSqlSafe;

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::reversals_alike::txn_of;
use super::test_ledger::{TestLedger, status};
use crate::caller::SpendCap;
use crate::credits::execution::results::Atomicity;
use crate::credits::ledger::charge::Charge;
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::ledger::loaded_part::PAGE;
use crate::credits::queries::balance_at::customer_balance_at;
use crate::credits::queries::transactions;
use crate::credits::queries::transactions::CreditsPageRequest;
use crate::credits::queries::{explain, holds};

/// Recorded statements by thread. sqlx reports PostgreSQL's statements on the thread that awaits them, and SQLite's on the
/// thread of the connection. (The recorder is installed for the whole process, because call sites of concurrent tests would
/// miss one that is installed and removed.)
static RECORDED: LazyLock<Mutex<HashMap<ThreadId, Vec<String>>>> = LazyLock::new(Mutex::default);

/// Records the first three words of every statement that sqlx reports.
pub(super) struct Statements;

impl Statements {
    /// Returns the statements of this thread since the last call.
    pub(super) fn taken() -> Vec<String> {
        Self::taken_of(std::thread::current().id())
    }

    fn taken_of(thread: ThreadId) -> Vec<String> {
        let mut recorded = RECORDED.lock().unwrap();
        recorded.remove(&thread).unwrap_or_default()
    }

    /// Returns the statements of a thread since the last call, without those that begin and end transactions.
    pub(super) fn work_of(thread: ThreadId) -> Vec<String> {
        let mut recorded = Self::taken_of(thread);
        let verbs = ["WITH", "INSERT", "UPDATE", "SELECT"];
        recorded.retain(|words| verbs.iter().any(|verb| words.starts_with(verb)));
        recorded
    }

    /// Finds the thread on which sqlx reports the statements of writing transactions.
    pub(super) async fn thread_of_writes(world: &TestLedger) -> ThreadId {
        let mark = format!("SELECT '{:?}'", std::sync::Arc::as_ptr(&world.app));
        let mut transaction = world.app.database.begin().await.unwrap();
        foundation::on_engine!(&mut transaction.connection(), |c| {
            let query = sqlx::query(AssertSqlSafe(mark.clone()));
            query.execute(c).await.map(drop).unwrap();
        });
        transaction.rollback().await.unwrap();
        let recorded = RECORDED.lock().unwrap();
        let marked = recorded
            .iter()
            .find(|(_, recorded)| recorded.contains(&mark));
        *marked.unwrap().0
    }
}

impl Visit for Statements {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "summary" {
            let text = format!("{value:?}").replace('"', "");
            let words: Vec<&str> = text.split_whitespace().take(3).collect();
            let mut recorded = RECORDED.lock().unwrap();
            let of_thread = recorded.entry(std::thread::current().id()).or_default();
            of_thread.push(words.join(" "));
        }
    }
}

impl Subscriber for Statements {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "sqlx::query"
    }
    fn new_span(&self, _span: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _span: &Id, _values: &Record<'_>) {}
    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut Self);
    }
    fn enter(&self, _span: &Id) {}
    fn exit(&self, _span: &Id) {}
}

/// Starts recording.
pub(super) fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| tracing::subscriber::set_global_default(Statements).unwrap());
    let _before = Statements::taken();
}

#[tokio::test]
async fn check_is_four_statements_and_no_commit() {
    let world = TestLedger::postgres().await;
    super::prices::price_list(&world).await;
    world.grant("g", "ada", 1000, None).await.unwrap();
    for lot in 0..16_u64 {
        let until = Some(world.after(1000 + lot));
        world
            .grant(&format!("g{lot}"), "bob", 3, until)
            .await
            .unwrap();
    }
    let hold = (Duration::from_secs(1), OnExpiry::Release);
    world.hold("h", "bob", 40, hold).await.unwrap();
    world.clock.advance(Duration::from_secs(1005));
    listen();
    let images = || Charge::Quantity(2, "image".to_owned());
    let (customers, prices) = ("WITH requested (position,", "WITH requested (position,");
    let (wallets, unusable) = ("WITH requested (book,", "WITH requested (n,");
    world.check("ada", images()).await;
    let row_alone = [customers, prices, wallets, unusable];
    assert_eq!(Statements::taken(), row_alone);
    // Where something is due, holds, what they have pinned, and lots are read as well.
    world.check("bob", images()).await;
    let (holds, pins, lots) = (
        "WITH requested (one)",
        "WITH requested (one)",
        "WITH requested (wallet)",
    );
    // Such a check has a snapshot of its own, so that it does not delay the others.
    let by_rows = [customers, prices, wallets];
    let settled = [customers, prices, wallets, holds, pins, lots, unusable];
    assert_eq!(Statements::taken(), [&by_rows[..], &settled[..]].concat());
    // A new customer is looked for there as well, and not made; the sign-up grant is read.
    world.check("nobody", images()).await;
    let grants = "WITH requested (website,";
    let (by_rows, new) = ([customers, prices], [customers, prices, customers, grants]);
    assert_eq!(Statements::taken(), [&by_rows[..], &new[..]].concat());
    // Checks at the same time share the statements.
    let together = (0..16).map(|_| world.check("ada", images()));
    futures_util::future::join_all(together).await;
    assert_eq!(Statements::taken(), row_alone);
}

#[tokio::test]
async fn check_of_a_large_wallet_with_nothing_due_is_four_statements() {
    let world = TestLedger::postgres().await;
    super::prices::price_list(&world).await;
    for lot in 0..=PAGE {
        let until = Some(world.after(9000));
        let granted = world.grant(&format!("g{lot}"), "ada", 3, until).await;
        granted.unwrap();
    }
    listen();
    let images = Charge::Quantity(2, "image".to_owned());
    world.check("ada", images).await;
    assert_eq!(Statements::taken().len(), 4);
}

#[tokio::test]
async fn key_look_ups_at_a_time_are_one_statement() {
    let world = TestLedger::postgres().await;
    world
        .sql(
            "INSERT INTO api_keys (id, website_id, mode, name, prefix, digest, scopes, created_by, created_at, \
                previous_digest, previous_until) VALUES \
             ('key_a', 'web_1', 'live', 'a', 'p', 'a', '', 'usr_1', 0, NULL, NULL), \
             ('key_b', 'web_2', 'live', 'b', 'p', 'b', '', 'usr_1', 0, 'previous', 7)",
        )
        .await;
    world
        .sql("INSERT INTO older_api_key_secrets (digest, key_id, valid_until) VALUES ('older', 'key_b', 9)")
        .await;
    let ask = async |digest: &str| {
        let found = world.app.api_keys.ask(&digest.to_owned()).await.unwrap();
        found.map(|key| format!("{key:?}"))
    };
    assert!(ask("none").await.is_none(), "the connection is open now");
    listen();
    let digests = ["a", "none", "b", "previous", "older"];
    let found = futures_util::future::join_all(digests.iter().map(|digest| ask(digest))).await;
    assert_eq!(Statements::taken(), ["WITH requested (digest)"]);
    for (key, id) in found.iter().zip([
        Some("key_a"),
        None,
        Some("key_b"),
        Some("key_b"),
        Some("key_b"),
    ]) {
        let key = key.as_deref();
        assert_eq!(key.is_some(), id.is_some(), "{id:?} {key:?}");
        assert!(
            key.unwrap_or_default().contains(id.unwrap_or_default()),
            "{id:?} {key:?}"
        );
    }
}

// row: K1, K10
/// K10: a request with another website's id runs the same statements as one with an unknown id, so that timing reveals nothing.
#[tokio::test]
async fn foreign_and_unknown_ids_cost_the_same_statements() {
    let world = TestLedger::postgres().await;
    world.grant("g", "ada", 100, None).await.unwrap();
    let txn = txn_of(&world.spend("s", "ada", 5).await);
    let ada = world.customer_id("ada").await;
    listen();
    let recorded = async |website: &str, customer: &str, txn: &str| {
        let (app, access) = (&world.app, world.access(website));
        let page = || CreditsPageRequest {
            limit: None,
            cursor: None,
        };
        let found = [
            customer_balance_at(app, &access, customer, None)
                .await
                .is_ok(),
            transactions::list_for_customer(app, &access, customer, page())
                .await
                .is_ok(),
            holds::list_holds(app, &access, customer, None, page())
                .await
                .is_ok(),
            explain::explain_for_website(app, &access, txn)
                .await
                .is_ok(),
        ];
        (found, Statements::taken())
    };
    let nobodys = recorded("web_2", "cus_none", "txn_none").await;
    assert_eq!(nobodys.0, [false; 4]);
    assert_eq!(recorded("web_2", &ada, &txn).await, nobodys);
    let (own, statements) = recorded("web_1", &ada, &txn).await;
    assert_eq!(own, [true; 4], "the control");
    assert_ne!(statements, nobodys.1, "the control");
}

/// Returns the statements of a commit batch between BEGIN and COMMIT.
async fn statements_of_a_wave(world: &TestLedger, count: usize) -> Vec<String> {
    let names: Vec<(String, String)> = (0..count)
        .map(|index| (format!("s{count}-{index}"), format!("c{index}")))
        .collect();
    let items: Vec<(&str, &str, i64)> = names
        .iter()
        .map(|(key, name)| (key.as_str(), name.as_str(), 1))
        .collect();
    let thread = Statements::thread_of_writes(world).await;
    let _before = Statements::taken_of(thread);
    for outcome in world.batch(&items, Atomicity::AllOrNothing).await {
        assert_eq!(status(&outcome), 200, "{outcome:?}");
    }
    Statements::work_of(thread)
}

/// A commit batch runs eleven statements for any number of operations and wallets, because statements are padded and not split.
#[tokio::test]
async fn wave_is_eleven_statements_for_one_wallet_and_for_255() {
    for world in [TestLedger::sqlite().await, TestLedger::postgres().await] {
        listen();
        let names: Vec<_> = (0..255)
            .map(|index| (format!("g{index}"), format!("c{index}")))
            .collect();
        let grants = names
            .iter()
            .map(|(key, who)| world.grant(key, who, 9, None));
        for outcome in futures_util::future::join_all(grants).await {
            assert_eq!(status(&outcome), 200, "{outcome:?}");
        }
        let one = statements_of_a_wave(&world, 1).await;
        assert_eq!(one.len(), 11, "{one:?}");
        for count in [2, 3, 63, 64, 65, 255] {
            let many = statements_of_a_wave(&world, count).await;
            assert_eq!(many, one, "{count} on {}", world.app.database.engine());
        }
        world.assert_sound(&world.findings().await);
    }
}

#[tokio::test]
async fn spend_is_eleven_statements_and_a_repeat_is_one() {
    let world = TestLedger::postgres().await;
    world.grant("g", "ada", 1000, None).await.unwrap();
    for lot in 0..16_u64 {
        let until = Some(world.after(1000 + lot));
        world
            .grant(&format!("g{lot}"), "bob", 3, until)
            .await
            .unwrap();
    }
    super::prices::price_list(&world).await;
    listen();
    let spend = [
        "WITH requested (tenant,",
        "WITH requested (position,",
        "INSERT INTO account",
        "WITH requested (wallet)",
        "INSERT INTO api_operation",
        "INSERT INTO txn",
        "INSERT INTO entry",
        "INSERT INTO lot_move",
        "WITH change (id,",
        "WITH change (wallet,",
        "WITH change (owner,",
        "COMMIT",
    ];
    world.spend("s", "ada", 5).await.unwrap();
    assert_eq!(Statements::taken(), spend, "one lot");
    world.spend("t", "bob", 46).await.unwrap();
    assert_eq!(Statements::taken(), spend, "sixteen lots");
    assert!(world.spend("s", "ada", 5).await.unwrap().is_replayed);
    let repeat = ["WITH requested (tenant,", "ROLLBACK"];
    assert_eq!(Statements::taken(), repeat);
    assert_eq!(
        world.spend("u", "ada", 5000).await.unwrap().stored.status,
        402
    );
    let refusal = [&spend[..5], &spend[11..]].concat();
    assert_eq!(Statements::taken(), refusal);
    // A charge by a feature reads its price with one more statement; a replay does not.
    let images = || world.spend_on("v", "ada", Charge::Quantity(2, "image".to_owned()));
    images().await.unwrap();
    let priced = [&spend[..4], &["WITH requested (position,"], &spend[4..]].concat();
    assert_eq!(Statements::taken(), priced);
    assert!(images().await.unwrap().is_replayed);
    assert_eq!(Statements::taken(), repeat);
    // Of 64 concurrent spends on two wallets, the first starts alone, and the others wait for it and share commits.
    let requests = (0..64).map(|index| {
        let (world, name) = (world.clone(), if index % 2 == 0 { "ada" } else { "bob" });
        async move { world.spend(&format!("c{index}"), name, 1).await.unwrap() }
    });
    for response in futures_util::future::join_all(requests).await {
        assert!([200, 402].contains(&response.stored.status));
    }
    let statements = Statements::taken();
    let commits = statements.iter().filter(|words| *words == "COMMIT");
    assert!(commits.count() <= 4, "{statements:?}");
}

/// Spends twenty times, each time immediately after the previous response.
async fn spend_again_and_again(world: &TestLedger, caller: u32) {
    for time in 0..20 {
        let outcome = world.spend(&format!("{caller}-{time}"), "ada", 1).await;
        assert_eq!(status(&outcome), 200, "{outcome:?}");
    }
}

/// Callers that resubmit immediately share commits: one transaction per round, not two.
#[tokio::test]
async fn immediate_resubmission_joins_the_next_batch() {
    let world = TestLedger::postgres().await;
    world.grant("g", "ada", 1000, None).await.unwrap();
    listen();
    let others = async {
        // The first caller's spend is in flight alone, so that the others have to wait.
        while Statements::taken().is_empty() {
            tokio::task::yield_now().await;
        }
        let others = (1..8).map(|caller| spend_again_and_again(&world, caller));
        futures_util::future::join_all(others).await;
    };
    tokio::join!(spend_again_and_again(&world, 0), others);
    let statements = Statements::taken();
    let commits = statements.iter().filter(|words| *words == "COMMIT");
    let commits = commits.count();
    assert!((20..25).contains(&commits), "{commits}");
}

#[tokio::test]
async fn spend_by_a_key_with_a_cap_of_a_day_is_two_statements_more() {
    let world = TestLedger::postgres().await;
    world.grant("g", "ada", 1000, None).await.unwrap();
    // A key with a cap per day is locked first, and its counter is written last. A key without a cap adds no statement.
    world
        .sql("INSERT INTO api_keys (id, website_id, mode, name, prefix, digest, scopes, created_by, created_at, cap_per_day) \
              VALUES ('key_1', 'web_1', 'live', 'k', 'p', 'd', '', 'usr_1', 0, 100)")
        .await;
    let mut capped = world.clone();
    capped.cap = Some(SpendCap {
        per_operation: None,
        per_day: Some(100),
        day: 0,
        spent: 0,
    });
    listen();
    capped.spend("capped", "ada", 5).await.unwrap();
    let counted = Statements::taken();
    world.spend("plain", "ada", 5).await.unwrap();
    let mut expected = Statements::taken();
    // The cap is locked before customers and wallets, and written after all other rows.
    expected.insert(1, "WITH requested (key_id,".to_owned());
    expected.insert(12, "WITH change (key_id,".to_owned());
    assert_eq!(counted, expected);
}
