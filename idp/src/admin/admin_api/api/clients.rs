//! Operations on clients (RFC 7591 names), for callers with the scope `idp.clients`.

use std::time::Duration;

use poem::Request;
use poem::http::StatusCode;
use poem_openapi::auth::Bearer;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, SecurityScheme, Tags};

use super::caller::{self, AdminProblem, Caller, problem, wrong_client};
use super::client::MetadataBody;
use super::registered::{RegisteredClient, registered};
use crate::admin::admin_api::delete_client::{DeleteClientOutcome, delete_client};
use crate::admin::admin_api::find_client::find_client;
use crate::admin::admin_api::put_client::{PutClientOutcome, PutClientRequest, put_client};
use crate::admin::admin_api::set_client_active::{SetClientActiveOutcome, set_client_active};
use crate::http::api_schema::Body;
use crate::http::errors::{ErrorCode, OAuthError};

/// The scope that a caller's token needs.
const SCOPE: &str = "idp.clients";
const MISSING_SCOPE: OAuthError = OAuthError::new(
    ErrorCode::InsufficientScope,
    "The access token lacks the scope idp.clients. Request one with it; its client must be registered for the scope.",
);

/// An access token of the idp with the scope `idp.clients`.
#[derive(SecurityScheme)]
#[oai(
    rename = "IdpToken",
    ty = "bearer",
    bearer_format = "JWT",
    checker = "check"
)]
pub(crate) struct ClientsToken(pub(super) Caller);

async fn check(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    caller::check(request, bearer, SCOPE, MISSING_SCOPE).await
}

const CANNOT_DELETE_DOCUMENT_CLIENT: &str = "The client is its own document and would be back with its next request. Switch it off: put it with is_active false.";

const DELETED: &str = "Another request has just deleted the client. Send this one again.";

#[derive(Tags)]
pub(super) enum ClientsTag {
    /// OAuth clients.
    Clients,
}

#[derive(ApiResponse)]
enum PutClientResponse {
    /// The client was replaced.
    #[oai(status = 200)]
    Replaced(Json<RegisteredClient>),
    /// The client was created.
    #[oai(status = 201)]
    Made(Json<RegisteredClient>),
    /// The registration is not valid; `detail` lists all problems, and `errors` lists them by member.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
    /// The caller lacks the scopes to manage this client.
    #[oai(status = 403, content_type = "application/problem+json")]
    Lacking(Json<AdminProblem>),
    /// A concurrent request deleted the client. Send the request again to create it.
    #[oai(status = 409, content_type = "application/problem+json")]
    Deleted(Json<AdminProblem>),
}

#[derive(ApiResponse)]
#[expect(
    clippy::large_enum_variant,
    reason = "one is made for each request, and written at once"
)]
enum GetClientResponse {
    /// The client.
    #[oai(status = 200)]
    Found(Json<RegisteredClient>),
    /// There is no such client.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum DeleteClientResponse {
    /// The client and all its grants are deleted.
    #[oai(status = 204)]
    Deleted,
    /// The caller lacks the scopes to manage this client.
    #[oai(status = 403, content_type = "application/problem+json")]
    Lacking(Json<AdminProblem>),
    /// There is no such client.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
    /// The client has a client ID metadata document, so its next request would create it again: deactivate it instead.
    #[oai(status = 409, content_type = "application/problem+json")]
    ComesBack(Json<AdminProblem>),
}

