//! `/v1/operator/billing`: connections of the whole installation, and objects that could not be applied.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::operator_forms::{ConnectionsDto, DeadLettersDto, ReplayBody, ReplayedDto};
use crate::app::App;
use crate::billing::inbox::list::{list_connections, list_dead};
use crate::billing::inbox::replay::replay_selected;
use crate::caller::StepUp;
use crate::credits::LedgerOperator;
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::{PageParams, Tag};
use crate::users::Operator;

documents!(BillingProblems: ClientNotAllowed, HolderInactive);
documents!(
    ReplayProblems: ClientNotAllowed, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType
);

#[derive(ApiResponse)]
enum ConnectionsResponse {
    /// A page of connections.
    #[oai(status = 200)]
    Ok(Json<ConnectionsDto>),
}

#[derive(ApiResponse)]
enum DeadLettersResponse {
    /// A page of dead objects.
    #[oai(status = 200)]
    Ok(Json<DeadLettersDto>),
}

#[derive(ApiResponse)]
enum ReplayedResponse {
    /// The objects are due now.
    #[oai(status = 200)]
    Ok(Json<ReplayedDto>),
}

/// The operations of the operator on billing.
pub(crate) struct OperatorBillingApi;

#[OpenApi]
impl OperatorBillingApi {
    /// List all Stripe accounts
    ///
    /// Lists the Stripe accounts through which the websites of this installation sell, newest first, each with the state of
    /// its inbox. Only the operator of this installation may call it.
    #[oai(
        path = "/v1/operator/billing",
        method = "get",
        operation_id = "list_all_stripe_connections",
        tag = "Tag::Operator"
    )]
    async fn connections(
        &self,
        app: Data<&Arc<App>>,
        _operator: Operator,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<ConnectionsResponse, ProblemResponse<BillingProblems>> {
        let params = PageParams {
            limit: limit.0,
            cursor: cursor.0.as_deref(),
        };
        let page = list_connections(&app, params).await?;
        let response = ConnectionsDto::new(&app, page);
        Ok(ConnectionsResponse::Ok(Json(response)))
    }

    /// List dead letters of billing
    ///
    /// Lists objects at Stripe, of all Stripe accounts, that could not be applied, the latest changed first. Only the operator
    /// of this installation may call it.
    #[oai(
        path = "/v1/operator/billing/dead-letters",
        method = "get",
        operation_id = "list_billing_dead_letters",
        tag = "Tag::Operator"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn dead_letters(
        &self,
        app: Data<&Arc<App>>,
        _operator: Operator,
        /// Only objects with this error, exactly as it is listed.
        error: Query<Option<String>>,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<DeadLettersResponse, ProblemResponse<BillingProblems>> {
        let params = PageParams {
            limit: limit.0,
            cursor: cursor.0.as_deref(),
        };
        let error = error.0.unwrap_or_default();
        let page = list_dead(&app, &error, params).await?;
        Ok(DeadLettersResponse::Ok(Json(page.into())))
    }

    /// Apply dead letters again
    ///
    /// Fetches one object from Stripe and applies it, or all dead objects with one error, at most 500 a request. Nothing is
    /// done twice: an object that agrees with our records changes nothing. The operator of this installation may call it, and a
    /// program that the operator has registered with the scope `ledger`.
    #[oai(
        path = "/v1/operator/billing/replay",
        method = "post",
        operation_id = "replay_billing_dead_letters",
        tag = "Tag::Operator"
    )]
    async fn replay(
        &self,
        app: Data<&Arc<App>>,
        operator: StepUp<LedgerOperator>,
        body: Body<ReplayBody>,
    ) -> Result<ReplayedResponse, ProblemResponse<ReplayProblems>> {
        let selection = body.0.selection()?;
        let replayed = replay_selected(&app, &operator, selection).await?;
        let response = ReplayedDto::new(replayed);
        Ok(ReplayedResponse::Ok(Json(response)))
    }
}
