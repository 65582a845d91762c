//! `/v1/billing/findings`: differences between our records and Stripe's, and their acceptance.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{AcceptanceBody, BillingFindingDto, FindingStateName, FindingsDto};
use crate::app::App;
use crate::billing::guard::{BySeller, BySellerOwner};
use crate::billing::reconcile::accept::accept_finding;
use crate::billing::reconcile::finding::FindingState;
use crate::billing::reconcile::list::list_own_findings;
use crate::caller::{BillingRead, StepUp};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::{PageParams, Tag};
use crate::websites::AdmitOwner;

documents!(
    FindingsProblems: BillingNotConnected, ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended
);
documents!(
    AcceptProblems: BillingNotConnected, ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType,
    WebsiteSuspended
);

#[derive(ApiResponse)]
enum FindingsResponse {
    /// A page of findings.
    #[oai(status = 200)]
    Ok(Json<FindingsDto>),
}

#[derive(ApiResponse)]
pub(super) enum FindingResponse {
    /// The finding.
    #[oai(status = 200)]
    Ok(Json<BillingFindingDto>),
}

/// The operations of a connection's owner on findings.
pub(crate) struct FindingsApi;

#[OpenApi]
impl FindingsApi {
    /// List findings of billing
    ///
    /// Lists differences between our records and Stripe's that comparisons found and no repair removes, newest first. The
    /// findings are those of the Stripe account through which the website sells, which several websites of one owner may share.
    #[oai(
        path = "/v1/billing/findings",
        method = "get",
        operation_id = "list_billing_findings",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitOwner>,
        /// The state of the findings; `open` if absent.
        state: Query<Option<FindingStateName>>,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<FindingsResponse, ProblemResponse<FindingsProblems>> {
        let state = state.0.map_or(FindingState::Open, FindingState::from);
        let params = PageParams {
            limit: limit.0,
            cursor: cursor.0.as_deref(),
        };
        let page = list_own_findings(&app, &caller.0, state, params).await?;
        Ok(FindingsResponse::Ok(Json(page.into())))
    }

    /// Accept a finding
    ///
    /// Closes a finding for a reason: its difference stays as it is, and does not come back unless one of its sides changes. It
    /// changes no payment and no credits. A finding that is closed stays as it is. Differences of money are decided by a person:
    /// the website's owner, or the operator for the platform.
    #[oai(
        path = "/v1/billing/findings/:id/accept",
        method = "post",
        operation_id = "accept_billing_finding",
        tag = "Tag::Billing"
    )]
    async fn accept(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySellerOwner<AdmitOwner>>,
        /// The id of the finding.
        id: Path<String>,
        body: Body<AcceptanceBody>,
    ) -> Result<FindingResponse, ProblemResponse<AcceptProblems>> {
        let finding = accept_finding(&app, &caller.0, &id, &body.0.reason).await?;
        Ok(FindingResponse::Ok(Json(finding.into())))
    }
}
