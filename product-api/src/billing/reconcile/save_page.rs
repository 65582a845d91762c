//! Writes the result of a page in the transaction of its run: marks, findings and counts.

use foundation::{Connection, Failure, id};

use super::finding::NewFinding;
use super::page::{RunPage, add_sum};
use super::run::ReconcileRun;
use super::store::findings::{self, FindingRun};
use super::store::own_payments::note_seen;
use super::store::own_subscriptions::note_seen_subscription;
use crate::app::App;
use crate::billing::marks::{Mark, MarkedObject, ObjectKind, mark_all};

/// Marks what differs, records findings, and adds the counts to the run, whose row the caller saves. A dry run only counts.
pub(super) async fn save_page(
    app: &App,
    db: &mut Connection<'_>,
    run: &mut ReconcileRun,
    page: &RunPage,
) -> Result<(), Failure> {
    let now = app.clock.now();
    run.objects = run.objects.saturating_add(page.objects);
    run.repaired = run.repaired.saturating_add(count(page.repairs.len()));
    for (currency, sum) in &page.sums {
        add_sum(&mut run.sums, currency, *sum);
    }
    for intent in &page.seen {
        note_seen(db, &run.connection_id, intent, now).await?;
    }
    for stripe_id in &page.seen_subscriptions {
        note_seen_subscription(db, &run.connection_id, stripe_id, now).await?;
    }
    if run.is_dry_run {
        run.findings = run.findings.saturating_add(count(page.findings.len()));
        return Ok(());
    }
    mark(app, db, run, page).await?;
    for finding in &page.findings {
        record(app, db, run, finding).await?;
    }
    for id in &page.closed {
        findings::close(db, id, now).await?;
    }
    Ok(())
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Marks objects in the order of their keys, each once.
async fn mark(
    app: &App,
    db: &mut Connection<'_>,
    run: &ReconcileRun,
    page: &RunPage,
) -> Result<(), Failure> {
    let objects = page.repairs.union(&page.rechecks);
    let objects: Vec<(ObjectKind, String)> = objects.cloned().collect();
    let marks = objects.iter().map(|(kind, object_id)| Mark {
        object: MarkedObject {
            connection_id: &run.connection_id,
            kind: *kind,
            object_id,
        },
        event: None,
        count: 1,
    });
    let marks: Vec<Mark<'_>> = marks.collect();
    mark_all(db, &marks, app.clock.now()).await
}

async fn record(
    app: &App,
    db: &mut Connection<'_>,
    run: &mut ReconcileRun,
    finding: &NewFinding,
) -> Result<(), Failure> {
    let id = id::new("fnd", &app.clock, &app.random)?;
    let of_run = FindingRun {
        connection_id: &run.connection_id,
        run_id: &run.id,
        now: app.clock.now(),
    };
    let recorded = findings::record(db, of_run, &id, finding).await?;
    if recorded.is_none() {
        return Ok(());
    }
    run.findings = run.findings.saturating_add(1);
    if recorded.as_deref() == Some(id.as_str()) {
        tracing::warn!(
            connection = run.connection_id,
            kind = finding.kind.word(),
            object = finding.object_id,
            ours = finding.ours,
            theirs = finding.theirs,
            "our records differ from Stripe's"
        );
    }
    Ok(())
}
