//! Redemption of a code. A second attempt revokes the grant of the first one.

use foundation::{Connection, Failure, Timestamp};

use super::code::{Code, digest_of};
use super::store;
use crate::app::App;
use crate::http::network::Network;
use crate::observability::activity::{self, ErrorCause};
use crate::protocol::grants::{self, Revocation, RevocationReason};

const REUSED: ErrorCause = ErrorCause("The code was redeemed before.");

/// Parameters of a token request that redeems a code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CodeClaim<'a> {
    /// The code.
    pub(crate) code: &'a str,
    /// The authenticated client.
    pub(crate) client_id: &'a str,
    /// `redirect_uri`.
    pub(crate) redirect_uri: Option<&'a str>,
    /// `code_verifier`.
    pub(crate) verifier: Option<&'a str>,
    /// Network of the request.
    pub(crate) network: Network,
}

/// One redemption of a code, with a unique name.
#[derive(Clone, Debug)]
pub(crate) struct Redemption<'a> {
    /// Parameters of the token request.
    pub(crate) claim: CodeClaim<'a>,
    /// Digest of the code.
    pub(crate) digest: String,
    /// Unique name, which is stored with the code.
    pub(crate) name: String,
    /// Time of the redemption.
    pub(crate) at: Timestamp,
}

impl<'a> Redemption<'a> {
    /// Names a client's redemption of a code.
    pub(crate) fn new(app: &App, claim: CodeClaim<'a>) -> Result<Self, Failure> {
        Ok(Self {
            claim,
            digest: digest_of(claim.code),
            name: app.random.token()?,
            at: app.clock.now(),
        })
    }

    /// Checks the request against the code that this redemption has used, if any of a live grant. The caller must
    /// commit its transaction in any case: a wrong request uses the code up, and a second one revokes the grant (RFC
    /// 6749 section 4.1.2).
    pub(crate) async fn check_request(
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
                grants::revoke(
                    app,
                    db,
                    self.revocation(&grant_id, RevocationReason::CodeReused),
                )
                .await?;
            }
            return Ok(None);
        };
        let claim = self.claim;
        let Some(misuse) = code.misuse(claim.redirect_uri, claim.verifier) else {
            return Ok(Some(code));
        };
        activity::record_cause(misuse);
        grants::revoke(
            app,
            db,
            self.revocation(&code.grant_id, RevocationReason::CodeMisused),
        )
        .await?;
        Ok(None)
    }

    fn revocation<'g>(&'g self, grant_id: &'g str, why: RevocationReason) -> Revocation<'g> {
        Revocation {
            grant_id,
            client_id: self.claim.client_id,
            why,
            network: self.claim.network,
        }
    }
}
