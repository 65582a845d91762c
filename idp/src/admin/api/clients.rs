//! Clients (RFC 7591 names), for callers with the scope `idp.clients`.

use poem::Request;
use poem::http::StatusCode;
use poem_openapi::auth::Bearer;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi, SecurityScheme, Tags};

use super::caller::{self, AdminProblem, Caller, problem};
use super::client::{Metadata, Registered, registered};
use crate::admin::delete_client::delete_client;
use crate::admin::find_client::find_client;
use crate::admin::put_client::{Put, PutOutcome, put_client};
use crate::errors::{ErrorCode, OAuthError};

/// What a caller's token has to allow.
const SCOPE: &str = "idp.clients";
const TOO_NARROW: OAuthError = OAuthError::new(
    ErrorCode::InsufficientScope,
    "The access token lacks the scope idp.clients.",
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
    caller::check(request, bearer, SCOPE, TOO_NARROW).await
}

#[derive(Tags)]
pub(super) enum Tag {
    /// OAuth clients.
    Clients,
}

#[derive(ApiResponse)]
enum PutAnswer {
    /// The client was replaced.
    #[oai(status = 200)]
    Replaced(Json<Registered>),
    /// The client was made.
    #[oai(status = 201)]
    Made(Json<Registered>),
    /// Something is wrong with it; `detail` lists everything.
    #[oai(status = 400, content_type = "application/problem+json")]
    Wrong(Json<AdminProblem>),
}

#[derive(ApiResponse)]
#[expect(
    clippy::large_enum_variant,
    reason = "one is made for each request, and written at once"
)]
enum GetAnswer {
    /// The client.
    #[oai(status = 200)]
    Found(Json<Registered>),
    /// There is no such client.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

#[derive(ApiResponse)]
enum DeleteAnswer {
    /// The client is gone, with all that it was granted.
    #[oai(status = 204)]
    Gone,
    /// There is no such client.
    #[oai(status = 404, content_type = "application/problem+json")]
    Unknown(Json<AdminProblem>),
}

/// The operations on clients.
pub(crate) struct AdminApi;

#[OpenApi]
impl AdminApi {
    /// Make or replace a client.
    ///
    /// Doing it again changes nothing more. The secret is told once, when it is made: for a new client, or with `rotate_secret`.
    #[oai(
        path = "/clients/:client_id",
        method = "put",
        operation_id = "put_client",
        tag = "Tag::Clients"
    )]
    async fn put_client(
        &self,
        caller: ClientsToken,
        client_id: Path<String>,
        rotate_secret: Query<Option<bool>>,
        metadata: Json<Metadata>,
    ) -> poem::Result<PutAnswer> {
        let caller = caller.0;
        let put = Put {
            actor: &caller.client_id,
            client_id: client_id.0,
            metadata: metadata.0.into(),
            rotate_secret: rotate_secret.0.unwrap_or_default(),
        };
        Ok(match put_client(&caller.app, put).await? {
            PutOutcome::Done {
                client,
                secret,
                is_new: true,
            } => PutAnswer::Made(Json(registered(&client, secret))),
            PutOutcome::Done {
                client,
                secret,
                is_new: false,
            } => PutAnswer::Replaced(Json(registered(&client, secret))),
            PutOutcome::Wrong(problems) => PutAnswer::Wrong(Json(problem(
                &caller,
                StatusCode::BAD_REQUEST,
                problems.join("; "),
            ))),
        })
    }

    /// Read a client.
    #[oai(
        path = "/clients/:client_id",
        method = "get",
        operation_id = "get_client",
        tag = "Tag::Clients"
    )]
    async fn get_client(
        &self,
        caller: ClientsToken,
        client_id: Path<String>,
    ) -> poem::Result<GetAnswer> {
        let caller = caller.0;
        let found = find_client(&caller.app, &client_id).await?;
        Ok(found.map_or_else(
            || GetAnswer::Unknown(Json(unknown(&caller))),
            |client| GetAnswer::Found(Json(registered(&client, None))),
        ))
    }

    /// Delete a client.
    #[oai(
        path = "/clients/:client_id",
        method = "delete",
        operation_id = "delete_client",
        tag = "Tag::Clients"
    )]
    async fn delete_client(
        &self,
        caller: ClientsToken,
        client_id: Path<String>,
    ) -> poem::Result<DeleteAnswer> {
        let caller = caller.0;
        let is_gone = delete_client(&caller.app, &caller.client_id, &client_id).await?;
        Ok(if is_gone {
            DeleteAnswer::Gone
        } else {
            DeleteAnswer::Unknown(Json(unknown(&caller)))
        })
    }
}

fn unknown(caller: &Caller) -> AdminProblem {
    problem(
        caller,
        StatusCode::NOT_FOUND,
        "No client has this id.".to_owned(),
    )
}
