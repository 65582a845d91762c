//! Registering a website in one call: its row, its client at the idp, its first API keys.

use foundation::secret::SecretString;
use foundation::{Failure, id};
use serde_json::json;

use super::idp::RegisterRefusal;
use super::key::NewKey;
use super::store;
use super::website::{NewWebsite, Status, Website};
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::caller::Mode;
use crate::problem::{FieldError, Kind, Problem};

/// A website that was just registered, with the secrets that are shown once.
pub(super) struct Registered {
    pub(super) website: Website,
    pub(super) client_secret: SecretString,
    pub(super) live_key: NewKey,
    pub(super) test_key: NewKey,
}

/// Why a website was not registered.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    /// The request does not fulfil what a registration has to.
    #[error("the request is not valid")]
    Invalid(Vec<FieldError>),
    /// The idp did not register the client; nothing is left of the attempt that anybody sees.
    #[error("the identity provider is away: {0}")]
    IdpAway(Failure),
    /// Machinery broke.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// Registers a website for its owner.
///
/// The row comes first, unseen (`registering`), so that whatever breaks afterwards, the client at the idp has a row
/// that leads to it and the sweep takes both away. Each attempt makes its own: trying again is safe.
pub(super) async fn register(
    app: &App,
    owner_user_id: &str,
    request: NewWebsite,
) -> Result<Registered, Refusal> {
    let request = request.checked().map_err(Refusal::Invalid)?;
    let website = Website {
        id: id::new("web", &app.clock, &app.random)?,
        owner_user_id: owner_user_id.to_owned(),
        name: request.name.clone(),
        url: request.url.clone(),
        client_id: id::new("client", &app.clock, &app.random)?,
        status: Status::Active,
        created_at: app.clock.now(),
    };
    let mut transaction = app.database.begin().await?;
    store::insert(&mut transaction.connection(), &website).await?;
    transaction.commit().await?;
    let client_secret = match app.registrar.put(&website.client_id, &request).await {
        Ok(secret) => secret,
        Err(RegisterRefusal::Refused) => {
            let detail = "The identity provider refuses one of these addresses.";
            return Err(Refusal::Invalid(vec![FieldError::body(
                "/redirect_uris",
                detail,
            )]));
        }
        Err(RegisterRefusal::Failure(failure)) => return Err(Refusal::IdpAway(failure)),
    };
    activate(app, website, client_secret).await
}

async fn activate(
    app: &App,
    website: Website,
    client_secret: SecretString,
) -> Result<Registered, Refusal> {
    let owner = website.owner_user_id.as_str();
    let live_key = NewKey::make(Mode::Live, owner, &app.clock, &app.random)?;
    let test_key = NewKey::make(Mode::Test, owner, &app.clock, &app.random)?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !store::activate(&mut db, &website.id).await? {
        let swept = Failure::unavailable("activating a website", "its registration was swept");
        return Err(Refusal::IdpAway(swept));
    }
    let mut event = Event {
        actor: owner,
        action: Action::WebsiteRegistered,
        website_id: Some(&website.id),
        subject: &website.id,
        details: json!({"name": website.name, "url": website.url, "client_id": website.client_id}),
    };
    audit::record(&mut db, &event, &app.clock, &app.random).await?;
    for key in [&live_key, &test_key] {
        store::insert_key(&mut db, &website.id, key).await?;
        event.action = Action::KeyMade;
        event.subject = &key.id;
        event.details = json!({"prefix": key.prefix, "scopes": key.scopes});
        audit::record(&mut db, &event, &app.clock, &app.random).await?;
    }
    transaction.commit().await?;
    Ok(Registered {
        website,
        client_secret,
        live_key,
        test_key,
    })
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Invalid(errors) => Self::invalid(&errors),
            Refusal::IdpAway(failure) => {
                foundation::http::log_failure(&failure);
                Self::new(
                    Kind::Unavailable,
                    "The identity provider did not register the website's client. Nothing is registered; send the same request again.",
                )
                .retry_after(5)
            }
            Refusal::Failure(failure) => failure.into(),
        }
    }
}
