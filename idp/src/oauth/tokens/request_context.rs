//! The client that requests tokens, and the key that will bind them (RFC 9449).

use foundation::{Connection, Failure};

use super::client_authentication::Credentials;
use crate::app::App;
use crate::http::errors::{OAuthError, TokenError};
use crate::http::network::Network;
use crate::protocol::clients::{Client, TokenFormat, store};
use crate::protocol::dpop::{self, VerifiedProof};

/// An authenticated client and its token request.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokenRequestContext<'a> {
    /// The client.
    pub(super) client: &'a Client,
    /// Network of the request.
    pub(super) network: Network,
    /// Key that the client proved; it binds the access token.
    pub(super) proven_key: Option<&'a VerifiedProof>,
}

impl TokenRequestContext<'_> {
    /// Returns the thumbprint of the proven key.
    pub(super) fn key(&self) -> Option<&str> {
        self.proven_key.map(VerifiedProof::thumbprint)
    }

    /// Locks a client with opaque tokens against its deletion until the commit. Their rows refer to the client's, so the
    /// caller locks it before codes, tokens and grants, as a deletion does.
    pub(super) async fn lock_client(&self, db: &mut Connection<'_>) -> Result<(), Failure> {
        match self.client.access_token_format {
            TokenFormat::Opaque => store::lock_against_deletion(db, &self.client.id).await,
            TokenFormat::Jwt => Ok(()),
        }
    }

    /// Refuses a request without a proof of the binding key; unbound tokens and codes need none.
    pub(super) fn require_key(&self, bound_to: Option<&str>) -> Result<(), OAuthError> {
        match bound_to {
            Some(_) if self.key() != bound_to => Err(dpop::REFUSED),
            Some(_) | None => Ok(()),
        }
    }

    /// Marks the `DPoP` proof as used in the caller's transaction. Returns false if the proof was used before; the
    /// caller must then roll back.
    pub(super) async fn use_proof(&self, db: &mut Connection<'_>) -> Result<bool, Failure> {
        match self.proven_key {
            Some(proven) => proven.use_with(db).await,
            None => Ok(true),
        }
    }

    /// Marks the `DPoP` proof as used in a transaction of its own.
    pub(super) async fn use_proof_alone(&self, app: &App) -> Result<(), TokenError> {
        match self.proven_key {
            Some(proven) => proven.use_once(app).await,
            None => Ok(()),
        }
    }
}

/// Returns the key that a request proves; a client registered for bound tokens must prove one (RFC 9449 section 5.2).
pub(super) fn proven_key(
    app: &App,
    credentials: &Credentials<'_>,
    client: &Client,
) -> Result<Option<VerifiedProof>, TokenError> {
    let proven = dpop::prove(app, &credentials.proof, None)?;
    if proven.is_none() && client.dpop_bound {
        return Err(dpop::REFUSED.into());
    }
    Ok(proven)
}
