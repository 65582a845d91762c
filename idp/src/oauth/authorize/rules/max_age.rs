//! `max_age` in whole seconds; without it the client's registered value counts (OpenID Connect Registration section 2).

use std::time::Duration;

use crate::http::errors::OAuthError;
use crate::http::parameters::Parameters;
use crate::protocol::clients::Client;

pub(in crate::oauth::authorize) fn max_age(
    parameters: &Parameters,
    client: &Client,
) -> Result<Option<Duration>, OAuthError> {
    let Some(text) = parameters.get("max_age") else {
        return Ok(client.default_max_age);
    };
    let is_plain = text.len() <= 10 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|_| is_plain)
        .map(|seconds| Some(Duration::from_secs(seconds)))
        .ok_or(OAuthError::invalid_request(
            "max_age is not a whole number of seconds.",
        ))
}
