//! POST to URLs of external parties, and the reasons why one failed.

use std::time::Duration;

use reqwest::Client;
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};

use super::guarded_client::GuardedClient;
use crate::failure::Failure;

/// Response to a POST; the body is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostResponse {
    /// The status.
    pub status: u16,
    /// `Retry-After`, if present.
    pub retry_after: Option<String>,
}

/// Reasons for a missing response.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// The URL is not allowed as it is written.
    #[error("the address may not be asked")]
    NotAllowed,
    /// No response arrived in time.
    #[error("there was no response in time")]
    TooSlow,
    /// The connection failed. A name with a non-public address fails like an unknown name, so that the owner of the URL
    /// learns nothing about names of the internal network.
    #[error(transparent)]
    Failed(Failure),
}

impl GuardedClient {
    /// Sends POST with JSON and extra headers to an allowed URL; the response's head has to arrive within a time limit.
    pub async fn post_json(
        &self,
        address: &str,
        headers: &[(&str, &str)],
        body: String,
        within: Duration,
    ) -> Result<PostResponse, PostError> {
        let request = self.request(address, Client::post);
        let request = request.map_err(|_failure| PostError::NotAllowed)?;
        let mut request = request
            .header(CONTENT_TYPE, "application/json")
            .timeout(within)
            .body(body);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await.map_err(unreached)?;
        let retry_after = response.headers().get(RETRY_AFTER);
        let retry_after = retry_after.and_then(|value| value.to_str().ok());
        Ok(PostResponse {
            status: response.status().as_u16(),
            retry_after: retry_after.map(ToOwned::to_owned),
        })
    }
}

/// Converts an error. The failure omits the URL, which may contain secrets of its owner.
fn unreached(error: reqwest::Error) -> PostError {
    if error.is_timeout() && !error.is_connect() {
        return PostError::TooSlow;
    }
    let failure = Failure::unavailable("posting to an external address", error.without_url());
    PostError::Failed(failure)
}
