//! A relying party with an unmodified client library: the code flow with PKCE, and the ID token's verification.

use std::pin::Pin;
use std::str::FromStr;

use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreIdToken, CoreTokenResponse, CoreUserInfoClaims,
};
use openidconnect::{
    AccessTokenHash, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndSessionUrl,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl,
    LogoutRequest, Nonce, NonceVerifier, OAuth2TokenResponse, PkceCodeChallenge,
    PostLogoutRedirectUrl, ProviderMetadataWithLogout, RedirectUrl, RefreshToken, Scope,
    TokenResponse,
};
use reqwest::Url;

use crate::browser::{Browser, HtmlPage};

/// The library's client, as discovery configures it.
type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;
/// An HTTP exchange of the library.
type HttpExchange = Pin<Box<dyn Future<Output = Result<HttpResponse, reqwest::Error>> + Send>>;

/// Tokens and claims of a signed-in user.
#[derive(Clone, Debug)]
pub struct SignInTokens {
    /// The user's id.
    pub subject: String,
    /// The verified email address, if granted.
    pub email: Option<String>,
    /// The access token.
    pub access_token: String,
    /// The ID token, unparsed.
    pub id_token: String,
    /// The refresh token, if the client gets one.
    pub refresh_token: Option<String>,
}

/// A client of the idp with its configuration.
#[derive(Clone, Debug)]
pub struct RelyingParty {
    /// The issuer.
    pub issuer: String,
    /// The client's id.
    pub client_id: String,
    /// The client's secret; none for a public client.
    pub client_secret: Option<String>,
    /// A registered redirect URI.
    pub redirect_uri: String,
    /// Scopes in addition to `openid`.
    pub scopes: Vec<&'static str>,
}

impl RelyingParty {
    /// Returns the first-party web app.
    pub fn web_app(issuer: &str) -> Self {
        Self {
            issuer: issuer.to_owned(),
            client_id: "web".to_owned(),
            client_secret: None,
            redirect_uri: format!("{issuer}/auth/callback"),
            scopes: vec![
                "profile",
                "email",
                "credits.read",
                "credits.buy",
                "websites",
            ],
        }
    }

