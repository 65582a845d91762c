//! Registration of a client in requests of the admin API.

use poem_openapi::Object;
use poem_openapi::types::Any;
use serde_json::Value;

use crate::protocol::clients::ClientMetadata;
use crate::protocol::resources;

/// A resource whose server belongs to the client, such as a website's MCP server. Every client may request its scopes
/// from a user, including clients that registered themselves; the tokens are valid for this resource only.
#[derive(Clone, Object)]
#[oai(rename = "ProtectedResource", deny_unknown_fields)]
pub(super) struct ResourceBody {
    /// The resource identifier (RFC 9728): an http or https URL without a fragment, which no other client has.
    resource: String,
    /// The scopes of the resource, separated by spaces.
    #[oai(default)]
    scope: String,
}

impl From<ResourceBody> for resources::ProtectedResource {
    fn from(one: ResourceBody) -> Self {
        Self {
            resource: one.resource,
            scope: one.scope,
        }
    }
}

impl From<resources::ProtectedResource> for ResourceBody {
    fn from(one: resources::ProtectedResource) -> Self {
        Self {
            resource: one.resource,
            scope: one.scope,
        }
    }
}

/// A client's registration. A member that is left out gets its default, also if the client had another value before.
#[derive(Object)]
#[oai(rename = "ClientMetadata", deny_unknown_fields)]
pub(super) struct MetadataBody {
    /// The name that users see; the client's id if left out.
    client_name: Option<String>,
    /// False deactivates the client and ends all its grants; true by default.
    is_active: Option<bool>,
    /// `none`, `client_secret_basic` (default), `client_secret_post` or `private_key_jwt`.
    token_endpoint_auth_method: Option<String>,
    /// The only algorithm of the client's assertions; any supported algorithm if left out.
    token_endpoint_auth_signing_alg: Option<String>,
    /// True if the client's assertions may have the token endpoint as `aud`, as before RFC 10070. By default `false`:
    /// the issuer only. Clients that register themselves get `true` unless they send `false`.
    token_endpoint_as_audience: Option<bool>,
    /// The only algorithm of its request objects (RFC 9101): `ES256`, `RS256`, `EdDSA` or `PS256`; any of them if left out.
    request_object_signing_alg: Option<String>,
    /// True if each of its requests has to be a request object (RFC 9101 section 10.5); false by default.
    require_signed_request_object: Option<bool>,
    /// The client's public keys, a JWK set (RFC 7517).
    jwks: Option<Any<Value>>,
    /// The URL of the client's public keys, instead of `jwks`.
    jwks_uri: Option<String>,
    /// `web` or `native`; if left out, `native` if all redirect URIs are http on loopback, `web` otherwise.
    application_type: Option<String>,
    /// The URIs to which the authorization endpoint may redirect.
    #[oai(default)]
    redirect_uris: Vec<String>,
    /// The URIs to which the browser may be redirected after sign-out.
    #[oai(default)]
    post_logout_redirect_uris: Vec<String>,
    /// The URL that receives logout tokens (OpenID Connect Back-Channel Logout).
    backchannel_logout_uri: Option<String>,
    /// True if logout tokens must contain `sid`; false by default.
    backchannel_logout_session_required: Option<bool>,
    /// `authorization_code` (default), `client_credentials`, `refresh_token`,
    /// `urn:ietf:params:oauth:grant-type:device_code`.
    grant_types: Option<Vec<String>>,
    /// Only `code` is supported.
    response_types: Option<Vec<String>>,
    /// The scopes that the client may request in addition to `openid profile email offline_access`, separated by spaces.
    scope: Option<String>,
    /// The resources that the client may request in addition to the default audience (RFC 8707): absolute URIs.
    #[oai(default)]
    resources: Vec<String>,
    /// The resources whose servers belong to the client.
    #[oai(default)]
    pub(super) protected_resources: Vec<ResourceBody>,
    /// `RS256` (default), `ES256` or `EdDSA`.
    id_token_signed_response_alg: Option<String>,
    /// True if ID tokens contain the claims of the scopes `profile` and `email`; false by default (OpenID Connect Core
    /// section 5.4). Some libraries read only the ID token.
    userinfo_claims_in_id_token: Option<bool>,
    /// The algorithm that signs userinfo responses; plain JSON if left out.
    userinfo_signed_response_alg: Option<String>,
    /// `jwt` (default, RFC 9068) or `opaque`.
    access_token_format: Option<String>,
    /// True if the client's tokens are bound to a key of the client (RFC 9449); false by default.
    dpop_bound_access_tokens: Option<bool>,
    /// True if each use of a refresh token returns a new one. Default: `true`, except for clients with
    /// `private_key_jwt` and clients with a secret and `dpop_bound_access_tokens`. `false` is refused for public
    /// clients without `dpop_bound_access_tokens` (RFC 9700 section 4.14.2).
    refresh_token_rotation: Option<bool>,
    /// `public` (default) or `pairwise`.
    subject_type: Option<String>,
    /// The URL whose host is the sector of pairwise subjects; the common host of the redirect URIs if left out.
    sector_identifier_uri: Option<String>,
    /// True if authorization requests need a PKCE challenge (RFC 7636); false by default. Public clients always need
    /// one. If a client sends a challenge without need, the token endpoint enforces it (RFC 9700 section 2.1.1).
    require_pkce: Option<bool>,
    /// True if authorization requests have to be pushed (RFC 9126); false by default.
    require_pushed_authorization_requests: Option<bool>,
    /// The maximum age of a sign-in for requests without `max_age`, in seconds.
    default_max_age: Option<u64>,
    /// True if ID tokens always contain `auth_time`; false by default.
    require_auth_time: Option<bool>,
    /// The authentication context classes for requests without `acr_values`, the preferred one first.
    #[oai(default)]
    default_acr_values: Vec<String>,
    /// `#rrggbb`: the colour of buttons on the sign-in and consent pages of the client's requests. Their text is black
    /// or white, depending on the contrast.
    brand_color: Option<String>,
    /// The client's logo on those pages: a `data:image/png;base64,` URL of at most 16 KiB and 1024 pixels a side, or the
    /// https URL of such a picture. The server fetches that once and registers it as a `data:` URL, or leaves it out and
    /// records the reason in the audit log. The pages never load a file from another server.
    logo_uri: Option<String>,
    /// The URL of the client's home page. Pages link to it and to the next three URLs; the server never fetches them.
    client_uri: Option<String>,
    /// The https URL at which the website starts a sign-in (OpenID Connect Core section 4). Users open the website by
    /// it from the list of their applications.
    initiate_login_uri: Option<String>,
    /// The URL of the privacy policy.
    policy_uri: Option<String>,
    /// The URL of the terms of service.
    tos_uri: Option<String>,
    /// Ways to contact the client's owners.
    #[oai(default)]
    contacts: Vec<String>,
}

impl From<MetadataBody> for ClientMetadata {
    fn from(metadata: MetadataBody) -> Self {
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
