//! A client as the admin API takes it.

use poem_openapi::Object;
use poem_openapi::types::Any;
use serde_json::Value;

use crate::clients::ClientMetadata;
use crate::resources;

/// A resource whose server belongs to the client, such as the MCP server of a website. Every client may ask a person for its
/// scope, clients that registered themselves and clients that are documents included; the tokens are for it alone.
#[derive(Clone, Object)]
#[oai(rename = "ProtectedResource", deny_unknown_fields)]
pub(super) struct Resource {
    /// Its identifier (RFC 9728): an http or https address without a fragment, which no other client has.
    resource: String,
    /// The words that open it, separated by blanks.
    #[oai(default)]
    scope: String,
}

impl From<Resource> for resources::ProtectedResource {
    fn from(one: Resource) -> Self {
        Self {
            resource: one.resource,
            scope: one.scope,
        }
    }
}

impl From<resources::ProtectedResource> for Resource {
    fn from(one: resources::ProtectedResource) -> Self {
        Self {
            resource: one.resource,
            scope: one.scope,
        }
    }
}

/// What is registered of a client. What is left out takes its default; nothing of an earlier registration stays.
#[derive(Object)]
#[oai(rename = "ClientMetadata", deny_unknown_fields)]
pub(super) struct Metadata {
    /// The name that people see; the client's id when left out.
    client_name: Option<String>,
    /// Whether the client may do anything (default). Switching it off ends all that it was granted.
    is_active: Option<bool>,
    /// `none`, `client_secret_basic` (default), `client_secret_post` or `private_key_jwt`.
    token_endpoint_auth_method: Option<String>,
    /// The only algorithm of its assertions; any of ours when left out.
    token_endpoint_auth_signing_alg: Option<String>,
    /// Its assertions may name the token endpoint as `aud`, as clients of before RFC 10070 do. `false` by default: the issuer
    /// alone. Clients that register themselves have `true` unless they say `false`.
    token_endpoint_as_audience: Option<bool>,
    /// `ES256`, `RS256`, `EdDSA` or `PS256`: the only algorithm of its request objects (RFC 9101); any of them when left out.
    request_object_signing_alg: Option<String>,
    /// Whether each of its requests has to be a request object (RFC 9101 section 10.5); not by default.
    require_signed_request_object: Option<bool>,
    /// Its public keys, a JWK set (RFC 7517).
    jwks: Option<Any<Value>>,
    /// Where its public keys are, instead of `jwks`.
    jwks_uri: Option<String>,
    /// `web` or `native`; when left out `native` if all redirect addresses are http on loopback, else `web`.
    application_type: Option<String>,
    /// Where answers of the authorization endpoint may go.
    #[oai(default)]
    redirect_uris: Vec<String>,
    /// Where browsers may go after sign-out.
    #[oai(default)]
    post_logout_redirect_uris: Vec<String>,
    /// Where the client is told of sessions that ended (OpenID Connect Back-Channel Logout).
    backchannel_logout_uri: Option<String>,
    /// Whether it is told which session, too; not by default.
    backchannel_logout_session_required: Option<bool>,
    /// `authorization_code` (default), `client_credentials`, `refresh_token`, `urn:ietf:params:oauth:grant-
    /// type:device_code`.
    grant_types: Option<Vec<String>>,
    /// `code` is the only one there is.
    response_types: Option<Vec<String>>,
    /// Words beside `openid profile email offline_access` that the client may ask for, separated by blanks.
    scope: Option<String>,
    /// The resources it may name beside the usual audience (RFC 8707): absolute URIs.
    #[oai(default)]
    resources: Vec<String>,
    /// The resources whose servers belong to the client.
    #[oai(default)]
    pub(super) protected_resources: Vec<Resource>,
    /// `RS256` (default), `ES256` or `EdDSA`.
    id_token_signed_response_alg: Option<String>,
    /// Whether ID tokens hold the claims that the scopes `profile` and `email` open, for libraries that read the ID token
    /// alone; not by default (OpenID Connect Core section 5.4).
    userinfo_claims_in_id_token: Option<bool>,
    /// What userinfo is signed with; plain JSON when left out.
    userinfo_signed_response_alg: Option<String>,
    /// `jwt` (default, RFC 9068) or `opaque`.
    access_token_format: Option<String>,
    /// Whether its tokens are bound to a key of its own (RFC 9449); not by default.
    dpop_bound_access_tokens: Option<bool>,
    /// Rotation of refresh tokens: each use gives a new one. Left out: `true`, except for clients with `private_key_jwt` and
    /// clients with a secret and `dpop_bound_access_tokens`. `false` is refused for public clients without
    /// `dpop_bound_access_tokens` (RFC 9700 section 4.14.2).
    refresh_token_rotation: Option<bool>,
    /// `public` (default) or `pairwise`.
    subject_type: Option<String>,
    /// The address whose host is its sector for pairwise names; the one host of its redirect URIs when left out.
    sector_identifier_uri: Option<String>,
    /// Whether authorization requests need a PKCE challenge (RFC 7636); not by default. Public clients always need one. A
    /// client that sends a challenge without need is held to it at the token endpoint (RFC 9700 section 2.1.1).
    require_pkce: Option<bool>,
    /// Whether authorization requests have to be pushed (RFC 9126); not by default.
    require_pushed_authorization_requests: Option<bool>,
    /// How old a sign-in may be when a request does not say, in seconds.
    default_max_age: Option<u64>,
    /// Whether ID tokens always hold `auth_time`; not by default.
    require_auth_time: Option<bool>,
    /// The kinds of sign-in it wants when a request does not say, the best first.
    #[oai(default)]
    default_acr_values: Vec<String>,
    /// `#rrggbb`: the colour of buttons on the pages of sign-in and consent that the client's requests lead to. What
    /// is written on it is black or white, whichever is read better.
    brand_color: Option<String>,
    /// The client's logo on those pages: a `data:image/png;base64,` URL of at most 16 KiB and 1024 pixels a side.
    /// Pages never load anything from elsewhere.
    logo_uri: Option<String>,
    /// Its home page, shown as a link and never fetched, as the next three.
    client_uri: Option<String>,
    /// The page at which its site begins a sign-in here (OpenID Connect Core section 4); https. People open the site by it
    /// from the list of their applications.
    initiate_login_uri: Option<String>,
    /// How it treats data.
    policy_uri: Option<String>,
    /// Its terms.
    tos_uri: Option<String>,
    /// How its owners are reached.
    #[oai(default)]
    contacts: Vec<String>,
}

