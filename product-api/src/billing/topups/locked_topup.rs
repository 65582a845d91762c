//! A rule and one of its attempts, whose rows a transaction has locked in this order.

use foundation::{Connection, Failure, Timestamp};

use super::attempt::Attempt;
use super::rule::TopUpRule;
use super::store;
use crate::app::App;
use crate::credits::set_topup_threshold;

/// Both rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LockedTopUp {
    /// The rule.
    pub(super) rule: TopUpRule,
    /// The attempt.
    pub(super) attempt: Attempt,
}

/// Locks a rule and one of its attempts; none if one of them is not there.
pub(super) async fn lock_both(
    db: &mut Connection<'_>,
    found: &Attempt,
) -> Result<Option<LockedTopUp>, Failure> {
    let rule = store::lock_rule(db, &found.wallet).await?;
    let attempt = store::lock(db, &found.id).await?;
    Ok(rule
        .zip(attempt)
        .map(|(rule, attempt)| LockedTopUp { rule, attempt }))
}

/// Writes both rows; `next_at` is the time of the next step of an open attempt. Locks the wallet.
pub(super) async fn save_both(
    app: &App,
    db: &mut Connection<'_>,
    locked: &LockedTopUp,
    next_at: Option<Timestamp>,
) -> Result<(), Failure> {
    store::update(db, &locked.attempt, next_at, app.clock.now()).await?;
    save_rule(app, db, &locked.rule).await
}

/// Writes a rule that is locked or new, and the threshold that its wallet watches. Locks the wallet.
pub(super) async fn save_rule(
    app: &App,
    db: &mut Connection<'_>,
    rule: &TopUpRule,
) -> Result<(), Failure> {
    store::save_rule(db, rule, app.clock.now()).await?;
    set_topup_threshold(db, &rule.wallet, rule.watched_threshold()).await
}
