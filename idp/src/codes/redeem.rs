//! Redeeming a code, once; a second try ends what the first one gave.

use foundation::{Connection, Failure};

use super::code::{Code, digest_of};
use super::store;
use crate::app::App;
use crate::grants;

/// What a client says when it redeems a code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim<'a> {
    /// The code.
    pub(crate) code: &'a str,
    /// The client that proved itself.
    pub(crate) client_id: &'a str,
    /// `redirect_uri`.
    pub(crate) redirect_uri: Option<&'a str>,
    /// `code_verifier`.
    pub(crate) verifier: Option<&'a str>,
}

/// Redeems a code in the caller's transaction, which has to be committed whatever comes of it: a wrong claim
/// spends the code, and a second one revokes the grant (RFC 6749 section 4.1.2).
pub(crate) async fn redeem(
    app: &App,
    db: &mut Connection<'_>,
    claim: Claim<'_>,
) -> Result<Option<Code>, Failure> {
    let (digest, now) = (digest_of(claim.code), app.clock.now());
    let Some(code) = store::redeem(db, &digest, claim.client_id, now).await? else {
        if let Some(grant_id) = store::grant_of_redeemed(db, &digest, claim.client_id).await? {
            revoke(app, db, &grant_id, "a code was used twice").await?;
        }
        return Ok(None);
    };
    if code.is_claimed_rightly(claim.redirect_uri, claim.verifier) {
        return Ok(Some(code));
    }
    revoke(app, db, &code.grant_id, "a code was claimed wrongly").await?;
    Ok(None)
}

async fn revoke(
    app: &App,
    db: &mut Connection<'_>,
    grant_id: &str,
    why: &'static str,
) -> Result<(), Failure> {
    tracing::warn!(grant = grant_id, why, "a grant is revoked");
    grants::store::revoke(db, grant_id, app.clock.now()).await?;
    Ok(())
}
