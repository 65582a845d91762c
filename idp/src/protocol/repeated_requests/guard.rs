//! Key under which the outcome of a one-time request is stored.

use foundation::Failure;
use poem::http::HeaderMap;

use crate::app::App;
use crate::http::cookies::{self, CookieName};

/// Length of a CSRF token, in hexadecimal digits.
const TOKEN_LENGTH: usize = 64;

/// Key of one browser's one-time request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RepeatKey(String);

impl RepeatKey {
    /// Creates a key from the request's purpose and the secrets that only its browser can send.
    pub(crate) fn new(app: &App, purpose: &str, secrets: &[&str]) -> Result<Self, Failure> {
        let value = serde_json::to_string(secrets)
            .map_err(|error| Failure::broken("writing the key of a repeated request", error))?;
        let purpose = format!("repeated-request-{purpose}");
        app.sealer.mac(&purpose, &value).map(Self)
    }

    /// Creates the key of a form; the CSRF cookie, which came with the form, identifies the browser. Returns `None`
    /// without that cookie.
    ///
    /// The cookie is not bound to the session here: after the first response the browser has another session.
    pub(crate) fn from_cookie(
        app: &App,
        headers: &HeaderMap,
        purpose: &str,
        one_time: &str,
    ) -> Result<Option<Self>, Failure> {
        let secure = app.config.base.is_secure();
        let cookie = cookies::read(headers, CookieName::Csrf, secure).unwrap_or_default();
        let token = cookie.split('|').next().unwrap_or_default();
        if token.len() != TOKEN_LENGTH {
            return Ok(None);
        }
        Self::new(app, purpose, &[token, one_time]).map(Some)
    }

    /// Returns the text that the database stores.
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}
