//! Ending a grant because of what somebody did with its tokens.

use foundation::{Connection, Failure};
use serde_json::json;

use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::network::Network;

/// Why a grant ends before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Its code was redeemed a second time (RFC 6749 section 4.1.2).
    CodeReused,
    /// The code of its device was used a second time.
    DeviceCodeReused,
    /// Its code was claimed with the wrong address or verifier.
    CodeMisused,
    /// A refresh token was used that had a successor in use (RFC 9700 section 4.14.2).
    RefreshTokenReused,
    /// Its client has no more use for it (RFC 7009).
    Returned,
}

impl Why {
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

/// Which grant ends, and because of what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending<'a> {
    /// The grant.
    pub(crate) grant_id: &'a str,
    /// The client that asked.
    pub(crate) client_id: &'a str,
    /// Why it ends.
    pub(crate) why: Why,
    /// Where the request came from.
    pub(crate) network: Network,
}

/// Ends a grant with its code, its refresh tokens and its access tokens, in the caller's transaction. It is written down
/// once, however often it is tried.
pub(crate) async fn revoke(
    app: &App,
    db: &mut Connection<'_>,
    ending: Ending<'_>,
) -> Result<(), Failure> {
    let Ending {
        grant_id,
        client_id,
        why,
        network,
    } = ending;
    if store::revoke(db, grant_id, app.clock.now()).await? == 0 {
        return Ok(());
    }
    if why != Why::Returned {
        tracing::warn!(
            client = client_id,
            grant = grant_id,
            why = why.name(),
            "a grant is revoked with all its tokens"
        );
    }
    let event = Event {
        actor: client_id,
        action: Action::GrantRevoked,
        subject: grant_id,
        network: Some(network.to_string()),
        client_id: Some(client_id),
        details: json!({ "why": why.name() }),
    };
    audit::record(app, db, event).await
}
