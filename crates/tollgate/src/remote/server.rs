//! A running server and our client there: a token for each scope, requests, and readable errors.

use std::time::Duration;

use foundation::Failure;
use foundation::outbound::{self, read_bounded};
use foundation::secret::{ExposeSecret, SecretString};
use foundation::text::strict_json;
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::Value;

use crate::settings::Remote;

/// Timeout of a response: a server works on a request for at most thirty seconds.
const MAX_RESPONSE: Duration = Duration::from_secs(40);
/// Maximum number of pages of a list that are read.
const MAX_PAGES: usize = 10_000;

/// Scope of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AdminScope {
    Clients,
    Keys,
    Ledger,
    Status,
    Users,
}

impl AdminScope {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Clients => "idp.clients",
            Self::Keys => "idp.keys",
            Self::Ledger => "ledger",
            Self::Status => "idp.status",
            Self::Users => "idp.users",
        }
    }
}

/// Reasons for a failed request.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RequestError {
    /// The server does not respond.
    #[error("{base} does not answer ({why}); is it running, and is TOLLGATE_URL right?")]
    Unreachable { base: String, why: String },
    /// The command has no client secret.
    #[error(
        "TOLLGATE_CLIENT_SECRET is not set, and TOLLGATE_DATA_DIR holds no secret of `tollgate serve`"
    )]
    NoSecret,
    /// The server does not accept the client's credentials.
    #[error("{base} does not take TOLLGATE_CLIENT_ID and TOLLGATE_CLIENT_SECRET")]
    Unknown { base: String },
    /// The client may not use the scope.
    #[error(
        "the client {client_id} may not use the scope {scope}; register it for client_credentials with this scope"
    )]
    NotAllowed {
        client_id: String,
        scope: &'static str,
    },
    /// The server refused the request.
    #[error("{message}")]
    Refused { status: u16, message: String },
    /// The server is busy, or its database is unavailable.
    #[error("{base} is busy, or its database is away; try again in a moment")]
    Busy { base: String },
    /// The response has an unknown form.
    #[error("{base} does not answer as a Tollgate server does ({why}); is TOLLGATE_URL right?")]
    Strange { base: String, why: String },
    /// A technical failure.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// A running server.
pub(crate) struct RemoteServer {
    base: String,
    remote: Remote,
    pub(super) http: reqwest::Client,
    /// Time limit of every request, if it is not the usual one.
    limit: Option<Duration>,
}

impl RemoteServer {
    /// Creates a client for a server at a URL without a trailing slash; sends no request yet.
    pub(crate) fn new(base: String, remote: Remote) -> Result<Self, Failure> {
        Ok(Self {
            base,
            remote,
            http: outbound::client()?,
            limit: None,
        })
    }

    /// Returns the same server with a time limit for every whole request: a check of the server should end soon.
    pub(crate) fn with_limit(&self, limit: Duration) -> Self {
        Self {
            base: self.base.clone(),
            remote: self.remote.clone(),
            http: self.http.clone(),
            limit: Some(limit),
        }
    }

    /// Returns the server's URL.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// Returns true if the command has a client secret.
    pub(crate) fn has_secret(&self) -> bool {
        self.remote.client_secret.is_some()
    }

    /// Reads a public document.
    pub(crate) async fn public(&self, path: &str) -> Result<(StatusCode, Value), RequestError> {
        let request = self.http.get(format!("{}{path}", self.base()));
        let (status, body) = self.exchange(request).await?;
        Ok((status, strict_json::parse(&body).unwrap_or_default()))
    }

    /// Sends GET to the admin API.
    pub(crate) async fn get(&self, scope: AdminScope, path: &str) -> Result<Value, RequestError> {
        self.send(scope, Method::GET, path, None).await
    }

