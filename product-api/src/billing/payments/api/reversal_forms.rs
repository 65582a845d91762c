//! Wire types of refunds and disputes.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::payments::dispute::{DisputeState, ListedDispute};
use crate::billing::payments::payment::FraudState;
use crate::billing::payments::refund::{Refund, RefundState};
use crate::schema::{Instant, Nullable};

/// The state of a refund.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "RefundState", rename_all = "snake_case")]
enum RefundStateName {
    /// It is recorded, and Stripe has not answered yet. The credits that will go back are frozen.
    New,
    /// Stripe has accepted it, and the credits were taken back.
    Pending,
    /// The buyer has to do something first; Stripe has sent an email.
    RequiresAction,
    /// The buyer was refunded.
    Succeeded,
    /// The refund failed. Its amount is available at Stripe again, and the credits were granted again.
    Failed,
    /// It was canceled, and the credits were granted again.
    Canceled,
    /// Stripe has refused it; nothing was taken back.
    Refused,
}

impl From<RefundState> for RefundStateName {
    fn from(state: RefundState) -> Self {
        match state {
            RefundState::New => Self::New,
            RefundState::Pending => Self::Pending,
            RefundState::RequiresAction => Self::RequiresAction,
            RefundState::Succeeded => Self::Succeeded,
            RefundState::Failed => Self::Failed,
            RefundState::Canceled => Self::Canceled,
            RefundState::Refused => Self::Refused,
        }
    }
}

/// A refund of a payment, made here or in the Stripe dashboard.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Refund", example)]
pub(crate) struct RefundDto {
    /// The id, `rfd_…`.
    id: String,
    /// The amount in the smallest unit of the payment's currency.
    amount_minor: i64,
    /// The state.
    state: RefundStateName,
    /// The reason: `duplicate`, `fraudulent` or `requested_by_customer`; null if none was given.
    reason: Nullable<String>,
    /// The reason why the refund failed or was refused, as Stripe's word; else null.
    failure: Nullable<String>,
    /// The API key or the user who asked for it here; null for a refund that was made in the Stripe dashboard.
    actor: Nullable<String>,
    /// The refund at Stripe; null until Stripe has answered.
    stripe_refund: Nullable<String>,
    /// The time of creation.
    created_at: Instant,
}

impl From<Refund> for RefundDto {
    fn from(refund: Refund) -> Self {
        Self {
            id: refund.id,
            amount_minor: refund.amount_minor,
            state: refund.state.into(),
            reason: refund.reason.into(),
            failure: refund.failure.into(),
            actor: refund.actor.into(),
            stripe_refund: refund.stripe_id.into(),
            created_at: Instant(refund.created_at),
        }
    }
}

