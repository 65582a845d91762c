//! Attempts of automatic top-ups on the wire.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::topups::attempt_state::AttemptState;
use crate::billing::topups::views::{AttemptPage, AttemptView};
use crate::schema::{Instant, Nullable};

/// The state of an attempt of an automatic top-up.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "TopUpAttemptState", rename_all = "lowercase")]
enum AttemptStateName {
    /// The invoice is being made.
    Claimed,
    /// The invoice is final, and is being paid.
    Invoiced,
    /// The payment was sent, and its outcome is not known.
    Paying,
    /// The bank asks the buyer to confirm the payment at `payment_url`.
    Action,
    /// The invoice is being voided.
    Voiding,
    /// The invoice is paid, and the credits were granted.
    Paid,
    /// Nothing was bought: the payment failed and the invoice is void, or the payment differs from what was agreed and is in review.
    Failed,
}

impl From<AttemptState> for AttemptStateName {
    fn from(state: AttemptState) -> Self {
        match state {
            AttemptState::Claimed => Self::Claimed,
            AttemptState::Invoiced => Self::Invoiced,
            AttemptState::Paying => Self::Paying,
            AttemptState::Action => Self::Action,
            AttemptState::Voiding => Self::Voiding,
            AttemptState::Paid => Self::Paid,
            AttemptState::Failed => Self::Failed,
        }
    }
}

/// One purchase of an automatic top-up, or the attempt to make it.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TopUpAttempt", example)]
struct AttemptDto {
    /// The id, `top_…`.
    id: String,
    /// The state.
    state: AttemptStateName,
    /// The reason of a failure, in Stripe's word if the bank gave one; null without one.
    code: Nullable<String>,
    /// The amount of the invoice; before it is made, the price without taxes. It is in the smallest unit of the currency.
    amount_minor: i64,
    /// The currency, as an ISO 4217 code in lower case.
    currency: String,
    /// The credits, without the bonus.
    credits: i64,
    /// The bonus.
    bonus: i64,
    /// The id of the payment; null before it is paid.
    payment: Nullable<String>,
    /// The page on which the buyer confirms the payment; null in other states.
    payment_url: Nullable<String>,
    /// The time of creation.
    created_at: Instant,
    /// The time at which it was paid or failed; null before.
    settled_at: Nullable<Instant>,
}

impl From<AttemptView> for AttemptDto {
    fn from(view: AttemptView) -> Self {
        Self {
            id: view.id,
            state: view.state.into(),
            code: view.code.into(),
            amount_minor: view.amount_minor,
            currency: view.currency.code().to_owned(),
            credits: view.credits,
            bonus: view.bonus,
            payment: view.payment.into(),
            payment_url: view.payment_url.into(),
            created_at: Instant(view.created_at),
            settled_at: view.settled_at.map(Instant).into(),
        }
    }
}

impl Example for AttemptDto {
    fn example() -> Self {
        let at = |seconds: i64| Instant(Timestamp::from_seconds(seconds));
        Self {
            id: "top_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            state: AttemptStateName::Paid,
            code: None.into(),
            amount_minor: 1_000,
            currency: "eur".to_owned(),
            credits: 500,
            bonus: 50,
            payment: Some("pmt_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            payment_url: None.into(),
            created_at: at(1_767_225_600),
            settled_at: Some(at(1_767_225_605)).into(),
        }
    }
}

/// One page of attempts, newest first.
#[derive(Object)]
#[oai(rename = "TopUpAttemptPage")]
pub(super) struct AttemptPageDto {
    /// The attempts.
    items: Vec<AttemptDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<AttemptPage> for AttemptPageDto {
    fn from(page: AttemptPage) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}
