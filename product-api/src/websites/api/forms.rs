//! Request and response bodies of an owner's website and its clients.

use poem_openapi::Object;
use poem_openapi::types::Example;

use super::client_types::{ApplicationType, IdTokenAlgorithm};
use super::sites::WebsiteDto;
use crate::schema::{Instant, Nullable};
use crate::websites::client_settings::{PublicSettings, SettingsChange};
use crate::websites::detail::{Detail, PublicClient};
use crate::websites::details::WebsiteChange;
use crate::websites::protected_resource::ProtectedResource;

/// A website's client for programs that cannot keep a secret.
#[derive(Object)]
#[oai(rename = "PublicClient", example)]
pub(super) struct PublicClientDto {
    /// The client's id. It has no secret: sign-ins use PKCE.
    client_id: String,
    /// The redirect URIs of sign-in.
    redirect_uris: Vec<String>,
    /// The redirect URIs of sign-out.
    post_logout_redirect_uris: Vec<String>,
    /// The kind of program.
    application_type: ApplicationType,
    /// True if devices without a keyboard may sign in with it (RFC 8628).
    device_grant: bool,
}

impl From<PublicClient> for PublicClientDto {
    fn from(client: PublicClient) -> Self {
        Self {
            client_id: client.client_id,
            redirect_uris: client.redirect_uris,
            post_logout_redirect_uris: client.settings.post_logout_redirect_uris,
            application_type: client.settings.application_type.into(),
            device_grant: client.settings.device_grant,
        }
    }
}

impl Example for PublicClientDto {
    fn example() -> Self {
        Self::from(PublicClient {
            client_id: "client_0192f0c4a1b27c3d8e9f001122334477".to_owned(),
            redirect_uris: vec!["https://pictures.example.com/app".to_owned()],
            settings: PublicSettings {
                post_logout_redirect_uris: vec!["https://pictures.example.com/".to_owned()],
                ..PublicSettings::default()
            },
        })
    }
}

/// A protected resource whose server belongs to a website, such as its MCP server.
#[derive(Object)]
#[oai(rename = "ProtectedResource")]
pub(super) struct ResourceDto {
    /// The resource's identifier: the `resource` that clients send (RFC 8707), and the `aud` of its access tokens.
    resource: String,
    /// The scopes of the resource that every client may request.
    scopes: Vec<String>,
    /// The address at which the server publishes `metadata` (RFC 9728 section 3.1). The server names it in the challenge of
    /// a 401: `WWW-Authenticate: Bearer resource_metadata="…"`.
    metadata_url: String,
    /// The document that the server publishes at `metadata_url`.
    metadata: ResourceMetadata,
}

/// The metadata of a protected resource (RFC 9728 section 2), ready to be published by its server.
#[derive(Object)]
#[oai(rename = "ProtectedResourceMetadata")]
struct ResourceMetadata {
    resource: String,
    /// The issuer of this installation.
    authorization_servers: Vec<String>,
    scopes_supported: Vec<String>,
    bearer_methods_supported: Vec<String>,
    /// The website's name.
    resource_name: String,
}

impl ResourceDto {
    fn new(issuer: &str, name: &str, one: ProtectedResource) -> Self {
        Self {
            metadata_url: one.metadata_url(),
            metadata: ResourceMetadata {
                resource: one.resource.clone(),
                authorization_servers: vec![issuer.to_owned()],
                scopes_supported: one.scopes.clone(),
                bearer_methods_supported: vec!["header".to_owned()],
                resource_name: name.to_owned(),
            },
            resource: one.resource,
            scopes: one.scopes,
        }
    }
}

/// A protected resource to register.
#[derive(Object)]
#[oai(rename = "ProtectedResourceRequest", deny_unknown_fields)]
struct ResourceBody {
    /// The resource's identifier: an https URL, or http on localhost, without a fragment. It is unique among websites.
    #[oai(validator(min_length = 1, max_length = 2000))]
    resource: String,
    /// The scopes of the resource that every client may request; none if absent.
    #[oai(default, validator(max_items = 50))]
    scopes: Vec<String>,
}

impl From<ResourceBody> for ProtectedResource {
    fn from(body: ResourceBody) -> Self {
        Self {
            resource: body.resource,
            scopes: body.scopes,
        }
    }
}

/// A website with every setting that its owner sees.
#[derive(Object)]
#[oai(rename = "WebsiteDetail", example)]
pub(crate) struct DetailDto {
    #[oai(flatten)]
    website: WebsiteDto,
    /// The redirect URIs of sign-in, compared exactly.
    redirect_uris: Vec<String>,
    /// The redirect URIs of sign-out, compared exactly.
    post_logout_redirect_uris: Vec<String>,
    /// True if a sign-in without PKCE is refused (RFC 7636).
    require_pkce: bool,
    /// The algorithm that signs the ID tokens of both clients.
    id_token_signed_response_alg: IdTokenAlgorithm,
    /// The kind of the website's client.
    application_type: ApplicationType,
    /// True if devices without a keyboard may sign in with the website's client (RFC 8628).
    device_grant: bool,
    /// The protected resources whose servers belong to the website, such as its MCP server.
    resources: Vec<ResourceDto>,
    /// The client for programs that cannot keep a secret; null if there is none.
    public_client: Nullable<PublicClientDto>,
    /// The time until which a previous secret of the website's client may be valid; the latest of several, null if there is
    /// none. It names the rotations by the website's owner, also one whose outcome is unknown.
    previous_secret_until: Nullable<Instant>,
    /// The name of one credit.
    unit: String,
}

