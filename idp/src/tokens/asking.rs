//! Who asks for tokens, and the key that they are to be bound to (RFC 9449).

use foundation::{Connection, Failure};

use super::client_authentication::Credentials;
use crate::app::App;
use crate::clients::Client;
use crate::dpop::{self, Proven};
use crate::errors::{OAuthError, Stopped};
use crate::network::Network;

/// A client that proved itself, and how it asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asking<'a> {
    /// The client.
    pub(super) client: &'a Client,
    /// Where it asks from.
    pub(super) network: Network,
    /// The key that it proved, which its access token will be bound to.
    pub(super) proven: Option<&'a Proven>,
}

impl Asking<'_> {
    /// The thumbprint of the key that it proved.
    pub(super) fn key(&self) -> Option<&str> {
        self.proven.map(Proven::thumbprint)
    }

    /// Refuses whoever did not prove the key that something is bound to; what is bound to none is anybody's.
    pub(super) fn holds(&self, bound_to: Option<&str>) -> Result<(), OAuthError> {
        match bound_to {
            Some(_) if self.key() != bound_to => Err(dpop::REFUSED),
            Some(_) | None => Ok(()),
        }
    }

    /// Uses its proof up, in the transaction that uses what it is for; false when that was done before, and the
    /// transaction has to be rolled back.
    pub(super) async fn use_proof(&self, db: &mut Connection<'_>) -> Result<bool, Failure> {
        match self.proven {
            Some(proven) => proven.use_with(db).await,
            None => Ok(true),
        }
    }

    /// The same, in a commit of its own.
    pub(super) async fn use_proof_alone(&self, app: &App) -> Result<(), Stopped> {
        match self.proven {
            Some(proven) => proven.use_once(app).await,
            None => Ok(()),
        }
    }
}

/// The key that a request proves; a client that registered for bound tokens has to prove one (RFC 9449 section 5.2).
pub(super) fn proven_key(
    app: &App,
    credentials: &Credentials<'_>,
    client: &Client,
) -> Result<Option<Proven>, Stopped> {
    let proven = dpop::prove(app, &credentials.proof, None)?;
    if proven.is_none() && client.dpop_bound {
        return Err(dpop::REFUSED.into());
    }
    Ok(proven)
}
