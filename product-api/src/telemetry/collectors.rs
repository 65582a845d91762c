//! Gauges of a running product-api, read at each request for metrics.

use std::future::ready;
use std::sync::Arc;

use foundation::Failure;
use foundation::telemetry::families::QUEUE_SIZE;
use foundation::telemetry::{Collector, Sample};

use super::families::{
    ENDPOINTS_FAILING, FROZEN_ACCOUNTS, RECONCILE_FINDINGS, STRIPE_CLOCK_SKEW, STRIPE_DEAD_LETTERS,
    STRIPE_OVERDUE, VERIFICATION_BROKEN_OFF, VERIFICATION_FINDINGS, VERIFICATION_TIME,
};
use crate::app::App;
use crate::billing::{inbox, read_reconcile_figures};
use crate::{operators, webhooks};

const SERVICE: &str = "product-api";

/// Returns the collectors of a product-api.
pub fn collectors(app: &Arc<App>) -> Vec<Collector> {
    let (state, queues, books) = (Arc::clone(app), Arc::clone(app), Arc::clone(app));
    vec![
        Collector::new("api_state", move || ready(Ok(read_state(&state)))),
        Collector::new("api_queues", move || read_queues(Arc::clone(&queues))),
        Collector::new("api_books", move || read_books(Arc::clone(&books))),
    ]
}

/// Reads gauges that need no database: connection pools, the queued operations of the ledger, and the clock's difference from
/// Stripe's.
fn read_state(app: &App) -> Vec<Sample> {
    let mut samples = app.database.pool_samples(SERVICE);
    let waiting = Sample::new(QUEUE_SIZE, app.ledger.waiting());
    samples.push(waiting.with("service", SERVICE).with("queue", "ledger"));
    samples.push(Sample::new(STRIPE_CLOCK_SKEW, app.stripe.clock_skew()));
    samples
}

async fn read_queues(app: Arc<App>) -> Result<Vec<Sample>, Failure> {
    let (events, deliveries) = webhooks::read_backlogs(&app).await?;
    let now = app.clock.now();
    let objects = inbox::read_backlog(&app).await?;
    let queues = [
        ("events", events),
        ("stripe_objects", objects),
        ("webhooks", deliveries),
    ];
    let samples = queues.map(|(queue, backlog)| backlog.samples(SERVICE, queue, now));
    let mut samples = samples.concat();
    samples.push(Sample::new(
        STRIPE_DEAD_LETTERS,
        inbox::count_dead(&app).await?,
    ));
    let figures = read_reconcile_figures(&app).await?;
    samples.push(Sample::new(STRIPE_OVERDUE, figures.overdue));
    let findings = figures.findings.into_iter();
    samples.extend(
        findings.map(|(kind, count)| Sample::new(RECONCILE_FINDINGS, count).with("kind", kind)),
    );
    Ok(samples)
}

async fn read_books(app: Arc<App>) -> Result<Vec<Sample>, Failure> {
    let numbers = operators::read_numbers(&app).await?;
    let run = operators::read_last_run(&app).await?;
    let mut samples = vec![
        Sample::new(FROZEN_ACCOUNTS, numbers.frozen),
        Sample::new(ENDPOINTS_FAILING, numbers.failing),
        Sample::new(VERIFICATION_BROKEN_OFF, u8::from(run.is_broken_off)),
    ];
    if let Some(ended_at) = run.ended_at {
        samples.push(Sample::new(VERIFICATION_TIME, ended_at.seconds()));
        samples.push(Sample::new(VERIFICATION_FINDINGS, run.findings));
    }
    Ok(samples)
}
