//! Operations on the consents that users gave to clients, for callers with the scope `idp.users`.

use poem::http::StatusCode;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::caller::{AdminProblem, problem, safe_id};
use super::users::{UsersTag, UsersToken, unknown};
use crate::admin::admin_api::consents::{find_consents, revoke_consent};
use crate::session::consents::Application;

/// A user's consent to a third-party client.
#[derive(Object)]
#[oai(rename = "Consent")]
struct ConsentView {
    client_id: String,
    client_name: String,
    /// All scopes that the user allowed, separated by spaces.
    scope: String,
    /// When the user last gave consent, or the client last received a grant; ISO 8601.
    used_at: String,
}

/// All consents of a user, the most recently used first.
#[derive(Object)]
struct ConsentList {
    consents: Vec<ConsentView>,
}

#[derive(ApiResponse)]
enum ConsentsResponse {
    /// The consents.
    #[oai(status = 200)]
    Found(Json<ConsentList>),
    /// There is no such user.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum RevokeConsentResponse {
    /// The client no longer has access to the user's account.
    #[oai(status = 204)]
    Revoked,
    /// There is no such user, or the user gave this client no consent.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

/// Operations on consents.
pub(crate) struct ConsentsApi;

#[OpenApi]
impl ConsentsApi {
    /// List a user's consents to third-party clients.
    #[oai(
        path = "/users/:user_id/consents",
        method = "get",
        operation_id = "list_user_consents",
        tag = "UsersTag::Users"
    )]
    async fn list_consents(
        &self,
        caller: UsersToken,
        user_id: Path<String>,
    ) -> poem::Result<ConsentsResponse> {
        let caller = caller.0;
        let Some(found) = find_consents(&caller.app, safe_id(&user_id)).await? else {
            return Ok(ConsentsResponse::Unknown(Json(unknown(&caller))));
        };
        let consents = found.into_iter().map(ConsentView::from).collect();
        Ok(ConsentsResponse::Found(Json(ConsentList { consents })))
    }

    /// Revoke a user's consent to a client.
    ///
    /// The client's refresh tokens stop working at once, and its access tokens at the userinfo endpoint too. The user
    /// is asked for consent the next time.
    #[oai(
        path = "/users/:user_id/consents/:client_id",
        method = "delete",
        operation_id = "delete_user_consent",
        tag = "UsersTag::Users"
    )]
    async fn delete_consent(
        &self,
        caller: UsersToken,
        user_id: Path<String>,
        client_id: Path<String>,
    ) -> poem::Result<RevokeConsentResponse> {
        let caller = caller.0;
        let (user_id, client_id) = (safe_id(&user_id), safe_id(&client_id));
        let actor = &caller.client_id;
        let is_revoked = revoke_consent(&caller.app, actor, user_id, client_id).await?;
        Ok(if is_revoked {
            RevokeConsentResponse::Revoked
        } else {
            let detail = "No user of this id allowed a client of this id anything.";
            let response = problem(&caller, StatusCode::NOT_FOUND, detail.to_owned());
            RevokeConsentResponse::Unknown(Json(response))
        })
    }
}

impl From<Application> for ConsentView {
    fn from(allowed: Application) -> Self {
        Self {
            client_id: allowed.client_id,
            client_name: allowed.name,
            scope: allowed.scope.to_string(),
            used_at: allowed.used_at.to_iso8601(),
        }
    }
}
