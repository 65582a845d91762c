//! `/v1/billing/reconcile`: comparisons of our records with Stripe's, for the owner of a connection.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::run_forms::{RunBody, RunDto, RunsDto};
use crate::app::App;
use crate::billing::guard::BySeller;
use crate::billing::reconcile::list::list_own_runs;
use crate::billing::reconcile::request_run::request_own_run;
use crate::caller::{BillingRead, BillingSell, StepUp};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::AdmitOwner;

documents!(
    RunsProblems: BillingNotConnected, ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended
);
documents!(
    RunProblems: BillingNotConnected, ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType,
    WebsiteSuspended
);

#[derive(ApiResponse)]
enum RunResponse {
    /// The run, which may still be running.
    #[oai(status = 200)]
    Ok(Json<RunDto>),
}

#[derive(ApiResponse)]
enum RunsResponse {
    /// The newest runs.
    #[oai(status = 200)]
    Ok(Json<RunsDto>),
}

/// The operations of a connection's owner on comparisons with Stripe.
pub(crate) struct ReconcileApi;

#[OpenApi]
impl ReconcileApi {
    /// Compare with Stripe
    ///
    /// Starts a comparison of our records with Stripe's, for the Stripe account through which the website sells, or returns the
    /// one that is running. Objects whose events were lost are applied; differences that no repair removes become findings. It
    /// happens once a day by itself.
    #[oai(
        path = "/v1/billing/reconcile",
        method = "post",
        operation_id = "reconcile_billing",
        tag = "Tag::Billing"
    )]
    async fn start(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySeller<BillingSell, AdmitOwner>>,
        body: Body<RunBody>,
    ) -> Result<RunResponse, ProblemResponse<RunProblems>> {
        let run = request_own_run(&app, &caller.0, body.0.options()).await?;
        Ok(RunResponse::Ok(Json(run.into())))
    }

    /// List comparisons with Stripe
    ///
    /// Lists the newest comparisons for the Stripe account through which the website sells.
    #[oai(
        path = "/v1/billing/reconcile",
        method = "get",
        operation_id = "list_billing_reconciliations",
        tag = "Tag::Billing"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitOwner>,
        /// Only the run with this id.
        run: Query<Option<String>>,
    ) -> Result<RunsResponse, ProblemResponse<RunsProblems>> {
        let runs = list_own_runs(&app, &caller.0, run.0.as_deref()).await?;
        Ok(RunsResponse::Ok(Json(runs.into())))
    }
}
