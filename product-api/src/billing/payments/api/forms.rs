//! Wire types of payments.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use super::reversal_forms::{DisputeDto, FraudWarningName, RefundDto};
use crate::billing::payments::dispute::{DisputedPayment, ListedDispute};
use crate::billing::payments::document::{PaymentDocument, PaymentDocumentKind};
use crate::billing::payments::list::{PaymentDetail, PaymentPage};
use crate::billing::payments::payment::{Payment, PaymentState};
use crate::billing::payments::store::{OwnPayment, PaymentLot};
use crate::caller::Mode;
use crate::schema::{Instant, Nullable};

/// The state of a payment.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "PaymentState", rename_all = "lowercase")]
pub(super) enum PaymentStateName {
    /// The buyer has started the payment, and Stripe has not confirmed it.
    Pending,
    /// The buyer has paid, and the credits were granted.
    Paid,
    /// The buyer has paid, and no credits were granted, because the payment differs from what was sold.
    Review,
    /// The payment failed.
    Failed,
}

impl From<PaymentStateName> for PaymentState {
    fn from(name: PaymentStateName) -> Self {
        match name {
            PaymentStateName::Pending => Self::Pending,
            PaymentStateName::Paid => Self::Paid,
            PaymentStateName::Review => Self::Review,
            PaymentStateName::Failed => Self::Failed,
        }
    }
}

impl From<PaymentState> for PaymentStateName {
    fn from(state: PaymentState) -> Self {
        match state {
            PaymentState::Pending => Self::Pending,
            PaymentState::Paid => Self::Paid,
            PaymentState::Review => Self::Review,
            PaymentState::Failed => Self::Failed,
        }
    }
}

/// A payment.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Payment", example)]
pub(super) struct PaymentDto {
    /// The id, `pmt_…`.
    id: String,
    /// The state.
    state: PaymentStateName,
    /// The reason of a failure or a review, as a word; else null.
    reason: Nullable<String>,
    /// The checkout that was paid; null for a payment of a subscription.
    checkout_id: Nullable<String>,
    /// The subscription that was paid; null for a payment of a checkout.
    subscription_id: Nullable<String>,
    /// The customer; null for a purchase from the platform.
    customer_id: Nullable<String>,
    /// The currency, as an ISO 4217 code in lower case.
    currency: String,
    /// The amount that the buyer paid, in the smallest unit of the currency.
    amount_minor: i64,
    /// The taxes in the amount.
    tax_minor: i64,
    /// The discount that was taken off the price.
    discount_minor: i64,
    /// The credits that were granted, the bonus included.
    credits: i64,
    /// The part of the amount that was refunded, or is being refunded.
    refunded_minor: i64,
    /// The part of the amount that disputes have withdrawn.
    withdrawn_minor: i64,
    /// The time at which it was paid; null before.
    paid_at: Nullable<Instant>,
    /// The time of creation.
    created_at: Instant,
}

impl From<&Payment> for PaymentDto {
    fn from(payment: &Payment) -> Self {
        Self {
            id: payment.id.clone(),
            state: payment.state.into(),
            reason: payment.reason.clone().into(),
            checkout_id: payment.checkout_id().map(ToOwned::to_owned).into(),
            subscription_id: payment.subscription_id().map(ToOwned::to_owned).into(),
            customer_id: payment.owner.customer_id().map(ToOwned::to_owned).into(),
            currency: payment.currency.code().to_owned(),
            amount_minor: payment.amount_minor,
            tax_minor: payment.tax_minor,
            discount_minor: payment.discount_minor,
            credits: payment.granted,
            refunded_minor: payment.reversal.refunded_minor,
            withdrawn_minor: payment.reversal.withdrawn_minor,
            paid_at: payment.paid_at.map(Instant).into(),
            created_at: Instant(payment.created_at),
        }
    }
}

