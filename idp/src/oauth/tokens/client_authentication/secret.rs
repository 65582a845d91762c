//! Comparison of client secrets, with a limit on wrong ones.

use super::credentials::FAILED;
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError};
use crate::http::network::Network;
use crate::limits::{SecretAttempt, SecretOutcome};
use crate::protocol::clients::{Client, secret_digest};

/// Error after too many wrong secrets, for right and wrong ones alike.
const TOO_MANY_WRONG_SECRETS: OAuthError = OAuthError::new(
    ErrorCode::InvalidClient,
    "Too many wrong secrets came from your network. Look at the secret in your settings and try again in 15 minutes.",
);

/// Compares a secret in constant time. After too many different wrong ones for any clients, known or unknown, from one
/// network, the server refuses without a comparison (attack B12).
pub(super) fn check(
    app: &App,
    network: Network,
    client_id: &str,
    client: Option<&Client>,
    secret: &str,
) -> Result<(), OAuthError> {
    let digest = secret_digest(secret);
    let tried = SecretAttempt {
        network,
        subject: client_id,
        digest: &digest,
    };
    let now = app.clock.now();
    let is_right = || client.is_some_and(|client| client.has_secret(&digest, now));
    match app.secret_failures.check(&tried, now, is_right) {
        SecretOutcome::Right => Ok(()),
        SecretOutcome::Wrong => Err(FAILED),
        SecretOutcome::Blocked => Err(TOO_MANY_WRONG_SECRETS),
    }
}
