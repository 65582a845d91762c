//! What is asked of holds, and what is answered, on the wire.

use poem_openapi::types::{Example, ToJSON};
use poem_openapi::{Enum, Object};

use super::amount::AmountBody;
use super::charge::read_charge;
use super::forms::{BalanceAnswer, TransactionAnswer};
use super::hold_answer::HoldAnswer;
use super::metadata::Metadata;
use crate::credits::amount::Amount;
use crate::credits::charge::Charge;
use crate::credits::execute::Done;
use crate::credits::holding::{Capture, IfExpired, Overage};
use crate::customers::CustomerRefBody;
use crate::problem::Problem;
use crate::schema::Nullable;

/// How long a hold lasts when nobody says.
pub(super) const USUAL_TTL: i32 = 900;

/// What happens to a hold whose time runs out.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "OnExpiry", rename_all = "lowercase")]
pub(super) enum OnExpiryName {
    /// Its credits can be spent again.
    Release,
    /// Its credits are spent.
    Capture,
}

/// What a capture may take beyond what its hold has left.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "Overage", rename_all = "lowercase")]
pub(super) enum OverageName {
    /// Nothing: it is refused.
    Reject,
    /// What the customer has available.
    Available,
    /// What the customer has available, then what may be owed.
    Debt,
}

/// What a capture does when its hold has run out of time.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "IfExpired", rename_all = "lowercase")]
pub(super) enum IfExpiredName {
    /// It is refused.
    Reject,
    /// It spends what the customer has available.
    Spend,
}

/// Credits to set aside.
#[derive(Object)]
#[oai(
    rename = "HoldRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct HoldBody {
    /// Whose credits.
    pub(super) customer: CustomerRefBody,
    /// How many; or `feature` and `quantity` in its place.
    pub(super) amount: Option<AmountBody>,
    /// The code of the feature that it is for: credits that were granted for this feature alone can be used too, and are
    /// used first.
    #[oai(validator(min_length = 1, max_length = 64))]
    pub(super) feature: Option<String>,
    /// How much of the feature, in the place of `amount`: the price that is in force decides how many credits that is.
    pub(super) quantity: Option<AmountBody>,
    /// For how long, in seconds: 1 to 604800 (seven days); 900 (a quarter of an hour) when absent.
    #[oai(validator(minimum(value = "1"), maximum(value = "604800")))]
    pub(super) ttl_seconds: Option<i32>,
    /// What happens then; `release` when absent.
    pub(super) on_expiry: Option<OnExpiryName>,
    /// What for, in words for the customer.
    #[oai(validator(max_length = 500))]
    pub(super) description: Option<String>,
    /// Your own notes, given back with the hold: at most 50 members and 4096 bytes. Whole numbers fit 64 bits; others are
    /// kept as doubles.
    pub(super) metadata: Option<Metadata>,
}

impl Example for HoldBody {
    fn example() -> Self {
        Self {
            customer: CustomerRefBody::example(),
            amount: Some(AmountBody(Amount::new(50))),
            feature: None,
            quantity: None,
            ttl_seconds: Some(USUAL_TTL),
            on_expiry: None,
            description: Some("A long answer".to_owned()),
            metadata: None,
        }
    }
}

/// Credits of a hold to use.
#[derive(Object)]
#[oai(
    rename = "CaptureRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct CaptureBody {
    /// How many, or `feature` and `quantity` in its place; all that the hold has left when neither is there.
    pub(super) amount: Option<AmountBody>,
    /// The code of the feature that it is for: the hold's own, where the hold names one.
    #[oai(validator(min_length = 1, max_length = 64))]
    pub(super) feature: Option<String>,
    /// How much of the feature, in the place of `amount`: the price that is in force now decides how many credits that is.
    pub(super) quantity: Option<AmountBody>,
    /// Whether it is the last capture, so that what is left can be spent again; true when absent.
    #[oai(rename = "final")]
    pub(super) is_final: Option<bool>,
    /// What may be taken beyond what the hold has left; `reject` when absent.
    pub(super) overage: Option<OverageName>,
    /// What is done when the hold has run out of time; `reject` when absent.
    pub(super) if_expired: Option<IfExpiredName>,
    /// What for, in words for the customer.
    #[oai(validator(max_length = 500))]
    pub(super) description: Option<String>,
    /// Your own notes, given back with the transaction: at most 50 members and 4096 bytes. Whole numbers fit 64 bits;
    /// others are kept as doubles.
    pub(super) metadata: Option<Metadata>,
}

