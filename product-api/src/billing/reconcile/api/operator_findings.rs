//! `/v1/operator/billing/findings`: findings of the whole installation.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{FindingStateName, FindingsAnswer};
use crate::app::App;
use crate::billing::reconcile::finding::FindingState;
use crate::billing::reconcile::list::list_all_findings;
use crate::credits::LedgerOperator;
use crate::problem::{ProblemResponse, documents};
use crate::schema::{PageParams, Tag};

documents!(AllFindingsProblems: ClientNotAllowed, HolderInactive);

#[derive(ApiResponse)]
enum AllFindingsResponse {
    /// A page of findings.
    #[oai(status = 200)]
    Ok(Json<FindingsAnswer>),
}

/// The operations of the operator on findings.
pub(crate) struct OperatorFindingsApi;

#[OpenApi]
impl OperatorFindingsApi {
    /// List all findings of billing
    ///
    /// Lists differences between our records and Stripe's, of all Stripe accounts, newest first. The operator of this
    /// installation may call it, and a program that the operator has registered with the scope `ledger`.
    #[oai(
        path = "/v1/operator/billing/findings",
        method = "get",
        operation_id = "list_all_billing_findings",
        tag = "Tag::Operator"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        _operator: LedgerOperator,
        /// The state of the findings; `open` if absent.
        state: Query<Option<FindingStateName>>,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<AllFindingsResponse, ProblemResponse<AllFindingsProblems>> {
        let state = state.0.map_or(FindingState::Open, FindingState::from);
        let params = PageParams {
            limit: limit.0,
            cursor: cursor.0.as_deref(),
        };
        let page = list_all_findings(&app, state, params).await?;
        Ok(AllFindingsResponse::Ok(Json(page.into())))
    }
}
