//! `/v1/operator/billing/findings`: findings of the whole installation.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::findings::FindingResponse;
use super::forms::{AcceptanceBody, FindingStateName, FindingsDto};
use crate::app::App;
use crate::billing::reconcile::accept::accept_as_operator;
use crate::billing::reconcile::finding::FindingState;
use crate::billing::reconcile::list::list_all_findings;
use crate::caller::StepUp;
use crate::credits::LedgerOperator;
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::{PageParams, Tag};
use crate::users::Operator;

documents!(AllFindingsProblems: ClientNotAllowed, HolderInactive);
documents!(
    AcceptProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType
);

#[derive(ApiResponse)]
enum AllFindingsResponse {
    /// A page of findings.
    #[oai(status = 200)]
    Ok(Json<FindingsDto>),
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

    /// Accept a finding of the platform
    ///
    /// Closes a finding of a Stripe account of the platform for a reason: its difference stays as it is, and does not come back
    /// unless one of its sides changes. A finding that is closed stays as it is. A finding of another Stripe account is reported
    /// as not found: the account's owner accepts it. Only the operator of this installation may call it.
    #[oai(
        path = "/v1/operator/billing/findings/:id/accept",
        method = "post",
        operation_id = "accept_platform_billing_finding",
        tag = "Tag::Operator"
    )]
    async fn accept(
        &self,
        app: Data<&Arc<App>>,
        operator: StepUp<Operator>,
        /// The id of the finding.
        id: Path<String>,
        body: Body<AcceptanceBody>,
    ) -> Result<FindingResponse, ProblemResponse<AcceptProblems>> {
        let finding = accept_as_operator(&app, &operator, &id, &body.0.reason).await?;
        Ok(FindingResponse::Ok(Json(finding.into())))
    }
}
