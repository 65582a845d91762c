//! `POST /v1/check`: predicts whether a spend would be allowed, and its cost.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::balance_text::BalanceText;
use super::charge::read_charge;
use super::check_form::CheckBody;
use super::forms::BalanceAnswer;
use crate::app::App;
use crate::caller::CreditsSpend;
use crate::credits::quote::{Question, Quote, quote};
use crate::problem::{Kind, Problem, Quick, Refused, documents};
use crate::schema::{Nullable, Tag, Written};
use crate::websites::{ByKey, Ending};

documents!(CheckProblems: ContentTooLarge, NotFound, UnsupportedMediaType);

/// The prediction of a spend at the time of the request.
#[derive(Object)]
#[oai(rename = "Check", example)]
struct CheckAnswer {
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
    balance: Nullable<BalanceAnswer>,
    /// A number that grows with each booking and each change of a hold; 0 before the first. Expiries that are not booked yet
    /// are included in the numbers above, but do not change it.
    balance_version: i64,
}

/// The response, serialized from cached data without copying it.
struct CheckText(Quote);

impl Serialize for CheckText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let quote = &self.0;
        let mut answer = serializer.serialize_struct("Check", 6)?;
        answer.serialize_field("allowed", &quote.reason.is_none())?;
        answer.serialize_field("reason", &quote.reason.map(Kind::slug))?;
        answer.serialize_field("cost", &quote.cost)?;
        answer.serialize_field("available", &quote.available)?;
        answer.serialize_field("balance", &quote.balance().map(BalanceText::of))?;
        answer.serialize_field("balance_version", &quote.version)?;
        answer.end()
    }
}

impl Example for CheckAnswer {
    fn example() -> Self {
        Self {
            allowed: false,
            reason: Some(Kind::InsufficientCredits.slug().to_owned()).into(),
            cost: Some(100).into(),
            available: 95,
            balance: Some(BalanceAnswer::example()).into(),
            balance_version: 7,
        }
    }
}

#[derive(ApiResponse)]
enum CheckResponse {
    /// The prediction, also for a spend that would be refused.
    #[oai(status = 200)]
    Ok(Written<CheckAnswer, CheckText>),
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
        caller: ByKey<CreditsSpend, Ending>,
        body: Quick<CheckBody>,
    ) -> Result<CheckResponse, Refused<CheckProblems>> {
        let body = body.0;
        let charge = read_charge(body.amount, body.feature, body.quantity)?;
        let customer = body.customer.read("/customer");
        let question = Question {
            customer: customer.map_err(|error| Problem::invalid(&[error]))?,
            charge,
        };
        let quote = quote(&app, &caller.0, question).await?;
        Ok(CheckResponse::Ok(Written::from(CheckText(quote))))
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;
    use poem_openapi::types::ToJSON;

    use super::*;
    use crate::caller::Mode;
    use crate::credits::balance::{Balance, Site};
    use crate::credits::store::quotes::{Found, Standing};

    fn documented(quote: &Quote) -> CheckAnswer {
        let slug = quote.reason.map(|kind| kind.slug().to_owned());
        CheckAnswer {
            allowed: slug.is_none(),
            reason: slug.into(),
            cost: quote.cost.into(),
            available: quote.available,
            balance: quote.balance().cloned().map(BalanceAnswer::from).into(),
            balance_version: quote.version,
        }
    }

    fn standing(website: Option<Site>) -> Standing {
        Standing {
            is_plain: true,
            is_active: true,
            is_frozen: false,
            available: 9,
            spend_limit: None,
            balance: Balance {
                customer_id: website.as_ref().map(|_| "cus_1".to_owned()),
                website,
                mode: Mode::Test,
                unit: "a \"credit\"".to_owned(),
                scale: 2,
                posted: 1,
                held: 2,
                debt: 3,
                available: -4,
                subscribed: true,
                updated_at: Timestamp::from_micros(1_767_225_600_123_456),
            },
            version: 5,
        }
    }

    #[test]
    fn what_is_written_is_what_is_documented() {
        let site = Site {
            id: "web_1".to_owned(),
            name: "Pictures & more".to_owned(),
            url: "https://pictures.example".to_owned(),
        };
        let rows = [
            (None, None, None),
            (Some(Kind::NotFound), None, Some(standing(None))),
            (None, Some(3), Some(standing(Some(site)))),
        ];
        for (reason, cost, standing) in rows {
            let quote = Quote {
                reason,
                cost,
                available: 7,
                version: 6,
                found: Arc::new(Found {
                    standing,
                    user_is_off: false,
                    offer: None,
                    signup: None,
                }),
            };
            let documented = documented(&quote).to_json_string();
            let written = serde_json::to_string(&CheckText(quote)).unwrap();
            assert_eq!(written, documented);
        }
    }
}
