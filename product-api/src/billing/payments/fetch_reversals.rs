//! Fetches the refunds and disputes of a payment from Stripe.

use foundation::Timestamp;

use super::refund::RefundState;
use super::reversal_facts::{DisputeFacts, RefundFacts, ReversalFacts};
use super::reversal_movements::{dispute_movements, refund_movements};
use crate::billing::currency::Currency;
use crate::billing::stripe::{
    PageQuery, StripeAccount, StripeDispute, StripeError, StripePage, StripeRefund,
};

/// Name of the metadata that names our refund.
pub(crate) const REFUND: &str = "tollgate_refund";

/// Maximum number of pages that are read of a payment's refunds or disputes.
const MAX_PAGES: usize = 50;

/// Fetches all refunds and disputes of an intent whose charge is in a currency.
pub(crate) async fn fetch_reversals(
    account: &StripeAccount<'_>,
    intent: &str,
    currency: Currency,
) -> Result<ReversalFacts, StripeError> {
    let refunds = fetch_refunds(account, intent).await?;
    let disputes = fetch_disputes(account, intent).await?;
    let of_refunds = refunds.iter().flat_map(refund_movements);
    let of_disputes = disputes
        .iter()
        .flat_map(|dispute| dispute_movements(dispute, currency));
    Ok(ReversalFacts {
        movements: of_refunds.chain(of_disputes).collect(),
        refunds: refunds.iter().map(refund_facts).collect(),
        disputes: disputes
            .iter()
            .map(|dispute| dispute_facts(dispute, currency))
            .collect(),
    })
}

async fn fetch_refunds(
    account: &StripeAccount<'_>,
    intent: &str,
) -> Result<Vec<StripeRefund>, StripeError> {
    let mut all: Vec<StripeRefund> = Vec::new();
    for _ in 0..MAX_PAGES {
        let last = all.last().map(|refund| refund.id.clone());
        let query = page_after(last.as_deref());
        let page = account.list_refunds_of_intent(intent, &query).await?;
        if add_page(&mut all, page) {
            return Ok(all);
        }
    }
    Err(StripeError::InvalidResponse)
}

async fn fetch_disputes(
    account: &StripeAccount<'_>,
    intent: &str,
) -> Result<Vec<StripeDispute>, StripeError> {
    let mut all: Vec<StripeDispute> = Vec::new();
    for _ in 0..MAX_PAGES {
        let last = all.last().map(|dispute| dispute.id.clone());
        let query = page_after(last.as_deref());
        let page = account.list_disputes_of_intent(intent, &query).await?;
        if add_page(&mut all, page) {
            return Ok(all);
        }
    }
    Err(StripeError::InvalidResponse)
}

fn page_after(last: Option<&str>) -> PageQuery<'_> {
    PageQuery {
        starting_after: last,
        ..PageQuery::default()
    }
}

/// Adds a page to the items before it; true if it is the last one.
fn add_page<T>(all: &mut Vec<T>, page: StripePage<T>) -> bool {
    let is_last = !page.has_more || page.data.is_empty();
    all.extend(page.data);
    is_last
}

/// Returns the facts of a refund.
pub(crate) fn refund_facts(refund: &StripeRefund) -> RefundFacts {
    RefundFacts {
        stripe_id: refund.id.clone(),
        named: refund.metadata.get(REFUND).cloned(),
        amount_minor: refund.amount.unwrap_or_default(),
        state: RefundState::from_stripe(refund.status.as_deref()),
        reason: refund.reason.clone(),
        failure: refund.failure_reason.clone(),
        created_at: refund.created.map(Timestamp::from_seconds),
    }
}

/// Returns the facts of a dispute. Money that was withdrawn in another currency than the payment's is the disputed amount.
pub(crate) fn dispute_facts(dispute: &StripeDispute, currency: Currency) -> DisputeFacts {
    let amount_minor = dispute.amount.unwrap_or_default().max(0);
    let withdrawn = dispute.withdrawn();
    let is_converted = dispute.balance_transactions.iter().any(|movement| {
        let movement = movement.currency.as_deref();
        movement.is_some_and(|found| found != currency.code())
    });
    let withdrawn_minor = if withdrawn > 0 && is_converted {
        amount_minor
    } else {
        withdrawn.max(0)
    };
    DisputeFacts {
        stripe_id: dispute.id.clone(),
        status: dispute.status.clone().unwrap_or_default(),
        amount_minor,
        withdrawn_minor,
        reason: dispute.reason.clone(),
        due_by: dispute.due_by().map(Timestamp::from_seconds),
        opened_at: dispute.created.map(Timestamp::from_seconds),
        is_refundable: dispute.is_charge_refundable.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(status: &str, movements: &Value) -> DisputeFacts {
        let dispute = json!({
            "id": "du_1", "status": status, "amount": 1_000, "currency": "eur", "reason": "fraudulent", "created": 5,
            "is_charge_refundable": false, "evidence_details": {"due_by": 9}, "balance_transactions": movements,
        });
        let dispute: StripeDispute = serde_json::from_value(dispute).unwrap();
        dispute_facts(&dispute, Currency::parse("eur").unwrap())
    }

    #[test]
    fn withdrawn_money_is_read_in_the_currency_of_the_payment() {
        let movement = |amount: i64, currency: &str| json!({"id": "txn", "amount": amount, "currency": currency});
        let rows = [
            (json!([]), 0),
            (json!(null), 0),
            (json!([movement(-1_000, "eur")]), 1_000),
            (json!([movement(-1_000, "eur"), movement(1_000, "eur")]), 0),
            (json!([movement(-1_000, "eur"), movement(400, "eur")]), 600),
            (json!([movement(-1_100, "usd")]), 1_000),
            (json!([movement(-1_100, "usd"), movement(1_100, "usd")]), 0),
        ];
        for (movements, expected) in rows {
            let facts = read("needs_response", &movements);
            assert_eq!(facts.withdrawn_minor, expected, "{movements}");
            assert_eq!(facts.due_by, Some(Timestamp::from_seconds(9)));
        }
    }
}
