//! `/v1/websites/{id}/client` and `/public-client`: an owner manages a website's clients at the identity provider.

use std::sync::Arc;

use foundation::secret::ExposeSecret;
use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::client_types::ApplicationType;
use super::forms::PublicClientDto;
use crate::app::App;
use crate::caller::{StepUp, Websites};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::Tag;
use crate::users::AuthenticatedUser;
use crate::websites::clients::{PublicChange, put_public, rotate_secret};

documents!(RotateProblems: ClientNotAllowed, Conflict, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType);
documents!(PublicProblems: ClientNotAllowed, Conflict, ContentTooLarge, HolderInactive, NotFound, UnsupportedMediaType);

/// Seconds for which the old secret stays valid if the owner does not choose a value.
const USUAL_OVERLAP_SECONDS: u32 = 86_400;

/// A website's client with its new secret.
#[derive(Object)]
struct RotatedClient {
    /// The client's id.
    client_id: String,
    /// The client's secret. It is returned only this once.
    client_secret: String,
}

/// Options of the rotation of a client secret.
#[derive(Object)]
#[oai(
    rename = "ClientSecretRotation",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
struct RotationBody {
    /// The seconds for which the old secret stays valid: 86400 (a day) if absent, at most 604800 (a week). With 0 all old
    /// secrets expire at once.
    #[oai(validator(minimum(value = "0"), maximum(value = "604800")))]
    overlap_seconds: Option<u32>,
}

impl Example for RotationBody {
    fn example() -> Self {
        Self {
            overlap_seconds: Some(3600),
        }
    }
}

/// A client for programs that cannot keep a secret.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct PublicClientRequest {
    /// All redirect URIs of sign-in: https, http on localhost, or, for an application on a device, a private scheme. Best is a
    /// reversed domain name (`com.example.app:/callback`), which no other application claims.
    #[oai(validator(min_items = 1, max_items = 20))]
    redirect_uris: Vec<String>,
    /// All redirect URIs of sign-out. If absent, they stay unchanged; a new client gets the roots of its redirect URIs.
    #[oai(validator(max_items = 20))]
    post_logout_redirect_uris: Option<Vec<String>>,
    /// The kind of program; with `native` it may listen on any port of its loopback addresses. Until it is set, it follows
    /// from the redirect URIs; then it stays until it is set again.
    application_type: Option<ApplicationType>,
    /// True if devices without a keyboard may sign in with it (RFC 8628). If absent, it stays unchanged; false for a new
    /// client.
    device_grant: Option<bool>,
}

impl From<PublicClientRequest> for PublicChange {
    fn from(body: PublicClientRequest) -> Self {
        Self {
            redirect_uris: body.redirect_uris,
            post_logout_redirect_uris: body.post_logout_redirect_uris,
            application_type: body.application_type.map(Into::into),
            device_grant: body.device_grant,
        }
    }
}

#[derive(ApiResponse)]
enum RotatedResponse {
    /// The client, with its new secret.
    #[oai(status = 200)]
    Ok(Json<RotatedClient>),
}

#[derive(ApiResponse)]
enum PublicResponse {
    /// The client after the change.
    #[oai(status = 200)]
    Ok(Json<PublicClientDto>),
}

/// The operations on clients.
pub(crate) struct ClientsApi;

#[OpenApi]
impl ClientsApi {
    /// Rotate the client's secret
    ///
    /// Creates a new secret of the website's client at the identity provider and returns it this once. The old secret stays
    /// valid for `overlap_seconds`, so that back ends can switch over. Secrets of earlier rotations stay valid until their own
    /// end, so if the response was lost, rotate again. A client has at most ten old secrets at a time.
    #[oai(
        path = "/v1/websites/:id/client/rotate-secret",
        method = "post",
        operation_id = "rotate_client_secret",
        tag = "Tag::Websites"
    )]
    async fn rotate(
        &self,
        app: Data<&Arc<App>>,
        holder: StepUp<AuthenticatedUser<Websites>>,
        /// The website's id.
        id: Path<String>,
        body: Body<RotationBody>,
    ) -> Result<RotatedResponse, ProblemResponse<RotateProblems>> {
        let overlap = body.0.overlap_seconds.unwrap_or(USUAL_OVERLAP_SECONDS);
        let (website, secret) = rotate_secret(&app, holder.actor(), &id, overlap).await?;
        Ok(RotatedResponse::Ok(Json(RotatedClient {
            client_id: website.client_id,
            client_secret: secret.expose_secret().to_owned(),
        })))
    }

    /// Set the public client
    ///
    /// Creates a second client of the website at the identity provider, for programs that cannot keep a secret:
    /// applications in a browser, on a phone or on a desktop. They use PKCE instead of a secret. A website has one public
    /// client; a second request replaces its addresses. The same request twice at the same time has the same response.
    #[oai(
        path = "/v1/websites/:id/public-client",
        method = "post",
        operation_id = "set_public_client",
        tag = "Tag::Websites"
    )]
    async fn set_public(
        &self,
        app: Data<&Arc<App>>,
        holder: StepUp<AuthenticatedUser<Websites>>,
        /// The website's id.
        id: Path<String>,
        body: Body<PublicClientRequest>,
    ) -> Result<PublicResponse, ProblemResponse<PublicProblems>> {
        let client = put_public(&app, holder.actor(), &id, body.0.into()).await?;
        Ok(PublicResponse::Ok(Json(client.into())))
    }
}
