//! Wire types of requests about subscriptions.

use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::subscription_requests::change_effect::ChangeEffect;
use crate::billing::subscription_requests::change_subscription::ChangeRequest;
use crate::billing::subscription_requests::find_target::WantedChange;
use crate::billing::subscription_requests::preview_change::{ChangePreview, PreviewRequest};
use crate::billing::subscription_requests::subscription_request::CancelTerms;
use crate::problem::{FieldError, Problem};
use crate::schema::{Instant, Nullable};

/// The effect of a change of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "SubscriptionChangeEffect", rename_all = "snake_case")]
enum EffectName {
    /// Nothing changes.
    Nothing,
    /// The trial continues with the new plan, and nothing is paid.
    InTrial,
    /// A new period begins at once, at the full price and with the full allowance.
    Restart,
    /// The rest of the period is paid and granted in proportion.
    Prorate,
    /// The next period has the new plan. Nothing is paid or taken back before.
    AtPeriodEnd,
}

impl From<ChangeEffect> for EffectName {
    fn from(effect: ChangeEffect) -> Self {
        match effect {
            ChangeEffect::Nothing => Self::Nothing,
            ChangeEffect::InTrial => Self::InTrial,
            ChangeEffect::Restart => Self::Restart,
            ChangeEffect::Prorate => Self::Prorate,
            ChangeEffect::AtPeriodEnd => Self::AtPeriodEnd,
        }
    }
}

/// A change of a subscription to be previewed.
#[derive(Clone, Debug, Object)]
#[oai(
    rename = "SubscriptionPreviewRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct PreviewBody {
    /// The code of the plan, in its newest version. The subscription keeps its own plan and version if absent.
    plan: Option<String>,
    /// The number of pieces; the present one if absent.
    quantity: Option<i64>,
}

impl From<PreviewBody> for PreviewRequest {
    fn from(body: PreviewBody) -> Self {
        Self {
            wanted: WantedChange {
                plan: body.plan,
                quantity: body.quantity,
            },
            prorated_at: None,
        }
    }
}

impl Example for PreviewBody {
    fn example() -> Self {
        Self {
            plan: Some("team".to_owned()),
            quantity: Some(3),
        }
    }
}

/// A change of a subscription.
#[derive(Clone, Debug, Object)]
#[oai(
    rename = "SubscriptionChangeRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct PlanChangeBody {
    /// The code of the plan, in its newest version. The subscription keeps its own plan and version if absent.
    plan: Option<String>,
    /// The number of pieces; the present one if absent.
    quantity: Option<i64>,
    /// `amount_due_minor` of the preview that the buyer has seen. A change that costs another amount is refused.
    expected_amount_minor: i64,
    /// `prorated_at` of that preview, which is valid for 15 minutes; now if absent.
    prorated_at: Option<Instant>,
}

impl PlanChangeBody {
    /// Returns the request, or the places of its errors.
    pub(super) fn read(&self) -> Result<ChangeRequest, Problem> {
        if self.expected_amount_minor < 0 {
            let error = FieldError::body("/expected_amount_minor", "Must be at least 0.");
            return Err(Problem::invalid(&[error]));
        }
        Ok(ChangeRequest {
            preview: PreviewRequest {
                wanted: WantedChange {
                    plan: self.plan.clone(),
                    quantity: self.quantity,
                },
                prorated_at: self.prorated_at.map(|at| at.0),
            },
            expected_amount_minor: self.expected_amount_minor,
        })
    }
}

impl Example for PlanChangeBody {
    fn example() -> Self {
        Self {
            plan: Some("team".to_owned()),
            quantity: Some(3),
            expected_amount_minor: 2_900,
            prorated_at: None,
        }
    }
}

/// The time at which a subscription ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "SubscriptionEnd", rename_all = "snake_case")]
enum EndName {
    /// With the period, which is paid.
    PeriodEnd,
    /// Now. The unused time is not refunded.
    Now,
}

/// The end of a subscription.
#[derive(Clone, Debug, Object)]
#[oai(
    rename = "SubscriptionCancelRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct CancelBody {
    /// The time at which it ends.
    at: EndName,
    /// True if its credits expire at once; for `now` only. They stay until the end of the paid time otherwise.
    expire: Option<bool>,
}

impl CancelBody {
    /// Returns the terms, or the places of their errors.
    pub(super) fn read(&self) -> Result<CancelTerms, Problem> {
        let (is_at_period_end, expires_credits) = (
            self.at == EndName::PeriodEnd,
            self.expire.unwrap_or_default(),
        );
        if is_at_period_end && expires_credits {
            let error = FieldError::body("/expire", "Is for `at: now` only.");
            return Err(Problem::invalid(&[error]));
        }
        Ok(CancelTerms {
            is_at_period_end,
            expires_credits,
        })
    }
}

impl Example for CancelBody {
    fn example() -> Self {
        Self {
            at: EndName::PeriodEnd,
            expire: None,
        }
    }
}

/// A preview of a change.
#[derive(Clone, Debug, Object)]
#[oai(rename = "SubscriptionPreview", example)]
pub(super) struct PreviewDto {
    /// The code of the plan.
    plan: String,
    /// The version of the plan.
    version: i64,
    /// The number of pieces.
    quantity: i64,
    /// The effect of the change.
    effect: EffectName,
    /// The currency, as an ISO 4217 code in lower case.
    currency: String,
    /// The amount that is paid now, with taxes, in the smallest unit of the currency. Send it as `expected_amount_minor`.
    amount_due_minor: i64,
    /// The price of one later period, without taxes that are added to it.
    amount_next_minor: i64,
    /// The credits that are granted now.
    credits_now: i64,
    /// The credits of one later allowance.
    credits_next: i64,
    /// The time of the next payment after this one.
    next_payment_at: Instant,
    /// The time from which the rest of the period is paid in proportion; null for other effects. Send it with the change.
    prorated_at: Nullable<Instant>,
}

impl From<ChangePreview> for PreviewDto {
    fn from(preview: ChangePreview) -> Self {
        let target = preview.target;
        Self {
            version: target.plan.version,
            quantity: target.quantity,
            effect: target.effect.into(),
            currency: target.money.currency.code().to_owned(),
            amount_due_minor: preview.amount_due_minor,
            amount_next_minor: target.total_minor(),
            credits_now: preview.credits_now,
            credits_next: target.credits(),
            next_payment_at: Instant(preview.next_payment_at),
            prorated_at: preview.prorated_at.map(Instant).into(),
            plan: target.plan.code,
        }
    }
}

impl Example for PreviewDto {
    fn example() -> Self {
        let at = foundation::Timestamp::from_seconds(1_769_904_000);
        Self {
            plan: "team".to_owned(),
            version: 2,
            quantity: 3,
            effect: EffectName::AtPeriodEnd,
            currency: "eur".to_owned(),
            amount_due_minor: 0,
            amount_next_minor: 2_900,
            credits_now: 0,
            credits_next: 9_000,
            next_payment_at: Instant(at),
            prorated_at: None.into(),
        }
    }
}
