//! A request to change, cancel or resume a subscription, and its terms, which are fixed before Stripe is called.

use foundation::text::strict_json;
use foundation::{Failure, Timestamp};
use serde::{Deserialize, Serialize};

use super::change_effect::ChangeEffect;

/// The time at which a requested change takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ChangeTiming {
    /// A new period begins at once.
    Restart,
    /// The rest of the period from this second on is prorated.
    Prorate(i64),
    /// At once, and the trial continues.
    InTrial,
    /// With the next period.
    AtPeriodEnd,
}

impl ChangeTiming {
    /// Returns the timing of an effect; `None` if nothing changes.
    pub(super) const fn from_effect(effect: ChangeEffect, prorated_at: i64) -> Option<Self> {
        match effect {
            ChangeEffect::Nothing => None,
            ChangeEffect::InTrial => Some(Self::InTrial),
            ChangeEffect::Restart => Some(Self::Restart),
            ChangeEffect::Prorate => Some(Self::Prorate(prorated_at)),
            ChangeEffect::AtPeriodEnd => Some(Self::AtPeriodEnd),
        }
    }
}

/// The terms of a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ChangeTerms {
    /// The price at Stripe.
    pub(super) stripe_price_id: String,
    /// The number of pieces.
    pub(super) quantity: i64,
    /// The unit of the new period, as Stripe names it.
    pub(super) interval: String,
    /// The number of units.
    pub(super) interval_count: i64,
    /// The time at which it takes effect.
    pub(super) timing: ChangeTiming,
}

/// The terms of a cancellation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CancelTerms {
    /// True if it ends with the period; false if it ends now.
    pub(super) is_at_period_end: bool,
    /// True if its credits expire when it ends now.
    pub(super) expires_credits: bool,
}

/// The terms of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RequestTerms {
    /// Another plan, or another number of pieces.
    Change(ChangeTerms),
    /// An end.
    Cancel(CancelTerms),
    /// A planned end or change is taken back.
    Resume,
}

impl RequestTerms {
    /// Returns the word of the kind in the table.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Change(_) => "change",
            Self::Cancel(_) => "cancel",
            Self::Resume => "resume",
        }
    }

    /// Returns the stored form.
    pub(super) fn text(&self) -> Result<String, Failure> {
        serde_json::to_string(self)
            .map_err(|error| Failure::broken("serializing the terms of a request", error))
    }

    /// Reads the stored form.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        strict_json::from_stored(text)
            .map_err(|error| Failure::broken("reading the terms of a request", error))
    }
}

/// The result of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RequestOutcome {
    /// Stripe has done it.
    Done,
    /// The change waits until the buyer has confirmed the payment on this page.
    Action(String),
    /// The payment was declined, for the bank's reason if it gave one, and nothing was changed.
    Declined(Option<String>),
    /// Stripe refuses it for good, with a code.
    Refused(String),
}

impl RequestOutcome {
    /// Returns the word of the state in the table.
    pub(super) const fn word(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Action(_) => "action",
            Self::Declined(_) => "declined",
            Self::Refused(_) => "refused",
        }
    }

    /// Returns the reason of a decline or a refusal.
    pub(super) fn reason(&self) -> Option<&str> {
        match self {
            Self::Done | Self::Action(_) => None,
            Self::Declined(code) => code.as_deref(),
            Self::Refused(code) => Some(code),
        }
    }

    /// Returns the page on which the buyer confirms the payment.
    pub(super) fn action_url(&self) -> Option<&str> {
        match self {
            Self::Action(url) => Some(url),
            Self::Done | Self::Declined(_) | Self::Refused(_) => None,
        }
    }

    /// Returns the outcome of a row; `None` for an open request, and for an unknown word.
    pub(super) fn from_row(
        state: &str,
        reason: Option<String>,
        action_url: Option<String>,
    ) -> Option<Self> {
        match state {
            "done" => Some(Self::Done),
            "action" => action_url.map(Self::Action),
            "declined" => Some(Self::Declined(reason)),
            "refused" => Some(Self::Refused(reason.unwrap_or_default())),
            _ => None,
        }
    }
}

/// A request about a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SubscriptionRequest {
    /// The id, `sbr_…`.
    pub(super) id: String,
    /// The subscription.
    pub(super) subscription_id: String,
    /// The terms.
    pub(super) terms: RequestTerms,
    /// The API key or the user that requests it.
    pub(super) actor: String,
    /// The result; none until Stripe has answered.
    pub(super) outcome: Option<RequestOutcome>,
    /// The number of keys that were sent to Stripe.
    pub(super) attempt: i64,
    /// The time of the request.
    pub(super) created_at: Timestamp,
}

impl SubscriptionRequest {
    /// Returns the key of a step at Stripe. A number follows after a failure that Stripe has stored.
    pub(super) fn stripe_key(&self, step: &str) -> String {
        match self.attempt {
            1 => format!("tg:{}:{step}", self.id),
            attempt => format!("tg:{}:{step}:{attempt}", self.id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_as_they_were_written() {
        let change = |timing| {
            RequestTerms::Change(ChangeTerms {
                stripe_price_id: "price_1".to_owned(),
                quantity: 3,
                interval: "month".to_owned(),
                interval_count: 1,
                timing,
            })
        };
        let rows = [
            change(ChangeTiming::Restart),
            change(ChangeTiming::Prorate(1_800_000_000)),
            change(ChangeTiming::InTrial),
            change(ChangeTiming::AtPeriodEnd),
            RequestTerms::Cancel(CancelTerms {
                is_at_period_end: false,
                expires_credits: true,
            }),
            RequestTerms::Resume,
        ];
        for terms in rows {
            let text = terms.text().unwrap();
            assert_eq!(RequestTerms::parse(&text).unwrap(), terms, "{text}");
        }
        assert!(RequestTerms::parse("{}").is_err());
    }

    #[test]
    fn outcome_is_read_as_it_was_written() {
        let rows = [
            RequestOutcome::Done,
            RequestOutcome::Action("https://invoice.example".to_owned()),
            RequestOutcome::Declined(None),
            RequestOutcome::Declined(Some("insufficient_funds".to_owned())),
            RequestOutcome::Refused("resource_missing".to_owned()),
        ];
        for outcome in rows {
            let reason = outcome.reason().map(ToOwned::to_owned);
            let action_url = outcome.action_url().map(ToOwned::to_owned);
            let read = RequestOutcome::from_row(outcome.word(), reason, action_url);
            assert_eq!(read, Some(outcome));
        }
        assert_eq!(RequestOutcome::from_row("new", None, None), None);
    }

    #[test]
    fn key_has_a_number_after_a_stored_failure() {
        let mut request = SubscriptionRequest {
            id: "sbr_1".to_owned(),
            subscription_id: "sbs_1".to_owned(),
            terms: RequestTerms::Resume,
            actor: "key_1".to_owned(),
            outcome: None,
            attempt: 1,
            created_at: Timestamp::default(),
        };
        assert_eq!(request.stripe_key("update"), "tg:sbr_1:update");
        request.attempt = 2;
        assert_eq!(request.stripe_key("update"), "tg:sbr_1:update:2");
    }
}
