//! A website's clients at the idp, as its owner looks after them: another secret, and a second client without one.

use foundation::secret::SecretString;
use foundation::{Failure, Timestamp, id};
use serde_json::{Value, json};

use super::detail::PublicClient;
use super::details::check_redirect_uris;
use super::follow::HELD;
use super::idp::RegisterRefusal;
use super::read::find_own;
use super::store::clients::{self as store, Held};
use super::website::Website;
use crate::app::App;
use crate::audit::{self, Action, Event, PersonSession};
use crate::problem::{FieldError, Kind, Problem};

/// Gives a website's client another secret, which is told this once; the one before counts no more.
pub(super) async fn rotate_secret(
    app: &App,
    who: (&str, &PersonSession),
    website_id: &str,
) -> Result<(Website, SecretString), Problem> {
    let website = find_own(app, who.0, website_id).await?;
    let (held, until) = hold(app, &website.id).await?;
    let rotated = rotate(app, &held).await;
    let told = rotated
        .is_ok()
        .then_some((Action::ClientRotated, json!({})));
    let event = told.map(|(action, details)| (action, held.client_id.as_str(), details));
    finish(app, (who, &website.id, until), event, None).await?;
    let secret =
        rotated.map_err(|refusal| away(refusal, "The client's secret was not changed."))?;
    Ok((website, secret))
}

async fn rotate(app: &App, held: &Held) -> Result<SecretString, RegisterRefusal> {
    let registration = app.registrar.find(&held.client_id).await?;
    let registration = registration.ok_or_else(|| {
        Failure::unavailable(
            "rotating a client's secret",
            "the identity provider knows no such client",
        )
    })?;
    app.registrar
        .rotate_secret(&held.client_id, registration)
        .await
}

/// Gives a website a client for programs that can keep no secret, or the one it has these addresses. Its id is written down
/// before the idp is told, so that a client always has a row that leads to it.
pub(super) async fn put_public(
    app: &App,
    who: (&str, &PersonSession),
    website_id: &str,
    redirect_uris: Vec<String>,
) -> Result<PublicClient, Problem> {
    let mut errors = Vec::new();
    check_redirect_uris(&redirect_uris, &mut errors);
    if !errors.is_empty() {
        return Err(Problem::invalid(&errors));
    }
    let website = find_own(app, who.0, website_id).await?;
    let fresh = id::new("client", &app.clock, &app.random)?;
    let mut transaction = app.database.begin().await?;
    let client_id = store::name_public(&mut transaction.connection(), &website.id, &fresh).await?;
    transaction.commit().await?;
    let (held, until) = hold(app, &website.id).await?;
    let terms = (website.name.as_str(), held.status == "active");
    let put = put(app, (&held, &client_id), terms, &redirect_uris).await;
    let details = json!({ "redirect_uris": redirect_uris });
    let told = put
        .is_ok()
        .then_some((Action::PublicClientSet, client_id.as_str(), details));
    let known = put.is_ok().then_some(redirect_uris.as_slice());
    finish(app, (who, &website.id, until), told, known).await?;
    put.map_err(|refusal| away(refusal, "The client was not registered."))?;
    Ok(PublicClient {
        client_id,
        redirect_uris,
    })
}

/// Registers the public client, shown as the other one is.
async fn put(
    app: &App,
    (held, client_id): (&Held, &str),
    (name, is_active): (&str, bool),
    redirect_uris: &[String],
) -> Result<(), RegisterRefusal> {
    let other = app.registrar.find(&held.client_id).await?;
    let branding = other.map_or_else(Default::default, |other| other.branding());
    let terms = (name, is_active, &branding);
    app.registrar
        .put_public(client_id, terms, redirect_uris)
        .await
}

/// Holds a website's clients, so that nobody else changes them meanwhile.
async fn hold(app: &App, website_id: &str) -> Result<(Held, Timestamp), Problem> {
    let now = app.clock.now();
    let until = now.plus(HELD);
    let mut transaction = app.database.begin().await?;
    let held = store::hold(
        &mut transaction.connection(),
        (website_id, false),
        now,
        until,
    )
    .await?;
    transaction.commit().await?;
    let held = held.ok_or_else(|| {
        Failure::busy(
            "changing a website's client",
            "it is being changed by another request",
        )
    })?;
    Ok((held, until))
}

/// Lets others hold the clients again; what was done is told to the trail, and kept.
async fn finish(
    app: &App,
    ((actor, session), website_id, until): ((&str, &PersonSession), &str, Timestamp),
    told: Option<(Action, &str, Value)>,
    public: Option<&[String]>,
) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if let Some(redirect_uris) = public {
        store::set_public(&mut db, website_id, redirect_uris).await?;
    }
    store::let_go(&mut db, website_id, until, app.clock.now()).await?;
    if let Some((action, subject, details)) = told {
        let event = Event {
            actor,
            session: Some(session),
            action,
            website_id: Some(website_id),
            subject,
            details,
        };
        audit::record(&mut db, &event, &app.clock, &app.random).await?;
    }
    transaction.commit().await
}

fn away(refusal: RegisterRefusal, what: &str) -> Problem {
    match refusal {
        RegisterRefusal::Refused => {
            let detail = "The identity provider refuses one of these addresses.";
            Problem::invalid(&[FieldError::body("/redirect_uris", detail)])
        }
        RegisterRefusal::Failure(failure) => {
            foundation::http::log_failure(&failure);
            let detail = format!(
                "The identity provider does not answer. {what} Send the same request again."
            );
            Problem::new(Kind::Unavailable, detail).retry_after(5)
        }
    }
}
