//! Verification of a `DPoP` proof: all checks of RFC 9449 section 4.3, and separately its single use.

use foundation::dpop::{DpopProof, Nonce, ProofRefusal, ProofRequirements, verify};
use foundation::{Connection, Failure};

use super::guard::{ProofHeader, RequestProof};
use crate::app::App;
use crate::http::errors::{ErrorCode, OAuthError, TokenError};
use crate::protocol::replay;

/// Error for every invalid proof.
pub(crate) const REFUSED: OAuthError = OAuthError::new(
    ErrorCode::InvalidDpopProof,
    "The DPoP proof is missing, malformed, not for this request, method, token and key, or used.",
);

/// A key that a request proves. It counts only after [`VerifiedProof::use_once`] or [`VerifiedProof::use_with`]: without a token or
/// client authentication, a request must not cause a write of its proof.
#[derive(Debug)]
#[must_use = "a proof that is not used up can be used again"]
pub(crate) struct VerifiedProof(DpopProof);

/// Verifies the proof of a request; `None` without one. With an access token the proof must contain its hash (section
/// 7.1). A client with a wrong clock gets a nonce for its next proof (section 8). No database query is made.
pub(crate) fn prove(
    app: &App,
    presented: &RequestProof<'_>,
    access_token: Option<&str>,
) -> Result<Option<VerifiedProof>, TokenError> {
    let proof = match presented.header {
        ProofHeader::Absent => return Ok(None),
        ProofHeader::Bad => return Err(REFUSED.into()),
        ProofHeader::One(proof) => proof,
    };
    let demanded = ProofRequirements {
        method: presented.method,
        address: &format!("{}{}", app.config.base.issuer, presented.path),
        access_token,
        now: app.clock.now(),
        sealer: &app.sealer,
    };
    match verify(proof, &demanded) {
        Ok(proof) => Ok(Some(VerifiedProof(proof))),
        Err(refusal) => {
            tracing::debug!(%refusal, "a proof of possession was refused");
            Err(refused(app, refusal))
        }
    }
}

fn refused(app: &App, refusal: ProofRefusal) -> TokenError {
    if refusal != ProofRefusal::WrongTime {
        return REFUSED.into();
    }
    match Nonce::new(&app.sealer, app.clock.now()) {
        Ok(nonce) => OAuthError::nonce_required(nonce).into(),
        Err(failure) => failure.into(),
    }
}

impl VerifiedProof {
    /// Returns the key's thumbprint.
    pub(crate) fn thumbprint(&self) -> &str {
        &self.0.thumbprint
    }

    /// Uses the proof up, in a separate transaction; only one of concurrent requests with a proof succeeds.
    pub(crate) async fn use_once(&self, app: &App) -> Result<(), TokenError> {
        let is_first = replay::use_once(app, &self.0.digest, self.0.kept_until).await?;
        Ok(Self::first(is_first)?)
    }

    /// Uses the proof up in the caller's transaction, which the caller rolls back if the result is false.
    pub(crate) async fn use_with(&self, db: &mut Connection<'_>) -> Result<bool, Failure> {
        let is_first = replay::store::insert(db, &self.0.digest, self.0.kept_until).await?;
        Ok(Self::first(is_first).is_ok())
    }

    fn first(is_first: bool) -> Result<(), OAuthError> {
        if is_first {
            return Ok(());
        }
        tracing::warn!("a proof of possession was used twice");
        Err(REFUSED)
    }
}
