//! A registered client in responses of the admin API.

use poem_openapi::Object;
use poem_openapi::types::Any;
use serde_json::Value;

use super::client::ResourceBody;
use crate::protocol::clients::{Client, ClientMetadata};
use crate::protocol::resources;

/// A registered client.
#[derive(Object)]
#[oai(rename = "Client", skip_serializing_if_is_none)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a member of the registration"
)]
pub(super) struct RegisteredClient {
    client_id: String,
    /// Present only in the response to the request that made it; the server stores a digest.
    client_secret: Option<String>,
    client_name: String,
    /// False if the client is deactivated.
    is_active: bool,
    token_endpoint_auth_method: String,
    token_endpoint_auth_signing_alg: Option<String>,
    /// True if the client's assertions may have the token endpoint as `aud`.
    token_endpoint_as_audience: bool,
    /// The only algorithm of the client's request objects.
    request_object_signing_alg: Option<String>,
    /// True if each of its requests has to be a request object.
    require_signed_request_object: bool,
    /// The client's public keys.
    jwks: Option<Any<Value>>,
    jwks_uri: Option<String>,
    application_type: String,
    redirect_uris: Vec<String>,
    post_logout_redirect_uris: Vec<String>,
    backchannel_logout_uri: Option<String>,
    backchannel_logout_session_required: bool,
    grant_types: Vec<String>,
    scope: String,
    /// The resources that the client may request in addition to the default audience.
    resources: Vec<String>,
    /// The resources whose servers belong to the client.
    protected_resources: Vec<ResourceBody>,
    id_token_signed_response_alg: String,
    userinfo_claims_in_id_token: bool,
    userinfo_signed_response_alg: Option<String>,
    access_token_format: String,
    dpop_bound_access_tokens: bool,
    /// True if each use of a refresh token returns a new one; absent if it is not registered.
    refresh_token_rotation: Option<bool>,
    subject_type: String,
    /// The URL whose host is the sector of pairwise subjects.
    sector_identifier_uri: Option<String>,
    require_pkce: bool,
    require_pushed_authorization_requests: bool,
    default_max_age: Option<u64>,
    require_auth_time: bool,
    default_acr_values: Vec<String>,
    /// The colour of buttons on the pages of the client's requests, `#rrggbb`.
    brand_color: Option<String>,
    /// The logo on those pages, a `data:` URL.
    logo_uri: Option<String>,
    client_uri: Option<String>,
    initiate_login_uri: Option<String>,
    policy_uri: Option<String>,
    tos_uri: Option<String>,
    contacts: Vec<String>,
    /// True if the client belongs to this installation and needs no consent; only the bootstrap file sets it.
    first_party: bool,
    /// `bootstrap`, `admin`, `dynamic` (RFC 7591) or `document` (a client ID metadata document).
    registered_by: String,
    /// When the client was registered, ISO 8601.
    created_at: String,
    /// When the registration was last changed, ISO 8601.
    updated_at: String,
    /// The approximate time when the client last received tokens, ISO 8601.
    last_used_at: Option<String>,
}

/// Returns a client's registration, with the secret if it is new.
pub(super) fn registered(
    client: &Client,
    secret: Option<String>,
    resources: Vec<resources::ProtectedResource>,
) -> RegisteredClient {
    let response = ClientMetadata::from_client(client);
    RegisteredClient {
        client_id: client.id.clone(),
        client_secret: secret,
        client_name: response.client_name.unwrap_or_default(),
        is_active: response.is_active.unwrap_or_default(),
        token_endpoint_auth_method: response.token_endpoint_auth_method.unwrap_or_default(),
        token_endpoint_auth_signing_alg: response.token_endpoint_auth_signing_alg,
        token_endpoint_as_audience: client.token_endpoint_as_audience,
        request_object_signing_alg: response.request_object_signing_alg,
        require_signed_request_object: client.require_request_object,
        jwks: response.jwks.map(Any),
        jwks_uri: response.jwks_uri,
        application_type: response.application_type.unwrap_or_default(),
        redirect_uris: response.redirect_uris,
        post_logout_redirect_uris: response.post_logout_redirect_uris,
        backchannel_logout_uri: response.backchannel_logout_uri,
        backchannel_logout_session_required: client.backchannel_logout_session_required,
        grant_types: response.grant_types.unwrap_or_default(),
        scope: response.scope.unwrap_or_default(),
        resources: response.resources,
        protected_resources: resources.into_iter().map(Into::into).collect(),
        id_token_signed_response_alg: response.id_token_signed_response_alg.unwrap_or_default(),
        userinfo_claims_in_id_token: client.userinfo_claims_in_id_token,
        userinfo_signed_response_alg: response.userinfo_signed_response_alg,
        access_token_format: response.access_token_format.unwrap_or_default(),
        dpop_bound_access_tokens: response.dpop_bound_access_tokens.unwrap_or_default(),
        refresh_token_rotation: response.refresh_token_rotation,
        subject_type: response.subject_type.unwrap_or_default(),
        sector_identifier_uri: response.sector_identifier_uri,
        require_pkce: response.require_pkce.unwrap_or_default(),
        require_pushed_authorization_requests: response
            .require_pushed_authorization_requests
            .unwrap_or_default(),
        default_max_age: response.default_max_age,
        require_auth_time: response.require_auth_time.unwrap_or_default(),
        default_acr_values: response.default_acr_values,
        brand_color: response.brand_color,
        logo_uri: response.logo_uri,
        client_uri: response.client_uri,
        initiate_login_uri: response.initiate_login_uri,
        policy_uri: response.policy_uri,
        tos_uri: response.tos_uri,
        contacts: response.contacts,
        first_party: client.first_party,
        registered_by: client.registered_by.name().to_owned(),
        created_at: client.created_at.to_iso8601(),
        updated_at: client.updated_at.to_iso8601(),
        last_used_at: client.last_used_at.map(foundation::Timestamp::to_iso8601),
    }
}
