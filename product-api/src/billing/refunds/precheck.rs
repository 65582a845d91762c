//! Asks Stripe if a refund is possible, before anything is frozen.

use super::find_payment::PaidPayment;
use super::refund_problems::{already_refunded, disputed, exceeds};
use super::refund_request::RefundPart;
use crate::app::App;
use crate::billing::connections::{note_error, open_account};
use crate::billing::payments::{DisputeFacts, ReversalFacts, fetch_reversals, provider_problem};
use crate::billing::stripe::Priority;
use crate::problem::Problem;

/// Returns the amount that Stripe still refunds of a payment. Rejects with 409 a payment that a bank disputes or of which nothing
/// is left, with 422 an amount that is larger than the rest, and with 502 if Stripe does not answer.
pub(super) async fn check_at_stripe(
    app: &App,
    paid: &PaidPayment,
    part: RefundPart,
) -> Result<i64, Problem> {
    let facts = fetch(app, paid).await?;
    if facts.disputes.iter().any(DisputeFacts::prevents_refunds) {
        return Err(disputed());
    }
    let counted = facts.refunds.iter().filter(|one| one.state.is_counted());
    let refunded: i64 = counted.map(|refund| refund.amount_minor).sum();
    let remaining = paid.payment.amount_minor.saturating_sub(refunded).max(0);
    match part {
        _ if remaining == 0 => Err(already_refunded()),
        RefundPart::Amount(amount) if amount > remaining => Err(exceeds(remaining)),
        RefundPart::Amount(_) | RefundPart::Full | RefundPart::Unspent => Ok(remaining),
    }
}

async fn fetch(app: &App, paid: &PaidPayment) -> Result<ReversalFacts, Problem> {
    let account = open_account(app, &paid.connection, Priority::Buyer)?;
    match fetch_reversals(&account, &paid.intent, paid.payment.currency).await {
        Ok(facts) => Ok(facts),
        Err(error) => {
            note_error(app, &paid.connection.id, &error).await?;
            Err(provider_problem(&error))
        }
    }
}
