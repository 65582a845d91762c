//! `/v1/revenue/payments`: the payments of a website, for its bookkeeping.

use std::sync::Arc;

use poem::Request;
use poem::web::Data;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;

use super::export_response::FileFormat;
use super::payment_file::PaymentLinesResponse;
use crate::app::App;
use crate::billing::guard::BySeller;
use crate::billing::revenue::export_payments::PaymentExport;
use crate::billing::revenue::find_book::{find_own_book, read_period};
use crate::billing::revenue::list_journal::JournalRequest;
use crate::billing::revenue::list_payments::list_payments;
use crate::caller::BillingRead;
use crate::problem::{ProblemResponse, documents};
use crate::schema::{PageParams, Tag};
use crate::websites::AdmitAll;

documents!(PaymentLinesProblems: ClientNotAllowed, HolderInactive, NotFound);

/// The operation on the payments of a website.
pub(crate) struct RevenuePaymentsApi;

#[OpenApi]
impl RevenuePaymentsApi {
    /// Export the payments
    ///
    /// Returns the payments of the website that its money journal has booked, the earliest first, each with its discount, tax,
    /// refunds, disputes and fee until now. A payment that is not complete, or about which the owner has to decide, is not
    /// booked; neither is a purchase for which nothing had to be paid. Amounts are in the smallest unit of their currency and
    /// with its decimals. Live and test keys have separate payments. A cursor is valid only for the same days. With
    /// `Accept: text/csv` or `Accept: application/jsonl` the response is a file with all payments of 366 days at most; an
    /// incomplete file ends with a broken connection.
    #[oai(
        path = "/v1/revenue/payments",
        method = "get",
        operation_id = "export_revenue_payments",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn payments(
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
    ) -> Result<PaymentLinesResponse, ProblemResponse<PaymentLinesProblems>> {
        let book = find_own_book(&app, &caller.0).await?;
        if let Some(format) = FileFormat::from_request(request) {
            let period = read_period(&app, from.0.as_deref(), to.0.as_deref())?;
            let export = PaymentExport::new(&app, book.book_id, period);
            return Ok(PaymentLinesResponse::File(format, export));
        }
        let request = JournalRequest {
            from: from.0.as_deref(),
            to: to.0.as_deref(),
            page: PageParams {
                limit: limit.0,
                cursor: cursor.0.as_deref(),
            },
        };
        let page = list_payments(&app, &book, request).await?;
        Ok(PaymentLinesResponse::Page(page.into()))
    }
}
