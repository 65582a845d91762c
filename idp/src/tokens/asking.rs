//! Who asks for tokens, and the key that they are to be bound to (RFC 9449).

use super::client_authentication::Credentials;
use crate::app::App;
use crate::clients::Client;
use crate::dpop;
use crate::errors::{OAuthError, Stopped};
use crate::network::Network;

/// A client that proved itself, and how it asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asking<'a> {
    /// The client.
    pub(super) client: &'a Client,
    /// Where it asks from.
    pub(super) network: Network,
    /// The thumbprint of the key that it proved, which its access token will be bound to.
    pub(super) key: Option<&'a str>,
}

impl Asking<'_> {
    /// Refuses whoever did not prove the key that something is bound to; what is bound to none is anybody's.
    pub(super) fn holds(&self, bound_to: Option<&str>) -> Result<(), OAuthError> {
        match bound_to {
            Some(_) if self.key != bound_to => Err(dpop::REFUSED),
            Some(_) | None => Ok(()),
        }
    }
}

/// The thumbprint of the key that a request proves; a client that registered for bound tokens has to prove one
/// (RFC 9449 section 5.2).
pub(super) async fn proven_key(
    app: &App,
    credentials: &Credentials<'_>,
    client: &Client,
) -> Result<Option<String>, Stopped> {
    let key = dpop::prove(app, &credentials.proof, None).await?;
    if key.is_none() && client.dpop_bound {
        return Err(dpop::REFUSED.into());
    }
    Ok(key)
}
