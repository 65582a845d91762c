//! The allowances that a paid invoice brings.

use foundation::Timestamp;

use super::allowance::{AllowanceKind, NewAllowance, allowance_of_trial, allowances_of_part};
use super::invoice_facts::{InvoiceFacts, InvoiceLineFacts};
use super::period::{Period, Series};
use super::subscription::Subscription;
use crate::billing::catalog::{GrantEvery, SoldPlan};

/// A price at Stripe, and the version of a plan to which it belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlanOfPrice {
    /// Stripe's id of the price.
    pub(super) stripe_price_id: String,
    /// The version of the plan.
    pub(super) plan: SoldPlan,
}

/// The facts of a subscription that an invoice's allowances depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BillingCycle {
    /// The instant from which periods are counted.
    pub(super) anchor: Timestamp,
    /// The end of the trial, if there was one.
    pub(super) trial_end: Option<Timestamp>,
    /// False for a trial with a card that had a trial before.
    pub(super) has_trial_credits: bool,
    /// True for an accepted payment after the end: its period has one allowance of all credits, because no sweep grants later months.
    pub(super) is_granted_at_once: bool,
}

impl BillingCycle {
    /// Returns the facts of a subscription.
    pub(super) fn new(subscription: &Subscription) -> Self {
        Self {
            anchor: subscription.anchor,
            trial_end: subscription.trial_end,
            has_trial_credits: subscription.trial.repeat.is_none(),
            is_granted_at_once: false,
        }
    }

    /// Returns the series of the allowances of a period. An invoice can be known before the subscription's new anchor is, and an
    /// old one after it: a period that does not begin with one of the subscription's is counted from its own begin.
    pub(super) fn series(self, plan: &SoldPlan, period: Period) -> Series {
        let own = Series::billing(self.anchor, &plan.terms).around(period.start);
        let anchor = if own.start == period.start {
            self.anchor
        } else {
            period.start
        };
        Series::allowances(anchor, &plan.terms)
    }
}

/// The allowances of a paid invoice, and the facts that go with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct InvoiceGrants {
    /// The allowances. Of a period with monthly allowances it is the first month.
    pub(super) allowances: Vec<NewAllowance>,
    /// The number of allowances over which the money is spread: the months of a period, else 1.
    pub(super) parts: i64,
    /// The end of the last period that it pays.
    pub(super) paid_through: Option<Timestamp>,
    /// Prices that belong to no plan of ours.
    pub(super) unmapped: Vec<String>,
}

/// Returns what follows from an invoice that is paid.
pub(super) fn invoice_grants(
    invoice: &InvoiceFacts,
    plans: &[PlanOfPrice],
    cycle: BillingCycle,
) -> InvoiceGrants {
    let mut grants = InvoiceGrants {
        parts: 1,
        ..InvoiceGrants::default()
    };
    for line in invoice.lines.iter().filter(|line| !line.is_proration) {
        add_period(&mut grants, line, plans, cycle);
    }
    let change = change_of(invoice, plans, cycle);
    grants.allowances.extend(change);
    grants.unmapped.sort_unstable();
    grants.unmapped.dedup();
    grants
}

/// Adds the allowance of a line about a whole period, or about the trial.
fn add_period(
    grants: &mut InvoiceGrants,
    line: &InvoiceLineFacts,
    plans: &[PlanOfPrice],
    cycle: BillingCycle,
) {
    let is_trial = cycle.trial_end.is_some_and(|end| line.period.end <= end);
    if !is_trial {
        grants.paid_through = grants.paid_through.max(Some(line.period.end));
    }
    let Some(plan) = plan_of(line, plans) else {
        grants.unmapped.extend(line.price_id.clone());
        return;
    };
    if is_trial {
        let trial = allowance_of_trial(plan, line.quantity, line.period);
        let trial = trial.filter(|_| cycle.has_trial_credits);
        grants.allowances.extend(trial);
        return;
    }
    let parts = match plan.terms.grant_every {
        GrantEvery::Interval => vec![line.period],
        GrantEvery::Month => cycle.series(plan, line.period).parts(line.period),
    };
    let count = i64::try_from(parts.len()).unwrap_or(1).max(1);
    if cycle.is_granted_at_once {
        let allowances = allowances_of_part(plan, line.quantity, line.period);
        let whole = allowances.into_iter().map(|one| NewAllowance {
            credits: one.credits.saturating_mul(count),
            ..one
        });
        grants.allowances.extend(whole);
    } else if let Some(first) = parts.first() {
        grants.parts = count;
        let allowances = allowances_of_part(plan, line.quantity, *first);
        grants.allowances.extend(allowances);
    }
}

fn plan_of<'a>(line: &InvoiceLineFacts, plans: &'a [PlanOfPrice]) -> Option<&'a SoldPlan> {
    let price_id = line.price_id.as_deref()?;
    let found = plans.iter().find(|one| one.stripe_price_id == price_id);
    found.map(|found| &found.plan)
}

/// Returns the credits of an invoice's prorations as one allowance; `None` if they are not above zero.
fn change_of(
    invoice: &InvoiceFacts,
    plans: &[PlanOfPrice],
    cycle: BillingCycle,
) -> Option<NewAllowance> {
    let mut credits = 0_i64;
    let mut running: Option<Period> = None;
    let mut quantity = 1;
    for line in invoice.lines.iter().filter(|line| line.is_proration) {
        let Some(plan) = plan_of(line, plans) else {
            continue;
        };
        let part = Series::allowances(cycle.anchor, &plan.terms).around(line.period.start);
        let share = proration_credits(line, plan, part);
        credits = credits.saturating_add(share);
        if share > 0 {
            quantity = line.quantity;
            let end = part.end.min(line.period.end);
            running = Some(Period {
                start: line.period.start,
                end: running.map_or(end, |running| running.end.max(end)),
            });
        }
    }
    let period = running.filter(|_| credits > 0)?;
    Some(NewAllowance {
        kind: AllowanceKind::Change,
        period,
        reference: invoice.id.clone(),
        feature_id: None,
        quantity,
        credits,
    })
}

/// Returns the credits of a proration: those of the time that it covers of the running allowance, rounded down. Below zero for
/// unused time.
fn proration_credits(line: &InvoiceLineFacts, plan: &SoldPlan, part: Period) -> i64 {
    let covered = Period {
        start: line.period.start.max(part.start),
        end: line.period.end.min(part.end),
    };
    let all = plan.terms.credits.saturating_mul(line.quantity.max(0));
    let parts = i128::from(all) * i128::from(covered.seconds());
    let share = parts.div_euclid(i128::from(part.seconds().max(1)));
    let share = i64::try_from(share).unwrap_or(i64::MAX).min(all);
    if line.amount_minor < 0 {
        share.saturating_neg()
    } else {
        share
    }
}