impl From<Metadata> for ClientMetadata {
    fn from(metadata: Metadata) -> Self {
        Self {
            client_name: metadata.client_name,
            is_active: metadata.is_active,
            token_endpoint_auth_method: metadata.token_endpoint_auth_method,
            token_endpoint_auth_signing_alg: metadata.token_endpoint_auth_signing_alg,
            token_endpoint_as_audience: metadata.token_endpoint_as_audience,
            request_object_signing_alg: metadata.request_object_signing_alg,
            require_signed_request_object: metadata.require_signed_request_object,
            jwks: metadata.jwks.map(|jwks| jwks.0),
            jwks_uri: metadata.jwks_uri,
            application_type: metadata.application_type,
            redirect_uris: metadata.redirect_uris,
            post_logout_redirect_uris: metadata.post_logout_redirect_uris,
            backchannel_logout_uri: metadata.backchannel_logout_uri,
            backchannel_logout_session_required: metadata.backchannel_logout_session_required,
            grant_types: metadata.grant_types,
            response_types: metadata.response_types,
            scope: metadata.scope,
            resources: metadata.resources,
            id_token_signed_response_alg: metadata.id_token_signed_response_alg,
            userinfo_claims_in_id_token: metadata.userinfo_claims_in_id_token,
            userinfo_signed_response_alg: metadata.userinfo_signed_response_alg,
            access_token_format: metadata.access_token_format,
            dpop_bound_access_tokens: metadata.dpop_bound_access_tokens,
            refresh_token_rotation: metadata.refresh_token_rotation,
            subject_type: metadata.subject_type,
            sector_identifier_uri: metadata.sector_identifier_uri,
            require_pkce: metadata.require_pkce,
            require_pushed_authorization_requests: metadata.require_pushed_authorization_requests,
            default_max_age: metadata.default_max_age,
            require_auth_time: metadata.require_auth_time,
            default_acr_values: metadata.default_acr_values,
            brand_color: metadata.brand_color,
            logo_uri: metadata.logo_uri,
            client_uri: metadata.client_uri,
            initiate_login_uri: metadata.initiate_login_uri,
            policy_uri: metadata.policy_uri,
            tos_uri: metadata.tos_uri,
            contacts: metadata.contacts,
        }
    }
}
