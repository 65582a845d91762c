//! Rotates the signing secret of a connection: by another endpoint, or by a secret that the owner enters.

use foundation::Failure;
use foundation::secret::{ExposeSecret, SecretString};
use serde_json::json;

use super::account_calls::NewEndpoint;
use super::apply_event::{ConnectionActor, apply_event};
use super::connection::{Delivery, ENDPOINT_PURPOSE, StripeConnection};
use super::connection_state::{ConnectionEvent, ConnectionState, ConnectionTrouble};
use super::inspect_key::{missing_permissions, provider_problem};
use super::key::signing_secret;
use super::list::{VisibleConnection, find_own, find_visible, not_found};
use super::make_endpoint::{
    ReplacedEndpoint, can_receive, create_endpoint, delete_stray, delete_strays, store_endpoint,
};
use super::note::note_error;
use super::open_account::open_account;
use super::permission::WEBHOOK_ENDPOINTS;
use super::store::{checks, connections, endpoints};
use crate::app::App;
use crate::audit::Action;
use crate::billing::stripe::{Priority, StripeError};
use crate::problem::{FieldError, Kind, Problem};
use crate::websites::SiteAccess;

/// Rotates the secret of a connection.
pub(super) async fn rotate_secret(
    app: &App,
    access: &SiteAccess,
    id: &str,
    secret: Option<&SecretString>,
) -> Result<VisibleConnection, Problem> {
    let connection = find_own(app, access, id).await?;
    if connection.state == ConnectionState::Disconnected {
        return Err(not_found());
    }
    match secret {
        Some(secret) => enter(app, access, &connection, secret).await?,
        None => renew(app, access, &connection).await?,
    }
    find_visible(app, access, id).await
}

/// Stores a secret that the owner took from Stripe's dashboard.
async fn enter(
    app: &App,
    access: &SiteAccess,
    connection: &StripeConnection,
    secret: &SecretString,
) -> Result<(), Problem> {
    let secret = signing_secret(secret.expose_secret()).ok_or_else(|| {
        let detail = "Must be a signing secret of Stripe, which begins with whsec_.";
        Problem::invalid(&[FieldError::body("/secret", detail)])
    })?;
    let sealed = app.sealer.seal(ENDPOINT_PURPOSE, secret)?;
    let now = app.clock.now();
    let id = &connection.id;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(connection) = connections::lock(&mut db, id).await? else {
        return Err(not_found());
    };
    endpoints::set_manual(&mut db, id, &sealed, now).await?;
    connections::set_delivery(&mut db, id, Delivery::Webhook, now).await?;
    checks::forget_bad_signatures(&mut db, id).await?;
    let details = json!({ "mode": connection.mode.word(), "is_entered": true });
    let entry = Action::StripeSecretRotated.on(id, details);
    access.record(app, &mut db, entry).await?;
    if is_about_deliveries(&connection) {
        let (event, actor) = (ConnectionEvent::CheckPassed, ConnectionActor::Owner(access));
        apply_event(app, &mut db, &connection, &event, actor).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Makes another endpoint at Stripe, whose secret takes over.
async fn renew(
    app: &App,
    access: &SiteAccess,
    connection: &StripeConnection,
) -> Result<(), Problem> {
    if connection.state == ConnectionState::Revoked {
        return Err(provider_problem(&StripeError::Unauthorized));
    }
    if !can_receive(app, connection.mode) {
        let detail = "Stripe cannot reach this installation, so that events are polled and no secret is needed.";
        return Err(Problem::invalid(&[FieldError::body("/secret", detail)]));
    }
    let account = open_account(app, connection, Priority::Buyer)?;
    let endpoint = match create_endpoint(app, &account, &connection.id).await {
        Ok(endpoint) => endpoint,
        Err(error) => return Err(refused(app, connection, &error).await?),
    };
    if let Err(failure) = store(app, access, connection, &endpoint).await {
        delete_stray(&account, &endpoint.id).await;
        return Err(failure.into());
    }
    delete_strays(app, &account).await;
    Ok(())
}

async fn store(
    app: &App,
    access: &SiteAccess,
    connection: &StripeConnection,
    endpoint: &NewEndpoint,
) -> Result<(), Failure> {
    let id = &connection.id;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let connection = connections::lock(&mut db, id).await?;
    let Some(connection) = connection.filter(|connection| connection.state.is_usable()) else {
        let cause = "the account was disconnected at the same time";
        return Err(Failure::busy("rotating a signing secret", cause));
    };
    store_endpoint(app, &mut db, id, endpoint, ReplacedEndpoint::Retires).await?;
    let details = json!({ "mode": connection.mode.word(), "is_entered": false });
    let entry = Action::StripeSecretRotated.on(id, details);
    access.record(app, &mut db, entry).await?;
    if is_about_deliveries(&connection) {
        let (event, actor) = (ConnectionEvent::CheckPassed, ConnectionActor::Owner(access));
        apply_event(app, &mut db, &connection, &event, actor).await?;
    }
    transaction.commit().await
}

/// Returns the problem of an endpoint that Stripe did not make.
async fn refused(
    app: &App,
    connection: &StripeConnection,
    error: &StripeError,
) -> Result<Problem, Failure> {
    match error {
        StripeError::Refused(_) => {
            let detail = "Stripe takes no other webhook endpoint. Delete one in its dashboard, and try again.";
            Ok(Problem::new(Kind::PaymentProviderError, detail))
        }
        StripeError::MissingPermission { .. } => Ok(missing_permissions(&[WEBHOOK_ENDPOINTS.name])),
        StripeError::Unauthorized
        | StripeError::RateLimited
        | StripeError::Unavailable
        | StripeError::StoredFailure
        | StripeError::InvalidResponse => {
            note_error(app, &connection.id, error).await?;
            Ok(provider_problem(error))
        }
    }
}

/// Returns true if a connection is degraded by what another secret repairs.
fn is_about_deliveries(connection: &StripeConnection) -> bool {
    match connection.trouble() {
        Some(
            ConnectionTrouble::BadSignatures
            | ConnectionTrouble::EndpointMissing
            | ConnectionTrouble::EndpointOff
            | ConnectionTrouble::Silent,
        ) => true,
        Some(
            ConnectionTrouble::MissingPermission(_)
            | ConnectionTrouble::Unreachable
            | ConnectionTrouble::KeyRefused,
        )
        | None => false,
    }
}
