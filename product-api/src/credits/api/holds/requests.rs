//! Wire types of requests and responses about holds.

use poem_openapi::types::{Example, ToJSON};
use poem_openapi::{Enum, Object};

use super::response::HoldDto;
use crate::credits::api::amount::AmountBody;
use crate::credits::api::charge::read_charge;
use crate::credits::api::metadata::Metadata;
use crate::credits::api::responses::{BalanceDto, TransactionDto};
use crate::credits::execution::request::OperationOutcome;
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::capture::{Capture, IfExpired, Overage};
use crate::credits::ledger::charge::Charge;
use crate::customers::CustomerRefBody;
use crate::problem::Problem;
use crate::schema::Nullable;

/// Default time to live of a hold, in seconds.
pub(crate) const USUAL_TTL: i32 = 900;

/// The action at the expiry of a hold.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "OnExpiry", rename_all = "lowercase")]
pub(crate) enum OnExpiryName {
    /// The credits are released and can be spent again.
    Release,
    /// The credits are captured.
    Capture,
}

/// The credits that a capture may take beyond the rest of its hold.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "Overage", rename_all = "lowercase")]
pub(crate) enum OverageName {
    /// None: the capture is refused.
    Reject,
    /// The customer's available credits.
    Available,
    /// The customer's available credits, then the overdraft.
    Debt,
}

/// The action of a capture whose hold has expired.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "IfExpired", rename_all = "lowercase")]
pub(crate) enum IfExpiredName {
    /// The capture is refused.
    Reject,
    /// The capture spends the customer's available credits.
    Spend,
}

/// Credits to reserve.
#[derive(Object)]
#[oai(
    rename = "HoldRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(crate) struct HoldBody {
    /// The customer.
    pub(crate) customer: CustomerRefBody,
    /// The amount; or use `feature` and `quantity` instead.
    pub(crate) amount: Option<AmountBody>,
    /// The code of the feature. Credits that were granted for this feature only can be used, too, and are used first.
    #[oai(validator(min_length = 1, max_length = 64))]
    pub(crate) feature: Option<String>,
    /// The quantity of the feature, instead of `amount`: the price in force determines the amount.
    pub(crate) quantity: Option<AmountBody>,
    /// The time to live, in seconds: 1 to 604800 (seven days); 900 (15 minutes) if absent.
    #[oai(validator(minimum(value = "1"), maximum(value = "604800")))]
    pub(crate) ttl_seconds: Option<i32>,
    /// The action at the expiry; `release` if absent.
    pub(crate) on_expiry: Option<OnExpiryName>,
    /// A description for the customer.
    #[oai(validator(max_length = 500))]
    pub(crate) description: Option<String>,
    /// Your own data, returned with the hold: at most 50 members and 4096 bytes. Integers must fit 64 bits; other numbers are
    /// stored as doubles.
    pub(crate) metadata: Option<Metadata>,
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

/// Credits of a hold to capture.
#[derive(Object)]
#[oai(
    rename = "CaptureRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(crate) struct CaptureBody {
    /// The amount; or use `feature` and `quantity` instead. If all are absent, the capture takes the rest of the hold.
    pub(crate) amount: Option<AmountBody>,
    /// The code of the feature. If the hold names one, it must be equal.
    #[oai(validator(min_length = 1, max_length = 64))]
    pub(crate) feature: Option<String>,
    /// The quantity of the feature, instead of `amount`: the price now in force determines the amount.
    pub(crate) quantity: Option<AmountBody>,
    /// True if this is the last capture, which releases the rest; true if absent.
    #[oai(rename = "final")]
    pub(crate) is_final: Option<bool>,
    /// The credits that may be taken beyond the rest of the hold; `reject` if absent.
    pub(crate) overage: Option<OverageName>,
    /// The action if the hold has expired; `reject` if absent.
    pub(crate) if_expired: Option<IfExpiredName>,
    /// A description for the customer.
    #[oai(validator(max_length = 500))]
    pub(crate) description: Option<String>,
    /// Your own data, returned with the transaction: at most 50 members and 4096 bytes. Integers must fit 64 bits; other
    /// numbers are stored as doubles.
    pub(crate) metadata: Option<Metadata>,
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

/// A new time to live of a hold.
#[derive(Object)]
#[oai(rename = "ExtendRequest", deny_unknown_fields, example)]
pub(crate) struct ExtendBody {
    /// The time to live from now, in seconds; a hold is open for at most seven days in total.
    #[oai(validator(minimum(value = "1"), maximum(value = "604800")))]
    pub(crate) ttl_seconds: i32,
}

impl Example for ExtendBody {
    fn example() -> Self {
        Self {
            ttl_seconds: USUAL_TTL,
        }
    }
}

/// An empty object.
#[derive(Object)]
#[oai(rename = "VoidRequest", deny_unknown_fields, example)]
#[expect(
    clippy::empty_structs_with_brackets,
    reason = "an object without members, as the macro takes it"
)]
pub(crate) struct VoidBody {}

impl Example for VoidBody {
    fn example() -> Self {
        Self {}
    }
}

/// A hold, its transaction, and the balance after it.
#[derive(Clone, Debug, Object)]
#[oai(rename = "HoldMovement", example)]
pub(crate) struct HoldResultDto {
    /// The hold, as it is now.
    hold: HoldDto,
    /// The transaction; null if nothing was booked.
    transaction: Nullable<TransactionDto>,
    /// The current balance.
    balance: BalanceDto,
}

impl HoldResultDto {
    /// Serializes the response, whose bytes are stored and replayed.
    pub(crate) fn render(done: &OperationOutcome) -> Option<String> {
        let response = Self {
            hold: done.hold.clone()?.into(),
            transaction: done.transaction.clone().map(Into::into).into(),
            balance: done.balance.clone().into(),
        };
        Some(response.to_json_string())
    }
}

impl Example for HoldResultDto {
    fn example() -> Self {
        Self {
            hold: HoldDto::example(),
            transaction: None.into(),
            balance: BalanceDto::example(),
        }
    }
}

impl CaptureBody {
    /// Reads the capture and its charge, if the body has one; none if its amount or quantity is not a valid amount.
    pub(crate) fn read(self, hold: &str) -> Result<Option<(Capture, Option<Charge>)>, Problem> {
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
