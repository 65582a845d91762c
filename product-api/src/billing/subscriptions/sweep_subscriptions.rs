//! Makes the changes of subscriptions that no event announces: months of longer periods, the end of a grace, and the notice of a
//! trial that ends.

use foundation::http::log_failure;
use foundation::{Connection, Failure, Timestamp};

use super::allowance::{NewAllowance, allowances_of_part};
use super::due_month::{DueMonth, due_month};
use super::end_lots::end_lots;
use super::grant_allowances::{AllowanceBatch, grant_allowances};
use super::mail_buyer::mail_trial_end;
use super::show_standing::{GraceTimes, announce, save_standing};
use super::store::{self, AllowanceRow};
use super::subscription::{PlanRef, Subscription};
use crate::app::App;
use crate::billing::catalog::{SoldPlan, find_plan};
use crate::billing::payments::{
    divide_cost, link_lots, lock_payment, recognize_breakage, settle_payment, update_payment,
};
use crate::credits::GrantedLot;

/// Maximum number of subscriptions of one sweep.
const MAX_DUE: i64 = 100;
/// Maximum number of months of a period, which has three years.
const MAX_MONTHS: u32 = 36;

/// Makes the changes that are due; returns the number of subscriptions. One that fails does not prevent the others.
pub(crate) async fn sweep_subscriptions(app: &App) -> Result<u64, Failure> {
    let due = {
        let mut reader = app.database.reader().await?;
        store::list_due(&mut reader.connection(), app.clock.now(), MAX_DUE).await?
    };
    let mut swept = 0;
    for id in due {
        let in_flight = app.ledger.mark_in_flight(&app.clock);
        match in_flight.finish_with(sweep_one(app, &id).await) {
            Ok(()) => swept += 1,
            Err(failure) => log_failure(&failure),
        }
    }
    Ok(swept)
}

/// Grants or skips the months that are due of a subscription, before the invoice of a later period replaces them.
pub(super) async fn sweep_due_months(
    app: &App,
    connection_id: &str,
    stripe_id: &str,
) -> Result<(), Failure> {
    let mut last = None;
    for _ in 0..MAX_MONTHS {
        let found = {
            let mut reader = app.database.reader().await?;
            store::find_of_stripe(&mut reader.connection(), connection_id, stripe_id).await?
        };
        let now = app.clock.now();
        let due = found.filter(|one| one.next_allowance_at.is_some_and(|at| at <= now));
        // A month that the status does not grant stays.
        let Some(subscription) = due.filter(|one| one.next_allowance_at != last) else {
            return Ok(());
        };
        last = subscription.next_allowance_at;
        let in_flight = app.ledger.mark_in_flight(&app.clock);
        in_flight.finish_with(sweep_one(app, &subscription.id).await)?;
    }
    Ok(())
}

async fn sweep_one(app: &App, id: &str) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(mut subscription) = store::lock(&mut db, id).await? else {
        return transaction.rollback().await;
    };
    let plan = match &subscription.plan {
        Some(plan) => find_plan(&mut db, &plan.plan_id, plan.version).await?,
        None => None,
    };
    let month = due_month(app, &mut db, &mut subscription, plan.as_ref()).await?;
    let now = app.clock.now();
    let is_ending = take_end_of_lots(&mut subscription, now);
    let is_noticed = take_trial_notice(&mut subscription, now);
    let times = save_standing(app, &mut db, &mut subscription, plan.as_ref()).await?;
    if is_noticed {
        announce_trial_end(app, &mut db, &subscription, plan.as_ref()).await?;
    }
    if let Some(month) = &month {
        grant_month(app, &mut db, &subscription, month, times).await?;
    }
    if is_ending {
        end_lots(app, &mut db, &subscription).await?;
    }
    transaction.commit().await
}

/// Returns true if the lots end now, once.
fn take_end_of_lots(subscription: &mut Subscription, now: Timestamp) -> bool {
    let is_ending = subscription.lots_end_at.is_some_and(|end| end <= now);
    if is_ending {
        subscription.lots_end_at = None;
    }
    is_ending
}

/// Returns true if the end of the trial is to be announced now, once.
fn take_trial_notice(subscription: &mut Subscription, now: Timestamp) -> bool {
    let is_due = subscription.trial_notice_at().is_some_and(|at| at <= now);
    if is_due {
        subscription.trial.announced_end = subscription.trial_end;
    }
    is_due
}

/// Records the event of a trial that ends, and queues its email.
async fn announce_trial_end(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &Subscription,
    plan: Option<&SoldPlan>,
) -> Result<(), Failure> {
    announce(app, db, subscription, plan, "subscription.trial_ending").await?;
    mail_trial_end(app, db, subscription, plan).await
}

/// Grants the allowance of a month, or records that it was over before. The caller has locked the subscription and the payment. The
/// payment is settled: a part of the month is taken back if a part of the money has gone back.
async fn grant_month(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &Subscription,
    month: &DueMonth,
    times: GraceTimes,
) -> Result<(), Failure> {
    let plan = &month.plan;
    let allowances = allowances_of_part(plan, month.quantity, month.period);
    if month.period.end <= app.clock.now() {
        return skip(app, db, subscription, plan, &allowances).await;
    }
    let payment = match &subscription.payment_id {
        Some(id) => lock_payment(db, id).await?,
        None => None,
    };
    let batch = AllowanceBatch {
        plan,
        allowances: &allowances,
        payment_id: subscription.payment_id.as_deref(),
        renewal_grace: times.renewal,
    };
    let lots: Vec<GrantedLot> = grant_allowances(app, db, subscription, batch).await?;
    let Some(mut payment) = payment.filter(|_| !lots.is_empty()) else {
        return Ok(());
    };
    let share = payment.undivided.take_share();
    let granted: i64 = lots.iter().map(|lot| lot.credits).sum();
    payment.granted = payment.granted.saturating_add(granted);
    divide_cost(app, db, &payment, &lots, share).await?;
    link_lots(db, &payment.id, &lots).await?;
    settle_payment(app, db, &mut payment).await
}

/// Records the allowances of a month that was over before they could be granted. Its money is divided among the later months; that of
/// the last one is breakage.
async fn skip(
    app: &App,
    db: &mut Connection<'_>,
    subscription: &Subscription,
    plan: &SoldPlan,
    allowances: &[NewAllowance],
) -> Result<(), Failure> {
    let now = app.clock.now();
    for allowance in allowances {
        if store::has_allowance(db, &subscription.id, allowance).await? {
            continue;
        }
        let row = AllowanceRow {
            subscription_id: &subscription.id,
            allowance,
            plan: &PlanRef::new(plan),
            lot_id: None,
            payment_id: subscription.payment_id.as_deref(),
        };
        store::insert_allowance(db, row, now).await?;
    }
    if let Some(id) = &subscription.payment_id
        && let Some(mut payment) = lock_payment(db, id).await?
    {
        payment.undivided.skip_part();
        if subscription.next_allowance_at.is_none() {
            recognize_breakage(app, db, &mut payment).await?;
        }
        update_payment(db, &payment, now).await?;
    }
    Ok(())
}