impl Example for CaptureBody {
    fn example() -> Self {
        Self {
            amount: Some(AmountBody(Amount::new(42))),
            feature: None,
            quantity: None,
            is_final: Some(true),
            overage: None,
            if_expired: None,
            description: Some("A long answer".to_owned()),
            metadata: None,
        }
    }
}

/// More time for a hold.
#[derive(Object)]
#[oai(rename = "ExtendRequest", deny_unknown_fields, example)]
pub(super) struct ExtendBody {
    /// For how long from now, in seconds; a hold is open for at most seven days in all.
    #[oai(validator(minimum(value = "1"), maximum(value = "604800")))]
    pub(super) ttl_seconds: i32,
}

impl Example for ExtendBody {
    fn example() -> Self {
        Self {
            ttl_seconds: USUAL_TTL,
        }
    }
}

/// Nothing more to say: an empty object.
#[derive(Object)]
#[oai(rename = "VoidRequest", deny_unknown_fields, example)]
#[expect(
    clippy::empty_structs_with_brackets,
    reason = "an object without members, as the macro takes it"
)]
pub(super) struct VoidBody {}

impl Example for VoidBody {
    fn example() -> Self {
        Self {}
    }
}

/// A hold, what was booked, and what is left.
#[derive(Clone, Debug, Object)]
#[oai(rename = "HoldMovement", example)]
pub(super) struct HeldAnswer {
    /// The hold, as it is now.
    hold: HoldAnswer,
    /// The transaction; null when nothing was booked.
    transaction: Nullable<TransactionAnswer>,
    /// The balance now.
    balance: BalanceAnswer,
}

impl HeldAnswer {
    /// The bytes of an answer, which are stored and replayed.
    pub(super) fn render(done: &Done) -> Option<String> {
        let answer = Self {
            hold: done.hold.clone()?.into(),
            transaction: done.transaction.clone().map(Into::into).into(),
            balance: done.balance.clone().into(),
        };
        Some(answer.to_json_string())
    }
}

impl Example for HeldAnswer {
    fn example() -> Self {
        Self {
            hold: HoldAnswer::example(),
            transaction: None.into(),
            balance: BalanceAnswer::example(),
        }
    }
}

impl CaptureBody {
    /// The capture of a hold and what it charges, if it says so; none when what stands in the place of its amount, or of
    /// its quantity, is no amount.
    pub(super) fn read(self, hold: &str) -> Result<Option<(Capture, Option<Charge>)>, Problem> {
        let capture = self.capture(hold);
        if self.amount.is_none() && self.feature.is_none() && self.quantity.is_none() {
            return Ok(Some((capture, None)));
        }
        let charge = read_charge(self.amount, self.feature, self.quantity)?;
        Ok(charge.map(|charge| (capture, Some(charge))))
    }

    fn capture(&self, hold: &str) -> Capture {
        Capture {
            hold: hold.to_owned(),
            amount: None,
            is_final: self.is_final.unwrap_or(true),
            overage: match self.overage {
                Some(OverageName::Reject) | None => Overage::Reject,
                Some(OverageName::Available) => Overage::Available,
                Some(OverageName::Debt) => Overage::Debt,
            },
            if_expired: match self.if_expired {
                Some(IfExpiredName::Reject) | None => IfExpired::Reject,
                Some(IfExpiredName::Spend) => IfExpired::Spend,
            },
        }
    }
}
