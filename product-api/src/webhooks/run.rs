//! The worker: polls for events and deliveries independently of requests, and serves many hosts concurrently.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use foundation::Failure;
use foundation::outbound::{AllowedHosts, GuardedClient};

use super::deliver::deliver;
use super::dispatch::dispatch;
use super::host_slots::{DueHost, HostSlots};
use super::store::deliveries::{DueEndpoint, OUTBOX};
use crate::app::App;

/// Maximum time for which a slot is kept before due deliveries of the whole installation are read again.
const MAX_ROUND_TIME: Duration = Duration::from_secs(20);

/// State of the worker.
#[derive(Debug)]
pub(crate) struct Webhooks {
    /// HTTP client for the URLs that websites choose.
    pub(super) outbound: GuardedClient,
    /// The slots of this process.
    slots: Mutex<HostSlots>,
}

impl Webhooks {
    /// Creates the state; `allowed` names the internal addresses that the operator permits.
    pub(crate) fn new(allowed: &AllowedHosts) -> Result<Self, Failure> {
        Ok(Self {
            outbound: GuardedClient::new(allowed.clone())?,
            slots: Mutex::default(),
        })
    }

    fn slots(&self) -> MutexGuard<'_, HostSlots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Releases a slot when dropped, also after a panic.
struct DeliverySlot {
    app: Arc<App>,
    site: DueHost,
}

impl Drop for DeliverySlot {
    fn drop(&mut self) {
        self.app.webhooks.slots().leave(&self.site);
    }
}

/// Starts the worker.
pub(crate) fn start(app: &Arc<App>) {
    let (background, stopping) = (app.background.clone(), app.background.stopping());
    let pause = Duration::from_secs(u64::from(app.config.webhooks.poll_seconds));
    let app = Arc::downgrade(app);
    background.start("webhooks", async move {
        let mut is_more = false;
        loop {
            let pause = if is_more { Duration::ZERO } else { pause };
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            let Some(app) = app.upgrade() else { return };
            is_more = poll(&app).await.unwrap_or_else(|failure| {
                tracing::warn!(%failure, "webhooks were not looked after");
                false
            });
        }
    });
}

/// Creates some deliveries of waiting events, and starts serving every host with due deliveries that gets a slot; true if
/// more events wait.
pub async fn poll(app: &Arc<App>) -> Result<bool, Failure> {
    let is_more = dispatch(app).await?;
    let due = due(app).await?;
    let sites = app.webhooks.slots().in_turn(due);
    for site in sites {
        if !app.webhooks.slots().take(&site) {
            continue;
        }
        let taken = DeliverySlot {
            app: Arc::clone(app),
            site,
        };
        app.background.start("serving a webhook host", async move {
            serve(&taken.app, &taken.site.endpoints).await;
        });
    }
    Ok(is_more)
}

/// Creates all deliveries and sends those that are due, until there are none; for tests.
pub async fn once(app: &Arc<App>) -> Result<(), Failure> {
    while dispatch(app).await? {}
    loop {
        let mut has_sent = false;
        for one in due(app).await? {
            has_sent |= deliver(app, &one.endpoint_id).await?;
        }
        if !has_sent {
            return Ok(());
        }
    }
}

/// Returns the endpoints with due deliveries, longest due first.
async fn due(app: &App) -> Result<Vec<DueEndpoint>, Failure> {
    let mut reader = app.database.reader().await?;
    let (due, _pause) = OUTBOX
        .due(&mut reader.connection(), app.clock.now())
        .await?;
    Ok(due)
}

/// Serves the endpoints of one website at one host in turn.
async fn serve(app: &Arc<App>, endpoints: &[String]) {
    let (stopping, watch) = (app.background.stopping(), app.clock.stopwatch());
    let mut left: Vec<&String> = endpoints.iter().collect();
    while !left.is_empty() {
        let mut more = Vec::new();
        for endpoint in left {
            if stopping.is_cancelled() || watch.elapsed() > MAX_ROUND_TIME {
                return;
            }
            if served(app, endpoint).await {
                more.push(endpoint);
            }
        }
        left = more;
    }
}

/// Sends some due deliveries of an endpoint; false if there are none, or if it failed.
async fn served(app: &App, endpoint: &str) -> bool {
    deliver(app, endpoint).await.unwrap_or_else(|failure| {
        tracing::warn!(endpoint, %failure, "an endpoint was not served");
        false
    })
}
