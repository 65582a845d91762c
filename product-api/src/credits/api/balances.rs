//! A customer's balance at an instant, holds, and how much may be owed and spent.

use std::sync::Arc;
use std::time::Duration;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::customer_balance::CustomerBalanceAnswer;
use super::hold_answer::HoldAnswer;
use super::spend_limit::SpendLimitBody;
use crate::app::App;
use crate::caller::{CreditsGrant, CustomersRead, Fresh};
use crate::credits::balance_at::of_customer_at;
use crate::credits::hold::HoldState;
use crate::credits::hold_list::{self, HoldPage};
use crate::credits::limit_spending::limit_spending;
use crate::credits::overdraft::set_overdraft_limit;
use crate::credits::statement::PageRequest;
use crate::problem::{Body, FieldError, Problem, Refused, documents};
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

/// Where a hold stands.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "HoldState", rename_all = "lowercase")]
enum StateName {
    /// Its credits are set aside.
    Open,
    /// Its credits were spent, the rest released.
    Captured,
    /// It was given up.
    Voided,
    /// Its time ran out.
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

/// How much a customer may owe.
#[derive(Object)]
#[oai(rename = "OverdraftLimitRequest", deny_unknown_fields, example)]
struct LimitBody {
    /// The most credits that may be owed by spending; 0 for none.
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
struct HoldPageAnswer {
    /// The holds.
    items: Vec<HoldAnswer>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<HoldPage> for HoldPageAnswer {
    fn from(page: HoldPage) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

#[derive(ApiResponse)]
enum BalanceResponse {
    /// The balance at the timestamp: what has run out of time by then is gone from it.
    #[oai(status = 200)]
    Ok(Json<CustomerBalanceAnswer>),
}

#[derive(ApiResponse)]
enum HoldsResponse {
    /// A page of holds.
    #[oai(status = 200)]
    Ok(Json<HoldPageAnswer>),
}

/// The digits of a fraction of a second that names milliseconds.
const MILLIS: usize = 3;

/// Reads the parameter `at`. Instants are told in whole milliseconds, rounded down, and bookings count in microseconds: one
/// that names no microseconds is the end of its millisecond, so that whatever is told as booked at it counts.
pub(super) fn instant(text: &str) -> Result<Timestamp, Problem> {
    let at = instant_of("at", text)?;
    let fraction = text.split_once('.').map_or("", |(_, fraction)| fraction);
    let digits = fraction.chars().take_while(char::is_ascii_digit).count();
    Ok(if digits > MILLIS {
        at
    } else {
        at.plus(Duration::from_micros(999))
    })
}

/// Reads a parameter that is a timestamp.
pub(super) fn instant_of(name: &'static str, text: &str) -> Result<Timestamp, Problem> {
    Timestamp::from_iso8601(text).ok_or_else(|| {
        let detail = "Must be an instant such as 2027-01-31T12:00:00Z.";
        Problem::invalid(&[FieldError::parameter(name, detail)])
    })
}

/// What a website asks about one customer's credits.
pub(crate) struct BalancesApi;

#[OpenApi]
impl BalancesApi {
    /// Get a customer's balance
    ///
    /// What the customer has at this website, now or at a time, and what it is made of. Of the past it tells what was
    /// booked by then (a spend counts from its `booked_at`, what ran out of time from then on); of the future, what
    /// will be left when nothing but time goes on: lots expire, holds run out. Both limits are told as they are now. A frozen
    /// account is told as it is now whatever timestamp is asked for, and `at` says so.
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
        /// Our id of the customer.
        id: Path<String>,
        /// The timestamp, past or future; now when absent. Without microseconds it is the end of its millisecond, as
        /// timestamps are given: what has it as `booked_at` counts, and what has it as `expires_at` no longer does.
        at: Query<Option<String>>,
    ) -> Result<BalanceResponse, Refused<ReadProblems>> {
        let at = at.0.as_deref().map(instant).transpose()?;
        let balance = of_customer_at(&app, &caller.0, &id, at).await?;
        Ok(BalanceResponse::Ok(Json(balance.into())))
    }

    /// List a customer's holds
    ///
    /// The holds on the customer's credits at this website, newest first, each as it is at the time of the request.
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
        /// Our id of the customer.
        id: Path<String>,
        /// Only holds in this state.
        state: Query<Option<StateName>>,
        /// The most items of the page, 1 to 100; 20 when absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<HoldsResponse, Refused<ReadProblems>> {
        let request = PageRequest {
            limit: limit.0,
            cursor: cursor.0,
        };
        let asked = (state.0.map(HoldState::from), request);
        let page = hold_list::of_customer(&app, &caller.0, &id, asked).await?;
        Ok(HoldsResponse::Ok(Json(page.into())))
    }

    /// Set a customer's overdraft limit
    ///
    /// How much the customer may owe: spends take what is there and owe the rest, holds never do; the next grant that may
    /// (`debt_repaid_by` of the credit policy) repays what is owed first. A limit below what is owed is refused. By an API key
    /// with the scope `credits.grant`, or by the website's owner with the header `Tollgate-Website`. Doing it again changes
    /// nothing.
    #[oai(
        path = "/v1/customers/:id/overdraft-limit",
        method = "put",
        operation_id = "set_overdraft_limit",
        tag = "Tag::Customers"
    )]
    async fn limit(
        &self,
        app: Data<&Arc<App>>,
        caller: Fresh<BySite<CreditsGrant>>,
        /// Our id of the customer.
        id: Path<String>,
        body: Body<LimitBody>,
    ) -> Result<BalanceResponse, Refused<LimitProblems>> {
        let balance = set_overdraft_limit(&app, &caller.0, &id, body.0.limit).await?;
        Ok(BalanceResponse::Ok(Json(balance.into())))
    }

    /// Set a customer's spending limit
    ///
    /// How much the customer may spend at this website in a day or in a calendar month (UTC), exactly, however many spend
    /// at once; all that is absent lifts it. What was spent already counts, also before there was a limit. A hold counts
    /// when it is captured; one that captures by itself counts when it is opened. What is given back, or let go by such a
    /// hold, is not taken off again. What goes beyond is refused with `spend-limit-reached`. By an API key with the scope
    /// `credits.grant`, or by the website's owner with the header `Tollgate-Website`. Doing it again changes nothing.
    #[oai(
        path = "/v1/customers/:id/spend-limit",
        method = "put",
        operation_id = "set_spend_limit",
        tag = "Tag::Customers"
    )]
    async fn spend_limit(
        &self,
        app: Data<&Arc<App>>,
        caller: Fresh<BySite<CreditsGrant>>,
        /// Our id of the customer.
        id: Path<String>,
        body: Body<SpendLimitBody>,
    ) -> Result<BalanceResponse, Refused<SpendLimitProblems>> {
        let cap = body.0.read()?;
        let balance = limit_spending(&app, &caller.0, &id, cap).await?;
        Ok(BalanceResponse::Ok(Json(balance.into())))
    }
}
