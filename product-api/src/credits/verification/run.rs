//! Runs of the verification, and their results: one run per scope at a time on all servers, while operations go through.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use foundation::http::log_failure;
use foundation::{Failure, Timestamp, id};

use super::freeze::freeze;
use super::run_queue::QueueTicket;
use super::scope::VerificationScope;
use super::verify::{CHECK_TIMEOUT, ask};
use crate::app::App;
use crate::credits::execution::open_book::open_book;
use crate::credits::ledger::book::BookKey;
use crate::credits::store::verifications::{Finding, FrozenWallet, NewRun, VerificationRun};
use crate::credits::store::{checks, verifications};
use crate::problem::{Kind, Problem};

/// Timeout of a request that waits for its run; the client then asks for the same run again.
const RUN_TIMEOUT: Duration = Duration::from_secs(15);
/// Lease of a run, which each heartbeat renews.
const LEASE: Duration = Duration::from_mins(5);
/// Interval of a run's heartbeats, also during a query.
const HEARTBEAT: Duration = Duration::from_mins(1);
/// Time for which a website gets its last run in place of a new one. The operator gets a new run if none is in progress.
const REUSE_PERIOD: Duration = Duration::from_mins(10);
const MIN_PAUSE: Duration = Duration::from_millis(5);
const MAX_PAUSE: Duration = Duration::from_millis(250);

/// A run, and the wallets that any run has frozen.
#[derive(Clone, Debug)]
pub(crate) struct Verification {
    /// The run.
    pub(crate) run: VerificationRun,
    /// Frozen wallets of its books, which operations refuse.
    pub(crate) frozen: Vec<FrozenWallet>,
}

/// Starts a verification, or reads the run with a given id. A run that takes long is returned in its current state.
pub(crate) async fn verification(
    app: &Arc<App>,
    books: &VerificationScope,
    requested: Option<&str>,
) -> Result<Verification, Problem> {
    let book_id = match books {
        VerificationScope::All => None,
        VerificationScope::Website(access) => {
            let of = BookKey {
                website_id: Some(access.website_id.clone()),
                mode: access.mode,
            };
            Some(open_book(app, &of).await?.book.id)
        }
    };
    let run_id = match requested {
        Some(run_id) => run_id.to_owned(),
        None => start_verification(app, book_id).await?,
    };
    let run = wait_for_end(app, &run_id, book_id).await?;
    if run.ended_at.is_some() && run.findings.is_none() {
        let detail = "The verification was broken off; the log says why. Ask for a new one.";
        return Err(Problem::new(Kind::Unavailable, detail));
    }
    let mut reader = app.database.reader().await?;
    let frozen = verifications::frozen(&mut reader.connection(), book_id).await?;
    Ok(Verification { run, frozen })
}

/// Verifies all books if the last verification is too old; false if it is not.
pub(crate) async fn verify_again(app: &Arc<App>) -> Result<bool, Failure> {
    let hours = app.config.ledger.verify_hours;
    if hours == 0 {
        return Ok(false);
    }
    let now = app.clock.now();
    let before = now.minus(Duration::from_hours(u64::from(hours)));
    let is_due = {
        let mut reader = app.database.reader().await?;
        verifications::is_due(&mut reader.connection(), before).await?
    };
    if !is_due {
        return Ok(false);
    }
    let run_id = id::new("ver", &app.clock, &app.random)?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    verifications::give_up_lost(&mut db, None, now).await?;
    let run = NewRun {
        id: &run_id,
        book_id: None,
        now,
        until: now.plus(LEASE),
    };
    let is_started = verifications::insert_if_due(&mut db, run, before).await?;
    transaction.commit().await?;
    if is_started {
        start(app, run_id, None, None);
    }
    Ok(is_started)
}

/// Starts a run in the background, which keeps its ticket of the queue.
fn start(app: &Arc<App>, run_id: String, book_id: Option<i64>, ticket: Option<QueueTicket>) {
    let (app, background) = (Arc::clone(app), app.background.clone());
    background.start("verifying the books", async move {
        run(&app, &run_id, book_id, HEARTBEAT).await;
        drop(ticket);
    });
}

