//! Taking one of a limited number.

use std::time::Duration;

use foundation::{Connection, Failure};

use super::limit::{Limit, Verdict};
use super::store;
use crate::app::App;

/// Takes one for a key, such as a network, in the caller's transaction: a rollback gives it back, and until then others
/// with the same key wait. What takes several takes them in one order, the most shared last.
pub(crate) async fn take(
    app: &App,
    db: &mut Connection<'_>,
    limit: Limit,
    key: &str,
) -> Result<Verdict, Failure> {
    let rule = limit.rule(&app.config.limits);
    let now = app.clock.now();
    let key = kept(app, limit, key)?;
    if store::take(db, &key, rule.most, now, now.plus(rule.window)).await? {
        return Ok(Verdict::Allowed);
    }
    metrics::counter!("idp_limits_reached_total", "limit" => limit.name()).increment(1);
    let ends_at = store::end(db, &key).await?.unwrap_or(now);
    let left = ends_at.micros().saturating_sub(now.micros());
    Ok(Verdict::Refused {
        retry_after: Duration::from_micros(u64::try_from(left).unwrap_or_default()),
    })
}

/// Gives one back that was taken for what turned out not to count.
pub(crate) async fn give_back(
    app: &App,
    db: &mut Connection<'_>,
    limit: Limit,
    key: &str,
) -> Result<(), Failure> {
    store::give_back(db, &kept(app, limit, key)?).await
}

/// Forgets all that was taken for a key: the next window is a whole one.
pub(crate) async fn forget(
    app: &App,
    db: &mut Connection<'_>,
    limit: Limit,
    key: &str,
) -> Result<(), Failure> {
    store::forget(db, &kept(app, limit, key)?).await
}

/// What is kept instead of a key.
fn kept(app: &App, limit: Limit, key: &str) -> Result<String, Failure> {
    let bound = format!("{}|{key}", limit.name());
    app.sealer.mac("limits", &bound)
}