impl DetailDto {
    /// Builds the response; `issuer` is the identity provider's, for the metadata of resources.
    pub(crate) fn new(issuer: &str, detail: Detail) -> Self {
        let settings = detail.settings.unwrap_or_default();
        let name = detail.website.name.as_str();
        let to_dto = |one| ResourceDto::new(issuer, name, one);
        let resources = settings.resources.into_iter().map(to_dto).collect();
        Self {
            resources,
            require_pkce: settings.require_pkce,
            id_token_signed_response_alg: settings.id_token_signed_response_alg.into(),
            application_type: settings.application_type.into(),
            device_grant: settings.device_grant,
            website: detail.website.into(),
            redirect_uris: detail.redirect_uris.unwrap_or_default(),
            post_logout_redirect_uris: detail.post_logout_redirect_uris.unwrap_or_default(),
            public_client: detail.public_client.map(Into::into).into(),
            previous_secret_until: detail.previous_secret_until.map(Instant).into(),
            unit: detail.unit,
        }
    }
}

impl Example for DetailDto {
    fn example() -> Self {
        Self {
            website: WebsiteDto::example(),
            redirect_uris: vec![
                "https://pictures.example.com/api/auth/callback/tollgate".to_owned(),
            ],
            post_logout_redirect_uris: vec!["https://pictures.example.com/".to_owned()],
            require_pkce: true,
            id_token_signed_response_alg: IdTokenAlgorithm::Rs256,
            application_type: ApplicationType::Web,
            device_grant: false,
            resources: Vec::new(),
            public_client: None.into(),
            previous_secret_until: None.into(),
            unit: "credit".to_owned(),
        }
    }
}

/// Changes of a website; a member that is absent stays unchanged.
#[derive(Object)]
#[oai(
    rename = "ChangeWebsite",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct ChangeBody {
    /// The name that users see when they sign in.
    #[oai(validator(min_length = 1, max_length = 80))]
    name: Option<String>,
    /// The home page: https, or http on localhost.
    #[oai(validator(min_length = 1, max_length = 2000))]
    url: Option<String>,
    /// All redirect URIs of sign-in, compared exactly: https, or http on localhost.
    #[oai(validator(min_items = 1, max_items = 20))]
    redirect_uris: Option<Vec<String>>,
    /// All redirect URIs of sign-out, under the rules of `redirect_uris`.
    #[oai(validator(max_items = 20))]
    post_logout_redirect_uris: Option<Vec<String>>,
    /// True to refuse sign-ins without PKCE. Recommended as soon as the website sends a challenge (RFC 9700 section 2.1.1);
    /// the client without a secret always has to send one.
    require_pkce: Option<bool>,
    /// The algorithm that signs the ID tokens of both clients.
    id_token_signed_response_alg: Option<IdTokenAlgorithm>,
    /// The kind of the website's client: `web` until its owner sets it. A change of the redirect URIs does not change it.
    application_type: Option<ApplicationType>,
    /// True if devices without a keyboard may sign in with the website's client (RFC 8628).
    device_grant: Option<bool>,
    /// All protected resources whose servers belong to the website, such as its MCP server. Every client may request access
    /// to them, also one that registered itself or is a client ID metadata document; such access tokens are valid at the
    /// resource only.
    #[oai(validator(max_items = 20))]
    resources: Option<Vec<ResourceBody>>,
}

impl From<ChangeBody> for WebsiteChange {
    fn from(body: ChangeBody) -> Self {
        Self {
            name: body.name,
            url: body.url,
            redirect_uris: body.redirect_uris,
            post_logout_redirect_uris: body.post_logout_redirect_uris,
            branding: None,
            settings: SettingsChange {
                require_pkce: body.require_pkce,
                id_token_signed_response_alg: body.id_token_signed_response_alg.map(Into::into),
                application_type: body.application_type.map(Into::into),
                device_grant: body.device_grant,
                resources: body
                    .resources
                    .map(|list| list.into_iter().map(Into::into).collect()),
            },
        }
    }
}

impl Example for ChangeBody {
    fn example() -> Self {
        Self {
            name: None,
            url: None,
            redirect_uris: Some(vec![
                "https://pictures.example.com/api/auth/callback/tollgate".to_owned(),
            ]),
            post_logout_redirect_uris: None,
            require_pkce: Some(true),
            id_token_signed_response_alg: None,
            application_type: None,
            device_grant: None,
            resources: None,
        }
    }
}