impl Example for PaymentDto {
    fn example() -> Self {
        Self {
            id: "pmt_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            state: PaymentStateName::Paid,
            reason: None.into(),
            checkout_id: Some("chk_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            subscription_id: None.into(),
            customer_id: Some("cus_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            currency: "eur".to_owned(),
            amount_minor: 1_000,
            tax_minor: 0,
            discount_minor: 0,
            credits: 550,
            refunded_minor: 400,
            withdrawn_minor: 0,
            paid_at: Some(Instant(Timestamp::from_seconds(1_767_225_600))).into(),
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// Credits that a payment has bought.
#[derive(Clone, Debug, Object)]
#[oai(rename = "PaymentLot", example)]
struct LotDto {
    /// The origin of the credits: `purchase`, or `promo` for a bonus.
    kind: String,
    /// The number of credits.
    credits: i64,
    /// The number of credits that are left, including held ones.
    remaining: i64,
    /// The time from which the credits can no longer be used; null for never.
    expires_at: Nullable<Instant>,
    /// The id of the transaction that granted the credits.
    transaction_id: String,
}

impl From<PaymentLot> for LotDto {
    fn from(lot: PaymentLot) -> Self {
        Self {
            kind: lot.kind,
            credits: lot.credits,
            remaining: lot.remaining,
            expires_at: lot.expires_at.map(Instant).into(),
            transaction_id: lot.transaction_id,
        }
    }
}

impl Example for LotDto {
    fn example() -> Self {
        Self {
            kind: "purchase".to_owned(),
            credits: 500,
            remaining: 280,
            expires_at: None.into(),
            transaction_id: "txn_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
        }
    }
}

/// A payment with its credits, refunds and disputes, and its objects at Stripe.
#[derive(Clone, Debug, Object)]
#[oai(rename = "PaymentDetail", example)]
pub(crate) struct DetailDto {
    #[oai(flatten)]
    payment: PaymentDto,
    /// The credits that were granted.
    lots: Vec<LotDto>,
    /// The refunds, oldest first.
    refunds: Vec<RefundDto>,
    /// The disputes, oldest first.
    disputes: Vec<DisputeDto>,
    /// A bank's warning that the payment is fraudulent; null if there was none.
    fraud_warning: Nullable<FraudWarningName>,
    /// The credits that were taken back. Those that had been used became debt, or were written off.
    credits_taken_back: i64,
    /// The credits that cannot be used at the moment, because their money is in doubt.
    credits_frozen: i64,
    /// True if credits are to be taken back or frozen that open holds reserve; that happens when the holds end.
    waits_for_holds: bool,
    /// The payment intent at Stripe; null if nothing had to be paid.
    stripe_payment_intent: Nullable<String>,
    /// The charge at Stripe; null until Stripe has one.
    stripe_charge: Nullable<String>,
    /// The invoice at Stripe; null if Stripe wrote none.
    stripe_invoice: Nullable<String>,
}

impl From<PaymentDetail> for DetailDto {
    fn from(detail: PaymentDetail) -> Self {
        let payment = detail.payment;
        let facts = DisputedPayment::from_payment(&payment);
        let listed = |dispute| ListedDispute {
            dispute,
            payment: facts.clone(),
        };
        let disputes = detail.disputes.into_iter().map(listed);
        Self {
            payment: (&payment).into(),
            lots: detail.lots.into_iter().map(Into::into).collect(),
            refunds: detail.refunds.into_iter().map(Into::into).collect(),
            disputes: disputes.map(Into::into).collect(),
            fraud_warning: payment.reversal.fraud_warning.map(Into::into).into(),
            credits_taken_back: payment.reversal.clawed_back,
            credits_frozen: payment.reversal.frozen,
            waits_for_holds: payment.reversal.is_waiting_for_holds,
            stripe_payment_intent: payment.stripe_payment_intent.into(),
            stripe_charge: payment.stripe_charge.into(),
            stripe_invoice: payment.stripe_invoice.into(),
        }
    }
}

impl Example for DetailDto {
    fn example() -> Self {
        Self {
            payment: PaymentDto::example(),
            lots: vec![LotDto::example()],
            refunds: vec![RefundDto::example()],
            disputes: Vec::new(),
            fraud_warning: None.into(),
            credits_taken_back: 220,
            credits_frozen: 0,
            waits_for_holds: false,
            stripe_payment_intent: Some("pi_3QXExampleOfAnIntent00001".to_owned()).into(),
            stripe_charge: Some("ch_3QXExampleOfACharge000001".to_owned()).into(),
            stripe_invoice: None.into(),
        }
    }
}

/// One page of payments, newest first.
#[derive(Object)]
#[oai(rename = "PaymentPage")]
pub(super) struct PageDto {
    /// The payments.
    items: Vec<PaymentDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<PaymentPage<Payment>> for PageDto {
    fn from(page: PaymentPage<Payment>) -> Self {
        Self {
            items: page.items.iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

/// A payment of the user, with the seller.
#[derive(Clone, Debug, Object)]
#[oai(rename = "MyPayment", example)]
struct MyPaymentDto {
    #[oai(flatten)]
    payment: PaymentDto,
    /// The mode of the credits.
    mode: Mode,
    /// The website that sold the credits; null for the platform.
    website_id: Nullable<String>,
    /// The website's name.
    website_name: Nullable<String>,
}

impl From<OwnPayment> for MyPaymentDto {
    fn from(own: OwnPayment) -> Self {
        Self {
            payment: (&own.payment).into(),
            mode: own.mode,
            website_id: own.website_id.into(),
            website_name: own.website_name.into(),
        }
    }
}

impl Example for MyPaymentDto {
    fn example() -> Self {
        Self {
            payment: PaymentDto::example(),
            mode: Mode::Live,
            website_id: Some("web_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            website_name: Some("Pictures".to_owned()).into(),
        }
    }
}

/// One page of the user's payments, newest first.
#[derive(Object)]
#[oai(rename = "MyPaymentPage")]
pub(super) struct MyPageDto {
    /// The payments.
    items: Vec<MyPaymentDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<PaymentPage<OwnPayment>> for MyPageDto {
    fn from(page: PaymentPage<OwnPayment>) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

/// The kind of a document.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "PaymentDocumentKind", rename_all = "lowercase")]
enum DocumentKindName {
    /// An invoice.
    Invoice,
    /// A receipt.
    Receipt,
}

/// The document of a payment.
#[derive(Clone, Debug, Object)]
#[oai(rename = "PaymentDocument", example)]
pub(super) struct DocumentDto {
    /// The kind.
    kind: DocumentKindName,
    /// Stripe's page with the document. Fetch it when it is needed: Stripe ends such addresses after a time.
    url: String,
}

impl From<PaymentDocument> for DocumentDto {
    fn from(document: PaymentDocument) -> Self {
        Self {
            kind: match document.kind {
                PaymentDocumentKind::Invoice => DocumentKindName::Invoice,
                PaymentDocumentKind::Receipt => DocumentKindName::Receipt,
            },
            url: document.url,
        }
    }
}

impl Example for DocumentDto {
    fn example() -> Self {
        Self {
            kind: DocumentKindName::Receipt,
            url: "https://pay.stripe.com/receipts/example".to_owned(),
        }
    }
}
