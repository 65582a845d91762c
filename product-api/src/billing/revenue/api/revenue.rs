//! `/v1/revenue`: the money journal of a website and its sums, for its bookkeeping.

use std::sync::Arc;

use poem::Request;
use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::export_response::FileFormat;
use super::journal_file::JournalResponse;
use super::liability_forms::LiabilityDto;
use super::revenue_forms::{PeriodLengthName, RevenueDto};
use crate::app::App;
use crate::billing::guard::BySeller;
use crate::billing::revenue::export_journal::JournalExport;
use crate::billing::revenue::find_book::{find_own_book, read_period};
use crate::billing::revenue::list_journal::{JournalRequest, list_journal};
use crate::billing::revenue::read_liability::read_liability;
use crate::billing::revenue::read_revenue::{RevenueRequest, read_revenue};
use crate::caller::BillingRead;
use crate::problem::{ProblemResponse, documents};
use crate::schema::{PageParams, Tag};
use crate::websites::AdmitAll;

documents!(JournalProblems: ClientNotAllowed, HolderInactive, NotFound);

#[derive(ApiResponse)]
enum RevenueResponse {
    /// The sums.
    #[oai(status = 200)]
    Ok(Json<RevenueDto>),
}

#[derive(ApiResponse)]
enum LiabilityResponse {
    /// The deferred money.
    #[oai(status = 200)]
    Ok(Json<LiabilityDto>),
}

/// The operations on the money journal.
pub(crate) struct RevenueApi;

#[OpenApi]
impl RevenueApi {
    /// Read the revenue
    ///
    /// Adds up the website's money journal by days or months and by currency: payments, refunds, disputes, fees, taxes, what was
    /// earned, and how much more is owed as credits. A period without money is left out. Amounts are in the smallest unit of
    /// each currency, and none is converted. A request covers 366 days at most. Live and test keys have separate journals.
    /// `subscriptions` counts the subscriptions through the Stripe account that the website has now. One whose price belongs to
    /// no plan is left out, and so are paused, unpaid and ended ones.
    #[oai(
        path = "/v1/revenue",
        method = "get",
        operation_id = "read_revenue",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn revenue(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitAll>,
        /// The first day in UTC, such as 2026-11-01; 365 days before the last day if absent.
        from: Query<Option<String>>,
        /// The last day in UTC, which is included; today if absent.
        to: Query<Option<String>>,
        /// The length of a period; `month` if absent. The first and the last month have only the days that were asked for.
        by: Query<Option<PeriodLengthName>>,
    ) -> Result<RevenueResponse, ProblemResponse<JournalProblems>> {
        let request = RevenueRequest {
            from: from.0.as_deref(),
            to: to.0.as_deref(),
            length: by.0.unwrap_or(PeriodLengthName::Month).into(),
        };
        let revenue = read_revenue(&app, &caller.0, request).await?;
        Ok(RevenueResponse::Ok(Json(revenue.into())))
    }

    /// Read the deferred revenue
    ///
    /// Returns the money that the website has received for credits that are neither used, expired nor returned, at an instant:
    /// its liability. Use and expiry are booked once a day, for the day before. Without `at` it also says in which months
    /// the credits were bought that are still owed.
    #[oai(
        path = "/v1/revenue/liability",
        method = "get",
        operation_id = "read_deferred_revenue",
        tag = "Tag::Billing"
    )]
    async fn liability(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitAll>,
        /// The instant, such as 2026-12-31T23:59:59.999Z; now if absent.
        at: Query<Option<String>>,
    ) -> Result<LiabilityResponse, ProblemResponse<JournalProblems>> {
        let liability = read_liability(&app, &caller.0, at.0.as_deref()).await?;
        Ok(LiabilityResponse::Ok(Json(liability.into())))
    }

    /// Export the money journal
    ///
    /// Returns the entries of the website's money journal, the earliest first: payments, revenue, refunds, disputes and fees in
    /// double entry, in the smallest unit of each currency. Live and test keys have separate journals. Revenue is booked once a
    /// day for the day before, so that a day is complete when the next one has begun. A cursor is valid only for the same days.
    /// With `Accept: text/csv` or `Accept: application/jsonl` the response is a file with all entries of 366 days at most; an
    /// incomplete file ends with a broken connection.
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
        request: &Request,
        /// The first day in UTC, such as 2026-11-01. If absent: of pages the first day of all, of a file 365 days before the
        /// last day.
        from: Query<Option<String>>,
        /// The last day in UTC, which is included. If absent: of pages the last day of all, of a file today.
        to: Query<Option<String>>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<JournalResponse, ProblemResponse<JournalProblems>> {
        let book = find_own_book(&app, &caller.0).await?;
        if let Some(format) = FileFormat::from_request(request) {
            let period = read_period(&app, from.0.as_deref(), to.0.as_deref())?;
            let export = JournalExport::new(&app, book.book_id, period);
            return Ok(JournalResponse::File(format, export));
        }
        let request = JournalRequest {
            from: from.0.as_deref(),
            to: to.0.as_deref(),
            page: PageParams {
                limit: limit.0,
                cursor: cursor.0.as_deref(),
            },
        };
        let page = list_journal(&app, &book, request).await?;
        Ok(JournalResponse::Page(page.into()))
    }
}
