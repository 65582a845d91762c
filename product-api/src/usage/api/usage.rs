//! `GET /v1/usage` and `GET /v1/me/usage`: what was used, by day and feature.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::caller::{CreditsRead, CustomersRead};
use crate::problem::{Refused, documents};
use crate::schema::{Nullable, Tag};
use crate::usage::question::Asked;
use crate::usage::read::{self, Item, Usage};
use crate::usage::usage::Day;
use crate::users::Holder;
use crate::websites::BySite;

documents!(UsageProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(MyUsageProblems: HolderInactive, NotFound, WebsiteSuspended);

/// What was used on a day, on a feature, or both.
#[derive(Object)]
#[oai(rename = "UsageItem", example)]
struct ItemAnswer {
    /// The day in UTC; null when days are told together.
    day: Nullable<String>,
    /// The code of the feature; null when features are told together, and for what was for none.
    feature: Nullable<String>,
    /// The credits that spends and captures took.
    spent: i64,
    /// The credits that were given back, whenever they had been taken.
    reversed: i64,
    /// How many spends and captures there were.
    spends: i64,
    /// The units of the feature that they were priced by.
    quantity: i64,
}

impl From<Item> for ItemAnswer {
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

impl Example for ItemAnswer {
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

/// What was used, as it is in this moment.
#[derive(Object)]
#[oai(rename = "Usage", example)]
struct UsageAnswer {
    /// What one credit is called.
    unit: String,
    /// Decimal places for display only, 0 to 6.
    scale: i16,
    /// The first day, in UTC.
    from: String,
    /// The last day, in UTC.
    to: String,
    /// Days and features on which something was used or given back: by day, then by the feature's code.
    items: Vec<ItemAnswer>,
}

impl From<Usage> for UsageAnswer {
    fn from(usage: Usage) -> Self {
        Self {
            unit: usage.unit,
            scale: usage.scale,
            from: usage.period.from.text(),
            to: usage.period.to.text(),
            items: usage.items.into_iter().map(ItemAnswer::from).collect(),
        }
    }
}

impl Example for UsageAnswer {
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
            items: vec![ItemAnswer::example()],
        }
    }
}

#[derive(ApiResponse)]
enum UsageResponse {
    /// What was used.
    #[oai(status = 200)]
    Ok(Json<UsageAnswer>),
}

/// The operations of this room.
pub(crate) struct UsageApi;

#[OpenApi]
impl UsageApi {
    /// Get a website's usage
    ///
    /// What spends and captures took of the credits of the website's customers, by day in UTC, by feature, or both; and
    /// beside it what was given back. It is exact at once: whatever was answered before the question is in it. At most
    /// 366 days and 5000 items; days on which nothing was used are left out.
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
        /// The first day, such as 2026-01-01; 29 days before `to` when absent.
        from: Query<Option<String>>,
        /// The last day; today when absent.
        to: Query<Option<String>>,
        /// What is told apart: `day`, `feature` or `day,feature`; days when absent.
        by: Query<Option<String>>,
        /// Our id of the only customer that is meant; all of them when absent.
        customer: Query<Option<String>>,
    ) -> Result<UsageResponse, Refused<UsageProblems>> {
        let asked = Asked {
            from: from.0,
            to: to.0,
            by: by.0,
            customer: customer.0,
        };
        let question = asked.read(app.clock.now())?;
        let usage = read::of_site(&app, &caller.0, &question).await?;
        Ok(UsageResponse::Ok(Json(usage.into())))
    }

    /// Get my usage
    ///
    /// What the account holder has used: at one website, or of all live credits that the token sees. Where these have
    /// different decimal places, `customer` must say which are meant. As `GET /v1/usage` in everything else.
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
        holder: Holder<CreditsRead>,
        /// The first day, such as 2026-01-01; 29 days before `to` when absent.
        from: Query<Option<String>>,
        /// The last day; today when absent.
        to: Query<Option<String>>,
        /// What is told apart: `day`, `feature` or `day,feature`; days when absent.
        by: Query<Option<String>>,
        /// The `customer_id` of one of `GET /v1/me/credits`; all live ones when absent.
        customer: Query<Option<String>>,
    ) -> Result<UsageResponse, Refused<MyUsageProblems>> {
        let asked = Asked {
            from: from.0,
            to: to.0,
            by: by.0,
            customer: customer.0,
        };
        let question = asked.read(app.clock.now())?;
        let usage = read::of_holder(&app, &holder, &question).await?;
        Ok(UsageResponse::Ok(Json(usage.into())))
    }
}
