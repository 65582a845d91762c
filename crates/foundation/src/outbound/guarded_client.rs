//! HTTP client for URLs from external parties; it refuses targets that they must not reach (SSRF).

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder};
use url::Url;

use super::allowed_hosts::AllowedHosts;
use super::client::read_at_most;
use super::resolver::Resolver;
use super::tls::tls;
use crate::failure::Failure;

/// Time limit for connecting.
const CONNECT_LIMIT: Duration = Duration::from_secs(3);
/// Time limit for a whole request with DNS and its response.
const TOTAL_LIMIT: Duration = Duration::from_secs(5);
/// Time limit for a picture.
const PICTURE_LIMIT: Duration = Duration::from_secs(3);

/// Requests to external servers: only https to public addresses, which are checked at the connection; no redirects, no
/// proxy, five seconds in total. Services that the operator allows by host and port may have any address.
#[derive(Clone)]
pub struct GuardedClient {
    public: Client,
    internal: Client,
    allowed: AllowedHosts,
}

/// A response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchResponse {
    /// The status.
    pub status: u16,
    /// `Content-Type`, empty if absent.
    pub content_type: String,
    /// `Cache-Control`, empty if absent.
    pub cache_control: String,
    /// The body.
    pub body: Bytes,
}

impl GuardedClient {
    /// Creates a client that may also reach the allowed services.
    pub fn new(allowed: AllowedHosts) -> Result<Self, Failure> {
        Self::with(allowed, Resolver::system())
    }

    pub(super) fn with(allowed: AllowedHosts, resolver: Resolver) -> Result<Self, Failure> {
        Ok(Self {
            public: client(Some(resolver))?,
            internal: client(None)?,
            allowed,
        })
    }

    /// Returns the allowed services, for a registration.
    pub fn allowed(&self) -> &AllowedHosts {
        &self.allowed
    }

    /// Sends GET for JSON; fails for a body with more than `most_bytes` bytes.
    pub async fn get(&self, address: &str, most_bytes: usize) -> Result<FetchResponse, Failure> {
        let request = self.request(address, Client::get)?;
        got(request.header(ACCEPT, "application/json"), most_bytes).await
    }

    /// Sends GET for a PNG picture with a limit of three seconds, because its callers also work without the picture.
    pub async fn get_picture(
        &self,
        address: &str,
        most_bytes: usize,
    ) -> Result<FetchResponse, Failure> {
        let request = self.request(address, Client::get)?;
        let request = request.header(ACCEPT, "image/png").timeout(PICTURE_LIMIT);
        got(request, most_bytes).await
    }

    /// Sends POST with a form. Returns the status and ignores the body.
    pub async fn post_form(&self, address: &str, form: &[(&str, &str)]) -> Result<u16, Failure> {
        let request = self.request(address, Client::post)?;
        let response = sent(request.form(form)).await?;
        Ok(response.status().as_u16())
    }

    pub(super) fn request(
        &self,
        address: &str,
        method: fn(&Client, Url) -> RequestBuilder,
    ) -> Result<RequestBuilder, Failure> {
        let url = Url::parse(address)
            .map_err(|error| Failure::unavailable("parsing an external address", error))?;
        if let Some(problem) = self.allowed.problem(&url) {
            let cause = format!("it {problem}");
            return Err(Failure::unavailable(
                "requesting an external address",
                cause,
            ));
        }
        let is_allowed = self.allowed.names(&url);
        let client = if is_allowed {
            &self.internal
        } else {
            &self.public
        };
        Ok(method(client, url))
    }
}

impl fmt::Debug for GuardedClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedClient")
            .field("allowed", &self.allowed)
            .finish_non_exhaustive()
    }
}

async fn got(request: RequestBuilder, most_bytes: usize) -> Result<FetchResponse, Failure> {
    let response = sent(request).await?;
    let header = |name: HeaderName| {
        let value = response.headers().get(name);
        let text = value.and_then(|value| value.to_str().ok());
        text.unwrap_or_default().to_owned()
    };
    Ok(FetchResponse {
        status: response.status().as_u16(),
        content_type: header(CONTENT_TYPE),
        cache_control: header(CACHE_CONTROL),
        body: read_at_most(response, most_bytes).await?,
    })
}

/// Sends a request. The failure omits the URL, which may contain secrets of its owner.
async fn sent(request: RequestBuilder) -> Result<reqwest::Response, Failure> {
    let response = request.send().await;
    response.map_err(|error| {
        Failure::unavailable("requesting an external address", error.without_url())
    })
}

#[expect(
    clippy::disallowed_methods,
    reason = "the guarded half of the one place that makes clients"
)]
fn client(resolver: Option<Resolver>) -> Result<Client, Failure> {
    let mut builder = Client::builder()
        .tls_backend_preconfigured(tls())
        .redirect(Policy::none())
        .no_proxy()
        .connect_timeout(CONNECT_LIMIT)
        .timeout(TOTAL_LIMIT)
        .pool_max_idle_per_host(0)
        .user_agent("tollgate");
    if let Some(resolver) = resolver {
        builder = builder.https_only(true).dns_resolver(resolver);
    }
    builder
        .build()
        .map_err(|error| Failure::broken("making the guarded HTTP client", error))
}
