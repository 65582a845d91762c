//! Proving a key: every rule of RFC 9449 section 4.3, the last of them that a proof counts once.

use foundation::dpop::{Demanded, verify};

use super::guard::{Header, Presented};
use crate::app::App;
use crate::errors::{ErrorCode, OAuthError, Stopped};
use crate::jtis;

/// One sentence for whatever is wrong with a proof.
pub(crate) const REFUSED: OAuthError = OAuthError::new(
    ErrorCode::InvalidDpopProof,
    "The DPoP proof is missing, malformed, not for this request, method, token and key, older than a minute, or used.",
);

/// The thumbprint of the key that a request proves; `None` when it brings no proof. With an access token the proof has
/// to name that one (section 7.1).
pub(crate) async fn prove(
    app: &App,
    presented: &Presented<'_>,
    access_token: Option<&str>,
) -> Result<Option<String>, Stopped> {
    let proof = match presented.header {
        Header::Absent => return Ok(None),
        Header::Bad => return Err(REFUSED.into()),
        Header::One(proof) => proof,
    };
    let demanded = Demanded {
        method: presented.method,
        address: &format!("{}{}", app.config.base.issuer, presented.path),
        access_token,
        now: app.clock.now(),
    };
    let proof = verify(proof, &demanded).map_err(|refusal| {
        tracing::debug!(%refusal, "a proof of possession was refused");
        REFUSED
    })?;
    if jtis::use_once(app, &proof.digest, proof.kept_until).await? {
        Ok(Some(proof.thumbprint))
    } else {
        tracing::warn!("a proof of possession was used twice");
        Err(REFUSED.into())
    }
}
