//! `/v1/payments`: the payments of a website's customers.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{DetailDto, DocumentDto, PageDto, PaymentStateName};
use crate::app::App;
use crate::billing::guard::BySeller;
use crate::billing::payments::find_document::find_document;
use crate::billing::payments::list::{ListParams, find_for_website, list_for_website};
use crate::caller::BillingRead;
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::AdmitAll;

documents!(ListProblems: ClientNotAllowed, HolderInactive, NotFound);
documents!(GetProblems: ClientNotAllowed, HolderInactive, NotFound);
documents!(DocumentProblems: ClientNotAllowed, HolderInactive, NotFound, PaymentProviderError);

#[derive(ApiResponse)]
enum PaymentsResponse {
    /// A page of payments.
    #[oai(status = 200)]
    Ok(Json<PageDto>),
}

#[derive(ApiResponse)]
enum PaymentResponse {
    /// The payment.
    #[oai(status = 200)]
    Ok(Json<DetailDto>),
}

#[derive(ApiResponse)]
enum DocumentResponse {
    /// The document.
    #[oai(status = 200)]
    Ok(Json<DocumentDto>),
}

/// The operations on payments.
pub(crate) struct PaymentsApi;

#[OpenApi]
impl PaymentsApi {
    /// List payments
    ///
    /// Returns the payments of the website's customers, newest first. Live and test keys have separate payments. A cursor is
    /// valid only for the same filters.
    #[oai(
        path = "/v1/payments",
        method = "get",
        operation_id = "list_payments",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitAll>,
        /// Only payments of the customer with this id, and of customers who were merged into this one.
        customer: Query<Option<String>>,
        /// Only payments in this state.
        state: Query<Option<PaymentStateName>>,
        /// Only the payment to which the refund or the dispute with this id belongs; other filters do not apply then.
        object: Query<Option<String>>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<PaymentsResponse, ProblemResponse<ListProblems>> {
        let params = ListParams {
            limit: limit.0,
            cursor: cursor.0,
            customer: customer.0,
            state: state.0.map(Into::into),
            object: object.0,
        };
        let page = list_for_website(&app, &caller.0, params).await?;
        Ok(PaymentsResponse::Ok(Json(page.into())))
    }

    /// Get a payment
    ///
    /// Returns a payment with the credits that it has bought, and what is left of them.
    #[oai(
        path = "/v1/payments/:id",
        method = "get",
        operation_id = "get_payment",
        tag = "Tag::Billing"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitAll>,
        /// The payment's id.
        id: Path<String>,
    ) -> Result<PaymentResponse, ProblemResponse<GetProblems>> {
        let detail = find_for_website(&app, &caller.0, &id).await?;
        Ok(PaymentResponse::Ok(Json(detail.into())))
    }

    /// Get a payment's document
    ///
    /// Returns the address of the payment's invoice or receipt, as Stripe has it now. A payment without one, for which nothing
    /// had to be paid or which is not paid yet, is reported as not found.
    #[oai(
        path = "/v1/payments/:id/document",
        method = "get",
        operation_id = "get_payment_document",
        tag = "Tag::Billing"
    )]
    async fn document(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitAll>,
        /// The payment's id.
        id: Path<String>,
    ) -> Result<DocumentResponse, ProblemResponse<DocumentProblems>> {
        let detail = find_for_website(&app, &caller.0, &id).await?;
        let document = find_document(&app, &detail.payment).await?;
        Ok(DocumentResponse::Ok(Json(document.into())))
    }
}
