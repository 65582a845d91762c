//! Writing a failed sign-in down, in the caller's transaction: so many for each network, because strangers must not
//! decide how long the trail gets.

use foundation::{Connection, Failure};
use serde_json::Value;

use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::limits::{self, Limit, Verdict};
use crate::network::Network;

/// A sign-in that failed.
#[derive(Clone, Debug)]
pub(super) struct Failed<'a> {
    /// Who was signed in, if anybody.
    pub(super) actor: Option<&'a str>,
    /// Whose sign-in it was to be, if that is known; never an address.
    pub(super) subject: &'a str,
    /// Where it came from.
    pub(super) network: Network,
    /// The way in and the reason.
    pub(super) details: Value,
}

/// Writes it into the trail, unless its network has filled its part of it for now.
pub(super) async fn write_failure(
    app: &App,
    db: &mut Connection<'_>,
    failed: Failed<'_>,
) -> Result<(), Failure> {
    let network = failed.network.to_string();
    if limits::take(app, db, Limit::FailureOfNetwork, &network).await? != Verdict::Allowed {
        return Ok(());
    }
    let event = Event {
        actor: failed.actor.unwrap_or("anonymous"),
        action: Action::SignInFailed,
        subject: failed.subject,
        network: Some(network),
        client_id: None,
        details: failed.details,
    };
    audit::record(app, db, event).await
}
