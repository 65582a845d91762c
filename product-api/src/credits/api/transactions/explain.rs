//! `GET /v1/transactions/{id}` and `GET /v1/me/transactions/{id}`: a transaction with all its details.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::explained::ExplanationDto;
use crate::app::App;
use crate::caller::{CreditsRead, CustomersRead};
use crate::credits::queries::explain;
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::users::AuthenticatedUser;
use crate::websites::BySite;

documents!(SiteProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(MyProblems: HolderInactive, NotFound, WebsiteSuspended);

#[derive(ApiResponse)]
enum ExplanationResponse {
    /// The transaction.
    #[oai(status = 200)]
    Ok(Json<ExplanationDto>),
}

/// The operations that explain transactions.
pub(crate) struct ExplainApi;

#[OpenApi]
impl ExplainApi {
    /// Explain a transaction
    ///
    /// Returns a transaction of one of the website's customers, with its entries, the lots that it changed, the price that
    /// determined its amount, its cause, its actor, and its reversals.
    #[oai(
        path = "/v1/transactions/:id",
        method = "get",
        operation_id = "explain_transaction",
        tag = "Tag::Credits"
    )]
    async fn explain_transaction(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<CustomersRead>,
        /// The transaction's id.
        id: Path<String>,
    ) -> Result<ExplanationResponse, ProblemResponse<SiteProblems>> {
        let explanation = explain::explain_for_website(&app, &caller.0, &id).await?;
        Ok(ExplanationResponse::Ok(Json(explanation.into())))
    }

    /// Explain one of my transactions
    ///
    /// Returns a transaction of the user, with its details, if the token shows it. The response does not name the website's API
    /// key.
    #[oai(
        path = "/v1/me/transactions/:id",
        method = "get",
        operation_id = "explain_my_transaction",
        tag = "Tag::Me"
    )]
    async fn explain_my_transaction(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsRead>,
        /// The transaction's id.
        id: Path<String>,
    ) -> Result<ExplanationResponse, ProblemResponse<MyProblems>> {
        let explanation = explain::explain_for_holder(&app, &holder, &id).await?;
        Ok(ExplanationResponse::Ok(Json(explanation.into())))
    }
}
