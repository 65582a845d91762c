//! `/v1/websites/{id}/sign-in-activity`: an owner lists recent requests of the website's clients and their errors.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use crate::app::App;
use crate::caller::Websites;
use crate::problem::{ProblemResponse, documents};
use crate::schema::{Instant, Nullable, Tag, page_size};
use crate::users::AuthenticatedUser;
use crate::websites::activity::{ClientRequest, Fix, SignInActivity};
use crate::websites::read_activity::read_activity;

documents!(ActivityProblems: ClientNotAllowed, HolderInactive, NotFound);

/// A kind of change that makes a request succeed.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "SignInFixKind", rename_all = "kebab-case")]
enum FixKind {
    /// Register `value` as a redirect URI of the client in `client_id`.
    AllowRedirectUri,
    /// Register `value` as a post-logout redirect URI of the client in `client_id`.
    AllowPostLogoutRedirectUri,
}

/// A change that makes a similar request succeed.
#[derive(Object)]
#[oai(rename = "SignInFix")]
struct FixDto {
    /// The kind of change.
    kind: FixKind,
    /// The address to register.
    value: String,
}

/// A request to the identity provider, from one of the website's clients or from a browser that it redirected.
#[derive(Object)]
#[oai(rename = "SignInRequest")]
struct RequestDto {
    /// The client of the request: the website's own client or its public client.
    client_id: String,
    /// The time of the request.
    at: Instant,
    /// The endpoint: `authorize`, `token`, `userinfo` or `end_session`.
    endpoint: String,
    /// The HTTP status of the response. An error at `authorize` that is returned to the client is a redirect.
    status: i32,
    /// The error code in the response, or `origin_not_allowed`; null if the request succeeded.
    error: Nullable<String>,
    /// The cause of the error in this request.
    error_description: Nullable<String>,
    /// The address that is not registered for the client. An ellipsis replaces everything after the path.
    redirect_uri: Nullable<String>,
    /// The origin of a page that may not read the response.
    origin: Nullable<String>,
    /// The request's id in the identity provider's log.
    request_id: String,
    /// True if an authorization request had a PKCE challenge (RFC 7636); null for the other endpoints.
    uses_pkce: Nullable<bool>,
    /// A change that makes a similar request succeed; null if none is known.
    fix: Nullable<FixDto>,
}

/// Recent requests of a website's clients.
#[derive(Object)]
#[oai(rename = "SignInActivity", example)]
struct ActivityDto {
    /// The requests of both clients, newest first: at most 50 of each client, from the last 14 days.
    items: Vec<RequestDto>,
    /// The time of the first sign-in to the website with one of the clients; null before.
    first_sign_in_at: Nullable<Instant>,
}

impl From<ClientRequest> for RequestDto {
    fn from(seen: ClientRequest) -> Self {
        let fix = seen.fix().map(|fix| match fix {
            Fix::AllowRedirectUri(value) => FixDto {
                kind: FixKind::AllowRedirectUri,
                value,
            },
            Fix::AllowPostLogoutRedirectUri(value) => FixDto {
                kind: FixKind::AllowPostLogoutRedirectUri,
                value,
            },
        });
        Self {
            at: Instant(seen.at),
            client_id: seen.client_id,
            endpoint: seen.endpoint,
            status: seen.status,
            error: seen.error.into(),
            error_description: seen.error_description.into(),
            redirect_uri: seen.redirect_uri.into(),
            origin: seen.origin.into(),
            request_id: seen.request_id,
            uses_pkce: seen.uses_pkce.into(),
            fix: fix.into(),
        }
    }
}

impl From<SignInActivity> for ActivityDto {
    fn from(activity: SignInActivity) -> Self {
        Self {
            items: activity
                .requests
                .into_iter()
                .map(RequestDto::from)
                .collect(),
            first_sign_in_at: activity.first_sign_in_at.map(Instant).into(),
        }
    }
}

impl Example for ActivityDto {
    fn example() -> Self {
        let refused = ClientRequest {
            client_id: "client_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            at: Timestamp::from_seconds(1_767_225_600),
            endpoint: "authorize".to_owned(),
            status: 400,
            error: Some("invalid_request".to_owned()),
            error_description: Some(
                "redirect_uri is not one that is registered for this client.".to_owned(),
            ),
            redirect_uri: Some("http://localhost:3000/auth/callback".to_owned()),
            origin: None,
            request_id: "req_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            uses_pkce: Some(true),
        };
        Self::from(SignInActivity {
            requests: vec![refused],
            first_sign_in_at: None,
        })
    }
}

#[derive(ApiResponse)]
enum ActivityResponse {
    /// The sign-in activity.
    #[oai(status = 200)]
    Ok(Json<ActivityDto>),
}

/// The operation on sign-in activity.
pub(crate) struct SignInActivityApi;

#[OpenApi]
impl SignInActivityApi {
    /// List sign-in activity
    ///
    /// Lists the requests of the website's clients, and of browsers that they redirected, to the identity provider, with
    /// their errors. A request appears within a second. The client is the one that the request names, which is not
    /// verified: any program can send a request that names it.
    #[oai(
        path = "/v1/websites/:id/sign-in-activity",
        method = "get",
        operation_id = "get_sign_in_activity",
        tag = "Tag::Websites"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<Websites>,
        /// The website's id.
        id: Path<String>,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
    ) -> Result<ActivityResponse, ProblemResponse<ActivityProblems>> {
        let limit = page_size(limit.0)?;
        let activity = read_activity(&app, &holder.user.id, &id, limit).await?;
        Ok(ActivityResponse::Ok(Json(activity.into())))
    }
}
