//! `/v1/operator/billing/status`: the states of all connections to Stripe accounts.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::status_forms::StatusDto;
use crate::app::App;
use crate::billing::reconcile::read_status::read_status;
use crate::credits::LedgerOperator;
use crate::problem::{ProblemResponse, documents};
use crate::schema::{PageParams, Tag};

documents!(StatusProblems: ClientNotAllowed, HolderInactive);

#[derive(ApiResponse)]
enum StatusResponse {
    /// A page of states.
    #[oai(status = 200)]
    Ok(Json<StatusDto>),
}

/// The operation on the states of connections.
pub(crate) struct OperatorStatusApi;

#[OpenApi]
impl OperatorStatusApi {
    /// Read the state of billing
    ///
    /// Lists the Stripe accounts through which the websites of this installation sell, newest first, each with the objects
    /// that wait, the dead ones, the open findings and the last comparison. The operator of this installation may call it, and
    /// a program that the operator has registered with the scope `ledger`.
    #[oai(
        path = "/v1/operator/billing/status",
        method = "get",
        operation_id = "read_billing_status",
        tag = "Tag::Operator"
    )]
    async fn status(
        &self,
        app: Data<&Arc<App>>,
        _operator: LedgerOperator,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<StatusResponse, ProblemResponse<StatusProblems>> {
        let params = PageParams {
            limit: limit.0,
            cursor: cursor.0.as_deref(),
        };
        let page = read_status(&app, params).await?;
        Ok(StatusResponse::Ok(Json(page.into())))
    }
}