    /// Runs the whole code flow with a signed-in browser and verifies the responses.
    ///
    /// # Panics
    /// If a step is refused or a verification fails.
    pub async fn sign_in(&self, browser: &Browser) -> SignInTokens {
        let (client, _) = self.discover().await;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (address, state, nonce) = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                CsrfToken::new_random,
                Nonce::new_random,
            )
            .add_scopes(
                self.scopes
                    .iter()
                    .map(|scope| Scope::new((*scope).to_owned())),
            )
            .set_pkce_challenge(challenge)
            .url();
        let code = self.code(browser, &address, state.secret()).await;
        let tokens = client
            .exchange_code(AuthorizationCode::new(code))
            .expect("a token endpoint")
            .set_pkce_verifier(verifier)
            .request_async(&http)
            .await
            .expect("tokens");
        accept(&client, &tokens, &nonce).await
    }

    /// Refreshes tokens with the library, and verifies them as the first ones.
    ///
    /// # Panics
    /// If the request is refused, a verification fails, or the tokens belong to another user.
    pub async fn refreshed(&self, before: &SignInTokens) -> SignInTokens {
        let (client, _) = self.discover().await;
        let token = before.refresh_token.clone().expect("a refresh token");
        let tokens = client
            .exchange_refresh_token(&RefreshToken::new(token))
            .expect("a token endpoint")
            .request_async(&http)
            .await
            .expect("tokens");
        // Tokens of a refresh have no nonce (OpenID Connect Core section 12.2).
        let after = accept(&client, &tokens, |_: Option<&Nonce>| Ok(())).await;
        assert_eq!(after.subject, before.subject);
        after
    }

    /// Signs a browser out with the library's request. Returns the final page.
    ///
    /// # Panics
    /// If the provider has no such endpoint.
    pub async fn sign_out(&self, browser: &Browser, who: &SignInTokens, back_to: &str) -> HtmlPage {
        let (_, end_session) = self.discover().await;
        let hint = CoreIdToken::from_str(&who.id_token).expect("an ID token");
        let back_to = PostLogoutRedirectUrl::new(back_to.to_owned()).expect("an address");
        let request = LogoutRequest::from(end_session)
            .set_id_token_hint(&hint)
            .set_client_id(ClientId::new(self.client_id.clone()))
            .set_post_logout_redirect_uri(back_to)
            .set_state(CsrfToken::new("come-back".to_owned()));
        browser.open(request.http_get_url().as_str()).await
    }

    /// Runs discovery with the library.
    async fn discover(&self) -> (Client, EndSessionUrl) {
        let issuer = IssuerUrl::new(self.issuer.clone()).expect("an issuer");
        let metadata = ProviderMetadataWithLogout::discover_async(issuer, &http)
            .await
            .expect("discovery");
        let end_session = metadata.additional_metadata().end_session_endpoint.clone();
        let client = CoreClient::from_provider_metadata(
            metadata,
            ClientId::new(self.client_id.clone()),
            self.client_secret.clone().map(ClientSecret::new),
        );
        let redirect_uri = RedirectUrl::new(self.redirect_uri.clone()).expect("a redirect URI");
        let end_session = end_session.expect("an end-session endpoint");
        (client.set_redirect_uri(redirect_uri), end_session)
    }

    /// Sends a refresh token of a client with a secret. Returns the status.
    ///
    /// # Panics
    /// If no response arrives.
    pub async fn refresh(&self, refresh_token: &str) -> u16 {
        let form = [
            ("grant_type", "refresh_token"),
            ("refresh_token", refresh_token),
        ];
        let request = foundation::testing::test_client()
            .post(format!("{}/oauth/token", self.issuer))
            .basic_auth(&self.client_id, self.client_secret.as_ref())
            .form(&form);
        request.send().await.expect("a response").status().as_u16()
    }

    /// Opens the authorization request, gives consent if the page asks for it, and returns the code.
    async fn code(&self, browser: &Browser, address: &Url, state: &str) -> String {
        let mut page = browser.open(address.as_str()).await;
        if page.body.contains("id=\"consent-allow\"") {
            page = browser.submit_page(&page, "consent-allow").await;
        }
        assert!(
            page.url.as_str().starts_with(&self.redirect_uri),
            "arrived at {} instead of {}:\n{}",
            page.url,
            self.redirect_uri,
            page.body
        );
        assert_eq!(page.parameter("state").as_deref(), Some(state));
        assert_eq!(page.parameter("iss").as_deref(), Some(self.issuer.as_str()));
        page.parameter("code").expect("a code")
    }
}

/// Verifies tokens with the library, and requests userinfo.
async fn accept(
    client: &Client,
    tokens: &CoreTokenResponse,
    nonce: impl NonceVerifier,
) -> SignInTokens {
    let id_token = tokens.id_token().expect("an ID token");
    let verifier = client.id_token_verifier();
    let claims = id_token
        .claims(&verifier, nonce)
        .expect("a verified ID token");
    let expected = AccessTokenHash::from_token(
        tokens.access_token(),
        id_token.signing_alg().expect("its algorithm"),
        id_token.signing_key(&verifier).expect("its key"),
    );
    assert_eq!(claims.access_token_hash(), Some(&expected.expect("a hash")));
    let subject = claims.subject().clone();
    let userinfo: CoreUserInfoClaims = client
        .user_info(tokens.access_token().clone(), Some(subject))
        .expect("a userinfo endpoint")
        .request_async(&http)
        .await
        .expect("userinfo about the same person");
    SignInTokens {
        subject: claims.subject().to_string(),
        email: userinfo.email().map(|email| email.to_string()),
        access_token: tokens.access_token().secret().clone(),
        id_token: id_token.to_string(),
        refresh_token: tokens.refresh_token().map(|token| token.secret().clone()),
    }
}

/// HTTP client of the library.
fn http(request: HttpRequest) -> HttpExchange {
    Box::pin(exchange(foundation::testing::test_client(), request))
}

async fn exchange(
    client: reqwest::Client,
    request: HttpRequest,
) -> Result<HttpResponse, reqwest::Error> {
    let received = client.execute(request.try_into()?).await?;
    let mut response = HttpResponse::new(Vec::new());
    *response.status_mut() = received.status();
    *response.headers_mut() = received.headers().clone();
    *response.body_mut() = received.bytes().await?.to_vec();
    Ok(response)
}
