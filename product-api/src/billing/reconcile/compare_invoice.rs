//! Compares an invoice at Stripe with our payment of it, as a pure function.

use foundation::Timestamp;

use super::compare_session::Difference;
use super::finding::FindingKind;
use super::own_records::{MarkedState, RecordedInvoice, RecordedInvoicePayment};
use crate::billing::payments::PaymentState;
use crate::billing::stripe::StripeInvoice;
use crate::billing::stripe_customers::is_before_link;

/// Compares an invoice of a subscription or a top-up that is ours. One that is not paid says nothing: it may be paid later. One that was paid
/// before its customer was linked has no payment here.
pub(super) fn compare_invoice(
    invoice: &StripeInvoice,
    own: &RecordedInvoice,
    mark: MarkedState,
) -> Vec<Difference> {
    if invoice.status.as_deref() != Some("paid") {
        return Vec::new();
    }
    let paid_at = invoice.paid_at.map(Timestamp::from_seconds);
    match &own.payment {
        None if is_before_link(own.linked_at, paid_at) => Vec::new(),
        None => lost(invoice, mark),
        Some(payment) if payment.state == PaymentState::Review => vec![review(payment)],
        Some(payment) => compare_amount(invoice, payment),
    }
}

/// A paid invoice without a payment: it is applied, unless that has failed for good. The invoice of a trial has none.
fn lost(invoice: &StripeInvoice, mark: MarkedState) -> Vec<Difference> {
    let total = invoice.total.unwrap_or_default();
    match mark {
        MarkedState::Unmarked if total == 0 => vec![Difference::Recheck],
        MarkedState::Dead if total > 0 => {
            let kind = FindingKind::PaidNotGranted;
            vec![Difference::finding(kind, "no payment", "paid")]
        }
        MarkedState::Unmarked | MarkedState::Applied(_) if total > 0 => vec![Difference::Repair],
        MarkedState::Waiting
        | MarkedState::Unmarked
        | MarkedState::Applied(_)
        | MarkedState::Dead => Vec::new(),
    }
}

/// A payment in review stays a finding of the reason's kind until its owner decides.
fn review(payment: &RecordedInvoicePayment) -> Difference {
    let reason = payment.reason.as_deref().unwrap_or_default();
    let named = FindingKind::from_word(reason);
    let kind = named.unwrap_or(FindingKind::PaidNotGranted);
    Difference::finding(kind, &format!("review {reason}"), "paid")
}

fn compare_amount(invoice: &StripeInvoice, payment: &RecordedInvoicePayment) -> Vec<Difference> {
    let mut differences = Vec::new();
    let mut compare = |kind, ours: &str, theirs: Option<&str>| {
        if let Some(theirs) = theirs.filter(|theirs| *theirs != ours) {
            differences.push(Difference::finding(kind, ours, theirs));
        }
    };
    let currency = invoice.currency.as_deref();
    compare(
        FindingKind::CurrencyMismatch,
        &payment.paid.currency,
        currency,
    );
    let ours = payment.paid.amount_minor.to_string();
    let theirs = invoice.paid_minor().to_string();
    compare(FindingKind::AmountMismatch, &ours, Some(&theirs));
    differences
}

#[cfg(test)]
mod tests {
    use foundation::text::strict_json;
    use serde_json::json;

    use super::*;
    use crate::billing::reconcile::own_records::RecordedAmount;

    fn invoice(status: &str, total: i64) -> StripeInvoice {
        let invoice = json!({"id": "in_1", "status": status, "total": total, "currency": "eur"});
        strict_json::from_slice(invoice.to_string().as_bytes()).unwrap()
    }

    fn own(state: Option<PaymentState>, reason: Option<&str>) -> RecordedInvoice {
        RecordedInvoice {
            book_id: 16,
            linked_at: None,
            payment: state.map(|state| RecordedInvoicePayment {
                state,
                reason: reason.map(ToOwned::to_owned),
                paid: RecordedAmount {
                    amount_minor: 900,
                    currency: "eur".to_owned(),
                },
            }),
        }
    }

    fn words(differences: &[Difference]) -> Vec<&'static str> {
        let word = |difference: &Difference| match difference {
            Difference::Repair => "r",
            Difference::Recheck => "l",
            Difference::Finding(kind, _, _) => kind.word(),
        };
        differences.iter().map(word).collect()
    }

    #[test]
    fn paid_invoice_without_a_payment_is_applied() {
        let applied = MarkedState::Applied(None);
        let rows = [
            ("paid", 900, MarkedState::Unmarked, vec!["r"]),
            ("paid", 900, applied, vec!["r"]),
            ("paid", 900, MarkedState::Waiting, vec![]),
            ("paid", 900, MarkedState::Dead, vec!["paid-not-granted"]),
            ("paid", 0, MarkedState::Unmarked, vec!["l"]),
            ("paid", 0, applied, vec![]),
            ("paid", 0, MarkedState::Dead, vec![]),
            ("open", 900, MarkedState::Unmarked, vec![]),
            ("draft", 900, MarkedState::Unmarked, vec![]),
        ];
        for (status, total, mark, expected) in rows {
            let found = compare_invoice(&invoice(status, total), &own(None, None), mark);
            assert_eq!(words(&found), expected, "{status} {total} {mark:?}");
        }
    }

    #[test]
    fn invoice_that_was_paid_before_the_link_has_no_payment() {
        let rows = [
            (Some(99), vec![]),
            (Some(100), vec!["r"]),
            (None, vec!["r"]),
        ];
        for (paid_at, expected) in rows {
            let invoice = StripeInvoice {
                paid_at,
                ..invoice("paid", 900)
            };
            let own = RecordedInvoice {
                linked_at: Some(Timestamp::from_seconds(100)),
                ..own(None, None)
            };
            let found = compare_invoice(&invoice, &own, MarkedState::Unmarked);
            assert_eq!(words(&found), expected, "{paid_at:?}");
        }
    }

    #[test]
    fn payment_has_what_was_paid_of_its_invoice() {
        for (amount_paid, expected) in [(900, vec![]), (1_000, vec!["amount-mismatch"])] {
            let invoice = StripeInvoice {
                amount_paid: Some(amount_paid),
                ..invoice("paid", 1_000)
            };
            let own = own(Some(PaymentState::Paid), None);
            let found = compare_invoice(&invoice, &own, MarkedState::Unmarked);
            assert_eq!(words(&found), expected, "{amount_paid}");
        }
    }

    #[test]
    fn payment_of_an_invoice_has_its_amount() {
        let rows = [
            (PaymentState::Paid, None, 900, vec![]),
            (PaymentState::Paid, None, 901, vec!["amount-mismatch"]),
            (
                PaymentState::Review,
                Some("unmapped-price"),
                900,
                vec!["unmapped-price"],
            ),
            (
                PaymentState::Review,
                Some("paid-after-end"),
                900,
                vec!["paid-after-end"],
            ),
            (
                PaymentState::Review,
                Some("nothing-to-grant"),
                900,
                vec!["paid-not-granted"],
            ),
        ];
        for (state, reason, total, expected) in rows {
            let (invoice, own) = (invoice("paid", total), own(Some(state), reason));
            let found = compare_invoice(&invoice, &own, MarkedState::Unmarked);
            assert_eq!(words(&found), expected, "{state:?} {reason:?} {total}");
        }
    }
}
