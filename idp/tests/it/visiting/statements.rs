//! Which statements requests make of PostgreSQL, as its driver tells them.

use std::fmt::Debug;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tracing::callsite::rebuild_interest_cache;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{DefaultGuard, set_default};
use tracing::{Dispatch, Event, Metadata, Subscriber};

use super::world::World;

/// How long it may take until something is heard.
const PATIENCE: Duration = Duration::from_mins(1);
/// How the first statement of each connection begins. Whether a request opens one hangs on chance: whether the one before has
/// been given back yet.
const SIGNED: &str = "SELECT pg_advisory_lock_shared(";

/// Listens on this thread: a test that uses it runs on one. What the background does is not told, and SQLite works on
/// threads of its own.
pub(crate) struct Statements {
    told: Told,
    _listening: DefaultGuard,
    /// While there is only one listener in a process, whatever is met first on another thread is asked for by nobody.
    _second: Dispatch,
}

/// What requests asked of the database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked(pub(crate) Vec<String>);

#[derive(Clone, Default)]
struct Told(Arc<Mutex<Listened>>);

#[derive(Default)]
struct Listened {
    requests: usize,
    statements: Vec<String>,
}

impl Statements {
    /// Begins to listen, and goes on when something is heard.
    pub(crate) async fn listen(world: &World) -> Self {
        let visitor = world.browser();
        Self::by(async || {
            visitor.set_cookie("tollgate.session-token", Some(&"a".repeat(43)));
            visitor.session().await;
        })
        .await
    }

    /// Begins to listen at another idp of this test, and goes on when something is heard.
    pub(crate) async fn listen_at(base: &str) -> Self {
        let cookie = format!("tollgate.session-token={}", "a".repeat(43));
        let http = foundation::testing::patient_client();
        Self::by(async || {
            let request = http.get(format!("{base}/api/auth/session"));
            request.header("cookie", &cookie).send().await.unwrap();
        })
        .await
    }

    async fn by(ask: impl AsyncFn()) -> Self {
        let told = Told::default();
        let statements = Self {
            _second: Dispatch::new(told.clone()),
            _listening: set_default(told.clone()),
            told,
        };
        let heard = async {
            ask().await;
            while statements.taken().0.is_empty() {
                rebuild_interest_cache();
                ask().await;
            }
        };
        tokio::time::timeout(PATIENCE, heard)
            .await
            .expect("the driver tells its statements");
        statements
    }

    /// What was asked since this was asked last.
    pub(crate) fn taken(&self) -> Asked {
        Asked(mem::take(&mut self.told.lock().statements))
    }
}

impl Asked {
    /// How many statements; a transaction's beginning and end are none.
    pub(crate) fn statements(&self) -> usize {
        self.0.len() - self.ended("COMMIT") - self.ended("ROLLBACK")
    }

    /// How many transactions were committed: so often the disk is waited for.
    pub(crate) fn commits(&self) -> usize {
        self.ended("COMMIT")
    }

    fn ended(&self, how: &str) -> usize {
        self.0.iter().filter(|one| one.as_str() == how).count()
    }
}

impl Told {
    fn lock(&self) -> MutexGuard<'_, Listened> {
        self.0.lock().unwrap()
    }
}

impl Subscriber for Told {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        if metadata.is_span() {
            metadata.name() == "request"
        } else {
            metadata.target() == "sqlx::query"
        }
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::DEBUG)
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut text = Text::default();
        event.record(&mut text);
        let statement = text.whole();
        let mut told = self.lock();
        if told.requests > 0 && !statement.starts_with(SIGNED) {
            told.statements.push(statement);
        }
    }

    fn enter(&self, _: &Id) {
        self.lock().requests += 1;
    }

    fn exit(&self, _: &Id) {
        self.lock().requests -= 1;
    }
}

/// A statement: its beginning, and the rest if there is more.
#[derive(Default)]
struct Text {
    summary: String,
    statement: String,
}

impl Text {
    fn whole(self) -> String {
        let whole = self.statement.trim();
        if whole.is_empty() {
            self.summary
        } else {
            whole.to_owned()
        }
    }
}

impl Visit for Text {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => value.clone_into(&mut self.summary),
            "db.statement" => value.clone_into(&mut self.statement),
            _ => {}
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}