#[derive(ApiResponse)]
#[expect(
    clippy::large_enum_variant,
    reason = "one is made for each request, and written at once"
)]
enum SetClientActiveResponse {
    /// The client.
    #[oai(status = 200)]
    Switched(Json<RegisteredClient>),
    /// The body is not valid.
    #[oai(status = 400, content_type = "application/problem+json")]
    #[expect(dead_code, reason = "the extractor of the body answers so")]
    Wrong(Json<AdminProblem>),
    /// The caller lacks the scopes to manage this client.
    #[oai(status = 403, content_type = "application/problem+json")]
    Lacking(Json<AdminProblem>),
    /// There is no such client.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

/// State of a client.
#[derive(Object)]
#[oai(rename = "ClientActivity", deny_unknown_fields)]
struct ClientActivation {
    active: bool,
}

/// Operations on clients.
pub(crate) struct AdminApi;

#[OpenApi]
impl AdminApi {
    /// Create or replace a client.
    ///
    /// A client with a client ID metadata document takes only `is_active`, `require_pkce` and `resources`. Its URL can
    /// be deactivated before its first request.
    ///
    /// A caller can only manage clients that have no more rights than itself. Scopes that begin with `idp.` need a
    /// caller that is registered for them, and first-party clients need a caller with all scopes of this API. Repeating
    /// the request changes nothing more, unless it has `rotate_secret`. The response has the secret only when it is
    /// made: for a new client, or with `rotate_secret`. The previous secret stays valid for `overlap_seconds`: 0 by
    /// default, which ends all previous secrets, and at most 604800 (a week). Older secrets stay valid until their own
    /// end, so if a response is lost, rotate again. A client has at most ten previous secrets at a time.
    #[oai(
        path = "/clients/:client_id",
        method = "put",
        operation_id = "put_client",
        tag = "ClientsTag::Clients"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "each is a parameter of the query"
    )]
    async fn put_client(
        &self,
        caller: ClientsToken,
        client_id: Path<String>,
        rotate_secret: Query<Option<bool>>,
        #[oai(validator(maximum(value = "604800")))] overlap_seconds: Query<Option<u32>>,
        metadata: Body<MetadataBody>,
    ) -> poem::Result<PutClientResponse> {
        let caller = caller.0;
        let mut metadata = metadata.0;
        let resources = std::mem::take(&mut metadata.protected_resources);
        let resources: Vec<_> = resources.into_iter().map(Into::into).collect();
        let put = PutClientRequest {
            caller: caller.permissions(),
            client_id: client_id.0,
            metadata: metadata.into(),
            resources: resources.clone(),
            rotate_secret: rotate_secret.0.unwrap_or_default(),
            overlap: Duration::from_secs(overlap_seconds.0.unwrap_or_default().into()),
        };
        Ok(match put_client(&caller.app, put).await? {
            PutClientOutcome::Done {
                client,
                secret,
                is_new: true,
            } => PutClientResponse::Made(Json(registered(&client, secret, resources))),
            PutClientOutcome::Done {
                client,
                secret,
                is_new: false,
            } => PutClientResponse::Replaced(Json(registered(&client, secret, resources))),
            PutClientOutcome::Wrong(problems) => {
                PutClientResponse::Wrong(Json(wrong_client(&caller, &problems)))
            }
            PutClientOutcome::Lacking(why) => {
                PutClientResponse::Lacking(Json(lacking(&caller, why)))
            }
            PutClientOutcome::Deleted => {
                let response = problem(&caller, StatusCode::CONFLICT, DELETED.to_owned());
                PutClientResponse::Deleted(Json(response))
            }
        })
    }

    /// Get a client.
    #[oai(
        path = "/clients/:client_id",
        method = "get",
        operation_id = "get_client",
        tag = "ClientsTag::Clients"
    )]
    async fn get_client(
        &self,
        caller: ClientsToken,
        client_id: Path<String>,
    ) -> poem::Result<GetClientResponse> {
        let caller = caller.0;
        let found = find_client(&caller.app, &client_id).await?;
        Ok(found.map_or_else(
            || GetClientResponse::Unknown(Json(unknown(&caller))),
            |(client, resources)| {
                GetClientResponse::Found(Json(registered(&client, None, resources)))
            },
        ))
    }

    /// Delete a client and its grants.
    #[oai(
        path = "/clients/:client_id",
        method = "delete",
        operation_id = "delete_client",
        tag = "ClientsTag::Clients"
    )]
    async fn delete_client(
        &self,
        caller: ClientsToken,
        client_id: Path<String>,
    ) -> poem::Result<DeleteClientResponse> {
        let caller = caller.0;
        let outcome = delete_client(&caller.app, caller.permissions(), &client_id).await?;
        Ok(match outcome {
            DeleteClientOutcome::Done => DeleteClientResponse::Deleted,
            DeleteClientOutcome::Unknown => DeleteClientResponse::Unknown(Json(unknown(&caller))),
            DeleteClientOutcome::Lacking(why) => {
                DeleteClientResponse::Lacking(Json(lacking(&caller, why)))
            }
            DeleteClientOutcome::ComesBack => DeleteClientResponse::ComesBack(Json(problem(
                &caller,
                StatusCode::CONFLICT,
                CANNOT_DELETE_DOCUMENT_CLIENT.to_owned(),
            ))),
        })
    }

    /// Activate or deactivate a client.
    ///
    /// Deactivation ends all grants of the client; the rest of its registration is unchanged. A repeated request
    /// changes nothing more, but it is recorded again.
    #[oai(
        path = "/clients/:client_id/active",
        method = "put",
        operation_id = "put_client_active",
        tag = "ClientsTag::Clients"
    )]
    async fn put_active(
        &self,
        caller: ClientsToken,
        client_id: Path<String>,
        activity: Body<ClientActivation>,
    ) -> poem::Result<SetClientActiveResponse> {
        let caller = caller.0;
        let outcome = set_client_active(
            &caller.app,
            caller.permissions(),
            &client_id,
            activity.0.active,
        );
        Ok(match outcome.await? {
            SetClientActiveOutcome::Done(client, resources) => {
                SetClientActiveResponse::Switched(Json(registered(&client, None, resources)))
            }
            SetClientActiveOutcome::Unknown => {
                SetClientActiveResponse::Unknown(Json(unknown(&caller)))
            }
            SetClientActiveOutcome::Lacking(why) => {
                SetClientActiveResponse::Lacking(Json(lacking(&caller, why)))
            }
        })
    }
}

fn lacking(caller: &Caller, why: String) -> AdminProblem {
    problem(caller, StatusCode::FORBIDDEN, why)
}

fn unknown(caller: &Caller) -> AdminProblem {
    problem(
        caller,
        StatusCode::NOT_FOUND,
        "No client has this id.".to_owned(),
    )
}
