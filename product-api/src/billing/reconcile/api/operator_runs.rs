//! `/v1/operator/billing/reconcile`: comparisons of our records with Stripe's, for the operator.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::run_forms::{OperatorRunBody, RunsDto};
use crate::app::App;
use crate::billing::reconcile::list::list_all_runs;
use crate::billing::reconcile::request_run::request_runs;
use crate::caller::StepUp;
use crate::credits::LedgerOperator;
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::Tag;

documents!(AllRunsProblems: ClientNotAllowed, HolderInactive, NotFound);
documents!(
    BeginRunsProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType
);

#[derive(ApiResponse)]
enum AllRunsResponse {
    /// The runs.
    #[oai(status = 200)]
    Ok(Json<RunsDto>),
}

/// The operations of the operator on comparisons with Stripe.
pub(crate) struct OperatorReconcileApi;

#[OpenApi]
impl OperatorReconcileApi {
    /// Compare Stripe accounts
    ///
    /// Starts comparisons of our records with Stripe's, one for each Stripe account, or returns those that are running. The
    /// operator of this installation may call it, and a program that the operator has registered with the scope `ledger`.
    #[oai(
        path = "/v1/operator/billing/reconcile",
        method = "post",
        operation_id = "reconcile_all_billing",
        tag = "Tag::Operator"
    )]
    async fn start(
        &self,
        app: Data<&Arc<App>>,
        operator: StepUp<LedgerOperator>,
        body: Body<OperatorRunBody>,
    ) -> Result<AllRunsResponse, ProblemResponse<BeginRunsProblems>> {
        let (selection, options) = (body.0.selection()?, body.0.options());
        let runs = request_runs(&app, &operator, selection, options).await?;
        Ok(AllRunsResponse::Ok(Json(runs.into())))
    }

    /// List all comparisons with Stripe
    ///
    /// Lists the newest comparisons of all Stripe accounts. The operator of this installation may call it, and a program that
    /// the operator has registered with the scope `ledger`.
    #[oai(
        path = "/v1/operator/billing/reconcile",
        method = "get",
        operation_id = "list_all_billing_reconciliations",
        tag = "Tag::Operator"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        _operator: LedgerOperator,
        /// Only the run with this id.
        run: Query<Option<String>>,
    ) -> Result<AllRunsResponse, ProblemResponse<AllRunsProblems>> {
        let runs = list_all_runs(&app, run.0.as_deref()).await?;
        Ok(AllRunsResponse::Ok(Json(runs.into())))
    }
}
