//! How an owner's website is written in answers, with its clients, and what an owner asks to be changed.

use poem_openapi::Object;
use poem_openapi::types::Example;

use super::client_types::{ApplicationType, IdTokenAlgorithm};
use super::sites::WebsiteAnswer;
use crate::schema::Nullable;
use crate::websites::client_settings::{PublicSettings, SettingsChange};
use crate::websites::detail::{Detail, PublicClient};
use crate::websites::details::Change;
use crate::websites::protected_resource::ProtectedResource;

/// A website's client for programs that can keep no secret.
#[derive(Object)]
#[oai(rename = "PublicClient", example)]
pub(super) struct PublicClientAnswer {
    /// The client's id. There is no secret: sign-ins prove themselves by PKCE.
    client_id: String,
    /// Where sign-in may send people back to.
    redirect_uris: Vec<String>,
    /// Where sign-out may.
    post_logout_redirect_uris: Vec<String>,
    /// Where the program runs.
    application_type: ApplicationType,
    /// Whether devices without a keyboard may sign in by it (RFC 8628).
    device_grant: bool,
}

impl From<PublicClient> for PublicClientAnswer {
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

impl Example for PublicClientAnswer {
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

/// A resource whose server belongs to a website, such as its MCP server.
#[derive(Object)]
#[oai(rename = "ProtectedResource")]
pub(super) struct ResourceAnswer {
    /// Its identifier: the `resource` that clients name (RFC 8707), and the `aud` of its access tokens.
    resource: String,
    /// The scopes that every client may ask a person for at it.
    scopes: Vec<String>,
    /// Where its server publishes `metadata` (RFC 9728 section 3.1); it names that address in the challenge of a 401:
    /// `WWW-Authenticate: Bearer resource_metadata="…"`.
    metadata_url: String,
    /// What it publishes there.
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

impl ResourceAnswer {
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

/// A resource that an owner wants.
#[derive(Object)]
#[oai(rename = "ProtectedResourceRequest", deny_unknown_fields)]
struct ResourceBody {
    /// Its identifier: an https address, or http on localhost, without a fragment. No other website has it.
    #[oai(validator(min_length = 1, max_length = 2000))]
    resource: String,
    /// The scopes that every client may ask a person for at it; none when absent.
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

/// A website with all that its owner sees of it.
#[derive(Object)]
#[oai(rename = "WebsiteDetail", example)]
pub(crate) struct DetailAnswer {
    #[oai(flatten)]
    website: WebsiteAnswer,
    /// Where sign-in may send people back to, compared exactly.
    redirect_uris: Vec<String>,
    /// Where sign-out may, likewise.
    post_logout_redirect_uris: Vec<String>,
    /// Whether a sign-in without PKCE is refused (RFC 7636).
    require_pkce: bool,
    /// What signs the ID tokens of both clients.
    id_token_signed_response_alg: IdTokenAlgorithm,
    /// Where the website's client runs.
    application_type: ApplicationType,
    /// Whether devices without a keyboard may sign in by the website's client (RFC 8628).
    device_grant: bool,
    /// The resources whose servers belong to the website, such as its MCP server.
    resources: Vec<ResourceAnswer>,
    /// The client for programs that can keep no secret; null when there is none.
    public_client: Nullable<PublicClientAnswer>,
    /// What one credit is called.
    unit: String,
}

impl DetailAnswer {
    /// The website as an answer; `issuer` is the identity provider's, for the metadata of resources.
    pub(crate) fn new(issuer: &str, detail: Detail) -> Self {
        let settings = detail.settings.unwrap_or_default();
        let name = detail.website.name.as_str();
        let answer = |one| ResourceAnswer::new(issuer, name, one);
        let resources = settings.resources.into_iter().map(answer).collect();
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
            unit: detail.unit,
        }
    }
}

impl Example for DetailAnswer {
    fn example() -> Self {
        Self {
            website: WebsiteAnswer::example(),
            redirect_uris: vec![
                "https://pictures.example.com/api/auth/callback/tollgate".to_owned(),
            ],
            post_logout_redirect_uris: vec!["https://pictures.example.com/".to_owned()],
            require_pkce: true,
            id_token_signed_response_alg: IdTokenAlgorithm::Es256,
            application_type: ApplicationType::Web,
            device_grant: false,
            resources: Vec::new(),
            public_client: None.into(),
            unit: "credit".to_owned(),
        }
    }
}

/// What is to be changed of a website; what is absent stays.
#[derive(Object)]
#[oai(
    rename = "ChangeWebsite",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct ChangeBody {
    /// The name that people see when they sign in.
    #[oai(validator(min_length = 1, max_length = 80))]
    name: Option<String>,
    /// The home page: https, or http on localhost.
    #[oai(validator(min_length = 1, max_length = 2000))]
    url: Option<String>,
    /// All addresses that sign-in may send people back to, compared exactly: https, or http on localhost.
    #[oai(validator(min_items = 1, max_items = 20))]
    redirect_uris: Option<Vec<String>>,
    /// All addresses that sign-out may send people back to, likewise.
    #[oai(validator(max_items = 20))]
    post_logout_redirect_uris: Option<Vec<String>>,
    /// Whether a sign-in without PKCE is refused. Recommended, as soon as the website sends a challenge (RFC 9700 section
    /// 2.1.1); the client without a secret always has to.
    require_pkce: Option<bool>,
    /// What signs the ID tokens of both clients: `ES256` from the registration on. Choose `RS256` for a client library that
    /// knows no other algorithm.
    id_token_signed_response_alg: Option<IdTokenAlgorithm>,
    /// Where the website's client runs. While it was never set it follows from the redirect addresses: `native` when all of
    /// them are http on loopback.
    application_type: Option<ApplicationType>,
    /// Whether devices without a keyboard may sign in by the website's client (RFC 8628).
    device_grant: Option<bool>,
    /// All resources whose servers belong to the website, such as its MCP server. Every client may ask a person for them, also
    /// one that registered itself or is a client ID metadata document; the access tokens are for the resource alone.
    #[oai(validator(max_items = 20))]
    resources: Option<Vec<ResourceBody>>,
}

impl From<ChangeBody> for Change {
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
