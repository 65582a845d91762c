//! `GET /v1/usage` and `GET /v1/me/usage`: used credits by day and feature.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::caller::{CreditsRead, CustomersRead};
use crate::problem::{ProblemResponse, documents};
use crate::schema::{Nullable, Tag};
use crate::usage::read::{self, Item, Usage};
use crate::usage::usage::Day;
use crate::usage::usage_query::UsageParams;
use crate::users::AuthenticatedUser;
use crate::websites::BySite;

documents!(UsageProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(MyUsageProblems: HolderInactive, NotFound, WebsiteSuspended);

/// The usage of a day, of a feature, or of both.
#[derive(Object)]
#[oai(rename = "UsageItem", example)]
struct ItemDto {
    /// The day in UTC; null if days are combined.
    day: Nullable<String>,
    /// The code of the feature; null if features are combined, and for usage without a feature.
    feature: Nullable<String>,
    /// The credits that spends and captures took.
    spent: i64,
    /// The credits that were given back, of takings on any day.
    reversed: i64,
    /// The number of spends and captures.
    spends: i64,
    /// The units of the feature on which their prices are based.
    quantity: i64,
}

impl From<Item> for ItemDto {
    fn from(item: Item) -> Self {
        Self {
            day: item.day.map(Day::text).into(),
            feature: item.feature.into(),
            spent: item.sums.spent,
            reversed: item.sums.reversed,
            spends: item.sums.spends,
            quantity: item.sums.quantity,
        }
    }
}

impl Example for ItemDto {
    fn example() -> Self {
        Self {
            day: Some("2026-01-01".to_owned()).into(),
            feature: Some("image.large".to_owned()).into(),
            spent: 120,
            reversed: 5,
            spends: 24,
            quantity: 24,
        }
    }
}

/// The usage at the time of the request.
#[derive(Object)]
#[oai(rename = "Usage", example)]
struct UsageDto {
    /// The name of one credit.
    unit: String,
    /// Decimal places for display only, 0 to 6.
    scale: i16,
    /// The first day, in UTC.
    from: String,
    /// The last day, in UTC.
    to: String,
    /// The days and features with usage or reversals, sorted by day, then by the feature's code.
    items: Vec<ItemDto>,
}

impl From<Usage> for UsageDto {
    fn from(usage: Usage) -> Self {
        Self {
            unit: usage.unit,
            scale: usage.scale,
            from: usage.period.from.text(),
            to: usage.period.to.text(),
            items: usage.items.into_iter().map(ItemDto::from).collect(),
        }
    }
}

impl Example for UsageDto {
    fn example() -> Self {
        let day = |days: u64| {
            let first = Timestamp::from_seconds(1_767_225_600);
            first.plus(std::time::Duration::from_hours(24 * days)).day()
        };
        Self {
            unit: "credit".to_owned(),
            scale: 0,
            from: day(0),
            to: day(29),
            items: vec![ItemDto::example()],
        }
    }
}

#[derive(ApiResponse)]
enum UsageResponse {
    /// The usage.
    #[oai(status = 200)]
    Ok(Json<UsageDto>),
}

/// The operations on usage.
pub(crate) struct UsageApi;

#[OpenApi]
impl UsageApi {
    /// Get a website's usage
    ///
    /// Returns the credits that spends and captures took from the website's customers, and the credits given back. They are
    /// grouped by day in UTC, by feature, or both. The result is exact: it includes every operation that was confirmed
    /// before the request. At most 366 days and 5000 items; days without usage are left out.
    #[oai(
        path = "/v1/usage",
        method = "get",
        operation_id = "get_usage",
        tag = "Tag::Customers"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn usage(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<CustomersRead>,
        /// The first day, such as 2026-01-01; 29 days before `to` if absent.
        from: Query<Option<String>>,
        /// The last day; today if absent.
        to: Query<Option<String>>,
        /// The grouping: `day`, `feature` or `day,feature`; `day` if absent.
        by: Query<Option<String>>,
        /// The id of the only customer; all customers if absent.
        customer: Query<Option<String>>,
    ) -> Result<UsageResponse, ProblemResponse<UsageProblems>> {
        let requested = UsageParams {
            from: from.0,
            to: to.0,
            by: by.0,
            customer: customer.0,
        };
        let question = requested.read(app.clock.now())?;
        let usage = read::website_usage(&app, &caller.0, &question).await?;
        Ok(UsageResponse::Ok(Json(usage.into())))
    }

    /// Get my usage
    ///
    /// Returns the usage of the token's user: at one website, or of all live credits that the token shows. If these have
    /// different decimal places, `customer` must select one. Otherwise it works like `GET /v1/usage`.
    #[oai(
        path = "/v1/me/usage",
        method = "get",
        operation_id = "get_my_usage",
        tag = "Tag::Me"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn my_usage(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsRead>,
        /// The first day, such as 2026-01-01; 29 days before `to` if absent.
        from: Query<Option<String>>,
        /// The last day; today if absent.
        to: Query<Option<String>>,
        /// The grouping: `day`, `feature` or `day,feature`; `day` if absent.
        by: Query<Option<String>>,
        /// The `customer_id` of an item of `GET /v1/me/credits`; all live ones if absent.
        customer: Query<Option<String>>,
    ) -> Result<UsageResponse, ProblemResponse<MyUsageProblems>> {
        let requested = UsageParams {
            from: from.0,
            to: to.0,
            by: by.0,
            customer: customer.0,
        };
        let question = requested.read(app.clock.now())?;
        let usage = read::user_usage(&app, &holder, &question).await?;
        Ok(UsageResponse::Ok(Json(usage.into())))
    }
}
