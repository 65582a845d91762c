//! Sends to the idp the changes of a website's clients until it has all of them: the status of sign-in, and the pending
//! changes of the owner.

use std::time::Duration;

use foundation::{Connection, Failure, Timestamp};

use super::client_refusal::ClientRefusal;
use super::client_settings::{ClientSettings, IdTokenAlgorithm};
use super::idp::{CLAIMS_IN_ID_TOKEN, RegisterRefusal};
use super::registration::Registration;
use super::store::clients::{self as store, Held};
use super::wish::Wish;
use crate::app::App;
use crate::audit::{self, Action, Event};

/// Lease on a website's clients; longer than the idp timeout, so an expired lease means that its owner crashed.
pub(super) const HELD: Duration = Duration::from_mins(1);
/// Maximum number of pending changes that one request sends to the idp; the sweep sends the others.
const MAX_ROUNDS: usize = 10;

/// The idp's response to a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// The idp accepted the change, or there was none; holds the settings of its client if they may have changed.
    Taken(Option<ClientSettings>),
    /// The idp refused one of the changes.
    Refused(ClientRefusal),
}

/// Sends the changes of a website's clients to the idp. Does nothing if the idp has them, or if another request has the
/// lease: that request reads the new row before it ends.
pub(super) async fn follow(app: &App, website_id: &str) -> Result<Heard, Failure> {
    let mut heard = Heard::Taken(None);
    for _round in 0..MAX_ROUNDS {
        let now = app.clock.now();
        let until = now.plus(HELD);
        let mut transaction = app.database.begin().await?;
        let held = store::hold(
            &mut transaction.connection(),
            (website_id, true),
            now,
            until,
        )
        .await;
        let held = held?;
        transaction.commit().await?;
        let Some(held) = held else {
            return Ok(heard);
        };
        let told = tell(app, &held).await;
        let is_done = write_down(app, website_id, (&held, until), told.as_ref().ok()).await?;
        let told = told?;
        if matches!(told, Heard::Refused(_)) {
            heard = told;
        }
        if is_done {
            return Ok(heard);
        }
    }
    Ok(heard)
}

/// Stores the response of the idp and releases the lease; returns true if the idp has all changes.
async fn write_down(
    app: &App,
    website_id: &str,
    (held, until): (&Held, Timestamp),
    heard: Option<&Heard>,
) -> Result<bool, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if let (Some(wish), Some(heard)) = (&held.wish, heard) {
        settle(app, &mut db, (website_id, wish), heard).await?;
    }
    let is_done =
        heard.is_some() && store::in_line(&mut db, website_id, until, &held.status).await?;
    if !is_done {
        store::let_go(&mut db, website_id, until, app.clock.now()).await?;
    }
    transaction.commit().await?;
    Ok(is_done)
}

/// Applies the first pending change and records it in the audit log, or drops it if the idp refused it. Later changes
/// stay pending.
async fn settle(
    app: &App,
    db: &mut Connection<'_>,
    (website_id, text): (&str, &str),
    heard: &Heard,
) -> Result<(), Failure> {
    let wish = Wish::of_text(text)?;
    let rest = wish.rest().map(|rest| rest.text()).transpose()?;
    let wishes = (text, rest.as_deref());
    let settings = match heard {
        Heard::Refused(_) => return store::drop_wish(db, website_id, wishes).await,
        Heard::Taken(settings) => settings.as_ref(),
    };
    let change = wish.change();
    if !store::fulfil(db, (website_id, wishes), &change, settings).await? {
        return Ok(());
    }
    let event = Event {
        actor: &wish.actor,
        session: Some(&wish.session()),
        action: Action::WebsiteChanged,
        website_id: Some(website_id),
        subject: website_id,
        details: wish.told(),
    };
    audit::record(db, &event, &app.clock, &app.random).await
}

/// Sends the changes of one website to the idp; idempotent.
async fn tell(app: &App, held: &Held) -> Result<Heard, Failure> {
    let mut heard = Heard::Taken(None);
    if let Some(wish) = &held.wish {
        heard = ask(app, held, &Wish::of_text(wish)?).await?;
    }
    if held.switch_behind {
        switch(app, held).await?;
    }
    Ok(heard)
}

/// Runs only after the website itself was suspended or resumed: no other change may enable a client that the operator
/// disabled.
async fn switch(app: &App, held: &Held) -> Result<(), Failure> {
    let is_active = held.status == "active";
    let clients = [Some(&held.client_id), held.public_client_id.as_ref()];
    for client_id in clients.into_iter().flatten() {
        app.registrar.set_active(client_id, is_active).await?;
    }
    Ok(())
}

async fn ask(app: &App, held: &Held, wish: &Wish) -> Result<Heard, Failure> {
    let change = wish.change();
    let shown = |registration: Registration| {
        registration
            .with("client_name", change.name.clone())
            // Clients that an older version registered get this member with their next change.
            .with(CLAIMS_IN_ID_TOKEN, Some(true))
            .branded(change.branding.as_ref())
    };
    let Some(registration) = app.registrar.find(&held.client_id).await? else {
        return Err(Failure::unavailable(
            "changing a website's client",
            "the identity provider knows no such client",
        ));
    };
    // The type is of the owner's choice, and no address changes it.
    let settings = registration.settings().changed(&change.settings);
    let changed = shown(registration)
        .with_settings(&settings)
        .with("redirect_uris", change.redirect_uris.clone())
        .with(
            "post_logout_redirect_uris",
            change.post_logout_redirect_uris.clone(),
        );
    if let Some(refusal) = refusal_of(app.registrar.replace(&held.client_id, changed).await)? {
        return Ok(Heard::Refused(refusal));
    }
    let algorithm = change.settings.id_token_signed_response_alg;
    let is_shared = change.name.is_some() || change.branding.is_some() || algorithm.is_some();
    let taken = Heard::Taken(Some(settings));
    let Some(public) = held.public_client_id.as_ref().filter(|_| is_shared) else {
        return Ok(taken);
    };
    // A public client that has an id and was never registered has nothing to update.
    let Some(registration) = app.registrar.find(public).await? else {
        return Ok(taken);
    };
    let algorithm = algorithm.map(IdTokenAlgorithm::name);
    let changed = shown(registration).with("id_token_signed_response_alg", algorithm);
    if let Some(refusal) = refusal_of(app.registrar.replace(public, changed).await)? {
        return Ok(Heard::Refused(refusal));
    }
    Ok(taken)
}

fn refusal_of(done: Result<(), RegisterRefusal>) -> Result<Option<ClientRefusal>, Failure> {
    match done {
        Ok(()) => Ok(None),
        Err(RegisterRefusal::Refused(refusal)) => Ok(Some(refusal)),
        Err(RegisterRefusal::Failure(failure)) => Err(failure),
    }
}

/// Sends the changes that the idp may not have yet; returns the number of websites tried.
pub(super) async fn catch_up(app: &App) -> Result<u64, Failure> {
    let left = {
        let mut reader = app.database.reader().await?;
        store::behind(&mut reader.connection(), app.clock.now()).await?
    };
    let mut tried = 0;
    for website_id in left {
        tried += 1;
        if let Err(failure) = follow(app, &website_id).await {
            tracing::warn!(%failure, website = website_id, "the client of a website is still to be told of");
        }
    }
    Ok(tried)
}
