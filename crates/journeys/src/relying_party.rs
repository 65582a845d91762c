//! A relying party by an unmodified client library: the code flow with PKCE, and the ID token's verification.

use openidconnect::core::{CoreAuthenticationFlow, CoreClient, CoreProviderMetadata};
use openidconnect::{
    AccessTokenHash, AuthorizationCode, ClientId, ClientSecret, CsrfToken, HttpRequest,
    HttpResponse, IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge, RedirectUrl, Scope,
    TokenResponse,
};
use reqwest::Url;

use crate::browser::Browser;

/// What a site learns of a visitor.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The user's id.
    pub subject: String,
    /// The verified e-mail, when granted.
    pub email: Option<String>,
    /// The access token.
    pub access_token: String,
    /// The ID token as it came.
    pub id_token: String,
    /// The refresh token, when the client gets one.
    pub refresh_token: Option<String>,
}

/// A client of the idp as the site's configuration knows it.
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
    /// Scopes beside `openid`.
    pub scopes: Vec<&'static str>,
}

impl RelyingParty {
    /// The first-party web app.
    pub fn web_app(issuer: &str) -> Self {
        Self {
            issuer: issuer.to_owned(),
            client_id: "web".to_owned(),
            client_secret: None,
            redirect_uri: format!("{issuer}/auth/callback"),
            scopes: vec!["profile", "email", "credits.read", "websites"],
        }
    }

    /// Sends a signed-in browser through the whole code flow and verifies everything that comes back.
    ///
    /// # Panics
    /// When any step is refused or anything does not verify.
    pub async fn sign_in(&self, browser: &Browser) -> SignedIn {
        let http = foundation::testing::patient_client();
        let http = |request: HttpRequest| exchange(http.clone(), request);
        let issuer = IssuerUrl::new(self.issuer.clone()).expect("an issuer");
        let metadata = CoreProviderMetadata::discover_async(issuer, &http)
            .await
            .expect("discovery");
        let client = CoreClient::from_provider_metadata(
            metadata,
            ClientId::new(self.client_id.clone()),
            self.client_secret.clone().map(ClientSecret::new),
        )
        .set_redirect_uri(RedirectUrl::new(self.redirect_uri.clone()).expect("a redirect URI"));
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
        let id_token = tokens.id_token().expect("an ID token");
        let id_verifier = client.id_token_verifier();
        let claims = id_token
            .claims(&id_verifier, &nonce)
            .expect("a verified ID token");
        let expected = AccessTokenHash::from_token(
            tokens.access_token(),
            id_token.signing_alg().expect("its algorithm"),
            id_token.signing_key(&id_verifier).expect("its key"),
        );
        assert_eq!(claims.access_token_hash(), Some(&expected.expect("a hash")));
        SignedIn {
            subject: claims.subject().to_string(),
            email: claims.email().map(|email| email.to_string()),
            access_token: tokens.access_token().secret().clone(),
            id_token: id_token.to_string(),
            refresh_token: tokens.refresh_token().map(|token| token.secret().clone()),
        }
    }

    /// Asks for new tokens with a refresh token of a client with a secret; the status.
    ///
    /// # Panics
    /// When nobody answers.
    pub async fn refresh(&self, refresh_token: &str) -> u16 {
        let form = [
            ("grant_type", "refresh_token"),
            ("refresh_token", refresh_token),
        ];
        let request = foundation::testing::patient_client()
            .post(format!("{}/oauth/token", self.issuer))
            .basic_auth(&self.client_id, self.client_secret.as_ref())
            .form(&form);
        request.send().await.expect("an answer").status().as_u16()
    }

    /// Opens the authorization request, allows it when asked, and takes the code from the answer.
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

async fn exchange(
    client: reqwest::Client,
    request: HttpRequest,
) -> Result<HttpResponse, reqwest::Error> {
    let answer = client.execute(request.try_into()?).await?;
    let mut response = HttpResponse::new(Vec::new());
    *response.status_mut() = answer.status();
    *response.headers_mut() = answer.headers().clone();
    *response.body_mut() = answer.bytes().await?.to_vec();
    Ok(response)
}
