//! The window to the idp's admin API: registers the clients of websites, with a token of our own client.

use std::time::Duration;

use foundation::outbound::read_bounded;
use foundation::secret::{ExposeSecret, SecretString};
use foundation::{Clock, Failure, Timestamp};
use oauth2::basic::BasicClient;
use oauth2::{
    AuthType, ClientId, ClientSecret, HttpRequest, HttpResponse, Scope, TokenResponse, TokenUrl,
};
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::website::NewWebsite;
use crate::config::IssuerConfig;

/// What the admin API asks for.
const SCOPE: &str = "idp.clients";
/// A token is not used any more when it expires this soon.
const MARGIN: Duration = Duration::from_secs(30);
/// What users of a website can grant its client.
const CLIENT_SCOPE: &str = "credits.read";

/// Why a client was not registered.
#[derive(Debug, thiserror::Error)]
pub(super) enum RegisterRefusal {
    /// The idp does not accept the addresses.
    #[error("the identity provider refuses the client")]
    Refused,
    /// It is away, or the exchange broke.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Registers clients at the idp.
pub(crate) struct Registrar {
    idp_url: String,
    client_id: String,
    client_secret: SecretString,
    clock: Clock,
    outbound: reqwest::Client,
    token: Mutex<Option<Held>>,
}

struct Held {
    token: SecretString,
    until: Timestamp,
}

#[derive(Deserialize)]
struct Registered {
    client_secret: Option<String>,
}

impl Registrar {
    /// A registrar at the configured idp; asks for nothing yet.
    pub(crate) fn new(config: &IssuerConfig, clock: Clock, outbound: reqwest::Client) -> Self {
        Self {
            idp_url: config.idp_url.clone(),
            client_id: config.client_id.clone(),
            client_secret: config.client_secret.clone(),
            clock,
            outbound,
            token: Mutex::new(None),
        }
    }

    /// Registers a website's client whole, with a fresh secret; doing it again is safe and makes another secret.
    pub(super) async fn put(
        &self,
        client_id: &str,
        website: &NewWebsite,
    ) -> Result<SecretString, RegisterRefusal> {
        let doing = "registering a client at the identity provider";
        let address = format!("{}?rotate_secret=true", self.client_address(client_id));
        let request = self.outbound.put(address).json(&metadata(website));
        let answer = self.send(doing, request).await?;
        match answer.status() {
            StatusCode::OK | StatusCode::CREATED => {}
            StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => {
                return Err(RegisterRefusal::Refused);
            }
            status => return Err(Failure::unavailable(doing, told(status)).into()),
        }
        let body = read_bounded(answer).await?;
        let registered: Registered = serde_json::from_slice(&body)
            .map_err(|error| Failure::unavailable(doing, error.to_string()))?;
        registered
            .client_secret
            .map(SecretString::from)
            .ok_or_else(|| Failure::unavailable(doing, "it gave no secret").into())
    }

    /// Takes a client back; one that does not exist is as good.
    pub(super) async fn delete(&self, client_id: &str) -> Result<(), Failure> {
        let doing = "deleting a client at the identity provider";
        let request = self.outbound.delete(self.client_address(client_id));
        let status = self.send(doing, request).await?.status();
        if status.is_success() || status == StatusCode::NOT_FOUND {
            Ok(())
        } else {
            Err(Failure::unavailable(doing, told(status)))
        }
    }

    fn client_address(&self, client_id: &str) -> String {
        format!("{}/admin/v1/clients/{client_id}", self.idp_url)
    }

    async fn send(
        &self,
        doing: &str,
        request: reqwest::RequestBuilder,
    ) -> Result<reqwest::Response, Failure> {
        let token = self.token().await?;
        let answer = request
            .bearer_auth(token.expose_secret())
            .send()
            .await
            .map_err(|error| Failure::unavailable(doing, error))?;
        if answer.status() == StatusCode::UNAUTHORIZED {
            // The idp's keys may have changed; the next call gets a fresh token.
            *self.token.lock().await = None;
        }
        Ok(answer)
    }

    /// A token for the admin API, kept until shortly before it expires; one request for it at a time.
    async fn token(&self) -> Result<SecretString, Failure> {
        let doing = "getting a token for the identity provider's admin API";
        let mut held = self.token.lock().await;
        let now = self.clock.now();
        if let Some(held) = held.as_ref().filter(|held| now.plus(MARGIN) < held.until) {
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
        let exchange = |request: HttpRequest| exchange(self.outbound.clone(), request);
        let answer = client
            .exchange_client_credentials()
            .add_scope(Scope::new(SCOPE.to_owned()))
            .request_async(&exchange)
            .await
            .map_err(|error| Failure::unavailable(doing, error.to_string()))?;
        let token = SecretString::from(answer.access_token().secret().clone());
        let life = answer.expires_in().unwrap_or_default();
        *held = Some(Held {
            token: token.clone(),
            until: now.plus(life),
        });
        Ok(token)
    }
}

fn told(status: StatusCode) -> String {
    format!("it answered {status}")
}

/// The client of a website in the names of RFC 7591.
fn metadata(website: &NewWebsite) -> Value {
    json!({
        "client_name": website.name,
        "token_endpoint_auth_method": "client_secret_basic",
        "redirect_uris": website.redirect_uris,
        "grant_types": ["authorization_code", "refresh_token"],
        "scope": CLIENT_SCOPE,
    })
}

/// The `oauth2` crate's exchange over our own bounded client.
async fn exchange(
    outbound: reqwest::Client,
    request: HttpRequest,
) -> Result<HttpResponse, Failure> {
    let doing = "talking to the identity provider's token endpoint";
    let request =
        reqwest::Request::try_from(request).map_err(|error| Failure::broken(doing, error))?;
    let answer = outbound
        .execute(request)
        .await
        .map_err(|error| Failure::unavailable(doing, error))?;
    let mut parts = oauth2::http::Response::builder().status(answer.status());
    for (name, value) in answer.headers() {
        parts = parts.header(name, value);
    }
    parts
        .body(read_bounded(answer).await?.to_vec())
        .map_err(|error| Failure::broken(doing, error))
}
