//! Fetches the invoice of a top-up with its payment, and reads its facts.

use super::attempt::TOPUP;
use super::decline::word_of;
use super::topup_facts::{ChargeResult, InvoiceStatus, TopUpFacts};
use crate::billing::stripe::{PaymentIntent, StripeAccount, StripeError, StripeInvoice};

/// Stripe's words for a payment that the buyer has to confirm.
const NEEDS_ACTION: [&str; 2] = [
    "authentication_required",
    "invoice_payment_intent_requires_action",
];

/// Fetches an invoice, and its payment while it is open.
pub(super) async fn fetch_facts(
    account: &StripeAccount<'_>,
    invoice_id: &str,
) -> Result<TopUpFacts, StripeError> {
    let invoice = account.get_invoice(invoice_id).await?;
    facts_of(account, &invoice).await
}

/// Returns the facts of a fetched invoice; fetches its payment while it is open.
pub(super) async fn facts_of(
    account: &StripeAccount<'_>,
    invoice: &StripeInvoice,
) -> Result<TopUpFacts, StripeError> {
    let is_open = status_of(invoice.status.as_deref()) == InvoiceStatus::Open;
    let intent = match invoice.payment_intent.as_ref().filter(|_| is_open) {
        Some(id) => Some(account.get_payment_intent(id).await?),
        None => None,
    };
    Ok(read(invoice, intent.as_ref()))
}

fn read(invoice: &StripeInvoice, intent: Option<&PaymentIntent>) -> TopUpFacts {
    let hosted_url = invoice.hosted_invoice_url.as_ref();
    TopUpFacts {
        id: invoice.id.clone(),
        status: status_of(invoice.status.as_deref()),
        named: invoice.metadata.get(TOPUP).cloned(),
        is_live: invoice.livemode.unwrap_or_default(),
        customer: invoice.customer.clone(),
        currency: invoice.currency.clone().unwrap_or_default(),
        subtotal: invoice.subtotal.unwrap_or_default(),
        total: invoice.total.unwrap_or_default(),
        paid: invoice.paid_minor(),
        tax: invoice.tax,
        discount: invoice.discount,
        payment_intent: invoice.payment_intent.clone(),
        charge: intent.map_or(ChargeResult::Untried, charge_of),
        hosted_url: hosted_url.map(|url| url.expose().to_owned()),
    }
}

fn status_of(word: Option<&str>) -> InvoiceStatus {
    match word {
        Some("draft") => InvoiceStatus::Draft,
        Some("open") => InvoiceStatus::Open,
        Some("paid") => InvoiceStatus::Paid,
        Some("void" | "uncollectible") => InvoiceStatus::Closed,
        Some(_) | None => InvoiceStatus::Unknown,
    }
}

fn charge_of(intent: &PaymentIntent) -> ChargeResult {
    match intent.status.as_deref() {
        Some("requires_action") => return ChargeResult::NeedsAction,
        Some("processing" | "succeeded") => return ChargeResult::Pending,
        Some(_) | None => {}
    }
    let Some(error) = &intent.last_payment_error else {
        return ChargeResult::Untried;
    };
    failed(error.code.as_deref(), error.decline_code.as_deref())
}

/// Returns the result of a charge that was refused.
pub(super) fn failed(code: Option<&str>, decline_code: Option<&str>) -> ChargeResult {
    let word = word_of(code, decline_code);
    if code.is_some_and(|code| NEEDS_ACTION.contains(&code))
        || NEEDS_ACTION.contains(&word.as_str())
    {
        ChargeResult::NeedsAction
    } else {
        ChargeResult::Failed(word)
    }
}

#[cfg(test)]
mod tests {
    use foundation::text::strict_json;
    use serde_json::{Value, json};

    use super::*;

    fn intent(status: &str, error: &Value) -> PaymentIntent {
        let intent = json!({"id": "pi_1", "status": status, "last_payment_error": error});
        strict_json::from_slice(intent.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn payment_says_how_far_the_charge_is() {
        let error = |code: &str, decline_code: Option<&str>| json!({"code": code, "decline_code": decline_code});
        let failed = |word: &str| ChargeResult::Failed(word.to_owned());
        let rows = [
            (
                "requires_payment_method",
                Value::Null,
                ChargeResult::Untried,
            ),
            ("requires_confirmation", Value::Null, ChargeResult::Untried),
            ("processing", Value::Null, ChargeResult::Pending),
            ("succeeded", Value::Null, ChargeResult::Pending),
            ("requires_action", Value::Null, ChargeResult::NeedsAction),
            (
                "requires_payment_method",
                error("authentication_required", Some("authentication_required")),
                ChargeResult::NeedsAction,
            ),
            (
                "requires_payment_method",
                error("card_declined", Some("insufficient_funds")),
                failed("insufficient_funds"),
            ),
            (
                "requires_payment_method",
                error("expired_card", None),
                failed("expired_card"),
            ),
        ];
        for (status, error, expected) in rows {
            assert_eq!(charge_of(&intent(status, &error)), expected, "{status}");
        }
    }

    #[test]
    fn invoice_is_read_with_its_names() {
        let invoice = json!({
            "id": "in_1", "status": "open", "currency": "eur", "customer": "cus_1", "subtotal": 1000, "total": 1190, "tax": 190,
            "payment_intent": "pi_1", "livemode": true, "hosted_invoice_url": "https://invoice.example/1",
            "metadata": {"tollgate_topup": "top_1"},
        });
        let invoice: StripeInvoice =
            strict_json::from_slice(invoice.to_string().as_bytes()).unwrap();
        let facts = read(&invoice, Some(&intent("processing", &Value::Null)));
        assert_eq!(facts.named.as_deref(), Some("top_1"));
        assert_eq!(
            (facts.subtotal, facts.total, facts.tax),
            (1_000, 1_190, 190)
        );
        assert_eq!(facts.status, InvoiceStatus::Open);
        assert_eq!(facts.charge, ChargeResult::Pending);
        assert_eq!(
            facts.hosted_url.as_deref(),
            Some("https://invoice.example/1")
        );
    }
}
