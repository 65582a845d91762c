//! The authorization request and the token request, by the `oauth2` crate over our own bounded client.

use foundation::Timestamp;
use foundation::secret::ExposeSecret;
use foundation::text::strict_json;
use oauth2::basic::{
    BasicErrorResponse, BasicRevocationErrorResponse, BasicTokenIntrospectionResponse,
    BasicTokenType,
};
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, Client, ClientId, ClientSecret, CsrfToken,
    EndpointNotSet, EndpointSet, ExtraTokenFields, HttpRequest, HttpResponse, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, Scope, StandardRevocableToken, StandardTokenResponse,
    TokenResponse, TokenUrl,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::Url;

use super::attempt::ProviderAttempt;
use super::client::ProviderClient;
use super::endpoints::Endpoints;
use super::provider::Provider;
use crate::identity::users::ProviderTokens;

/// Fields of a token response that the standard does not name.
#[derive(Serialize, Deserialize)]
struct ExtraFields(Map<String, Value>);

impl std::fmt::Debug for ExtraFields {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ExtraFields { .. }")
    }
}

impl ExtraTokenFields for ExtraFields {}

type ProviderTokenResponse = StandardTokenResponse<ExtraFields, BasicTokenType>;
type OAuthClient = Client<
    BasicErrorResponse,
    ProviderTokenResponse,
    BasicTokenIntrospectionResponse,
    StandardRevocableToken,
    BasicRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointSet,
>;

fn client(provider: &Provider, endpoints: &Endpoints, redirect: &str) -> Option<OAuthClient> {
    let client = Client::new(ClientId::new(provider.client_id.clone()))
        .set_client_secret(ClientSecret::new(
            provider.client_secret.expose_secret().to_owned(),
        ))
        .set_auth_type(AuthType::BasicAuth)
        .set_auth_uri(AuthUrl::new(endpoints.authorization.clone()).ok()?)
        .set_token_uri(TokenUrl::new(endpoints.token.clone()).ok()?)
        .set_redirect_uri(RedirectUrl::new(redirect.to_owned()).ok()?);
    Some(client)
}

/// Returns the URL for the browser. Our own parameters come last and take precedence over the page's.
pub(super) fn authorization_url(
    provider: &Provider,
    endpoints: &Endpoints,
    redirect: &str,
    attempt: &ProviderAttempt,
    parameters: &[(&'static str, String)],
) -> Option<Url> {
    let client = client(provider, endpoints, redirect)?;
    let verifier = PkceCodeVerifier::new(attempt.verifier.clone());
    let challenge = PkceCodeChallenge::from_code_verifier_sha256(&verifier);
    let state = CsrfToken::new(attempt.state.clone());
    let mut request = client.authorize_url(|| state).set_pkce_challenge(challenge);
    for scope in &endpoints.scopes {
        request = request.add_scope(Scope::new(scope.clone()));
    }
    for (name, value) in parameters {
        request = request.add_extra_param(*name, value);
    }
    if endpoints.has_nonce {
        request = request.add_extra_param("nonce", &attempt.nonce);
    }
    Some(in_order(request.url().0))
}

/// Sorts the query into the order of NextAuth.js; the page's parameters are between those of the client and those of the attempt.
fn in_order(mut url: Url) -> Url {
    let mut pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    pairs.sort_by_key(|(name, _)| match name.as_str() {
        "client_id" => 0,
        "scope" => 1,
        "response_type" => 2,
        "redirect_uri" => 3,
        "state" => 5,
        "code_challenge" => 6,
        "code_challenge_method" => 7,
        "nonce" => 8,
        _ => 4,
    });
    url.query_pairs_mut().clear().extend_pairs(pairs);
    url
}

#[derive(Debug, thiserror::Error)]
#[error("the provider's token endpoint returns no valid response")]
struct NoResponse;

async fn send(client: ProviderClient, request: HttpRequest) -> Result<HttpResponse, NoResponse> {
    let request = reqwest::Request::try_from(request).map_err(|_unwritable| NoResponse)?;
    let (status, body) = client.send(request).await.ok_or(NoResponse)?;
    strict_json::parse_object(&body).ok_or(NoResponse)?;
    let mut response = HttpResponse::new(body);
    *response.status_mut() = status;
    Ok(response)
}

/// Token request for a code (RFC 6749 section 4.1.3).
#[derive(Clone, Copy)]
pub(super) struct CodeRequest<'a> {
    /// The code.
    pub(super) code: &'a str,
    /// Redirect URI of the authorization request.
    pub(super) redirect_uri: &'a str,
    /// The PKCE verifier (RFC 7636).
    pub(super) verifier: &'a str,
}

/// Exchanges a code for tokens; returns `None` if the provider returns none.
pub(super) async fn exchange(
    line: &ProviderClient,
    provider: &Provider,
    endpoints: &Endpoints,
    code: CodeRequest<'_>,
) -> Option<ProviderTokens> {
    let client = client(provider, endpoints, code.redirect_uri)?;
    let http = |request: HttpRequest| send(line.clone(), request);
    let response = client
        .exchange_code(AuthorizationCode::new(code.code.to_owned()))
        .set_pkce_verifier(PkceCodeVerifier::new(code.verifier.to_owned()))
        .request_async(&http)
        .await
        .ok()?;
    let tokens = tokens(&response, line.clock.now());
    let is_there = |token: &Option<String>| token.as_ref().is_some_and(|text| !text.is_empty());
    is_there(&tokens.access_token).then_some(tokens)
}

fn tokens(response: &ProviderTokenResponse, now: Timestamp) -> ProviderTokens {
    let mut other = response.extra_fields().0.clone();
    let mut text = |name: &str| match other.remove(name) {
        Some(Value::String(text)) => Some(text),
        Some(_) | None => None,
    };
    let (id_token, session_state) = (text("id_token"), text("session_state"));
    let lifetime = other.remove("refresh_token_expires_in");
    let scopes = response.scopes().map(|scopes| {
        let texts: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
        texts.join(" ")
    });
    ProviderTokens {
        refresh_token: response.refresh_token().map(|token| token.secret().clone()),
        access_token: Some(response.access_token().secret().clone()),
        expires_at: response
            .expires_in()
            .map(|lifetime| now.plus(lifetime).seconds()),
        token_type: Some(response.token_type().as_ref().to_owned()),
        scope: scopes,
        id_token,
        session_state,
        refresh_token_expires_in: lifetime.and_then(|lifetime| lifetime.as_i64()),
        other,
    }
}
