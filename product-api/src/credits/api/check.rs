//! `POST /v1/check`: predicts whether a spend would be allowed, and its cost.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::amount::AmountBody;
use super::charge::read_charge;
use super::responses::BalanceDto;
use crate::app::App;
use crate::caller::CreditsSpend;
use crate::credits::ledger::amount::Amount;
use crate::credits::queries::spend_check::{CheckRequest, SpendCheck, check_spend};
use crate::customers::CustomerRefBody;
use crate::problem::{Body, Kind, Problem, ProblemResponse, documents};
use crate::schema::{Nullable, Tag};
use crate::websites::{AdmitAll, ByKey};

documents!(CheckProblems: ContentTooLarge, NotFound, UnsupportedMediaType);

/// The prediction of a spend at the time of the request.
#[derive(Object)]
#[oai(rename = "Check", example)]
struct CheckDto {
    /// True if the spend would be allowed.
    allowed: bool,
    /// The reason for a refusal, as the last part of the `type` of the spend's problem: `insufficient-credits`,
    /// `unknown-feature`, `amount-out-of-range`, `holder-inactive`, `account-frozen`, `key-spend-cap-reached`,
    /// `spend-limit-reached`, `website-suspended` or `not-found`; null if the spend would be allowed.
    reason: Nullable<String>,
    /// The cost of the spend; null if it cannot be computed.
    cost: Nullable<i64>,
    /// The credits available for this spend: credits for any use, credits for its feature, and the unused overdraft.
    available: i64,
    /// The balance; null if the customer does not exist yet.
    balance: Nullable<BalanceDto>,
    /// A number that grows with each booking and each change of a hold; 0 before the first. Expiries that are not booked yet
    /// are included in the numbers above, but do not change it.
    balance_version: i64,
}

impl From<SpendCheck> for CheckDto {
    fn from(check: SpendCheck) -> Self {
        let slug = check.reason.map(|kind| kind.slug().to_owned());
        Self {
            allowed: slug.is_none(),
            reason: slug.into(),
            cost: check.cost.into(),
            available: check.available,
            balance: check.balance.map(BalanceDto::from).into(),
            balance_version: check.version,
        }
    }
}

impl Example for CheckDto {
    fn example() -> Self {
        Self {
            allowed: false,
            reason: Some(Kind::InsufficientCredits.slug().to_owned()).into(),
            cost: Some(100).into(),
            available: 95,
            balance: Some(BalanceDto::example()).into(),
            balance_version: 7,
        }
    }
}

/// A spend to check.
#[derive(Debug, Object)]
#[oai(
    rename = "CheckRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct CheckBody {
    /// The customer; a check never creates one.
    customer: CustomerRefBody,
    /// The amount; or use `feature` and `quantity` instead.
    amount: Option<AmountBody>,
    /// The code of the feature.
    #[oai(validator(min_length = 1, max_length = 64))]
    feature: Option<String>,
    /// The quantity of the feature, instead of `amount`.
    quantity: Option<AmountBody>,
}

impl Example for CheckBody {
    fn example() -> Self {
        Self {
            customer: CustomerRefBody::example(),
            amount: None,
            feature: Some("image.large".to_owned()),
            quantity: Some(AmountBody(Amount::new(20))),
        }
    }
}

#[derive(ApiResponse)]
enum CheckResponse {
    /// The prediction, also for a spend that would be refused.
    #[oai(status = 200)]
    Ok(Json<CheckDto>),
}

/// The operation that checks a spend.
pub(crate) struct CheckApi;

#[OpenApi]
impl CheckApi {
    /// Check a spend
    ///
    /// Predicts whether a spend would be allowed now, the reason for a refusal, and the cost. It changes nothing and reserves
    /// nothing, so the balance may differ at the time of the spend. Open a hold to reserve credits.
    #[oai(
        path = "/v1/check",
        method = "post",
        operation_id = "check",
        tag = "Tag::Credits"
    )]
    async fn check(
        &self,
        app: Data<&Arc<App>>,
        caller: ByKey<CreditsSpend, AdmitAll>,
        body: Body<CheckBody>,
    ) -> Result<CheckResponse, ProblemResponse<CheckProblems>> {
        let body = body.0;
        let charge = read_charge(body.amount, body.feature, body.quantity)?;
        let customer = body.customer.read("/customer");
        let request = CheckRequest {
            customer: customer.map_err(|error| Problem::invalid(&[error]))?,
            charge,
        };
        let check = check_spend(&app, &caller.0, request).await?;
        Ok(CheckResponse::Ok(Json(check.into())))
    }
}
