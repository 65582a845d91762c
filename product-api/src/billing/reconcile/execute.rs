//! Executes a run page by page. Each page is one transaction, so that another server continues a run whose server was lost.

use std::time::Duration;

use foundation::http::log_failure;
use foundation::{Connection, Failure, Timestamp};

use super::charges::{compare_charges, compare_disputes, compare_refunds};
use super::context::RunContext;
use super::earlier_findings::compare_findings;
use super::invoices::compare_invoices;
use super::movements::compare_movements;
use super::own_side::compare_own;
use super::page::RunPage;
use super::run::{ReconcileRun, RunStage, RunState};
use super::save_page::save_page;
use super::sessions::compare_sessions;
use super::store::{findings, runs, schedule};
use super::subscriptions::compare_subscriptions;
use crate::app::App;
use crate::billing::connections::{
    StripeConnection, find_connection, mail_findings, note_error, open_account, set_list_cursor,
};
use crate::billing::marks::ApplyError;
use crate::billing::stripe::{Priority, StripeError};

/// Lease of a run, which each page renews: longer than a page may take.
pub(super) const LEASE: Duration = Duration::from_mins(5);
/// Time after which a run that failed is started again.
const RETRY: Duration = Duration::from_mins(15);
/// Maximum length of a stored error, in characters.
const MAX_ERROR: usize = 300;
/// The error of a run that our own machinery ended; the log has its causes.
const OWN_ERROR: &str = "an error on our side, which is in the log";

/// Executes a run whose lease this server holds, until it has ended or the server stops.
pub(super) async fn execute(app: &App, mut run: ReconcileRun) -> Result<(), Failure> {
    let stopping = app.background.stopping();
    while run.state == RunState::Running && !stopping.is_cancelled() {
        let is_ours = match next_page(app, &run).await {
            Ok(page) => proceed(app, &mut run, page).await?,
            Err(ApplyError::Stripe(error)) => {
                note_error(app, &run.connection_id, &error).await?;
                fail(app, &mut run, &error.to_string()).await?
            }
            Err(ApplyError::Failure(failure)) => {
                log_failure(&failure);
                fail(app, &mut run, OWN_ERROR).await?
            }
        };
        if !is_ours {
            return Ok(());
        }
    }
    Ok(())
}

/// Compares the next page.
async fn next_page(app: &App, run: &ReconcileRun) -> Result<RunPage, ApplyError> {
    let connection = connection_of(app, run).await?;
    if !connection.state.is_usable() {
        return Err(StripeError::Unauthorized.into());
    }
    let context = RunContext {
        app,
        account: open_account(app, &connection, Priority::Reconcile)?,
        connection: &connection,
        run,
    };
    match run.stage {
        RunStage::Sessions => compare_sessions(&context).await,
        RunStage::Subscriptions => compare_subscriptions(&context).await,
        RunStage::Invoices => compare_invoices(&context).await,
        RunStage::Charges => compare_charges(&context).await,
        RunStage::Refunds => compare_refunds(&context).await,
        RunStage::Disputes => compare_disputes(&context).await,
        RunStage::Balance => compare_movements(&context).await,
        RunStage::Own => compare_own(&context).await,
        RunStage::Findings => compare_findings(&context).await,
    }
}

async fn connection_of(app: &App, run: &ReconcileRun) -> Result<StripeConnection, Failure> {
    let mut reader = app.database.reader().await?;
    let found = find_connection(&mut reader.connection(), &run.connection_id).await?;
    found.ok_or_else(|| Failure::defect("a run has no connection"))
}

/// Writes a page and the place that follows it; false if another server has the run.
async fn proceed(app: &App, run: &mut ReconcileRun, page: RunPage) -> Result<bool, Failure> {
    let (held_until, now) = (run.held_until, app.clock.now());
    run.held_until = now.plus(LEASE);
    run.last_object.clone_from(&page.next);
    if page.next.is_none() {
        match run.stage.next() {
            Some(next) => run.stage = next,
            None => run.state = RunState::Ended,
        }
    }
    let is_ended = run.state == RunState::Ended;
    run.ended_at = is_ended.then_some(now);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    save_page(app, &mut db, run, &page).await?;
    if is_ended && !run.is_dry_run {
        run.findings = findings::count_open(&mut db, &run.connection_id).await?;
        mail_added(app, &mut db, run).await?;
        let cursor = find_connection(&mut db, &run.connection_id).await?;
        let cursor = cursor.map_or_else(Timestamp::default, |found| found.list_cursor);
        // A run since a later time leaves a gap.
        if run.from <= cursor || cursor == Timestamp::default() {
            set_list_cursor(&mut db, &run.connection_id, run.to).await?;
        }
    }
    if !runs::save(&mut db, run, held_until, now).await? {
        transaction.rollback().await?;
        return Ok(false);
    }
    transaction.commit().await?;
    report(run, &page);
    Ok(true)
}

/// Queues an email about the findings that the run has added. A dry run adds none.
async fn mail_added(app: &App, db: &mut Connection<'_>, run: &ReconcileRun) -> Result<(), Failure> {
    let added = findings::count_added(db, &run.connection_id, run.to).await?;
    if run.is_dry_run || added == 0 {
        return Ok(());
    }
    match find_connection(db, &run.connection_id).await? {
        Some(connection) => mail_findings(app, db, &connection, &run.id, added).await,
        None => Ok(()),
    }
}

fn report(run: &ReconcileRun, page: &RunPage) {
    if run.is_dry_run {
        return;
    }
    let repaired = u64::try_from(page.repairs.len()).unwrap_or(u64::MAX);
    metrics::counter!("api_reconcile_repairs_total").increment(repaired);
    if run.state == RunState::Ended {
        let (objects, repaired, findings) = (run.objects, run.repaired, run.findings);
        tracing::info!(
            connection = run.connection_id,
            objects,
            repaired,
            findings,
            "our records were compared with Stripe's"
        );
    }
}

/// Ends a run that cannot go on, and starts another one later; false if another server has the run.
async fn fail(app: &App, run: &mut ReconcileRun, error: &str) -> Result<bool, Failure> {
    let (held_until, now) = (run.held_until, app.clock.now());
    run.state = RunState::Failed;
    run.error = Some(error.chars().take(MAX_ERROR).collect());
    run.ended_at = Some(now);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_ours = runs::save(&mut db, run, held_until, now).await?;
    if is_ours {
        // The next run confirms these findings, and adds none of them.
        mail_added(app, &mut db, run).await?;
    }
    schedule::set_full(&mut db, &run.connection_id, now, now.plus(RETRY)).await?;
    transaction.commit().await?;
    tracing::warn!(
        connection = run.connection_id,
        error,
        "our records were not compared with Stripe's"
    );
    Ok(is_ours)
}
