//! `POST /v1/check`: whether a spend would be allowed, and what it would cost.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};
use serde::Serialize;

use super::amount::AmountBody;
use super::charge::read_charge;
use super::forms::BalanceAnswer;
use crate::app::App;
use crate::caller::CreditsSpend;
use crate::credits::quote::{Question, Quote, quote};
use crate::customers::CustomerRefBody;
use crate::problem::{Body, Kind, Problem, Refused, documents};
use crate::schema::{Nullable, Tag, Written};
use crate::websites::{ByKey, Ending};

documents!(CheckProblems: ContentTooLarge, NotFound, UnsupportedMediaType);

/// A spend to ask about.
#[derive(Object)]
#[oai(
    rename = "CheckRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct CheckBody {
    /// Whose credits; nobody is made by asking.
    customer: CustomerRefBody,
    /// How many; or `feature` and `quantity` in its place.
    amount: Option<AmountBody>,
    /// The code of the feature that it is for.
    #[oai(validator(min_length = 1, max_length = 64))]
    feature: Option<String>,
    /// How much of the feature, in the place of `amount`.
    quantity: Option<AmountBody>,
}

impl Example for CheckBody {
    fn example() -> Self {
        Self {
            customer: CustomerRefBody::example(),
            amount: None,
            feature: Some("image.large".to_owned()),
            quantity: Some(AmountBody(crate::credits::amount::Amount::new(5))),
        }
    }
}

/// Whether a spend would be allowed at the instant of asking.
#[derive(Object, Serialize)]
#[oai(rename = "Check", example)]
struct CheckAnswer {
    /// Whether it would be.
    allowed: bool,
    /// Why it would not be, as the last part of the problem's `type` that the spend would be answered with:
    /// `insufficient-credits`, `unknown-feature`, `amount-out-of-range`, `holder-inactive`, `account-frozen`, `key-spend-cap-reached`,
    /// `spend-limit-reached`, `website-suspended` or `not-found`; null when it
    /// would be allowed.
    reason: Nullable<String>,
    /// What it costs; null when that cannot be said.
    cost: Nullable<i64>,
    /// What could be spent on it: credits for any use, those for its feature, and what may be owed.
    available: i64,
    /// The balance; null when there is no such customer yet.
    balance: Nullable<BalanceAnswer>,
    /// Grows with each change of the balance that is booked or set aside; what has run out of time since is in the
    /// numbers above and not in this one. 0 when nothing ever was.
    balance_version: i64,
}

impl From<Quote> for CheckAnswer {
    fn from(quote: Quote) -> Self {
        let slug = quote.reason.map(|kind| kind.slug().to_owned());
        Self {
            allowed: slug.is_none(),
            reason: slug.into(),
            cost: quote.cost.into(),
            available: quote.available,
            balance: quote.balance.map(BalanceAnswer::from).into(),
            balance_version: quote.version,
        }
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
    /// The answer; a no is one, too.
    #[oai(status = 200)]
    Ok(Written<CheckAnswer>),
}

/// Asking before spending.
pub(crate) struct CheckApi;

#[OpenApi]
impl CheckApi {
    /// Check a spend
    ///
    /// Tells whether a spend would be allowed now, why not, and what it would cost. It changes nothing and sets nothing
    /// aside: a spend that comes later may find other credits. To be sure, open a hold.
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
        body: Body<CheckBody>,
    ) -> Result<CheckResponse, Refused<CheckProblems>> {
        let body = body.0;
        let charge = read_charge(body.amount, body.feature, body.quantity)?;
        let customer = body.customer.read("/customer");
        let question = Question {
            customer: customer.map_err(|error| Problem::invalid(&[error]))?,
            charge,
        };
        let quote = quote(&app, &caller.0, question).await?;
        Ok(CheckResponse::Ok(Written(quote.into())))
    }
}

#[cfg(test)]
mod tests {
    use poem_openapi::types::ToJSON;

    use super::*;

    #[test]
    fn what_is_written_is_what_is_documented() {
        let unknown = CheckAnswer::from(Quote {
            reason: None,
            cost: None,
            available: 0,
            balance: None,
            version: 0,
        });
        for answer in [CheckAnswer::example(), unknown] {
            let written = serde_json::to_string(&answer).unwrap();
            assert_eq!(written, answer.to_json_string());
        }
    }
}
