//! Posting to addresses of strangers, and why one was not reached.

use std::time::Duration;

use reqwest::Client;
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};

use super::guarded::Guarded;
use crate::failure::Failure;

/// What was answered to a POST; the body is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    /// The status.
    pub status: u16,
    /// The `Retry-After`, if there is one.
    pub retry_after: Option<String>,
}

/// Why nothing was answered.
#[derive(Debug, thiserror::Error)]
pub enum Unreached {
    /// The address, as it is written, may not be asked.
    #[error("the address may not be asked")]
    NotAllowed,
    /// There was no answer in time.
    #[error("there was no answer in time")]
    TooSlow,
    /// It could not be spoken to. A name that leads to an address which is not public fails as one that leads nowhere:
    /// whoever wrote it learns nothing about names that only we can look up.
    #[error(transparent)]
    Failed(Failure),
}

impl Guarded {
    /// POST of JSON with headers of one's own, as the guard allows it; the answer's head has to come within a time.
    pub async fn post_json(
        &self,
        address: &str,
        headers: &[(&str, &str)],
        body: String,
        within: Duration,
    ) -> Result<Posted, Unreached> {
        let request = self.request(address, Client::post);
        let request = request.map_err(|_failure| Unreached::NotAllowed)?;
        let mut request = request
            .header(CONTENT_TYPE, "application/json")
            .timeout(within)
            .body(body);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = request.send().await.map_err(unreached)?;
        let retry_after = answer.headers().get(RETRY_AFTER);
        let retry_after = retry_after.and_then(|value| value.to_str().ok());
        Ok(Posted {
            status: answer.status().as_u16(),
            retry_after: retry_after.map(ToOwned::to_owned),
        })
    }
}

/// The address stays out of the failure: it may carry what its owner would not have in a log.
fn unreached(error: reqwest::Error) -> Unreached {
    if error.is_timeout() && !error.is_connect() {
        return Unreached::TooSlow;
    }
    let failure = Failure::unavailable("posting to an address of a stranger", error.without_url());
    Unreached::Failed(failure)
}
