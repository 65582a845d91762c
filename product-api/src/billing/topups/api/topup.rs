//! `/v1/customers/{id}/top-up`: the automatic top-up of a website's customer.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::attempts::AttemptPageDto;
use super::forms::LowerBody;
use super::topup_forms::TopUpDto;
use crate::app::App;
use crate::billing::guard::BySeller;
use crate::billing::topups::list_attempts::{AttemptParams, list_attempts};
use crate::billing::topups::lower_topup::lower_topup;
use crate::billing::topups::read_topup::read_topup;
use crate::billing::topups::turn_off_topup::turn_off_topup;
use crate::caller::{BillingRead, BillingSell};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::AdmitAll;

documents!(ReadProblems: ClientNotAllowed, HolderInactive, NotFound);
documents!(
    LowerProblems: CapTooLow, ClientNotAllowed, ContentTooLarge, HolderInactive, NeedsConsent, NotFound, UnsupportedMediaType,
        WebsiteSuspended
);

#[derive(ApiResponse)]
enum TopUpResponse {
    /// The automatic top-up, as it is now.
    #[oai(status = 200)]
    Ok(Json<TopUpDto>),
}

#[derive(ApiResponse)]
enum AttemptsResponse {
    /// A page of attempts.
    #[oai(status = 200)]
    Ok(Json<AttemptPageDto>),
}

/// The operations on automatic top-ups of customers.
pub(crate) struct TopUpsApi;

#[OpenApi]
impl TopUpsApi {
    /// Get a customer's automatic top-up
    ///
    /// Returns the automatic top-up of a customer, with what was bought in the running month. Only the customer turns it on, with
    /// `PUT /v1/me/top-up`, or on the page of a checkout with `top_up`.
    #[oai(
        path = "/v1/customers/:id/top-up",
        method = "get",
        operation_id = "get_top_up",
        tag = "Tag::Billing"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitAll>,
        /// The customer's id.
        id: Path<String>,
    ) -> Result<TopUpResponse, ProblemResponse<ReadProblems>> {
        let view = read_topup(&app, &caller.0, &id).await?;
        Ok(TopUpResponse::Ok(Json(view.into())))
    }

    /// Lower a customer's automatic top-up
    ///
    /// Lowers threshold, caps or quantity of an automatic top-up that is on. What allows more than the customer agreed to is refused
    /// with 409 `needs-consent`, and so is a top-up that is off.
    #[oai(
        path = "/v1/customers/:id/top-up",
        method = "put",
        operation_id = "lower_top_up",
        tag = "Tag::Billing"
    )]
    async fn lower(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingSell>,
        /// The customer's id.
        id: Path<String>,
        body: Body<LowerBody>,
    ) -> Result<TopUpResponse, ProblemResponse<LowerProblems>> {
        let view = lower_topup(&app, &caller.0, &id, body.0.into()).await?;
        Ok(TopUpResponse::Ok(Json(view.into())))
    }

    /// Turn off a customer's automatic top-up
    ///
    /// Turns the automatic top-up of a customer off. Nothing more is bought; only the customer turns it on again. A payment
    /// that waits for the bank is canceled; one that just succeeded grants its credits.
    #[oai(
        path = "/v1/customers/:id/top-up",
        method = "delete",
        operation_id = "turn_off_top_up",
        tag = "Tag::Billing"
    )]
    async fn turn_off(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingSell, AdmitAll>,
        /// The customer's id.
        id: Path<String>,
    ) -> Result<TopUpResponse, ProblemResponse<ReadProblems>> {
        let view = turn_off_topup(&app, &caller.0, &id).await?;
        Ok(TopUpResponse::Ok(Json(view.into())))
    }

    /// List attempts of a customer's automatic top-up
    ///
    /// Returns the purchases of a customer's automatic top-up, and the attempts that failed, newest first. A cursor is valid only
    /// for the same customer.
    #[oai(
        path = "/v1/customers/:id/top-up/attempts",
        method = "get",
        operation_id = "list_top_up_attempts",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn attempts(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitAll>,
        /// The customer's id.
        id: Path<String>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<AttemptsResponse, ProblemResponse<ReadProblems>> {
        let params = AttemptParams {
            limit: limit.0,
            cursor: cursor.0,
        };
        let page = list_attempts(&app, &caller.0, &id, params).await?;
        Ok(AttemptsResponse::Ok(Json(page.into())))
    }
}
