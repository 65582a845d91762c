//! Redeeming a code, once; a second try ends what the first one gave.

use foundation::{Connection, Failure};

use super::code::{Code, digest_of};
use super::store;
use crate::activity::{self, Cause};
use crate::app::App;
use crate::grants::{self, Ending, Why};
use crate::network::Network;

const REUSED: Cause = Cause("The code was redeemed before.");

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
    /// Where the request came from.
    pub(crate) network: Network,
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
            activity::record_cause(REUSED);
            grants::revoke(app, db, ending(&grant_id, claim, Why::CodeReused)).await?;
        }
        return Ok(None);
    };
    let Some(misuse) = code.misuse(claim.redirect_uri, claim.verifier) else {
        return Ok(Some(code));
    };
    activity::record_cause(misuse);
    grants::revoke(app, db, ending(&code.grant_id, claim, Why::CodeMisused)).await?;
    Ok(None)
}

fn ending<'a>(grant_id: &'a str, claim: Claim<'a>, why: Why) -> Ending<'a> {
    Ending {
        grant_id,
        client_id: claim.client_id,
        why,
        network: claim.network,
    }
}
