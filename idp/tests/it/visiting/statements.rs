//! Provides the statements that requests send to PostgreSQL, as the driver logs them.

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

use super::test_installation::TestInstallation;

/// Maximum time until a statement is recorded.
const MAX_WAIT: Duration = Duration::from_mins(1);

/// Records statements on this thread, so a test with it runs on one thread. Statements of background work are not recorded, and
/// SQLite uses threads of its own.
pub(crate) struct Statements {
    recorder: StatementRecorder,
    _listening: DefaultGuard,
    /// A second dispatcher, because with only one per process a callsite first hit on another thread would be disabled.
    _second: Dispatch,
}

/// Statements of requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RecordedStatements(pub(crate) Vec<String>);

#[derive(Clone, Default)]
struct StatementRecorder(Arc<Mutex<RecorderState>>);

#[derive(Default)]
struct RecorderState {
    requests: usize,
    statements: Vec<String>,
}

impl Statements {
    /// Starts recording, and returns after the first recorded statement.
    pub(crate) async fn listen(world: &TestInstallation) -> Self {
        let visitor = world.browser();
        Self::by(async || {
            visitor.set_cookie("tollgate.session-token", Some(&"a".repeat(43)));
            visitor.session().await;
        })
        .await
    }

    /// Starts recording at another idp of this test, and returns after the first recorded statement.
    pub(crate) async fn listen_at(base: &str) -> Self {
        let cookie = format!("tollgate.session-token={}", "a".repeat(43));
        let http = foundation::testing::test_client();
        Self::by(async || {
            let request = http.get(format!("{base}/api/auth/session"));
            request.header("cookie", &cookie).send().await.unwrap();
        })
        .await
    }

    async fn by(ask: impl AsyncFn()) -> Self {
        let recorder = StatementRecorder::default();
        let statements = Self {
            _second: Dispatch::new(recorder.clone()),
            _listening: set_default(recorder.clone()),
            recorder,
        };
        let received = async {
            ask().await;
            while statements.taken().0.is_empty() {
                rebuild_interest_cache();
                ask().await;
            }
        };
        tokio::time::timeout(MAX_WAIT, received)
            .await
            .expect("the driver tells its statements");
        statements
    }

    /// Returns the statements since the last call.
    pub(crate) fn taken(&self) -> RecordedStatements {
        RecordedStatements(mem::take(&mut self.recorder.lock().statements))
    }
}

impl RecordedStatements {
    /// Returns the number of statements without the begin and end of transactions.
    pub(crate) fn statements(&self) -> usize {
        self.0.len() - self.ended("COMMIT") - self.ended("ROLLBACK")
    }

    /// Returns the number of commits, each of which waits for the disk.
    pub(crate) fn commits(&self) -> usize {
        self.ended("COMMIT")
    }

    fn ended(&self, how: &str) -> usize {
        self.0.iter().filter(|one| one.as_str() == how).count()
    }
}

impl StatementRecorder {
    fn lock(&self) -> MutexGuard<'_, RecorderState> {
        self.0.lock().unwrap()
    }
}

impl Subscriber for StatementRecorder {
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
        let mut text = StatementText::default();
        event.record(&mut text);
        let statement = text.whole();
        let mut response = self.lock();
        if response.requests > 0 {
            response.statements.push(statement);
        }
    }

    fn enter(&self, _: &Id) {
        self.lock().requests += 1;
    }

    fn exit(&self, _: &Id) {
        self.lock().requests -= 1;
    }
}

/// A statement: its summary, and its full text if it is longer.
#[derive(Default)]
struct StatementText {
    summary: String,
    statement: String,
}

impl StatementText {
    fn whole(self) -> String {
        let whole = self.statement.trim();
        if whole.is_empty() {
            self.summary
        } else {
            whole.to_owned()
        }
    }
}

impl Visit for StatementText {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => value.clone_into(&mut self.summary),
            "db.statement" => value.clone_into(&mut self.statement),
            _ => {}
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}
