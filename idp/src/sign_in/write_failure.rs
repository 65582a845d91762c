//! Writing a failed sign-in down, in the caller's transaction: so many for each network, because strangers must not
//! decide how long the trail gets.

use foundation::{Connection, Failure};
use serde_json::Value;

use super::admit::{Visitor, client_of};
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::limits::{self, Limit, Verdict};

/// A sign-in that failed.
#[derive(Clone, Debug)]
pub(super) struct Failed<'a> {
    /// Who was signed in, if anybody.
    pub(super) actor: Option<&'a str>,
    /// Whose sign-in it was to be, if that is known; never an address.
    pub(super) subject: &'a str,
    /// The browser that it came from.
    pub(super) visitor: Visitor<'a>,
    /// The way in and the reason.
    pub(super) details: Value,
}

/// Writes it into the trail, unless its network has filled its part of it for now.
pub(super) async fn write_failure(
    app: &App,
    db: &mut Connection<'_>,
    failed: Failed<'_>,
) -> Result<(), Failure> {
    let network = failed.visitor.network;
    let verdict = limits::take_of_network(app, db, Limit::FailureOfNetwork, network).await?;
    if verdict != Verdict::Allowed {
        return Ok(());
    }
    let client_id = client_of(app, db, failed.visitor.bound_for).await?;
    let event = Event {
        actor: failed.actor.unwrap_or("anonymous"),
        action: Action::SignInFailed,
        subject: failed.subject,
        network: Some(network.to_string()),
        client_id: client_id.as_deref(),
        details: failed.details,
    };
    audit::record(app, db, event).await
}