/// Starts a run, unless one of the same books is in progress or a website's has just ended; returns the id of the run.
pub(crate) async fn start_verification(
    app: &Arc<App>,
    book_id: Option<i64>,
) -> Result<String, Problem> {
    let ticket = match book_id {
        Some(_) => Some(app.verification_queue.take_ticket()?),
        None => None,
    };
    let run_id = id::new("ver", &app.clock, &app.random)?;
    let started = loop {
        let now = app.clock.now();
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        verifications::give_up_lost(&mut db, book_id, now).await?;
        let run = NewRun {
            id: &run_id,
            book_id,
            now,
            until: now.plus(LEASE),
        };
        let ended_after = match book_id {
            Some(_) => now.minus(REUSE_PERIOD),
            None => Timestamp::from_micros(i64::MAX),
        };
        let started = verifications::insert(&mut db, run, ended_after).await?;
        transaction.commit().await?;
        // None if the run that was in progress has ended since.
        if let Some(started) = started {
            break started;
        }
    };
    if started == run_id {
        start(app, run_id, book_id, ticket);
    }
    Ok(started)
}

/// Executes a run, with heartbeats.
pub(crate) async fn run(app: &App, run_id: &str, book_id: Option<i64>, beat: Duration) {
    let stopping = app.background.stopping();
    let outcome = tokio::select! {
        findings = run_checks(app, book_id) => findings,
        never = send_heartbeats(app, run_id, beat) => match never {},
        () = stopping.cancelled() => {
            Err(Failure::unavailable("verifying the books", "the service stops"))
        }
    };
    let outcome = match outcome {
        Ok(findings) => report(app, run_id, findings).await,
        Err(failure) => Err(failure),
    };
    if let Err(failure) = outcome {
        log_failure(&failure);
        let ended = end(app, run_id, None).await;
        ended.unwrap_or_else(|failure| log_failure(&failure));
    }
}

/// Executes the checks on a connection of its own, one run at a time in this process.
async fn run_checks(app: &App, book_id: Option<i64>) -> Result<Vec<Finding>, Failure> {
    let _turn = app.verification_queue.turn().await?;
    let mut reader = app.database.dedicated_reader(CHECK_TIMEOUT).await?;
    let mut findings = Vec::new();
    for check in checks::all() {
        findings.extend(ask(&mut reader, check, book_id).await?);
    }
    reader.close().await?;
    Ok(findings)
}

/// Sends heartbeats of a run. After a failure the next heartbeat tries again.
async fn send_heartbeats(app: &App, run_id: &str, beat: Duration) -> Infallible {
    loop {
        tokio::time::sleep(beat).await;
        if let Err(failure) = renew_lease(app, run_id, app.clock.now()).await {
            log_failure(&failure);
        }
    }
}

/// Renews the lease of a run.
async fn renew_lease(app: &App, run_id: &str, now: Timestamp) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    verifications::hold(&mut transaction.connection(), run_id, now.plus(LEASE)).await?;
    transaction.commit().await
}

/// Reports the findings, and freezes their wallets.
async fn report(app: &App, run_id: &str, findings: Vec<Finding>) -> Result<(), Failure> {
    for finding in &findings {
        log_finding(run_id, finding);
    }
    let wallets: BTreeSet<i64> = findings
        .iter()
        .flat_map(|finding| finding.wallets.iter().copied())
        .collect();
    freeze(app, run_id, &wallets).await?;
    end(app, run_id, Some(findings)).await
}

fn log_finding(run_id: &str, finding: &Finding) {
    tracing::error!(
        run = run_id,
        invariant = finding.invariant,
        rows = ?finding.rows,
        count = finding.count,
        "the books contradict themselves: {}",
        finding.what
    );
    let invariant = finding.invariant.to_string();
    let count = u64::try_from(finding.count).unwrap_or(u64::MAX);
    metrics::counter!("api_ledger_findings_total", "invariant" => invariant).increment(count);
}

async fn end(app: &App, run_id: &str, findings: Option<Vec<Finding>>) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    verifications::end(&mut db, run_id, now, findings.as_deref()).await?;
    transaction.commit().await
}

/// Waits until a run has ended, or until the timeout.
async fn wait_for_end(
    app: &App,
    run_id: &str,
    book_id: Option<i64>,
) -> Result<VerificationRun, Problem> {
    let (watch, mut pause) = (app.clock.stopwatch(), MIN_PAUSE);
    loop {
        let found = {
            let mut reader = app.database.reader().await?;
            verifications::find(&mut reader.connection(), run_id, book_id).await?
        };
        let run = found.ok_or_else(|| Problem::not_found("verification"))?;
        if run.ended_at.is_some() || watch.elapsed() > RUN_TIMEOUT {
            return Ok(run);
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(MAX_PAUSE);
    }
}