impl Example for RefundDto {
    fn example() -> Self {
        Self {
            id: "rfd_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            amount_minor: 400,
            state: RefundStateName::Succeeded,
            reason: Some("requested_by_customer".to_owned()).into(),
            failure: None.into(),
            actor: Some("usr_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            stripe_refund: Some("re_3QXExampleOfARefund000001".to_owned()).into(),
            created_at: Instant(Timestamp::from_seconds(1_767_312_000)),
        }
    }
}

/// The state of a dispute.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "DisputeState", rename_all = "lowercase")]
pub(crate) enum DisputeStateName {
    /// The bank asks about the payment. No money was withdrawn; the credits are frozen if the billing settings say so.
    Inquiry,
    /// The bank has not decided. The money is withdrawn, and the credits are frozen.
    Open,
    /// The bank has decided for the website, or its inquiry has ended. The credits are available.
    Won,
    /// The bank has decided for the buyer. The credits were taken back; those that were used became debt.
    Lost,
    /// The card network has settled it before the bank decided; `withdrawn_minor` is 0 if no money was withdrawn.
    Prevented,
}

impl From<DisputeState> for DisputeStateName {
    fn from(state: DisputeState) -> Self {
        match state {
            DisputeState::Inquiry => Self::Inquiry,
            DisputeState::Open => Self::Open,
            DisputeState::Won => Self::Won,
            DisputeState::Lost => Self::Lost,
            DisputeState::Prevented => Self::Prevented,
        }
    }
}

impl From<DisputeStateName> for DisputeState {
    fn from(name: DisputeStateName) -> Self {
        match name {
            DisputeStateName::Inquiry => Self::Inquiry,
            DisputeStateName::Open => Self::Open,
            DisputeStateName::Won => Self::Won,
            DisputeStateName::Lost => Self::Lost,
            DisputeStateName::Prevented => Self::Prevented,
        }
    }
}

/// A dispute: the buyer's bank asks about a payment, or withdraws it. Answer it in the Stripe dashboard.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Dispute", example)]
pub(crate) struct DisputeDto {
    /// The id, `dsp_…`.
    id: String,
    /// The payment.
    payment_id: String,
    /// The customer who paid; null for a purchase from the platform.
    customer_id: Nullable<String>,
    /// The payment's currency, as an ISO 4217 code in lower case.
    currency: String,
    /// The state.
    state: DisputeStateName,
    /// The status at Stripe, such as `needs_response`.
    status: String,
    /// The bank's reason, as Stripe's word such as `fraudulent`; null if Stripe says none.
    reason: Nullable<String>,
    /// The disputed amount in the smallest unit of the payment's currency.
    amount_minor: i64,
    /// The amount that is withdrawn now, without fees.
    withdrawn_minor: i64,
    /// The time until which evidence can be sent in the Stripe dashboard; null if there is none.
    due_by: Nullable<Instant>,
    /// The dispute at Stripe.
    stripe_dispute: String,
    /// The disputed payment intent at Stripe.
    stripe_payment_intent: Nullable<String>,
    /// The time at which the bank opened it.
    opened_at: Instant,
    /// The time at which its end was seen; null before. An appeal opens it again.
    closed_at: Nullable<Instant>,
}

impl From<ListedDispute> for DisputeDto {
    fn from(listed: ListedDispute) -> Self {
        let (dispute, payment) = (listed.dispute, listed.payment);
        Self {
            id: dispute.id,
            payment_id: dispute.payment_id,
            customer_id: payment.customer_id.into(),
            currency: payment.currency.code().to_owned(),
            state: dispute.state.into(),
            status: dispute.status,
            reason: dispute.reason.into(),
            amount_minor: dispute.amount_minor,
            withdrawn_minor: dispute.withdrawn_minor,
            due_by: dispute.due_by.map(Instant).into(),
            stripe_dispute: dispute.stripe_id,
            stripe_payment_intent: payment.stripe_payment_intent.into(),
            opened_at: Instant(dispute.opened_at),
            closed_at: dispute.closed_at.map(Instant).into(),
        }
    }
}

impl Example for DisputeDto {
    fn example() -> Self {
        Self {
            id: "dsp_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            payment_id: "pmt_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            customer_id: Some("cus_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            currency: "eur".to_owned(),
            state: DisputeStateName::Open,
            status: "needs_response".to_owned(),
            reason: Some("fraudulent".to_owned()).into(),
            amount_minor: 1_000,
            withdrawn_minor: 1_000,
            due_by: Some(Instant(Timestamp::from_seconds(1_768_003_200))).into(),
            stripe_dispute: "du_1QXExampleOfADispute00001".to_owned(),
            stripe_payment_intent: Some("pi_3QXExampleOfAnIntent00001".to_owned()).into(),
            opened_at: Instant(Timestamp::from_seconds(1_767_398_400)),
            closed_at: None.into(),
        }
    }
}

/// A bank's warning that a payment is fraudulent.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "FraudWarning", rename_all = "lowercase")]
pub(super) enum FraudWarningName {
    /// A refund can still prevent a dispute. The credits are frozen until then.
    Actionable,
    /// The payment was refunded or disputed since.
    Closed,
}

impl From<FraudState> for FraudWarningName {
    fn from(state: FraudState) -> Self {
        match state {
            FraudState::Actionable => Self::Actionable,
            FraudState::Closed => Self::Closed,
        }
    }
}
