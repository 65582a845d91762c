//! The cost of a spend in statements: which they are, and that lots, entries and history add none.

use std::cell::RefCell;
use std::fmt::Debug;

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::world::World;

thread_local! {
    /// What this thread's test has heard. (The listener is there for the whole process, because one that comes and
    /// goes is missed by call sites that other tests use at the same time.)
    static HEARD: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Hears the first three words of every statement that sqlx tells of.
struct Statements;

impl Statements {
    fn taken() -> Vec<String> {
        HEARD.take()
    }
}

impl Visit for Statements {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "summary" {
            let text = format!("{value:?}").replace('"', "");
            let words: Vec<&str> = text.split_whitespace().take(3).collect();
            HEARD.with_borrow_mut(|heard| heard.push(words.join(" ")));
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

#[tokio::test]
async fn a_spend_is_eleven_statements_and_a_repeat_is_two() {
    let world = World::postgres().await;
    world.grant("g", "ada", 1000, None).await.unwrap();
    for lot in 0..20_u64 {
        let until = Some(world.after(1000 + lot));
        world
            .grant(&format!("g{lot}"), "bob", 3, until)
            .await
            .unwrap();
    }
    tracing::subscriber::set_global_default(Statements).unwrap();
    let _before = Statements::taken();
    let spend = [
        "INSERT INTO api_operation",
        "SELECT id, external_id,",
        "UPDATE account SET",
        "SELECT id, kind,",
        "INSERT INTO txn",
        "INSERT INTO entry",
        "INSERT INTO lot_move",
        "WITH change (id,",
        "UPDATE account SET",
        "UPDATE customers SET",
        "UPDATE api_operation SET",
        "COMMIT",
    ];
    world.spend("s", "ada", 5).await.unwrap();
    assert_eq!(Statements::taken(), spend, "one lot");
    world.spend("t", "bob", 58).await.unwrap();
    assert_eq!(Statements::taken(), spend, "twenty lots");
    assert!(world.spend("s", "ada", 5).await.unwrap().is_replayed);
    let repeat = [
        "INSERT INTO api_operation",
        "SELECT fingerprint, status,",
        "ROLLBACK",
    ];
    assert_eq!(Statements::taken(), repeat);
    assert_eq!(
        world.spend("u", "ada", 5000).await.unwrap().stored.status,
        402
    );
    let refusal = [&spend[..4], &spend[10..]].concat();
    assert_eq!(Statements::taken(), refusal);
}
