//! `/v1/revenue/journal`: the money journal of a website, for its bookkeeping.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::JournalPageAnswer;
use crate::app::App;
use crate::billing::guard::BySeller;
use crate::billing::journal::list_journal::{JournalRequest, list_journal};
use crate::caller::BillingRead;
use crate::problem::{ProblemResponse, documents};
use crate::schema::{PageParams, Tag};
use crate::websites::AdmitAll;

documents!(JournalProblems: ClientNotAllowed, HolderInactive, NotFound);

#[derive(ApiResponse)]
enum JournalResponse {
    /// A page of the money journal.
    #[oai(status = 200)]
    Ok(Json<JournalPageAnswer>),
}

/// The operation on the money journal.
pub(crate) struct RevenueApi;

#[OpenApi]
impl RevenueApi {
    /// Export the money journal
    ///
    /// Returns the entries of the website's money journal, the earliest first: payments, revenue, refunds, disputes and fees in
    /// double entry, in the smallest unit of each currency. Live and test keys have separate journals. Revenue is booked once a
    /// day for the day before, so that a day is complete when the next one has begun. A cursor is valid only for the same days.
    #[oai(
        path = "/v1/revenue/journal",
        method = "get",
        operation_id = "export_money_journal",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn journal(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitAll>,
        /// The first day in UTC, such as 2026-11-01; the first day of all if absent.
        from: Query<Option<String>>,
        /// The last day in UTC, which is included; the last day of all if absent.
        to: Query<Option<String>>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<JournalResponse, ProblemResponse<JournalProblems>> {
        let request = JournalRequest {
            from: from.0.as_deref(),
            to: to.0.as_deref(),
            page: PageParams {
                limit: limit.0,
                cursor: cursor.0.as_deref(),
            },
        };
        let page = list_journal(&app, &caller.0, request).await?;
        Ok(JournalResponse::Ok(Json(page.into())))
    }
}
