//! Redeeming a code, once; a second try ends what the first one gave.

use foundation::{Connection, Failure, Timestamp};

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

/// One use of a code, under a name that no other use has.
#[derive(Clone, Debug)]
pub(crate) struct Redemption<'a> {
    claim: Claim<'a>,
    /// The digest of the code.
    pub(crate) digest: String,
    /// The name, which is stored with the code.
    pub(crate) name: String,
    /// When it is redeemed.
    pub(crate) at: Timestamp,
}

impl<'a> Redemption<'a> {
    /// Names the use of the code that a client claims.
    pub(crate) fn new(app: &App, claim: Claim<'a>) -> Result<Self, Failure> {
        Ok(Self {
            claim,
            digest: digest_of(claim.code),
            name: app.random.token()?,
            at: app.clock.now(),
        })
    }

    /// The client that redeems it.
    pub(crate) fn client_id(&self) -> &str {
        self.claim.client_id
    }

    /// Judges the claim by the code that this redemption has used, if it has used one whose grant is live. The caller's
    /// transaction has to be committed in any case: a wrong claim spends the code, and a second one revokes the grant
    /// (RFC 6749 section 4.1.2).
    pub(crate) async fn judge(
        &self,
        app: &App,
        db: &mut Connection<'_>,
        code: Option<Code>,
    ) -> Result<Option<Code>, Failure> {
        let Some(code) = code else {
            let used_before =
                store::grant_of_redeemed(db, &self.digest, self.claim.client_id, &self.name)
                    .await?;
            if let Some(grant_id) = used_before {
                activity::record_cause(REUSED);
                grants::revoke(app, db, self.ending(&grant_id, Why::CodeReused)).await?;
            }
            return Ok(None);
        };
        let claim = self.claim;
        let Some(misuse) = code.misuse(claim.redirect_uri, claim.verifier) else {
            return Ok(Some(code));
        };
        activity::record_cause(misuse);
        grants::revoke(app, db, self.ending(&code.grant_id, Why::CodeMisused)).await?;
        Ok(None)
    }

    fn ending<'g>(&'g self, grant_id: &'g str, why: Why) -> Ending<'g> {
        Ending {
            grant_id,
            client_id: self.claim.client_id,
            why,
            network: self.claim.network,
        }
    }
}
