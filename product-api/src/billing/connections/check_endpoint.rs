//! Compares the endpoint at Stripe with what it must be, and repairs it.

use foundation::Failure;
use serde_json::json;

use super::account_calls::{self, RemoteEndpoint};
use super::check::ConnectionCheck;
use super::connection::{Delivery, StripeConnection};
use super::connection_state::ConnectionTrouble;
use super::inspect_key::KeyRefusal;
use super::make_endpoint::{ReplacedEndpoint, create_endpoint, store_endpoint};
use super::open_account::open_account;
use super::store::{connections, endpoints};
use super::webhook_address::{EVENT_TYPES, webhook_url};
use crate::app::App;
use crate::audit::Action;
use crate::billing::stripe::{API_VERSION, StripeAccount, StripeError};

/// A way to repair an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EndpointRepair {
    /// Its address, its types or its status are changed at Stripe.
    Update,
    /// A new one replaces it, because Stripe changes no version.
    Replace(ReplacedEndpoint),
}

/// Checks and repairs the endpoint of a connection; returns what could not be repaired.
pub(super) async fn check_endpoint(
    app: &App,
    connection: &StripeConnection,
    check: ConnectionCheck<'_>,
) -> Result<Option<ConnectionTrouble>, KeyRefusal> {
    if connection.delivery == Delivery::Poll {
        return Ok(None);
    }
    let (current, has_manual) = {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        let current = endpoints::find_current(&mut db, &connection.id).await?;
        (
            current,
            endpoints::has_manual(&mut db, &connection.id).await?,
        )
    };
    let account = open_account(app, connection, check.priority)?;
    let Some(id) = current else {
        // The owner made the endpoint in the dashboard; its id is not known here.
        let is_lost = !has_manual;
        return Ok(is_lost.then_some(ConnectionTrouble::EndpointMissing));
    };
    let remote = match account_calls::find_endpoint(&account, &id).await {
        Ok(remote) => remote,
        // Without the permission nothing is known about the endpoint, which may work.
        Err(StripeError::MissingPermission { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let url = webhook_url(&app.config.issuer.public_origin(), &connection.id);
    let Some(repair) = repair_of(remote.as_ref(), &url) else {
        return Ok(None);
    };
    let repaired = match repair {
        EndpointRepair::Update => account_calls::update_endpoint(&account, &id, &url).await,
        EndpointRepair::Replace(replaced) => replace(app, connection, &account, replaced).await?,
    };
    match repaired {
        Ok(()) => {
            record(app, connection, repair, check).await?;
            Ok(None)
        }
        Err(StripeError::Refused(_) | StripeError::MissingPermission { .. }) => {
            Ok(Some(trouble_of(repair)))
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns the repair that an endpoint needs.
fn repair_of(remote: Option<&RemoteEndpoint>, url: &str) -> Option<EndpointRepair> {
    let Some(remote) = remote else {
        return Some(EndpointRepair::Replace(ReplacedEndpoint::Missing));
    };
    if remote.api_version.as_deref() != Some(API_VERSION) {
        return Some(EndpointRepair::Replace(ReplacedEndpoint::Retires));
    }
    let mut types: Vec<&str> = remote.event_types.iter().map(String::as_str).collect();
    types.sort_unstable();
    let is_right = remote.is_enabled && remote.url == url && types == EVENT_TYPES;
    (!is_right).then_some(EndpointRepair::Update)
}

const fn trouble_of(repair: EndpointRepair) -> ConnectionTrouble {
    match repair {
        EndpointRepair::Update => ConnectionTrouble::EndpointOff,
        EndpointRepair::Replace(_) => ConnectionTrouble::EndpointMissing,
    }
}

/// Makes another endpoint in the place of the current one.
async fn replace(
    app: &App,
    connection: &StripeConnection,
    account: &StripeAccount<'_>,
    replaced: ReplacedEndpoint,
) -> Result<Result<(), StripeError>, Failure> {
    let endpoint = match create_endpoint(app, account, &connection.id).await {
        Ok(endpoint) => endpoint,
        Err(error) => return Ok(Err(error)),
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    connections::lock(&mut db, &connection.id).await?;
    store_endpoint(app, &mut db, &connection.id, &endpoint, replaced).await?;
    transaction.commit().await?;
    Ok(Ok(()))
}

async fn record(
    app: &App,
    connection: &StripeConnection,
    repair: EndpointRepair,
    check: ConnectionCheck<'_>,
) -> Result<(), Failure> {
    let is_replaced = repair != EndpointRepair::Update;
    let details = json!({ "mode": connection.mode.word(), "is_replaced": is_replaced });
    let entry = Action::StripeEndpointRepaired.on(&connection.id, details);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    check.actor.record(app, &mut db, entry).await?;
    transaction.commit().await
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;

    const URL: &str = "https://id.example.com/webhooks/stripe/scn_1";

    fn right() -> RemoteEndpoint {
        RemoteEndpoint {
            id: "we_1".to_owned(),
            url: URL.to_owned(),
            is_enabled: true,
            event_types: EVENT_TYPES.iter().rev().map(ToString::to_string).collect(),
            api_version: Some(API_VERSION.to_owned()),
            is_of_tollgate: true,
            created_at: Timestamp::default(),
        }
    }

    #[test]
    fn endpoint_is_repaired_by_update_or_by_another_one() {
        let update = Some(EndpointRepair::Update);
        let replace = |replaced| Some(EndpointRepair::Replace(replaced));
        let changed = |change: fn(&mut RemoteEndpoint)| {
            let mut endpoint = right();
            change(&mut endpoint);
            Some(endpoint)
        };
        let rows = [
            (Some(right()), None),
            (None, replace(ReplacedEndpoint::Missing)),
            (changed(|one| one.is_enabled = false), update),
            (changed(|one| one.url.push('x')), update),
            (changed(|one| drop(one.event_types.pop())), update),
            (
                changed(|one| one.event_types = vec!["*".to_owned()]),
                update,
            ),
            (
                changed(|one| one.api_version = None),
                replace(ReplacedEndpoint::Retires),
            ),
            (
                changed(|one| one.api_version = Some("2024-12-18.acacia".to_owned())),
                replace(ReplacedEndpoint::Retires),
            ),
        ];
        for (remote, expected) in rows {
            assert_eq!(repair_of(remote.as_ref(), URL), expected, "{remote:?}");
        }
    }
}
