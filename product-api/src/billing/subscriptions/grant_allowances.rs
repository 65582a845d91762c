//! Grants allowances in the open transaction of a use case: what does not roll over expires, then the new lots are added.

use std::time::Duration;

use foundation::{Connection, Failure, Timestamp};

use super::allowance::{AllowanceKind, NewAllowance, OlderLot};
use super::period::lot_end;
use super::rollover::early_expiries;
use super::store::{self, AllowanceRow};
use super::subscription::{PlanRef, Subscription};
use crate::app::App;
use crate::billing::catalog::SoldPlan;
use crate::billing::payments::expire_early;
use crate::credits::{
    GrantedLot, LotExpiry, LotKind, LotLeft, PurchaseCredits, PurchaseGrant, PurchaseGrantError,
    grant_within,
};

/// Kinds of the causes of grants.
const PAID: &str = "subscription";
const TRIAL: &str = "trial";
/// Minimum lifetime of granted credits, also if their period has ended before.
const MIN_LIFETIME: Duration = Duration::from_hours(1);

/// Allowances of one invoice or one month.
#[derive(Clone, Copy, Debug)]
pub(super) struct AllowanceBatch<'a> {
    /// The version of the plan.
    pub(super) plan: &'a SoldPlan,
    /// The allowances.
    pub(super) allowances: &'a [NewAllowance],
    /// The payment; none for a trial.
    pub(super) payment_id: Option<&'a str>,
    /// Time for which a lot outlives its period.
    pub(super) renewal_grace: Duration,
}

/// Grants those of the allowances that were not granted before, and returns their lots. The caller has locked the subscription
/// and its payment, and marks the transaction with [`crate::credits::Ledger::mark_in_flight`]. Locks the wallet.
pub(super) async fn grant_allowances(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &Subscription,
    batch: AllowanceBatch<'_>,
) -> Result<Vec<GrantedLot>, Failure> {
    let mut granted = Vec::new();
    for allowance in batch.allowances {
        if store::has_allowance(db, &subscription.id, allowance).await? {
            continue;
        }
        if allowance.kind == AllowanceKind::Paid {
            roll_over(app, db, subscription, batch.plan, allowance).await?;
        }
        let grant = grant_of(app, subscription, batch, allowance);
        let lots = grant_within(app, db, &subscription.wallet(), &[grant]).await;
        let lot = lots.map_err(failure_of)?.into_iter().next();
        let lot = lot.ok_or_else(|| Failure::defect("an allowance was granted and has no lot"))?;
        let row = AllowanceRow {
            subscription_id: &subscription.id,
            allowance,
            plan: &PlanRef::new(batch.plan),
            lot_id: Some(lot.lot_id),
            payment_id: batch.payment_id,
        };
        store::insert_allowance(db, row, app.clock.now()).await?;
        granted.push(lot);
    }
    Ok(granted)
}

/// Converts a refused grant to a failure: the application is repeated until the wallet takes the credits.
fn failure_of(error: PurchaseGrantError) -> Failure {
    match error {
        PurchaseGrantError::Failure(failure) => failure,
        PurchaseGrantError::Frozen | PurchaseGrantError::Refused(_) => {
            Failure::unavailable("granting an allowance", error)
        }
    }
}

fn grant_of(
    app: &App,
    subscription: &Subscription,
    batch: AllowanceBatch<'_>,
    allowance: &NewAllowance,
) -> PurchaseGrant {
    let is_trial = allowance.kind == AllowanceKind::Trial;
    let end = end_of(subscription, batch, allowance);
    PurchaseGrant {
        op_key: allowance.op_key(&subscription.id),
        kind: if is_trial {
            LotKind::Promo
        } else {
            LotKind::Subscription
        },
        credits: allowance.credits,
        expires_at: Some(end.max(app.clock.now().plus(MIN_LIFETIME))),
        feature_id: allowance.feature_id,
        source_kind: if is_trial { TRIAL } else { PAID },
        description: Some(batch.plan.name.clone()),
        actor: "system".to_owned(),
    }
}

/// Returns the end of an allowance's lot. Credits of a trial end with it.
fn end_of(
    subscription: &Subscription,
    batch: AllowanceBatch<'_>,
    allowance: &NewAllowance,
) -> Timestamp {
    let end = allowance.period.end;
    match allowance.kind {
        AllowanceKind::Trial => end,
        AllowanceKind::Paid | AllowanceKind::Change => {
            let terms = &batch.plan.terms;
            lot_end(subscription.anchor, terms, end, batch.renewal_grace)
        }
    }
}

/// Expires the credits of earlier allowances that do not roll over into a new one. An allowance whose span is not over, because
/// the subscription began a new period early, keeps its credits to its end.
async fn roll_over(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &Subscription,
    plan: &SoldPlan,
    new: &NewAllowance,
) -> Result<(), Failure> {
    let earlier = store::older_lots(db, &subscription.id, new).await?;
    if earlier.is_empty() {
        return Ok(());
    }
    let lots: Vec<i64> = earlier.iter().map(|lot| lot.lot_id).collect();
    let wallet = subscription.wallet();
    let credits = PurchaseCredits {
        wallet: &wallet,
        lots: &lots,
        reference: &subscription.id,
    };
    let start = new.period.start.seconds();
    expire_early(app, db, &credits, |left| {
        let older = earlier.iter().zip(left);
        let older = older.map(|(lot, left): (_, &LotLeft)| OlderLot {
            lot_id: lot.lot_id,
            starts_at: lot.starts_at,
            left: left.left,
            pinned: left.pinned,
        });
        let older: Vec<OlderLot> = older.collect();
        let expiries = early_expiries(&plan.terms, new.quantity, &older);
        let expiries = expiries.into_iter().map(|expiry| LotExpiry {
            lot_id: expiry.lot_id,
            credits: expiry.credits,
            op_key: format!("rollover:{}:{start}:{}", subscription.id, expiry.lot_id),
        });
        expiries.collect()
    })
    .await
}
