//! `/v1/me/payments`: the payments of a user.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{DocumentDto, MyPageDto};
use crate::app::App;
use crate::billing::payments::find_document::find_document;
use crate::billing::payments::list::{ListParams, find_for_user, list_for_user};
use crate::caller::CreditsRead;
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::users::AuthenticatedUser;

documents!(ListProblems: ClientNotAllowed, HolderInactive, WebsiteSuspended);
documents!(DocumentProblems: ClientNotAllowed, HolderInactive, NotFound, PaymentProviderError, WebsiteSuspended);

#[derive(ApiResponse)]
enum MyPaymentsResponse {
    /// A page of payments.
    #[oai(status = 200)]
    Ok(Json<MyPageDto>),
}

#[derive(ApiResponse)]
enum MyDocumentResponse {
    /// The document.
    #[oai(status = 200)]
    Ok(Json<DocumentDto>),
}

/// The operations on the user's own payments.
pub(crate) struct MyPaymentsApi;

#[OpenApi]
impl MyPaymentsApi {
    /// List my payments
    ///
    /// Returns the user's payments, newest first. A token of a website's client shows the payments at that website; a token of
    /// this installation's own client shows all.
    #[oai(
        path = "/v1/me/payments",
        method = "get",
        operation_id = "list_my_payments",
        tag = "Tag::Me"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsRead>,
        /// Maximum number of items on the page, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<MyPaymentsResponse, ProblemResponse<ListProblems>> {
        let params = ListParams {
            limit: limit.0,
            cursor: cursor.0,
            ..ListParams::default()
        };
        let page = list_for_user(&app, &holder, params).await?;
        Ok(MyPaymentsResponse::Ok(Json(page.into())))
    }

    /// Get the document of one of my payments
    ///
    /// Returns the address of the payment's invoice or receipt, as Stripe has it now. A payment without one is reported as not
    /// found.
    #[oai(
        path = "/v1/me/payments/:id/document",
        method = "get",
        operation_id = "get_my_payment_document",
        tag = "Tag::Me"
    )]
    async fn document(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsRead>,
        /// The payment's id.
        id: Path<String>,
    ) -> Result<MyDocumentResponse, ProblemResponse<DocumentProblems>> {
        let payment = find_for_user(&app, &holder, &id).await?;
        let document = find_document(&app, &payment).await?;
        Ok(MyDocumentResponse::Ok(Json(document.into())))
    }
}
