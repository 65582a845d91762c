//! Client of the idp's admin API. It sends requests with an access token of our own client for one scope.

use std::time::Duration;

use foundation::outbound::{UpstreamService, read_bounded};
use foundation::secret::{ExposeSecret, SecretString};
use foundation::{Clock, Failure, Timestamp};
use oauth2::basic::BasicClient;
use oauth2::{
    AuthType, ClientId, ClientSecret, HttpRequest, HttpResponse, Scope, TokenResponse, TokenUrl,
};
use reqwest::{Method, StatusCode};
use tokio::sync::Mutex;

use crate::config::IssuerConfig;

/// A token that expires within this time is not used any more.
const EXPIRY_MARGIN: Duration = Duration::from_secs(30);

/// The admin API, limited to one scope.
pub(crate) struct Admin {
    idp_url: String,
    scope: &'static str,
    client_id: String,
    client_secret: SecretString,
    clock: Clock,
    idp: UpstreamService,
    token: Mutex<Option<CachedAccessToken>>,
}

struct CachedAccessToken {
    token: SecretString,
    until: Timestamp,
}

impl Admin {
    /// Creates a client of the configured idp, without a request.
    pub(crate) fn new(
        config: &IssuerConfig,
        scope: &'static str,
        clock: Clock,
        idp: UpstreamService,
    ) -> Self {
        Self {
            idp_url: config.idp_url.clone(),
            scope,
            client_id: config.client_id.clone(),
            client_secret: config.client_secret.clone(),
            clock,
            idp,
            token: Mutex::new(None),
        }
    }

    /// Builds a request to a path under `/admin/v1`.
    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let address = format!("{}/admin/v1{path}", self.idp_url);
        self.idp.client().request(method, address)
    }

    /// Sends a request with our token.
    pub(crate) async fn send(
        &self,
        doing: &str,
        request: reqwest::RequestBuilder,
    ) -> Result<reqwest::Response, Failure> {
        let token = self.token().await?;
        let request = request
            .bearer_auth(token.expose_secret())
            .build()
            .map_err(|error| Failure::broken(doing, error))?;
        let response = self.idp.send(doing, request).await?;
        if response.status() == StatusCode::UNAUTHORIZED {
            // The idp's keys may have changed; the next call requests a new token.
            *self.token.lock().await = None;
        }
        Ok(response)
    }

    /// Returns a token for the admin API, cached until shortly before it expires. The lock allows one token request at a time.
    async fn token(&self) -> Result<SecretString, Failure> {
        let doing = "getting a token for the identity provider's admin API";
        let mut held = self.token.lock().await;
        let now = self.clock.now();
        if let Some(held) = held
            .as_ref()
            .filter(|held| now.plus(EXPIRY_MARGIN) < held.until)
        {
            return Ok(held.token.clone());
        }
        let address = TokenUrl::new(format!("{}/oauth/token", self.idp_url))
            .map_err(|error| Failure::broken(doing, error))?;
        let client = BasicClient::new(ClientId::new(self.client_id.clone()))
            .set_client_secret(ClientSecret::new(
                self.client_secret.expose_secret().to_owned(),
            ))
            .set_auth_type(AuthType::BasicAuth)
            .set_token_uri(address);
        let exchange = |request: HttpRequest| exchange(self.idp.clone(), request);
        let response = client
            .exchange_client_credentials()
            .add_scope(Scope::new(self.scope.to_owned()))
            .request_async(&exchange)
            .await
            .map_err(|error| Failure::unavailable(doing, error.to_string()))?;
        let token = SecretString::from(response.access_token().secret().clone());
        let lifetime = response.expires_in().unwrap_or_default();
        *held = Some(CachedAccessToken {
            token: token.clone(),
            until: now.plus(lifetime),
        });
        Ok(token)
    }
}

/// Describes an unexpected status.
pub(crate) fn unexpected_status(status: StatusCode) -> String {
    format!("it answered {status}")
}

/// Sends a request of the `oauth2` crate to the idp.
async fn exchange(idp: UpstreamService, request: HttpRequest) -> Result<HttpResponse, Failure> {
    let doing = "talking to the identity provider's token endpoint";
    let request =
        reqwest::Request::try_from(request).map_err(|error| Failure::broken(doing, error))?;
    let response = idp.send(doing, request).await?;
    let mut parts = oauth2::http::Response::builder().status(response.status());
    for (name, value) in response.headers() {
        parts = parts.header(name, value);
    }
    parts
        .body(read_bounded(response).await?.to_vec())
        .map_err(|error| Failure::broken(doing, error))
}
