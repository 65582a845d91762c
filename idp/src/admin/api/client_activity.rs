//! What clients asked lately at the endpoints of sign-in, for callers with the scope `idp.clients`.

use foundation::Timestamp;
use poem::http::StatusCode;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::caller::{AdminProblem, page_length, problem};
use super::clients::{ClientsToken, Tag};
use crate::activity::store::Kept;
use crate::admin::find_activity::find_activity;

/// A request of a client, or of a browser that it sent.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct ClientRequest {
    /// The client that asked, or in whose name somebody did.
    client_id: String,
    /// ISO 8601.
    at: String,
    /// `authorize`, `token`, `userinfo` or `end_session`.
    endpoint: String,
    /// The HTTP status of the answer; a refusal at `authorize` that the client is told of is a redirect.
    status: i64,
    /// The error code of the answer, or `origin_not_allowed`; absent where nothing was wrong.
    error: Option<String>,
    /// What it means here.
    error_description: Option<String>,
    /// The address that is not registered for the client: without its query, in whose place three dots stand.
    redirect_uri: Option<String>,
    /// The origin of a page that may not read the answer.
    origin: Option<String>,
    /// The request's id, as in the log.
    request_id: String,
    /// Whether an authorization request came with a PKCE challenge (RFC 7636); absent for the other endpoints.
    uses_pkce: Option<bool>,
}

/// What a client asked lately, the newest first: 50 requests of each client in the last 14 days at most.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct SignInActivity {
    items: Vec<ClientRequest>,
    /// When a person first signed in to it, as far back as this is known; ISO 8601.
    first_sign_in_at: Option<String>,
}

#[derive(ApiResponse)]
enum ActivityAnswer {
    /// What it asked.
    #[oai(status = 200)]
    Found(Json<SignInActivity>),
    /// There is no such client.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

/// The operation on what a client asked.
pub(crate) struct ClientActivityApi;

#[OpenApi]
impl ClientActivityApi {
    /// List what a client asked lately at the endpoints of sign-in.
    ///
    /// Written down within a second, and as the client was named: anybody can send a request in its name.
    #[oai(
        path = "/clients/:client_id/activity",
        method = "get",
        operation_id = "list_client_activity",
        tag = "Tag::Clients"
    )]
    async fn list_activity(
        &self,
        caller: ClientsToken,
        client_id: Path<String>,
        /// Another client of the same site, whose requests are told among the others; it need not exist.
        beside: Query<Option<String>>,
        limit: Query<Option<u32>>,
    ) -> poem::Result<ActivityAnswer> {
        let caller = caller.0;
        let clients = (client_id.as_str(), beside.as_deref());
        let Some(asked) = find_activity(&caller.app, clients, page_length(limit.0)).await? else {
            let detail = "No client has this client_id.".to_owned();
            let told = problem(&caller, StatusCode::NOT_FOUND, detail);
            return Ok(ActivityAnswer::Unknown(Json(told)));
        };
        let items = asked.requests.into_iter().map(ClientRequest::from);
        Ok(ActivityAnswer::Found(Json(SignInActivity {
            items: items.collect(),
            first_sign_in_at: asked.first_sign_in.map(Timestamp::to_iso8601),
        })))
    }
}

impl From<Kept> for ClientRequest {
    fn from(kept: Kept) -> Self {
        Self {
            at: kept.at().to_iso8601(),
            client_id: kept.client_id,
            endpoint: kept.endpoint,
            status: kept.status,
            error: kept.error,
            error_description: kept.error_description,
            redirect_uri: kept.redirect_uri,
            origin: kept.origin,
            request_id: kept.request_id,
            uses_pkce: kept.uses_pkce,
        }
    }
}
