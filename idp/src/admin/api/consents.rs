//! What people allowed clients, for callers with the scope `idp.users`.

use poem::http::StatusCode;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::caller::{AdminProblem, nameable, problem};
use super::users::{Tag, UsersToken, unknown};
use crate::admin::consents::{find_consents, revoke_consent};
use crate::consents::Application;

/// What a person allowed a client of somebody else.
#[derive(Object)]
#[oai(rename = "Consent")]
struct AllowedClient {
    client_id: String,
    client_name: String,
    /// All that it was allowed, words separated by blanks.
    scope: String,
    /// When the person last allowed it anything, or it was last given a grant; ISO 8601.
    used_at: String,
}

/// All that a person allowed clients, the one that was used last first.
#[derive(Object)]
struct ConsentList {
    consents: Vec<AllowedClient>,
}

#[derive(ApiResponse)]
enum ConsentsAnswer {
    /// The clients.
    #[oai(status = 200)]
    Found(Json<ConsentList>),
    /// There is no such person.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum RevokeAnswer {
    /// The client has nothing of this person any more.
    #[oai(status = 204)]
    Revoked,
    /// There is no such person, or they allowed this client nothing.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

/// The operations on consents.
pub(crate) struct ConsentsApi;

#[OpenApi]
impl ConsentsApi {
    /// List what a person allowed clients of others.
    #[oai(
        path = "/users/:user_id/consents",
        method = "get",
        operation_id = "list_user_consents",
        tag = "Tag::Users"
    )]
    async fn list_consents(
        &self,
        caller: UsersToken,
        user_id: Path<String>,
    ) -> poem::Result<ConsentsAnswer> {
        let caller = caller.0;
        let Some(found) = find_consents(&caller.app, nameable(&user_id)).await? else {
            return Ok(ConsentsAnswer::Unknown(Json(unknown(&caller))));
        };
        let consents = found.into_iter().map(AllowedClient::from).collect();
        Ok(ConsentsAnswer::Found(Json(ConsentList { consents })))
    }

    /// Take back what a person allowed a client.
    ///
    /// Refresh tokens end at once, access tokens at userinfo too; the next time the person is asked again.
    #[oai(
        path = "/users/:user_id/consents/:client_id",
        method = "delete",
        operation_id = "delete_user_consent",
        tag = "Tag::Users"
    )]
    async fn delete_consent(
        &self,
        caller: UsersToken,
        user_id: Path<String>,
        client_id: Path<String>,
    ) -> poem::Result<RevokeAnswer> {
        let caller = caller.0;
        let named = (nameable(&user_id), nameable(&client_id));
        let is_gone = revoke_consent(&caller.app, &caller.client_id, named).await?;
        Ok(if is_gone {
            RevokeAnswer::Revoked
        } else {
            let detail = "No user of this id allowed a client of this id anything.";
            let told = problem(&caller, StatusCode::NOT_FOUND, detail.to_owned());
            RevokeAnswer::Unknown(Json(told))
        })
    }
}

impl From<Application> for AllowedClient {
    fn from(allowed: Application) -> Self {
        Self {
            client_id: allowed.client_id,
            client_name: allowed.name,
            scope: allowed.scope.to_string(),
            used_at: allowed.used_at.to_iso8601(),
        }
    }
}
