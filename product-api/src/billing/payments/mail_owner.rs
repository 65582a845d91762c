//! Emails to the owner of a website about a payment that waits for a decision: a dispute or a bank's warning of fraud.

use foundation::{Connection, Failure, Timestamp};

use super::dispute::{Dispute, DisputeState};
use super::payment::Payment;
use super::store::notices::owner_of_book;
use crate::app::App;
use crate::billing::currency::Money;
use crate::owner_mails::{OwnerMail, WebsiteOwner, queue_mail};

/// Queues an email about a dispute that waits for an answer, once for each state. The caller has locked the payment's row.
pub(super) async fn mail_dispute(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
    dispute: &Dispute,
) -> Result<(), Failure> {
    let is_running = matches!(dispute.state, DisputeState::Inquiry | DisputeState::Open);
    if !is_running || dispute.status.ends_with("under_review") {
        return Ok(());
    }
    let Some(owner) = owner_of_book(db, payment.book_id).await? else {
        return Ok(());
    };
    queue_mail(app, db, &owner, &about_dispute(payment, dispute, &owner)).await
}

/// Queues an email about a bank's warning of fraud. The caller has locked the payment's row.
pub(super) async fn mail_warning(
    app: &App,
    db: &mut Connection<'_>,
    payment: &Payment,
) -> Result<(), Failure> {
    let Some(owner) = owner_of_book(db, payment.book_id).await? else {
        return Ok(());
    };
    let amount = amount_of(payment, payment.amount_minor);
    let mail = OwnerMail {
        cause: format!("fraud {}", payment.id),
        title: format!("A bank warns of fraud: a payment of {amount}"),
        lines: [
            format!(
                "{}: the buyer's bank believes that the payment is fraudulent. Its credits are frozen.",
                owner.website_name
            ),
            "A full refund can prevent a dispute and its fee.".to_owned(),
        ],
        page: format!("payments/{}", payment.id),
    };
    queue_mail(app, db, &owner, &mail).await
}

fn about_dispute(payment: &Payment, dispute: &Dispute, owner: &WebsiteOwner) -> OwnerMail {
    let amount = amount_of(payment, dispute.amount_minor);
    let name = &owner.website_name;
    let reason = dispute.reason.as_deref().unwrap_or("unknown");
    let (title, effect) = if dispute.state == DisputeState::Inquiry {
        (
            format!("A buyer's bank asks about a payment of {amount}"),
            "No money was withdrawn.",
        )
    } else {
        (
            format!("A buyer's bank disputes a payment of {amount}"),
            "The money is withdrawn and the credits of the payment are frozen until the bank decides.",
        )
    };
    let deadline = match dispute.due_by {
        Some(due_by) => format!(
            "Answer in the Stripe dashboard until {}.",
            minute_of(due_by)
        ),
        None => "Answer in the Stripe dashboard as soon as you can.".to_owned(),
    };
    OwnerMail {
        cause: format!("dispute {} {}", dispute.id, dispute.state.word()),
        title,
        lines: [
            format!("{name}: the bank's reason is {reason}. {effect}"),
            deadline,
        ],
        page: format!("payments/{}", payment.id),
    }
}

/// Returns an amount with its currency, as in `10.00 EUR`.
fn amount_of(payment: &Payment, minor: i64) -> String {
    let currency = payment.currency;
    Money { currency, minor }.with_code()
}

/// Returns the minute of a time, as in `2027-01-22 12:00 UTC`.
fn minute_of(time: Timestamp) -> String {
    let text = time.to_iso8601();
    let minute: String = text.chars().take(16).collect();
    format!("{} UTC", minute.replace('T', " "))
}

#[cfg(test)]
mod tests {
    use super::super::dispute::tests::dispute;
    use super::super::payment::PaymentState;
    use super::super::payment::tests::payment;
    use super::*;
    use crate::caller::Mode;

    #[test]
    fn email_about_a_dispute_has_amount_reason_effect_and_deadline() {
        let owner = WebsiteOwner {
            user_id: "usr_1".to_owned(),
            website_id: "web_1".to_owned(),
            website_name: "Pictures".to_owned(),
            mode: Mode::Live,
        };
        let mut open = dispute("du_1", DisputeState::Open);
        open.reason = Some("fraudulent".to_owned());
        open.due_by = Some(Timestamp::from_seconds(1_800_000_000));
        let mail = about_dispute(&payment(PaymentState::Paid), &open, &owner);
        assert_eq!(mail.cause, "dispute dsp_du_1 open");
        assert_eq!(mail.title, "A buyer's bank disputes a payment of 3.00 EUR");
        assert!(mail.lines[0].starts_with("Pictures: the bank's reason is fraudulent. The money"));
        assert_eq!(
            mail.lines[1],
            "Answer in the Stripe dashboard until 2027-01-15 08:00 UTC."
        );
        assert_eq!(mail.page, "payments/pmt_1");
        let inquiry = dispute("du_1", DisputeState::Inquiry);
        let mail = about_dispute(&payment(PaymentState::Paid), &inquiry, &owner);
        assert_eq!(
            mail.title,
            "A buyer's bank asks about a payment of 3.00 EUR"
        );
        assert!(mail.lines[0].ends_with("No money was withdrawn."));
        assert!(mail.lines[1].ends_with("as soon as you can."));
    }
}
