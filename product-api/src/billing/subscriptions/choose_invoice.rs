//! Chooses the invoice that a new card pays: the failed one, or the newest if Stripe has given up.

use super::store::UnpaidRenewal;
use crate::billing::stripe::{PageQuery, StripeAccount, StripeError, StripeInvoice};

/// The open renewals of a subscription, newest first.
struct OpenRenewals {
    newest: StripeInvoice,
    older: Vec<StripeInvoice>,
}

/// Returns the invoice that a new card pays. Of a subscription that Stripe has given up it is the newest one: its draft is finalized,
/// and older ones that are open are voided, so that the buyer pays the running period alone. A repetition changes nothing.
pub(super) async fn choose_invoice(
    account: &StripeAccount<'_>,
    customer_id: &str,
    renewal: &UnpaidRenewal,
) -> Result<String, StripeError> {
    if !renewal.is_given_up {
        return Ok(renewal.invoice.clone());
    }
    let query = PageQuery::default();
    let page = account
        .list_invoices_of_customer(customer_id, &query)
        .await?;
    let Some(found) = open_renewals(page.data, &renewal.stripe_id) else {
        return Ok(renewal.invoice.clone());
    };
    if has_status(&found.newest, "draft") {
        let key = format!("tg:retry:{}:finalize", found.newest.id);
        let finalized = account.finalize_invoice(&key, &found.newest.id).await;
        accept_refusal(finalized.map(drop))?;
    }
    // A draft of an earlier period stays as it is: Stripe neither collects nor voids it.
    let older = found.older.iter();
    for invoice in older.filter(|invoice| has_status(invoice, "open")) {
        accept_refusal(account.void_invoice(&invoice.id).await.map(drop))?;
    }
    Ok(found.newest.id)
}

/// Returns the renewals of a subscription that are not paid, of the invoices of its customer, newest first.
fn open_renewals(invoices: Vec<StripeInvoice>, subscription: &str) -> Option<OpenRenewals> {
    let mut own = invoices.into_iter().filter(|invoice| {
        invoice.subscription.as_deref() == Some(subscription)
            && invoice.billing_reason.as_deref() == Some("subscription_cycle")
            && (has_status(invoice, "draft") || has_status(invoice, "open"))
    });
    Some(OpenRenewals {
        newest: own.next()?,
        older: own.collect(),
    })
}

fn has_status(invoice: &StripeInvoice, status: &str) -> bool {
    invoice.status.as_deref() == Some(status)
}

/// Accepts a refusal of Stripe: someone has finalized, paid or voided the invoice since it was listed.
fn accept_refusal(result: Result<(), StripeError>) -> Result<(), StripeError> {
    match result {
        Ok(()) | Err(StripeError::Refused(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn newest_open_renewal_of_the_subscription_is_chosen() {
        let rows = [
            ("in_6", "draft", "subscription_cycle", "sub_2"),
            ("in_5", "open", "subscription_update", "sub_1"),
            ("in_4", "draft", "subscription_cycle", "sub_1"),
            ("in_3", "void", "subscription_cycle", "sub_1"),
            ("in_2", "open", "subscription_cycle", "sub_1"),
            ("in_1", "paid", "subscription_cycle", "sub_1"),
        ];
        let invoices: [StripeInvoice; 6] = rows.map(|(id, status, reason, subscription)| {
            let object = json!({
                "id": id, "status": status, "billing_reason": reason, "subscription": subscription,
            });
            serde_json::from_value(object).unwrap()
        });
        let found = open_renewals(invoices.to_vec(), "sub_1").unwrap();
        let older: Vec<&str> = found.older.iter().map(|one| one.id.as_str()).collect();
        assert_eq!((found.newest.id.as_str(), older), ("in_4", vec!["in_2"]));
        assert!(open_renewals(invoices.to_vec(), "sub_3").is_none());
    }
}
