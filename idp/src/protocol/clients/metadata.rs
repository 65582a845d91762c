//! A client's metadata with the names of RFC 7591 and its extensions, in requests and responses.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::client::Client;
use super::color::Color;
use super::words::GrantType;

/// Metadata of a client. A member that is left out gets the default that is given here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ClientMetadata {
    /// The name that users see; the client's id if left out.
    pub(crate) client_name: Option<String>,
    /// False deactivates the client; true by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) is_active: Option<bool>,
    /// `none`, `client_secret_basic` (default), `client_secret_post` or `private_key_jwt`.
    pub(crate) token_endpoint_auth_method: Option<String>,
    /// The only algorithm of its assertions; any supported algorithm if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) token_endpoint_auth_signing_alg: Option<String>,
    /// True if its assertions may have the token endpoint as `aud`; the default of clients that registered themselves.
    pub(crate) token_endpoint_as_audience: Option<bool>,
    /// The only algorithm of its request objects (RFC 9101); any supported algorithm if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) request_object_signing_alg: Option<String>,
    /// True if each of its requests has to be a request object; false by default.
    pub(crate) require_signed_request_object: Option<bool>,
    /// The client's public keys, a JWK set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) jwks: Option<Value>,
    /// The URL of the public keys, instead of `jwks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) jwks_uri: Option<String>,
    /// `web` or `native`; if left out, `native` if all redirect URIs are http on loopback, `web` otherwise.
    pub(crate) application_type: Option<String>,
    /// The redirect URIs of the authorization endpoint.
    pub(crate) redirect_uris: Vec<String>,
    /// The redirect URIs of sign-out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) post_logout_redirect_uris: Vec<String>,
    /// The URL that receives logout tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) backchannel_logout_uri: Option<String>,
    /// True if logout tokens must contain `sid`; false by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) backchannel_logout_session_required: Option<bool>,
    /// `authorization_code` (default), `client_credentials`, `refresh_token`, and the device code of RFC 8628.
    pub(crate) grant_types: Option<Vec<String>>,
    /// Only `code` is supported.
    pub(crate) response_types: Option<Vec<String>>,
    /// The scopes that the client may request in addition to `openid profile email offline_access`.
    pub(crate) scope: Option<String>,
    /// The resources that the client may request in addition to the default audience (RFC 8707).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) resources: Vec<String>,
    /// `RS256` (default), or another supported algorithm.
    pub(crate) id_token_signed_response_alg: Option<String>,
    /// True if ID tokens contain the claims that scopes give at userinfo; false by default (OpenID Connect Core section 5.4).
    pub(crate) userinfo_claims_in_id_token: Option<bool>,
    /// The algorithm that signs userinfo responses; plain JSON if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) userinfo_signed_response_alg: Option<String>,
    /// `jwt` (default) or `opaque`.
    pub(crate) access_token_format: Option<String>,
    /// True if its tokens are bound to a key of the client (RFC 9449); false by default.
    pub(crate) dpop_bound_access_tokens: Option<bool>,
    /// True if each use of a refresh token returns a new one; false by default for clients that sign with a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) refresh_token_rotation: Option<bool>,
    /// `public` (default) or `pairwise`.
    pub(crate) subject_type: Option<String>,
    /// The URL whose host is the sector of pairwise subjects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sector_identifier_uri: Option<String>,
    /// True if authorization requests need a PKCE challenge. Public clients always need one. Clients with a client ID
    /// metadata document need one until an operator disables it; others need none by default.
    pub(crate) require_pkce: Option<bool>,
    /// True if authorization requests have to be pushed (RFC 9126); false by default.
    pub(crate) require_pushed_authorization_requests: Option<bool>,
    /// The maximum age of a sign-in for requests without `max_age`, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) default_max_age: Option<u64>,
    /// True if ID tokens always contain `auth_time`; false by default.
    pub(crate) require_auth_time: Option<bool>,
    /// The authentication context classes for requests without `acr_values`, the preferred one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) default_acr_values: Vec<String>,
    /// `#rrggbb`: the colour of buttons on the pages of the client's requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) brand_color: Option<String>,
    /// A `data:` URL of a small PNG, which those pages show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) logo_uri: Option<String>,
    /// The URL of the home page, which pages link to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) client_uri: Option<String>,
    /// The URL at which the website starts a sign-in, which pages link to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) initiate_login_uri: Option<String>,
    /// The URL of the privacy policy, which pages link to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) policy_uri: Option<String>,
    /// The URL of the terms of service, which pages link to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tos_uri: Option<String>,
    /// Ways to contact the client's owners.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) contacts: Vec<String>,
}

impl ClientMetadata {
    /// Returns a client's metadata, with the values of all defaults.
    pub(crate) fn from_client(client: &Client) -> Self {
        let grant_types = client.grant_types.iter().map(|one| one.name().to_owned());
        let with_code = client.may_use(GrantType::AuthorizationCode);
        let logout = client.backchannel_logout_uri.as_ref();
        Self {
            client_name: Some(client.name.clone()),
            is_active: Some(client.is_active),
            token_endpoint_auth_method: Some(client.auth_method.name().to_owned()),
            token_endpoint_auth_signing_alg: client
                .token_endpoint_auth_signing_alg
                .map(|algorithm| algorithm.name().to_owned()),
            token_endpoint_as_audience: Some(client.token_endpoint_as_audience),
            request_object_signing_alg: client
                .request_object_algorithm
                .map(|one| one.name().to_owned()),
            require_signed_request_object: Some(client.require_request_object),
            jwks: client.jwks.as_ref().map(|jwks| jwks.document().clone()),
            jwks_uri: client.jwks_uri.clone(),
            application_type: Some(client.application_type.name().to_owned()),
            redirect_uris: client.redirect_uris.clone(),
            post_logout_redirect_uris: client.post_logout_redirect_uris.clone(),
            backchannel_logout_uri: client.backchannel_logout_uri.clone(),
            backchannel_logout_session_required: logout
                .map(|_| client.backchannel_logout_session_required),
            grant_types: Some(grant_types.collect()),
            response_types: Some(with_code.then(|| "code".to_owned()).into_iter().collect()),
            scope: Some(client.scope.to_string()),
            resources: client.resources.clone(),
            id_token_signed_response_alg: Some(client.id_token_algorithm.name().to_owned()),
            userinfo_claims_in_id_token: Some(client.userinfo_claims_in_id_token),
            userinfo_signed_response_alg: client
                .userinfo_algorithm
                .map(|algorithm| algorithm.name().to_owned()),
            access_token_format: Some(client.access_token_format.name().to_owned()),
            dpop_bound_access_tokens: Some(client.dpop_bound),
            refresh_token_rotation: client.refresh_token_rotation,
            subject_type: Some(client.subject_type.name().to_owned()),
            sector_identifier_uri: client.sector_identifier_uri.clone(),
            require_pkce: Some(client.require_pkce),
            require_pushed_authorization_requests: Some(client.require_par),
            default_max_age: client.default_max_age.map(|age| age.as_secs()),
            require_auth_time: Some(client.require_auth_time),
            default_acr_values: client.default_acr_values.clone(),
            brand_color: client.color.map(Color::name),
            logo_uri: client.logo.as_ref().map(|logo| logo.address().to_owned()),
            client_uri: client.client_uri.clone(),
            initiate_login_uri: client.initiate_login_uri.clone(),
            policy_uri: client.policy_uri.clone(),
            tos_uri: client.tos_uri.clone(),
            contacts: client.contacts.clone(),
        }
    }
}
