//! `/v1/operator/websites/{id}/journal`: the money journal of any website, for the operator.

use std::sync::Arc;

use poem::Request;
use poem::web::Data;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};

use super::export_response::FileFormat;
use super::journal_file::JournalResponse;
use crate::app::App;
use crate::billing::revenue::export_journal::JournalExport;
use crate::billing::revenue::find_book::{find_any_book, read_period};
use crate::billing::revenue::list_journal::{JournalRequest, list_journal};
use crate::caller::Mode;
use crate::credits::LedgerOperator;
use crate::problem::{ProblemResponse, documents};
use crate::schema::{PageParams, Tag};

documents!(AnyJournalProblems: ClientNotAllowed, HolderInactive, NotFound);

/// The operation of the operator on the money journal.
pub(crate) struct OperatorJournalApi;

#[OpenApi]
impl OperatorJournalApi {
    /// Export the money journal of a website
    ///
    /// Returns the entries of a website's money journal, as `GET /v1/revenue/journal` does. The operator of this installation
    /// may call it, and a program that the operator has registered with the scope `ledger`.
    #[oai(
        path = "/v1/operator/websites/:id/journal",
        method = "get",
        operation_id = "export_any_money_journal",
        tag = "Tag::Operator"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn journal(
        &self,
        app: Data<&Arc<App>>,
        _operator: LedgerOperator,
        request: &Request,
        /// The website's id, or `platform` for what users buy from the installation.
        id: Path<String>,
        /// The mode; live if absent.
        mode: Query<Option<Mode>>,
        /// The first day in UTC, such as 2026-11-01. If absent: of pages the first day of all, of a file 365 days before the
        /// last day.
        from: Query<Option<String>>,
        /// The last day in UTC, which is included. If absent: of pages the last day of all, of a file today.
        to: Query<Option<String>>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<JournalResponse, ProblemResponse<AnyJournalProblems>> {
        let book = find_any_book(&app, &id, mode.0.unwrap_or(Mode::Live)).await?;
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
