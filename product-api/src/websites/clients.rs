//! A website's clients at the idp, as its owner looks after them: another secret, and a second client without one.

use foundation::secret::SecretString;
use foundation::{Connection, Failure, Timestamp, id};
use serde_json::{Value, json};

use super::client_refusal::ClientRefusal;
use super::detail::PublicClient;
use super::details::check_redirect_uris;
use super::follow::{HELD, follow};
use super::idp::RegisterRefusal;
use super::read::find_own;
use super::store::clients::{self as store, Held};
use super::website::Website;
use crate::app::App;
use crate::audit::{self, Action, Event, PersonSession};
use crate::problem::{Kind, Problem};

/// What somebody does to a client of a website.
struct Deed<'a> {
    who: (&'a str, &'a PersonSession),
    website_id: &'a str,
    client_id: &'a str,
    action: Action,
}

/// Why the idp has not said that it has done something.
enum Undone {
    /// It does not accept these members of the client.
    Refused(ClientRefusal),
    /// It could not be asked.
    NotAsked(Failure),
    /// It was asked, and what became of that is not known.
    Unanswered(Failure),
}

impl From<RegisterRefusal> for Undone {
    fn from(refusal: RegisterRefusal) -> Self {
        match refusal {
            RegisterRefusal::Refused(refusal) => Self::Refused(refusal),
            RegisterRefusal::Failure(failure) => Self::Unanswered(failure),
        }
    }
}

/// Gives a website's client another secret, which is told this once; the one before counts no more.
pub(super) async fn rotate_secret(
    app: &App,
    who: (&str, &PersonSession),
    website_id: &str,
) -> Result<(Website, SecretString), Problem> {
    let website = find_own(app, who.0, website_id).await?;
    let deed = Deed {
        who,
        website_id: &website.id,
        client_id: &website.client_id,
        action: Action::ClientRotated,
    };
    let (held, until) = hold(app, &deed, json!({})).await?;
    let rotated = rotate(app, &held).await;
    finish(app, &deed, (until, rotated.as_ref().err()), None).await?;
    let secret = rotated.map_err(|undone| {
        undone.told(
            &[],
            "The client's secret was not changed. Send the same request again.",
            "Whether the client's secret was changed is not known: make another now, the one before may count no more.",
        )
    })?;
    Ok((website, secret))
}

async fn rotate(app: &App, held: &Held) -> Result<SecretString, Undone> {
    let registration = app.registrar.find(&held.client_id).await;
    let registration = registration.map_err(Undone::NotAsked)?.ok_or_else(|| {
        Undone::NotAsked(Failure::unavailable(
            "rotating a client's secret",
            "the identity provider knows no such client",
        ))
    })?;
    let rotated = app.registrar.rotate_secret(&held.client_id, registration);
    Ok(rotated.await?)
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
    let deed = Deed {
        who,
        website_id: &website.id,
        client_id: &client_id,
        action: Action::PublicClientSet,
    };
    let (held, until) = hold(app, &deed, json!({ "redirect_uris": redirect_uris })).await?;
    let put = put(app, (&held, &client_id), &redirect_uris).await;
    let known = put.is_ok().then_some(redirect_uris.as_slice());
    finish(app, &deed, (until, put.as_ref().err()), known).await?;
    put.map_err(|undone| {
        undone.told(
            &["redirect_uris"],
            "The client was not registered. Send the same request again.",
            "Whether the client was registered is not known. Send the same request again.",
        )
    })?;
    Ok(PublicClient {
        client_id,
        redirect_uris,
    })
}

/// Registers the public client, shown as the other one is. One that the operator has switched off stays so.
async fn put(
    app: &App,
    (held, client_id): (&Held, &str),
    redirect_uris: &[String],
) -> Result<(), Undone> {
    let other = app.registrar.find(&held.client_id).await;
    let branding = other
        .map_err(Undone::NotAsked)?
        .map_or_else(Default::default, |other| other.branding());
    let before = app.registrar.find(client_id).await;
    let before = before.map_err(Undone::NotAsked)?;
    let is_on = before.is_none_or(|before| before.is_active());
    let is_active = is_on && held.status == "active";
    let terms = (held.name.as_str(), is_active, &branding);
    let put = app.registrar.put_public(client_id, terms, redirect_uris);
    Ok(put.await?)
}

/// Holds a website's clients, so that nobody else changes them meanwhile. The trail is told with that: what the idp has done
/// stands there also when its answer is lost.
async fn hold(app: &App, deed: &Deed<'_>, details: Value) -> Result<(Held, Timestamp), Problem> {
    let now = app.clock.now();
    let until = now.plus(HELD);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let held = store::hold(&mut db, (deed.website_id, false), now, until).await?;
    let held = held.ok_or_else(|| {
        Failure::busy(
            "changing a website's client",
            "it is being changed by another request",
        )
    })?;
    deed.record(app, &mut db, details).await?;
    transaction.commit().await?;
    Ok((held, until))
}

/// Lets others hold the clients again. What was done is kept, and what was not done, or may not be, is told to the trail.
/// Whoever changed something meanwhile has found the clients held: the idp is told of that now.
async fn finish(
    app: &App,
    deed: &Deed<'_>,
    (until, undone): (Timestamp, Option<&Undone>),
    public: Option<&[String]>,
) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if let Some(redirect_uris) = public {
        store::set_public(&mut db, deed.website_id, redirect_uris).await?;
    }
    store::let_go(&mut db, deed.website_id, until, app.clock.now()).await?;
    if let Some(undone) = undone {
        let details = json!({ "outcome": undone.word() });
        deed.record(app, &mut db, details).await?;
    }
    transaction.commit().await?;
    // What is left of it is the sweep's.
    follow(app, deed.website_id).await.map_or_else(
        |failure| foundation::http::log_failure(&failure),
        |_heard| (),
    );
    Ok(())
}

impl Deed<'_> {
    async fn record(
        &self,
        app: &App,
        db: &mut Connection<'_>,
        details: Value,
    ) -> Result<(), Failure> {
        let event = Event {
            actor: self.who.0,
            session: Some(self.who.1),
            action: self.action,
            website_id: Some(self.website_id),
            subject: self.client_id,
            details,
        };
        audit::record(db, &event, &app.clock, &app.random).await
    }
}

impl Undone {
    /// The word in the trail.
    const fn word(&self) -> &'static str {
        match self {
            Self::Refused(_) | Self::NotAsked(_) => "unchanged",
            Self::Unanswered(_) => "unknown",
        }
    }

    fn told(self, members: &[&str], unchanged: &str, unknown: &str) -> Problem {
        let (failure, what) = match self {
            Self::Refused(refusal) => return Problem::invalid(&refusal.field_errors(members)),
            Self::NotAsked(failure) => (failure, unchanged),
            Self::Unanswered(failure) => (failure, unknown),
        };
        foundation::http::log_failure(&failure);
        let detail = format!("The identity provider does not answer. {what}");
        Problem::new(Kind::Unavailable, detail).retry_after(5)
    }
}
