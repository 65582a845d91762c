//! Computes the credits that an invoice would bring if it were paid.

use foundation::{Connection, Failure};

use super::apply_invoice::plans_of;
use super::invoice_grants::{BillingCycle, invoice_grants};
use super::read_objects::invoice_facts;
use super::subscription::Subscription;
use crate::billing::stripe::StripeInvoice;

/// Returns the credits for any use that a previewed invoice of a subscription would bring, by the rule for paid ones.
pub(crate) async fn preview_credits(
    db: &mut Connection<'_>,
    subscription: &Subscription,
    invoice: &StripeInvoice,
) -> Result<i64, Failure> {
    let facts = invoice_facts(invoice, &invoice.lines);
    let plans = plans_of(db, subscription, &facts).await?;
    let cycle = BillingCycle {
        anchor: subscription.anchor,
        trial_end: subscription.trial_end,
        has_trial_credits: false,
        is_granted_at_once: false,
    };
    let grants = invoice_grants(&facts, &plans, cycle);
    let allowances = grants.allowances.iter();
    let any_use = allowances.filter(|allowance| allowance.feature_id.is_none());
    Ok(any_use.map(|allowance| allowance.credits).sum())
}