    /// Sends a request to the admin API. Returns null for an empty response.
    pub(crate) async fn send(
        &self,
        scope: AdminScope,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Value, RequestError> {
        let path = format!("/admin/v1{path}");
        self.ask(scope, method, &path, body).await
    }

    /// Sends a request to a path of either service.
    pub(crate) async fn ask(
        &self,
        scope: AdminScope,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Value, RequestError> {
        let token = self.token(scope).await?;
        let address = format!("{}{path}", self.base());
        let request = self.http.request(method, address).timeout(MAX_RESPONSE);
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        let request = request.bearer_auth(token.expose_secret());
        let (status, body) = self.exchange(request).await?;
        if status.is_success() {
            return self.read(&body);
        }
        Err(self.refusal(status, &body))
    }

    /// Returns the error of a response that is no success.
    pub(super) fn refusal(&self, status: StatusCode, body: &[u8]) -> RequestError {
        if let Err(busy) = self.unless_busy(status) {
            return busy;
        }
        let response: Value = strict_json::parse(body).unwrap_or_default();
        let text = |name: &str| {
            response
                .get(name)
                .and_then(Value::as_str)
                .map(str::to_owned)
        };
        let message = text("detail").filter(|detail| !detail.is_empty());
        let message = message.or_else(|| text("error_description"));
        RequestError::Refused {
            status: status.as_u16(),
            message: message.unwrap_or_else(|| format!("the server answered {status}")),
        }
    }

    /// Returns all items of a list, page by page.
    pub(crate) async fn all(
        &self,
        scope: AdminScope,
        path: &str,
        member: &str,
    ) -> Result<Vec<Value>, RequestError> {
        let (mut items, mut cursor) = (Vec::new(), String::new());
        for _ in 0..MAX_PAGES {
            let sign = if path.contains('?') { '&' } else { '?' };
            let page = self
                .get(scope, &format!("{path}{sign}limit=200{cursor}"))
                .await?;
            let found = page.get(member).and_then(Value::as_array);
            items.extend(found.into_iter().flatten().cloned());
            match page.get("next_cursor").and_then(Value::as_str) {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        Ok(items)
    }

    pub(super) async fn token(&self, scope: AdminScope) -> Result<SecretString, RequestError> {
        let secret = self
            .remote
            .client_secret
            .as_ref()
            .ok_or(RequestError::NoSecret)?;
        let form = [
            ("grant_type", "client_credentials"),
            ("scope", scope.name()),
        ];
        let request = self
            .http
            .post(format!("{}/oauth/token", self.base()))
            .form(&form);
        // RFC 6749 section 2.3.1: both are form-encoded before they are joined.
        let client_id = encoded(&self.remote.client_id);
        let request = request.basic_auth(client_id, Some(encoded(secret.expose_secret())));
        let (status, body) = self.exchange(request).await?;
        self.unless_busy(status)?;
        let response: Value = self.read(&body)?;
        let text = |name: &str| {
            response
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        match (status, text("error")) {
            (StatusCode::OK, _) => Ok(text("access_token").to_owned().into()),
            (_, "invalid_client") => Err(RequestError::Unknown {
                base: self.base().to_owned(),
            }),
            (_, "invalid_scope" | "unauthorized_client") => Err(RequestError::NotAllowed {
                client_id: self.remote.client_id.clone(),
                scope: scope.name(),
            }),
            (_, _) => Err(self.strange(&format!("{status} for a token"))),
        }
    }

    async fn exchange(
        &self,
        request: RequestBuilder,
    ) -> Result<(StatusCode, Vec<u8>), RequestError> {
        let request = match self.limit {
            Some(limit) => request.timeout(limit),
            None => request,
        };
        let response = request
            .send()
            .await
            .map_err(|error| RequestError::Unreachable {
                base: self.base().to_owned(),
                why: error.without_url().to_string(),
            })?;
        let status = response.status();
        let body = read_bounded(response).await?;
        Ok((status, body.to_vec()))
    }

    fn unless_busy(&self, status: StatusCode) -> Result<(), RequestError> {
        if status == StatusCode::SERVICE_UNAVAILABLE {
            return Err(RequestError::Busy {
                base: self.base().to_owned(),
            });
        }
        Ok(())
    }

    fn read(&self, body: &[u8]) -> Result<Value, RequestError> {
        if body.is_empty() {
            return Ok(Value::Null);
        }
        strict_json::parse(body).map_err(|error| self.strange(&error.to_string()))
    }

    fn strange(&self, why: &str) -> RequestError {
        RequestError::Strange {
            base: self.base().to_owned(),
            why: why.to_owned(),
        }
    }
}

fn encoded(text: &str) -> String {
    // Unreserved characters are equal in path segments and in forms.
    super::path(&[text]).split_off(1)
}

#[cfg(test)]
mod tests {
    use foundation::testing::TestServer;
    use poem::{EndpointExt, endpoint};

    use super::*;

    #[tokio::test]
    async fn busy_server_is_reported_as_busy() {
        let (listener, url) = TestServer::bind().await;
        let busy = endpoint::make_sync(|_| StatusCode::SERVICE_UNAVAILABLE);
        let _server = TestServer::start(listener, busy.map_to_response().boxed());
        let remote = Remote {
            url: None,
            client_id: "tollgate-cli".to_owned(),
            client_secret: Some("a secret".to_owned().into()),
        };
        let server = RemoteServer::new(url.clone(), remote).unwrap();
        let refused = server.get(AdminScope::Users, "/users").await.unwrap_err();
        let expected = format!("{url} is busy, or its database is away; try again in a moment");
        assert_eq!(refused.to_string(), expected);
    }
}
