//! Records the outcomes of attempts, and the state of the endpoint after them.

use foundation::failure::{CommitOutcome, FailureKind};
use foundation::{Failure, Timestamp};

use super::disable::{DisableReason, disable};
use super::schedule::{MAX_FAILURE_TIME, next};
use super::send::DeliveryResult;
use super::store::deliveries::{self, ClaimedDelivery, DeliveryUpdate};
use super::store::endpoints;
use super::store::queues::{self, DeliveryQueue};
use crate::app::App;

/// Records the outcomes of attempts at an endpoint with this URL; disables one that is gone or has failed for days. Retries
/// once after a conflict with another transaction: an outcome that is lost makes the server send its event again.
pub(super) async fn record_outcomes(
    app: &App,
    endpoint_id: &str,
    url: &str,
    outcomes: &[(&ClaimedDelivery, DeliveryResult)],
) -> Result<(), Failure> {
    let now = app.clock.now();
    let lines: Vec<DeliveryUpdate<'_>> = outcomes
        .iter()
        .map(|(claimed, result)| line(app, claimed, result, now))
        .collect::<Result<_, Failure>>()?;
    let is =
        |wanted: fn(&DeliveryResult) -> bool| outcomes.iter().any(|(_, result)| wanted(result));
    let is_gone = is(|result| *result == DeliveryResult::Gone);
    let works = !is_gone && is(|result| matches!(result, DeliveryResult::Accepted(_)));
    let since = match store_outcomes(app, endpoint_id, url, &lines, works).await {
        Err(failure)
            if failure.kind() == FailureKind::Busy
                || failure.commit_outcome() != CommitOutcome::Unspecified =>
        {
            store_outcomes(app, endpoint_id, url, &lines, works).await?
        }
        noted => noted?,
    };
    for (line, (_, result)) in lines.iter().zip(outcomes) {
        metrics::counter!("api_webhooks_total", "outcome" => word(line, result)).increment(1);
    }
    if is_gone {
        return disable(app, endpoint_id, url, DisableReason::Gone).await;
    }
    // If this replica ends before it disables the endpoint, the next failure disables it.
    match since {
        Some(since) if now >= since.plus(MAX_FAILURE_TIME) => {
            disable(app, endpoint_id, url, DisableReason::Failing).await
        }
        Some(_) | None => Ok(()),
    }
}

/// Records the outcomes in one transaction. Locks the endpoint first, like every writer of its deliveries, and releases the
/// deliveries that waited for these. Returns the time since which the endpoint fails. If its URL has changed, the attempts
/// went to the old one: no delivery is given up for that.
async fn store_outcomes(
    app: &App,
    endpoint_id: &str,
    url: &str,
    lines: &[DeliveryUpdate<'_>],
    works: bool,
) -> Result<Option<Timestamp>, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let standing = if works {
        endpoints::works(&mut db, endpoint_id, url).await?
    } else {
        endpoints::fails(&mut db, endpoint_id, url, now).await?
    };
    if standing.is_elsewhere {
        let moved: Vec<_> = lines.iter().map(|line| line.elsewhere(now)).collect();
        deliveries::record(&mut db, &moved).await?;
    } else {
        deliveries::record(&mut db, lines).await?;
    }
    let queues = lines.iter().map(|line| DeliveryQueue {
        endpoint_id: endpoint_id.to_owned(),
        account_id: line.claimed.account_id,
    });
    queues::release(&mut db, queues.collect(), now).await?;
    transaction.commit().await?;
    Ok(standing.failing_since())
}

/// Returns the outcome of one attempt: it was accepted, is retried at a time, or is given up.
fn line<'a>(
    app: &App,
    claimed: &'a ClaimedDelivery,
    result: &DeliveryResult,
    now: Timestamp,
) -> Result<DeliveryUpdate<'a>, Failure> {
    let failed = |status, error, next_at| DeliveryUpdate {
        claimed,
        has_arrived: false,
        next_at,
        status,
        error: Some(error),
        counts_not: false,
    };
    Ok(match result {
        DeliveryResult::Accepted(status) => DeliveryUpdate {
            claimed,
            has_arrived: true,
            next_at: None,
            status: Some(*status),
            error: None,
            counts_not: false,
        },
        DeliveryResult::Gone => failed(Some(410), "it said that it is gone", None),
        DeliveryResult::Failed(trouble, retry_after) => {
            let chance = u16::from_be_bytes(app.random.bytes()?);
            let again = next(claimed.attempts, chance, *retry_after, now);
            failed(trouble.status, trouble.error, again)
        }
    })
}

/// Returns the outcome's word in the counters.
fn word(line: &DeliveryUpdate<'_>, result: &DeliveryResult) -> &'static str {
    match result {
        DeliveryResult::Accepted(_) => "delivered",
        DeliveryResult::Gone => "gone",
        DeliveryResult::Failed(..) if line.next_at.is_some() => "retried",
        DeliveryResult::Failed(..) => "given_up",
    }
}
