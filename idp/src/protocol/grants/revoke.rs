//! Revocation of a grant because of an event with one of its codes or tokens.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store;
use crate::app::App;
use crate::http::network::Network;
use crate::observability::audit::{self, Action, AuditEvent};

/// Reason of a revocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RevocationReason {
    /// The code was redeemed a second time (RFC 6749 section 4.1.2).
    CodeReused,
    /// The device code was used a second time.
    DeviceCodeReused,
    /// The code was sent with the wrong redirect URI or verifier.
    CodeMisused,
    /// A refresh token was used after its successor (RFC 9700 section 4.14.2).
    RefreshTokenReused,
    /// The client revoked a token (RFC 7009).
    Returned,
}

impl RevocationReason {
    fn name(self) -> &'static str {
        match self {
            Self::CodeReused => "code_reused",
            Self::DeviceCodeReused => "device_code_reused",
            Self::CodeMisused => "code_misused",
            Self::RefreshTokenReused => "refresh_token_reused",
            Self::Returned => "returned",
        }
    }
}

/// A revocation, with its reason.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Revocation<'a> {
    /// The grant.
    pub(crate) grant_id: &'a str,
    /// Client of the request.
    pub(crate) client_id: &'a str,
    /// Reason.
    pub(crate) why: RevocationReason,
    /// Network of the request.
    pub(crate) network: Network,
}

/// Revokes a grant with its code, refresh tokens and access tokens, in the caller's transaction. A repeated revocation
/// is not recorded again.
pub(crate) async fn revoke(
    app: &App,
    db: &mut Connection<'_>,
    ending: Revocation<'_>,
) -> Result<(), Failure> {
    let Revocation {
        grant_id,
        client_id,
        why,
        network,
    } = ending;
    if store::revoke(db, grant_id, app.clock.now()).await? == 0 {
        return Ok(());
    }
    if why != RevocationReason::Returned {
        tracing::warn!(
            client = client_id,
            grant = grant_id,
            why = why.name(),
            "a grant is revoked with all its tokens"
        );
    }
    let event = AuditEvent {
        actor: client_id,
        action: Action::GrantRevoked,
        subject: grant_id,
        network: Some(network.to_string()),
        client_id: Some(client_id),
        details: json!({ "why": why.name() }),
    };
    audit::record(app, db, event).await
}
