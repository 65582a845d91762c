//! Whether a presented secret is its client's, with a limit on how many wrong ones are looked at.

use super::presented::FAILED;
use crate::app::App;
use crate::clients::{Client, secret_digest};
use crate::errors::{ErrorCode, OAuthError};
use crate::limits::{Judged, Tried};
use crate::network::Network;

/// Told to right and wrong alike, once too many were wrong.
const CLOSED: OAuthError = OAuthError::new(
    ErrorCode::InvalidClient,
    "Too many wrong secrets came from your network. Look at the secret in your settings and try again in 15 minutes.",
);

/// Compares a secret in constant time; a network that tried too many different wrong ones, for clients that there are or
/// are not, is refused without looking (attack B12).
pub(super) fn check(
    app: &App,
    network: Network,
    (client_id, client): (&str, Option<&Client>),
    secret: &str,
) -> Result<(), OAuthError> {
    let digest = secret_digest(secret);
    let tried = Tried {
        network,
        subject: client_id,
        digest: &digest,
    };
    let now = app.clock.now();
    let is_right = || client.is_some_and(|client| client.has_secret(&digest, now));
    match app.secret_tries.judge(&tried, now, is_right) {
        Judged::Right => Ok(()),
        Judged::Wrong => Err(FAILED),
        Judged::Closed => Err(CLOSED),
    }
}
