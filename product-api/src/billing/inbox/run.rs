//! The worker: looks for marked objects and for events to be read, independently of requests.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use foundation::secret::Sealer;
use foundation::{Background, Clock, Database, Failure};

use super::delivery_sources::{DeliverySources, delivery_sources};
use super::intake::{Intake, intake};
use super::poll::{poll_due, start_due};
use super::store::claims;
use super::work::work;
use crate::app::App;

/// Maximum number of connections that a server works on at a time.
const MAX_BUSY: usize = 32;
/// Maximum time for which a server works on one connection before it looks at all of them again.
const MAX_ROUND_TIME: Duration = Duration::from_secs(20);

/// State of the inbox in this server.
#[derive(Debug)]
pub(crate) struct Inbox {
    /// Connections to which Stripe delivers.
    pub(super) sources: DeliverySources,
    /// Records events.
    pub(super) intake: Intake,
    /// Connections on which this server works.
    busy: Mutex<BTreeSet<String>>,
}

impl Inbox {
    /// Creates the state.
    pub(crate) fn new(
        database: &Database,
        sealer: &Sealer,
        clock: &Clock,
        background: &Background,
    ) -> Self {
        Self {
            sources: delivery_sources(database, sealer, clock, background),
            intake: intake(database, clock, background),
            busy: Mutex::default(),
        }
    }

    fn busy(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves a connection for one task; false if it is reserved, or too many are.
    fn reserve(&self, connection_id: &str) -> bool {
        let mut busy = self.busy();
        busy.len() < MAX_BUSY && busy.insert(connection_id.to_owned())
    }
}

/// A reserved connection; it is free again when this is dropped, also after a panic.
struct BusyConnection {
    app: Arc<App>,
    connection_id: String,
}

impl Drop for BusyConnection {
    fn drop(&mut self) {
        self.app.inbox.busy().remove(&self.connection_id);
    }
}

/// Starts the worker.
pub(crate) fn start(app: &Arc<App>) {
    repeat(app, Work::Objects);
    repeat(app, Work::Events);
}

/// A kind of periodic work.
#[derive(Clone, Copy, Debug)]
enum Work {
    /// Marked objects are applied.
    Objects,
    /// Events are read for connections without an endpoint.
    Events,
}

impl Work {
    const fn name(self) -> &'static str {
        match self {
            Self::Objects => "the inbox of Stripe",
            Self::Events => "the reading of Stripe's events",
        }
    }

    async fn run(self, app: &Arc<App>) -> Result<(), Failure> {
        match self {
            Self::Objects => start_due_objects(app).await,
            Self::Events => start_due(app).await,
        }
    }
}

fn repeat(app: &Arc<App>, work: Work) {
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let pause = app.config.inbox_pause;
    let app = Arc::downgrade(app);
    background.start(work.name(), async move {
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            let Some(app) = app.upgrade() else { return };
            if let Err(failure) = work.run(&app).await {
                tracing::warn!(work = work.name(), %failure, "work for billing was not done");
            }
        }
    });
}

/// Starts the work on each connection with due objects.
async fn start_due_objects(app: &Arc<App>) -> Result<(), Failure> {
    for connection_id in due(app).await? {
        if !app.inbox.reserve(&connection_id) {
            continue;
        }
        let reserved = BusyConnection {
            app: Arc::clone(app),
            connection_id,
        };
        app.background
            .start("applying objects of Stripe", async move {
                serve(&reserved.app, &reserved.connection_id).await;
            });
    }
    Ok(())
}

async fn due(app: &App) -> Result<Vec<String>, Failure> {
    let mut reader = app.database.reader().await?;
    claims::due_connections(&mut reader.connection(), app.clock.now()).await
}

/// Works on a connection until nothing of it is due.
async fn serve(app: &App, connection_id: &str) {
    let (stopping, watch) = (app.background.stopping(), app.clock.stopwatch());
    while !stopping.is_cancelled() && watch.elapsed() < MAX_ROUND_TIME {
        match work(app, connection_id).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(failure) => {
                tracing::warn!(connection = connection_id, %failure, "objects of Stripe were not applied");
                return;
            }
        }
    }
}

/// Reads events that are due to be read, and applies all objects that are due, until there are none; for tests.
pub async fn once(app: &Arc<App>) -> Result<(), Failure> {
    poll_due(app).await?;
    loop {
        let mut has_worked = false;
        for connection_id in due(app).await? {
            has_worked |= work(app, &connection_id).await?;
        }
        if !has_worked {
            return Ok(());
        }
    }
}
