//! Adds an endpoint; its secret is shown once.

use foundation::secret::{ExposeSecret, SecretString};
use foundation::{Failure, id};
use serde_json::json;

use super::change::update_subscription;
use super::deliver::SECRETS;
use super::sign::{Signing, fresh};
use super::store::endpoints;
use super::webhook_endpoint::{
    MAX_ENDPOINTS, Status, USUAL_TYPES, WebhookEndpoint, address, types,
};
use crate::app::App;
use crate::audit::Action;
use crate::caller::Mode;
use crate::credits;
use crate::problem::{FieldError, Problem};
use crate::websites::SiteAccess;

/// A new endpoint before any check.
#[derive(Clone, Debug)]
pub(super) struct NewEndpoint {
    pub(super) url: String,
    pub(super) events: Option<Vec<String>>,
    pub(super) mode: Option<Mode>,
    pub(super) signing: Signing,
}

/// Adds an endpoint; returns its secret, if it has one.
pub(super) async fn add(
    app: &App,
    access: &SiteAccess,
    asked: NewEndpoint,
) -> Result<(WebhookEndpoint, Option<SecretString>), Problem> {
    let usual = || USUAL_TYPES.map(ToOwned::to_owned).to_vec();
    let events = asked.events.unwrap_or_else(usual);
    let (url, host, events) = match (
        address(&asked.url, app.webhooks.outbound.allowed()),
        types(events),
    ) {
        (Ok((url, host)), Ok(events)) => (url, host, events),
        (url, events) => {
            let errors: Vec<FieldError> = [url.err(), events.err()].into_iter().flatten().collect();
            return Err(Problem::invalid(&errors));
        }
    };
    let mode = mode_of(access, asked.mode)?;
    let signer = fresh(asked.signing, &app.random)?;
    let endpoint = WebhookEndpoint {
        id: id::new("whe", &app.clock, &app.random)?,
        website_id: access.website_id.clone(),
        mode,
        url,
        events,
        status: Status::Active,
        failing_since: None,
        disabled_reason: None,
        previous_until: None,
        public_key: signer.public_key.clone(),
        created_at: app.clock.now(),
    };
    write(app, access, &endpoint, &host, &signer.secret).await?;
    Ok((endpoint, signer.shown()))
}

/// Returns the mode: an API key's own, or the one that the owner names.
fn mode_of(access: &SiteAccess, asked: Option<Mode>) -> Result<Mode, Problem> {
    match (access.only_mode(), asked) {
        (Some(own), Some(asked)) if own != asked => {
            let detail = "Must be the mode of the API key, or left out.";
            Err(Problem::invalid(&[FieldError::body("/mode", detail)]))
        }
        (Some(own), _) => Ok(own),
        (None, asked) => Ok(asked.unwrap_or(access.mode)),
    }
}

async fn write(
    app: &App,
    access: &SiteAccess,
    endpoint: &WebhookEndpoint,
    host: &str,
    secret: &SecretString,
) -> Result<(), Problem> {
    let sealed = app.sealer.seal(SECRETS, secret.expose_secret())?;
    let site = endpoint.scope();
    // The book stores the subscriptions of the website; it is created at its first use.
    let book_id = credits::open_site_book(app, site).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    credits::lock_book(&mut db, book_id).await?;
    if endpoints::count(&mut db, site.website_id, site.mode.word()).await? >= MAX_ENDPOINTS {
        let detail =
            format!("A website has at most {MAX_ENDPOINTS} endpoints in a mode; delete one first.");
        return Err(Problem::invalid(&[FieldError::body("/url", detail)]));
    }
    endpoints::insert(&mut db, endpoint, host, &sealed).await?;
    update_subscription(&mut db, site).await?;
    let details = json!({ "mode": site.mode.word(), "events": endpoint.events, "host": host });
    access
        .record(app, &mut db, Action::WebhookAdded.on(&endpoint.id, details))
        .await?;
    transaction.commit().await?;
    Ok(())
}

/// A new endpoint with its secret.
pub(crate) struct AddedEndpoint {
    /// Its id.
    pub(crate) id: String,
    /// Its URL.
    pub(crate) url: String,
    secret: SecretString,
}

impl AddedEndpoint {
    /// Returns the secret that signs its events, to show it once.
    pub(crate) fn secret(&self) -> &str {
        self.secret.expose_secret()
    }
}

/// Checks a URL; `pointer` is its position in the request's body, for the error.
pub(crate) fn check_address(app: &App, url: &str, pointer: &str) -> Result<(), FieldError> {
    match address(url, app.webhooks.outbound.allowed()) {
        Ok(_address) => Ok(()),
        Err(FieldError::Body { detail, .. } | FieldError::Parameter { detail, .. }) => {
            Err(FieldError::body(pointer, detail))
        }
    }
}

/// Adds an endpoint for the default events of the caller's mode.
pub(crate) async fn add_usual(
    app: &App,
    access: &SiteAccess,
    url: String,
) -> Result<AddedEndpoint, Problem> {
    let asked = NewEndpoint {
        url,
        events: None,
        mode: None,
        signing: Signing::Shared,
    };
    let (endpoint, secret) = add(app, access, asked).await?;
    let secret =
        secret.ok_or_else(|| Failure::defect("a shared secret was made and is not there"))?;
    Ok(AddedEndpoint {
        id: endpoint.id,
        url: endpoint.url,
        secret,
    })
}
