//! The worker: looks for events and deliveries beside the requests, many hosts at a time, each by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use foundation::Failure;
use foundation::outbound::{Allowed, Guarded};

use super::deliver::deliver;
use super::dispatch::dispatch;
use super::store::deliveries;
use crate::app::App;

/// How many hosts are served at the same time.
const MOST_HOSTS: usize = 32;
/// How long a host is served before the others of the installation are looked at again.
const LONGEST_ROUND: Duration = Duration::from_secs(20);

/// What the worker needs.
#[derive(Debug)]
pub(crate) struct Webhooks {
    /// Asks addresses of strangers.
    pub(super) outbound: Guarded,
    /// The hosts that are being served by this process.
    busy: Mutex<BTreeSet<String>>,
}

impl Webhooks {
    /// A worker that may also ask the neighbours that the operator names.
    pub(crate) fn new(allowed: &Allowed) -> Result<Self, Failure> {
        Ok(Self {
            outbound: Guarded::new(allowed.clone())?,
            busy: Mutex::default(),
        })
    }

    /// Takes a host, unless it is being served or too many are.
    fn take(&self, host: &str) -> bool {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy.len() < MOST_HOSTS && busy.insert(host.to_owned())
    }

    fn leave(&self, host: &str) {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy.remove(host);
    }
}

/// Leaves a host, also when serving it panicked.
struct Taken {
    app: Arc<App>,
    host: String,
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.app.webhooks.leave(&self.host);
    }
}

/// Starts the worker.
pub(crate) fn start(app: &Arc<App>) {
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let pause = Duration::from_secs(u64::from(app.config.webhooks.poll_seconds));
    let app = Arc::downgrade(app);
    background.start("webhooks", async move {
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            let Some(app) = app.upgrade() else { return };
            if let Err(failure) = look(&app).await {
                tracing::warn!(%failure, "webhooks were not looked after");
            }
        }
    });
}

/// Hands out what waits, and has every host served that something is due for and that nobody serves.
pub async fn look(app: &Arc<App>) -> Result<(), Failure> {
    dispatch(app).await?;
    for (host, endpoints) in due(app).await? {
        if !app.webhooks.take(&host) {
            continue;
        }
        let taken = Taken {
            app: Arc::clone(app),
            host,
        };
        app.background.start("serving a webhook host", async move {
            serve(&taken.app, &endpoints).await;
        });
    }
    Ok(())
}

/// Hands out what waits and sends what is due, until nothing is; for tests.
pub async fn once(app: &Arc<App>) -> Result<(), Failure> {
    dispatch(app).await?;
    loop {
        let due = due(app).await?;
        let mut has_sent = false;
        for endpoint in due.values().flatten() {
            has_sent |= deliver(app, endpoint).await?;
        }
        if !has_sent {
            return Ok(());
        }
    }
}

/// The endpoints that something is due for, by their hosts.
async fn due(app: &App) -> Result<BTreeMap<String, Vec<String>>, Failure> {
    let now = app.clock.now();
    let mut hosts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let next = deliveries::next(&mut db).await?;
    if next.is_some_and(|next| next <= now) {
        for (endpoint, host) in deliveries::due(&mut db, now).await? {
            hosts.entry(host).or_default().push(endpoint);
        }
    }
    Ok(hosts)
}

/// Serves the endpoints of one host in turn.
async fn serve(app: &Arc<App>, endpoints: &[String]) {
    let (stopping, watch) = (app.background.stopping(), app.clock.stopwatch());
    let mut left: Vec<&String> = endpoints.iter().collect();
    while !left.is_empty() {
        let mut more = Vec::new();
        for endpoint in left {
            if stopping.is_cancelled() || watch.elapsed() > LONGEST_ROUND {
                return;
            }
            if served(app, endpoint).await {
                more.push(endpoint);
            }
        }
        left = more;
    }
}

/// Sends some of what is due for an endpoint; false when nothing is, or it cannot be done now.
async fn served(app: &App, endpoint: &str) -> bool {
    deliver(app, endpoint).await.unwrap_or_else(|failure| {
        tracing::warn!(endpoint, %failure, "an endpoint was not served");
        false
    })
}
