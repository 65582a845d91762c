//! Clients (RFC 7591 names), for callers with the scope `idp.clients`.

use poem::Request;
use poem::http::StatusCode;
use poem_openapi::auth::Bearer;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, SecurityScheme, Tags};

use super::caller::{self, AdminProblem, Caller, problem};
use crate::admin::delete_client::delete_client;
use crate::admin::find_client::find_client;
use crate::admin::put_client::{Put, PutOutcome, put_client};
use crate::clients::{Client, ClientMetadata, Color};
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
pub(crate) struct ClientsToken(Caller);

async fn check(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    caller::check(request, bearer, SCOPE, TOO_NARROW).await
}

#[derive(Tags)]
enum Tag {
    /// OAuth clients.
    Clients,
}

/// What is registered of a client. What is left out takes its default; nothing of an earlier registration stays.
#[derive(Object)]
#[oai(rename = "ClientMetadata", deny_unknown_fields)]
struct Metadata {
    /// The name that people see; the client's id when left out.
    client_name: Option<String>,
    /// `none`, `client_secret_basic` (default) or `client_secret_post`.
    token_endpoint_auth_method: Option<String>,
    /// `web` (default) or `native`.
    application_type: Option<String>,
    /// Where answers of the authorization endpoint may go.
    #[oai(default)]
    redirect_uris: Vec<String>,
    /// Where browsers may go after sign-out.
    #[oai(default)]
    post_logout_redirect_uris: Vec<String>,
    /// `authorization_code` (default), `client_credentials`, `refresh_token`.
    grant_types: Option<Vec<String>>,
    /// `code` is the only one there is.
    response_types: Option<Vec<String>>,
    /// Words beside `openid profile email offline_access` that the client may ask for, separated by blanks.
    scope: Option<String>,
    /// `RS256` (default) or `ES256`.
    id_token_signed_response_alg: Option<String>,
    /// Whether authorization requests need a PKCE challenge (default); public clients always need one.
    require_pkce: Option<bool>,
    /// `#rrggbb`: the colour of buttons on the pages of sign-in and consent that the client's requests lead to. What is
    /// written on it is black or white, whichever is read better.
    brand_color: Option<String>,
    /// The client's logo on those pages: a `data:image/png;base64,` URL of at most 16 KiB and 1024 pixels a side. Pages
    /// never load anything from elsewhere.
    logo_uri: Option<String>,
}

/// A registered client.
#[derive(Object)]
#[oai(rename = "Client", skip_serializing_if_is_none)]
struct Registered {
    client_id: String,
    /// Only in the answer that made it; it is kept as a digest.
    client_secret: Option<String>,
    client_name: String,
    token_endpoint_auth_method: String,
    application_type: String,
    redirect_uris: Vec<String>,
    post_logout_redirect_uris: Vec<String>,
    grant_types: Vec<String>,
    scope: String,
    id_token_signed_response_alg: String,
    require_pkce: bool,
    /// The colour of buttons on pages that its requests lead to, `#rrggbb`.
    brand_color: Option<String>,
    /// Its logo on those pages, a `data:` URL.
    logo_uri: Option<String>,
    /// Whether it belongs to this installation, so that nobody is asked for consent; decided by the bootstrap file.
    first_party: bool,
    /// When it was registered, ISO 8601.
    created_at: String,
    /// When it was last changed, ISO 8601.
    updated_at: String,
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
            actor: caller.token.subject(),
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
        let is_gone = delete_client(&caller.app, caller.token.subject(), &client_id).await?;
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

impl From<Metadata> for ClientMetadata {
    fn from(metadata: Metadata) -> Self {
        Self {
            client_name: metadata.client_name,
            token_endpoint_auth_method: metadata.token_endpoint_auth_method,
            application_type: metadata.application_type,
            redirect_uris: metadata.redirect_uris,
            post_logout_redirect_uris: metadata.post_logout_redirect_uris,
            grant_types: metadata.grant_types,
            response_types: metadata.response_types,
            scope: metadata.scope,
            id_token_signed_response_alg: metadata.id_token_signed_response_alg,
            require_pkce: metadata.require_pkce,
            brand_color: metadata.brand_color,
            logo_uri: metadata.logo_uri,
        }
    }
}

fn registered(client: &Client, secret: Option<String>) -> Registered {
    let grant_types = client.grant_types.iter().map(|one| one.name().to_owned());
    Registered {
        client_id: client.id.clone(),
        client_secret: secret,
        client_name: client.name.clone(),
        token_endpoint_auth_method: client.auth_method.name().to_owned(),
        application_type: client.application_type.name().to_owned(),
        redirect_uris: client.redirect_uris.clone(),
        post_logout_redirect_uris: client.post_logout_redirect_uris.clone(),
        grant_types: grant_types.collect(),
        scope: client.scope.to_string(),
        id_token_signed_response_alg: client.id_token_algorithm.name().to_owned(),
        require_pkce: client.require_pkce,
        brand_color: client.color.map(Color::name),
        logo_uri: client.logo.as_ref().map(|logo| logo.address().to_owned()),
        first_party: client.first_party,
        created_at: client.created_at.to_iso8601(),
        updated_at: client.updated_at.to_iso8601(),
    }
}
