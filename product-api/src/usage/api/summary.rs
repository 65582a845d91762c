//! `GET /v1/websites/{id}/summary`: key figures of a website.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::{Header, Path};
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use crate::app::App;
use crate::caller::{Mode, SiteScope, Websites};
use crate::problem::{ProblemResponse, documents};
use crate::schema::{Instant, Nullable, Tag};
use crate::usage::summary::{self, Summary};
use crate::users::AuthenticatedUser;
use crate::websites;

documents!(SummaryProblems: ClientNotAllowed, HolderInactive, NotFound);

/// Credits of one kind.
#[derive(Object)]
#[oai(rename = "Outstanding", example)]
struct OutstandingDto {
    /// The origin of the credits: `promo`, `subscription`, `purchase`, `adjustment` or `restored`.
    kind: String,
    /// The number of credits, including held ones.
    credits: i64,
}

impl Example for OutstandingDto {
    fn example() -> Self {
        Self {
            kind: "purchase".to_owned(),
            credits: 48_000,
        }
    }
}

/// Key figures of a website in one mode.
#[derive(Object)]
#[oai(rename = "WebsiteSummary", example)]
struct SummaryDto {
    /// The name of one credit.
    unit: String,
    /// Decimal places for display only, 0 to 6.
    scale: i16,
    /// The number of customers; counted up to 100000.
    customers: i64,
    /// The number of customers with a first contact in the last thirty days.
    customers_30d: i64,
    /// The number of customers with a subscription.
    subscribed: i64,
    /// The credits of all customers together, by origin.
    outstanding: Vec<OutstandingDto>,
    /// The number of credits that open holds reserve.
    held: i64,
    /// The credits that customers owe.
    owed: i64,
    /// The credits spent today and on the 29 days before, in UTC.
    spent_30d: i64,
    /// The credits spent on the thirty days before these.
    spent_30d_before: i64,
    /// The mean of the credits spent per day on the seven days before today.
    spent_per_day_7d: i64,
    /// The time of the first spend; null before.
    first_spend_at: Nullable<Instant>,
}

impl From<Summary> for SummaryDto {
    fn from(summary: Summary) -> Self {
        let outstanding = summary.outstanding.into_iter();
        Self {
            unit: summary.unit,
            scale: summary.scale,
            customers: summary.customers.all,
            customers_30d: summary.customers.new,
            subscribed: summary.customers.subscribed,
            outstanding: outstanding
                .map(|(kind, credits)| OutstandingDto { kind, credits })
                .collect(),
            held: summary.held,
            owed: summary.owed,
            spent_30d: summary.spent.month,
            spent_30d_before: summary.spent.month_before,
            spent_per_day_7d: summary.spent.a_day,
            first_spend_at: summary.spent.first_at.map(Instant).into(),
        }
    }
}

impl Example for SummaryDto {
    fn example() -> Self {
        Self {
            unit: "credit".to_owned(),
            scale: 0,
            customers: 1_204,
            customers_30d: 96,
            subscribed: 310,
            outstanding: vec![OutstandingDto::example()],
            held: 120,
            owed: 0,
            spent_30d: 91_000,
            spent_30d_before: 84_500,
            spent_per_day_7d: 3_120,
            first_spend_at: Some(Instant(Timestamp::from_seconds(1_767_225_600))).into(),
        }
    }
}

#[derive(ApiResponse)]
enum SummaryResponse {
    /// The key figures of the website.
    #[oai(status = 200)]
    Ok(Json<SummaryDto>),
}

/// The operation on a website's summary.
pub(crate) struct SummaryApi;

#[OpenApi]
impl SummaryApi {
    /// Get a website's summary
    ///
    /// Returns key figures of one of the caller's own websites: its customers, their credits and debts, and recent spends.
    /// Spends are included at once; expired credits are included until their expiry is booked, within a minute.
    #[oai(
        path = "/v1/websites/:id/summary",
        method = "get",
        operation_id = "get_website_summary",
        tag = "Tag::Websites"
    )]
    async fn summary(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<Websites>,
        /// The website's id.
        id: Path<String>,
        /// The mode: `live` or `test`; `live` if absent.
        #[oai(name = "Tollgate-Mode")]
        mode: Header<Option<String>>,
    ) -> Result<SummaryResponse, ProblemResponse<SummaryProblems>> {
        let website = websites::find_own(&app, &holder.user.id, &id).await?;
        let mode = websites::mode_of(mode.0.as_deref())?.unwrap_or(Mode::Live);
        let scope = SiteScope {
            website_id: &website.id,
            mode,
        };
        let summary = summary::summarize(&app, scope).await?;
        Ok(SummaryResponse::Ok(Json(summary.into())))
    }
}
