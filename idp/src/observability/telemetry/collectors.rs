//! Gauges of a running idp, read at each request for metrics.

use std::future::ready;
use std::sync::Arc;

use foundation::Failure;
use foundation::telemetry::{Backlog, Collector, Sample, families};

use crate::app::App;
use crate::{session::backchannel, sign_in::upstream};

const SERVICE: &str = "idp";

/// Returns the collectors of an idp.
pub fn collectors(app: &Arc<App>) -> Vec<Collector> {
    let (state, queues) = (Arc::clone(app), Arc::clone(app));
    vec![
        Collector::new("idp_state", move || ready(Ok(read_state(&state)))),
        Collector::new("idp_queues", move || read_queues(Arc::clone(&queues))),
    ]
}

/// Reads gauges that need no database: pools and breakers.
fn read_state(app: &App) -> Vec<Sample> {
    let redis = app.sessions.is_breaker_open();
    let redis = redis.map(|is_open| ("redis", is_open));
    let breakers = upstream::breakers(app)
        .chain(redis)
        .map(|(target, is_open)| {
            Sample::new(families::BREAKER_OPEN, u8::from(is_open))
                .with("service", SERVICE)
                .with("target", target)
        });
    app.database
        .pool_samples(SERVICE)
        .into_iter()
        .chain(breakers)
        .collect()
}

async fn read_queues(app: Arc<App>) -> Result<Vec<Sample>, Failure> {
    let mail = app.mail.outbox_status().await?;
    let mail = Backlog {
        size: mail.waiting,
        oldest_at: mail.oldest_at,
    };
    let logouts = backchannel::read_backlog(&app).await?;
    let now = app.clock.now();
    let queues = [("mail", mail), ("logouts", logouts)];
    let samples = queues.map(|(queue, backlog)| backlog.samples(SERVICE, queue, now));
    Ok(samples.concat())
}
