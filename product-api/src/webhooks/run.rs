//! The worker: looks for events and deliveries beside the requests, many hosts at a time, each by itself.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use foundation::Failure;
use foundation::outbound::{Allowed, Guarded};

use super::deliver::deliver;
use super::dispatch::dispatch;
use super::places::{Places, Site};
use super::store::deliveries::{self, Due};
use crate::app::App;

/// How long a place is held before the others of the installation are looked at again.
const LONGEST_ROUND: Duration = Duration::from_secs(20);

/// What the worker needs.
#[derive(Debug)]
pub(crate) struct Webhooks {
    /// Asks addresses of strangers.
    pub(super) outbound: Guarded,
    /// Who is being served by this process.
    places: Mutex<Places>,
}

impl Webhooks {
    /// A worker that may also ask the neighbours that the operator names.
    pub(crate) fn new(allowed: &Allowed) -> Result<Self, Failure> {
        Ok(Self {
            outbound: Guarded::new(allowed.clone())?,
            places: Mutex::default(),
        })
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Gives a place back, also when serving panicked.
struct Taken {
    app: Arc<App>,
    site: Site,
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.app.webhooks.places().leave(&self.site);
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
            is_more = look(&app).await.unwrap_or_else(|failure| {
                tracing::warn!(%failure, "webhooks were not looked after");
                false
            });
        }
    });
}

/// Hands out some of what waits, and has everybody served that something is due for and whose turn it is; true when more
/// waits to be handed out.
pub async fn look(app: &Arc<App>) -> Result<bool, Failure> {
    let is_more = dispatch(app).await?;
    let due = due(app).await?;
    let sites = app.webhooks.places().in_turn(due);
    for site in sites {
        if !app.webhooks.places().take(&site) {
            continue;
        }
        let taken = Taken {
            app: Arc::clone(app),
            site,
        };
        app.background.start("serving a webhook host", async move {
            serve(&taken.app, &taken.site.endpoints).await;
        });
    }
    Ok(is_more)
}

/// Hands out what waits and sends what is due, until nothing is; for tests.
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

/// The endpoints that something is due for, whose is due longest first.
async fn due(app: &App) -> Result<Vec<Due>, Failure> {
    let now = app.clock.now();
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let next = deliveries::next(&mut db).await?;
    if next.is_some_and(|next| next <= now) {
        deliveries::due(&mut db, now).await
    } else {
        Ok(Vec::new())
    }
}

/// Serves the endpoints of one website at one host in turn.
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
