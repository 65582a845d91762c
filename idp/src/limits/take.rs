//! Counting of actions against a limit in the database.

use std::time::Duration;

use foundation::{Connection, Failure};

use super::limit::{Limit, LimitOutcome};
use super::store;
use crate::app::App;
use crate::http::network::Network;

/// Divisor of a limit that gives its reserve.
const RESERVE: i64 = 5;

/// Counts an action for a key, such as a network, in the caller's transaction. A rollback undoes the count, and other
/// transactions with the key wait until the end. Callers count several limits in one order, the most shared one last.
pub(crate) async fn take(
    app: &App,
    db: &mut Connection<'_>,
    limit: Limit,
    key: &str,
) -> Result<LimitOutcome, Failure> {
    let max = limit.rule(&app.config.limits).max;
    take_up_to(app, db, limit, key, max).await
}

/// Counts an action for a network and for the wider networks around it. The first reached limit decides.
pub(crate) async fn take_of_network(
    app: &App,
    db: &mut Connection<'_>,
    limit: Limit,
    network: Network,
) -> Result<LimitOutcome, Failure> {
    let max = limit.rule(&app.config.limits).max;
    for (key, factor) in network.counter_keys() {
        let max = max.saturating_mul(factor);
        let outcome = take_up_to(app, db, limit, &key, max).await?;
        if outcome != LimitOutcome::Allowed {
            return Ok(outcome);
        }
    }
    Ok(LimitOutcome::Allowed)
}

/// Counts an action, but leaves a fifth of the limit as a reserve for callers of [`take`].
pub(crate) async fn take_with_reserve(
    app: &App,
    db: &mut Connection<'_>,
    limit: Limit,
) -> Result<LimitOutcome, Failure> {
    let max = limit.rule(&app.config.limits).max;
    let max = max - max.div_euclid(RESERVE);
    take_up_to(app, db, limit, "", max).await
}

async fn take_up_to(
    app: &App,
    db: &mut Connection<'_>,
    limit: Limit,
    key: &str,
    max: i64,
) -> Result<LimitOutcome, Failure> {
    let window = limit.rule(&app.config.limits).window;
    let now = app.clock.now();
    let key = counter_key(app, limit, key)?;
    if store::take(db, &key, max, now, now.plus(window)).await? {
        return Ok(LimitOutcome::Allowed);
    }
    metrics::counter!("idp_limits_reached_total", "limit" => limit.name()).increment(1);
    let ends_at = store::end(db, &key).await?.unwrap_or(now);
    let left = ends_at.micros().saturating_sub(now.micros());
    Ok(LimitOutcome::Refused {
        retry_after: Duration::from_micros(u64::try_from(left).unwrap_or_default()),
    })
}

/// Subtracts an action that turned out not to count.
pub(crate) async fn give_back(
    app: &App,
    db: &mut Connection<'_>,
    limit: Limit,
    key: &str,
) -> Result<(), Failure> {
    store::give_back(db, &counter_key(app, limit, key)?).await
}

/// Subtracts an action that [`take_of_network`] counted.
pub(crate) async fn give_back_of_network(
    app: &App,
    db: &mut Connection<'_>,
    limit: Limit,
    network: Network,
) -> Result<(), Failure> {
    for (key, _factor) in network.counter_keys() {
        give_back(app, db, limit, &key).await?;
    }
    Ok(())
}

/// Returns true if a limit is reached; counts nothing.
pub(crate) async fn is_reached(
    app: &App,
    db: &mut Connection<'_>,
    limit: Limit,
) -> Result<bool, Failure> {
    let max = limit.rule(&app.config.limits).max;
    store::is_reached(db, &counter_key(app, limit, "")?, max, app.clock.now()).await
}

/// Deletes the counter of a key, so that its next window starts from zero.
pub(crate) async fn reset(
    app: &App,
    db: &mut Connection<'_>,
    limit: Limit,
    key: &str,
) -> Result<(), Failure> {
    store::reset(db, &counter_key(app, limit, key)?).await
}

/// Returns the keyed hash that the database stores instead of a key.
fn counter_key(app: &App, limit: Limit, key: &str) -> Result<String, Failure> {
    let bound = format!("{}|{key}", limit.name());
    app.sealer.mac("limits", &bound)
}
