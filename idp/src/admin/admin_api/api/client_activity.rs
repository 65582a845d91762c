//! Recent requests of clients to the sign-in endpoints, for callers with the scope `idp.clients`.

use foundation::Timestamp;
use poem::http::StatusCode;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::caller::{AdminProblem, page_length, problem};
use super::clients::{ClientsTag, ClientsToken};
use crate::admin::admin_api::find_activity::find_activity;
use crate::observability::activity::store::StoredRequest;

/// A request of a client, or of a browser that the client redirected.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct ClientRequest {
    /// The `client_id` of the request.
    client_id: String,
    /// ISO 8601.
    at: String,
    /// `authorize`, `token`, `userinfo` or `end_session`.
    endpoint: String,
    /// The HTTP status of the response. An error that `authorize` returns to the client is a redirect.
    status: i64,
    /// The error code of the response, or `origin_not_allowed`; absent without an error.
    error: Option<String>,
    /// An explanation of the error.
    error_description: Option<String>,
    /// The redirect URI that is not registered for the client. Three dots replace its query.
    redirect_uri: Option<String>,
    /// The origin of a page that may not read the response.
    origin: Option<String>,
    /// The request's id, as in the log.
    request_id: String,
    /// True if an authorization request has a PKCE challenge (RFC 7636); absent for the other endpoints.
    uses_pkce: Option<bool>,
}

/// Recent requests of a client, the newest first: at most 50 of each client in the last 14 days.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct SignInActivity {
    items: Vec<ClientRequest>,
    /// When a user first signed in to the client, as far back as this is known; ISO 8601.
    first_sign_in_at: Option<String>,
}

#[derive(ApiResponse)]
enum ClientActivityResponse {
    /// The requests.
    #[oai(status = 200)]
    Found(Json<SignInActivity>),
    /// There is no such client.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

/// Operation on the requests of a client.
pub(crate) struct ClientActivityApi;

#[OpenApi]
impl ClientActivityApi {
    /// List a client's recent requests to the sign-in endpoints.
    ///
    /// A request appears within a second. Its client is not authenticated: anyone can send a request with this `client_id`.
    #[oai(
        path = "/clients/:client_id/activity",
        method = "get",
        operation_id = "list_client_activity",
        tag = "ClientsTag::Clients"
    )]
    async fn list_activity(
        &self,
        caller: ClientsToken,
        client_id: Path<String>,
        /// Another client of the same website, whose requests are included; it need not exist.
        or_client_id: Query<Option<String>>,
        limit: Query<Option<u32>>,
    ) -> poem::Result<ClientActivityResponse> {
        let caller = caller.0;
        let length = page_length(limit.0);
        let found = find_activity(&caller.app, &client_id, or_client_id.as_deref(), length).await?;
        let Some(activity) = found else {
            let detail = "No client has this client_id.".to_owned();
            let response = problem(&caller, StatusCode::NOT_FOUND, detail);
            return Ok(ClientActivityResponse::Unknown(Json(response)));
        };
        let items = activity.requests.into_iter().map(ClientRequest::from);
        Ok(ClientActivityResponse::Found(Json(SignInActivity {
            items: items.collect(),
            first_sign_in_at: activity.first_sign_in.map(Timestamp::to_iso8601),
        })))
    }
}

impl From<StoredRequest> for ClientRequest {
    fn from(request: StoredRequest) -> Self {
        Self {
            at: request.at().to_iso8601(),
            client_id: request.client_id,
            endpoint: request.endpoint,
            status: request.status,
            error: request.error,
            error_description: request.error_description,
            redirect_uri: request.redirect_uri,
            origin: request.origin,
            request_id: request.request_id,
            uses_pkce: request.uses_pkce,
        }
    }
}
