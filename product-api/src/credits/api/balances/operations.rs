//! Operations on one customer's balance, holds, overdraft limit and spend limit.

use std::sync::Arc;
use std::time::Duration;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::customer_balance::CustomerBalanceDto;
use super::spend_limit::SpendLimitBody;
use crate::app::App;
use crate::caller::{CreditsGrant, CustomersRead, StepUp};
use crate::credits::api::holds::response::ListedHoldDto;
use crate::credits::commands::overdraft::set_overdraft_limit;
use crate::credits::commands::spend_limit::limit_spending;
use crate::credits::ledger::hold::HoldState;
use crate::credits::queries::balance_at::customer_balance_at;
use crate::credits::queries::holds;
use crate::credits::queries::holds::HoldPage;
use crate::credits::queries::transactions::CreditsPageRequest;
use crate::problem::{Body, FieldError, Problem, ProblemResponse, documents};
use crate::schema::{Nullable, Tag};
use crate::websites::BySite;

documents!(ReadProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(
    SpendLimitProblems: AccountFrozen, ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType, WebsiteSuspended
);
documents!(
    LimitProblems: AccountFrozen, AmountOutOfRange, ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType,
        WebsiteSuspended
);

/// The state of a hold.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "HoldState", rename_all = "lowercase")]
enum StateName {
    /// Its credits are reserved.
    Open,
    /// A part or all of its credits were spent, and the rest released.
    Captured,
    /// It was voided, and its credits released.
    Voided,
    /// It expired.
    Expired,
}

impl From<StateName> for HoldState {
    fn from(name: StateName) -> Self {
        match name {
            StateName::Open => Self::Open,
            StateName::Captured => Self::Captured,
            StateName::Voided => Self::Voided,
            StateName::Expired => Self::Expired,
        }
    }
}

/// A new overdraft limit of a customer.
#[derive(Object)]
#[oai(rename = "OverdraftLimitRequest", deny_unknown_fields, example)]
struct LimitBody {
    /// The maximum debt that spends may create, in credits; 0 for none.
    #[oai(validator(minimum(value = "0"), maximum(value = "9007199254740991")))]
    limit: i64,
}

impl Example for LimitBody {
    fn example() -> Self {
        Self { limit: 50 }
    }
}

/// One page of holds, newest first.
#[derive(Object)]
#[oai(rename = "HoldPage")]
struct HoldPageDto {
    /// The holds.
    items: Vec<ListedHoldDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<HoldPage> for HoldPageDto {
    fn from(page: HoldPage) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

#[derive(ApiResponse)]
enum BalanceResponse {
    /// The balance at the timestamp, without credits that have expired by then.
    #[oai(status = 200)]
    Ok(Json<CustomerBalanceDto>),
}

#[derive(ApiResponse)]
enum HoldsResponse {
    /// A page of holds.
    #[oai(status = 200)]
    Ok(Json<HoldPageDto>),
}

/// Digits of a fraction of a second in milliseconds.
const MILLIS: usize = 3;

/// Reads the parameter `at`. Responses state times in milliseconds, rounded down, but bookings have microseconds. A value
/// without microseconds therefore means the end of its millisecond, so that it includes all bookings that responses show with
/// this time.
pub(crate) fn instant(text: &str) -> Result<Timestamp, Problem> {
    let at = instant_of("at", text)?;
    let fraction = text.split_once('.').map_or("", |(_, fraction)| fraction);
    let digits = fraction.chars().take_while(char::is_ascii_digit).count();
    Ok(if digits > MILLIS {
        at
    } else {
        at.plus(Duration::from_micros(999))
    })
}

/// Reads a timestamp parameter.
pub(crate) fn instant_of(name: &'static str, text: &str) -> Result<Timestamp, Problem> {
    Timestamp::from_iso8601(text).ok_or_else(|| {
        let detail = "Must be an instant such as 2027-01-31T12:00:00Z.";
        Problem::invalid(&[FieldError::parameter(name, detail)])
    })
}

/// Operations on one customer's credits.
pub(crate) struct BalancesApi;

#[OpenApi]
impl BalancesApi {
    /// Get a customer's balance
    ///
    /// Returns the customer's balance at this website, now or at a time, with its lots. For a past time it includes the
    /// transactions booked by then: a spend counts from its `booked_at`, an expiry from its booking. For a future time it
    /// includes the expiries of lots and holds until then. Both limits are the current ones. For a frozen account the response
    /// always shows the current balance, and `at` is the time of the request.
    #[oai(
        path = "/v1/customers/:id/balance",
        method = "get",
        operation_id = "get_customer_balance",
        tag = "Tag::Customers"
    )]
    async fn balance(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<CustomersRead>,
        /// The customer's id.
        id: Path<String>,
        /// The timestamp, past or future; now if absent. A timestamp without microseconds means the end of its millisecond,
        /// because responses state milliseconds: transactions with it as `booked_at` are included, and lots with it as
        /// `expires_at` have expired.
        at: Query<Option<String>>,
    ) -> Result<BalanceResponse, ProblemResponse<ReadProblems>> {
        let at = at.0.as_deref().map(instant).transpose()?;
        let balance = customer_balance_at(&app, &caller.0, &id, at).await?;
        Ok(BalanceResponse::Ok(Json(balance.into())))
    }

    /// List a customer's holds
    ///
    /// Returns the holds on the customer's credits at this website, newest first, each in its state at the time of the request.
    #[oai(
        path = "/v1/customers/:id/holds",
        method = "get",
        operation_id = "list_customer_holds",
        tag = "Tag::Customers"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn holds(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<CustomersRead>,
        /// The customer's id.
        id: Path<String>,
        /// Only holds in this state.
        state: Query<Option<StateName>>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<HoldsResponse, ProblemResponse<ReadProblems>> {
        let request = CreditsPageRequest {
            limit: limit.0,
            cursor: cursor.0,
        };
        let state = state.0.map(HoldState::from);
        let page = holds::list_holds(&app, &caller.0, &id, state, request).await?;
        Ok(HoldsResponse::Ok(Json(page.into())))
    }

    /// Set a customer's overdraft limit
    ///
    /// Sets the maximum debt of the customer. Spends first use the available credits and then create debt; holds never create
    /// debt. The next grant that repays debt (see `debt_repaid_by` of the credit policy) is first used for the debt. A limit
    /// below the current debt is refused. Requires an API key with the scope `credits.grant`, or the website's owner with the
    /// header `Tollgate-Website`. The operation is idempotent.
    #[oai(
        path = "/v1/customers/:id/overdraft-limit",
        method = "put",
        operation_id = "set_overdraft_limit",
        tag = "Tag::Customers"
    )]
    async fn limit(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<CreditsGrant>>,
        /// The customer's id.
        id: Path<String>,
        body: Body<LimitBody>,
    ) -> Result<BalanceResponse, ProblemResponse<LimitProblems>> {
        let balance = set_overdraft_limit(&app, &caller.0, &id, body.0.limit).await?;
        Ok(BalanceResponse::Ok(Json(balance.into())))
    }

    /// Set a customer's spending limit
    ///
    /// Limits the credits that the customer may spend at this website in a day or in a calendar month (UTC). The limit is
    /// exact, even if many spends arrive at once. A request without `cap` and `period` removes it. Earlier spends of the period
    /// count, even those before the limit was set. A hold counts when it is captured; a hold with `on_expiry` `capture` counts
    /// when it is opened. Credits that a reversal returns, or that such a hold releases, still count. A spend beyond the limit
    /// is refused with `spend-limit-reached`. Requires an API key with the scope `credits.grant`, or the website's owner with
    /// the header `Tollgate-Website`. The operation is idempotent.
    #[oai(
        path = "/v1/customers/:id/spend-limit",
        method = "put",
        operation_id = "set_spend_limit",
        tag = "Tag::Customers"
    )]
    async fn spend_limit(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySite<CreditsGrant>>,
        /// The customer's id.
        id: Path<String>,
        body: Body<SpendLimitBody>,
    ) -> Result<BalanceResponse, ProblemResponse<SpendLimitProblems>> {
        let cap = body.0.read()?;
        let balance = limit_spending(&app, &caller.0, &id, cap).await?;
        Ok(BalanceResponse::Ok(Json(balance.into())))
    }
}
