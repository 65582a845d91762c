//! GET of `/api/auth/account/passkeys`, and the POSTs of its forms. All forms work without script, except adding.

use std::sync::Arc;

use askama::Template;
use foundation::{Failure, Timestamp};
use poem::http::{StatusCode, header};
use poem::web::{Data, Path};
use poem::{Request, Response, handler};
use serde_json::json;

use super::super::guard::{
    SignedInUser, back, back_as, form_key, here, is_ours, or_first_answer, or_page, out_of_date,
    see_other, to_sign_in, way_back,
};
use super::add::{AddPasskeyOutcome, add};
use super::remove::{RemovePasskeyOutcome, remove};
use super::rename::rename;
use super::take_change::take_change;
use crate::app::App;
use crate::limits::Verdict;
use crate::network::network_of;
use crate::pages::{Forms, Way, error_page, page_with_script};
use crate::parameters::{Form, Parameters, read_query};
use crate::passkeys::{self, KeptPasskey, NewPasskey, RelyingParty};
use crate::repeats::RepeatKey;
use crate::sign_in::csrf;

/// Path of the page.
const PATH: &str = "/api/auth/account/passkeys";
/// Path that asks a user to sign in again and returns to this page.
const SIGN_IN: &str =
    "/api/auth/signin?error=SessionRequired&callbackUrl=%2Fapi%2Fauth%2Faccount%2Fpasskeys";

#[derive(Template)]
#[template(path = "account/passkeys.html")]
struct PasskeysPage<'a> {
    host: &'a str,
    csrf_token: &'a str,
    passkeys: &'a [PasskeyView],
    is_fresh: bool,
    sign_in: &'a str,
    done: Option<&'static str>,
    error: Option<&'static str>,
    back: Option<&'a str>,
}

struct PasskeyView {
    id: String,
    name: String,
    is_synced: bool,
    added: String,
    used: Option<String>,
}

impl From<KeptPasskey> for PasskeyView {
    fn from(kept: KeptPasskey) -> Self {
        Self {
            id: kept.id,
            name: kept.name,
            is_synced: kept.backup_eligible,
            added: kept.created_at.day(),
            used: kept.last_used_at.map(Timestamp::day),
        }
    }
}

/// Handles GET of the signed-in user's passkeys.
#[handler]
pub(crate) async fn show_passkeys(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_page(request, shown(&app, request).await)
}

/// Handles the POST of one of the forms.
#[handler]
pub(crate) async fn change_passkeys(
    request: &Request,
    Path(change): Path<String>,
    form: Form,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    or_page(request, once(&app, request, &change, &form).await)
}

async fn shown(app: &App, request: &Request) -> Result<Response, Failure> {
    if app.passkeys.is_none() {
        return Ok(none_here());
    }
    let Some(here) = here(app, request).await? else {
        return to_sign_in(PATH);
    };
    let csrf = csrf::issue(app, request.headers())?;
    let mut reader = app.database.reader().await?;
    let kept = passkeys::store::of_user(&mut reader.connection(), &here.user.id).await?;
    drop(reader);
    let passkeys: Vec<_> = kept.into_iter().map(PasskeyView::from).collect();
    let query = read_query(request);
    let way_back = way_back(app, &query);
    let template = PasskeysPage {
        back: way_back.as_deref(),
        host: app.config.base.host(),
        csrf_token: &csrf.token,
        passkeys: &passkeys,
        is_fresh: here.is_fresh(app.clock.now()),
        sign_in: SIGN_IN,
        done: query.get("done").and_then(praise),
        error: query.get("error").and_then(complaint),
    };
    let page = page_with_script(StatusCode::OK, &template, Forms::StayHere)?;
    Ok(csrf.kept_by(page))
}

async fn once(
    app: &App,
    request: &Request,
    change: &str,
    form: &Parameters,
) -> Result<Response, Failure> {
    let key = form_key(app, request, form)?;
    let response = changed(app, request, change, (form, key.as_ref())).await?;
    or_first_answer(app, request, key.as_ref(), response).await
}

async fn changed(
    app: &App,
    request: &Request,
    change: &str,
    (form, key): (&Parameters, Option<&RepeatKey>),
) -> Result<Response, Failure> {
    let Some(party) = &app.passkeys else {
        return Ok(none_here());
    };
    if !is_ours(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(here) = here(app, request).await? else {
        return to_sign_in(PATH);
    };
    if change != "rename" && !here.is_fresh(app.clock.now()) {
        return to_sign_in(PATH);
    }
    if let Some(refused) = too_many(app, &here).await? {
        return Ok(refused);
    }
    match change {
        "options" => options(app, party, &here, form).await,
        "add" => added(app, party, request, (&here, form, key)).await,
        "rename" => renamed(app, request, &here, form).await,
        "remove" => removed(app, request, &here, (form, key)).await,
        _ => Ok(none_here()),
    }
}

/// Returns 429 if the user made too many changes within the hour. Each addition and removal sends an email.
async fn too_many(app: &App, here: &SignedInUser) -> Result<Option<Response>, Failure> {
    let Verdict::Refused { retry_after } = take_change(app, &here.user.id).await? else {
        return Ok(None);
    };
    let mut response = error_page(
        StatusCode::TOO_MANY_REQUESTS,
        (
            "Too many changes",
            "Nothing was changed this time. Wait an hour, then go on.",
        ),
        Way::to(PATH, "Go to your passkeys"),
    );
    let seconds = retry_after.as_secs().max(1);
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, seconds.into());
    Ok(Some(response))
}

async fn options(
    app: &App,
    party: &RelyingParty,
    here: &SignedInUser,
    form: &Parameters,
) -> Result<Response, Failure> {
    let browser = form.get("csrfToken").unwrap_or_default();
    let beginning =
        passkeys::begin_registration(app, party, &here.user.id, here.name(), browser).await?;
    Ok(Response::builder()
        .content_type("application/json; charset=utf-8")
        .header(header::CACHE_CONTROL, "no-store")
        .body(json!(beginning).to_string()))
}

async fn added(
    app: &App,
    party: &RelyingParty,
    request: &Request,
    (here, form, key): (&SignedInUser, &Parameters, Option<&RepeatKey>),
) -> Result<Response, Failure> {
    let Some(name) = passkeys::read_name(form.get("name").unwrap_or_default()) else {
        return back_with("error=name");
    };
    let new = NewPasskey {
        user_id: &here.user.id,
        ceremony: form.get("ceremony").unwrap_or_default(),
        credential: form.get("credential").unwrap_or_default(),
        browser: form.get("csrfToken").unwrap_or_default(),
        name: &name,
    };
    let to = way_back(app, form).unwrap_or_else(|| format!("{PATH}?done=added"));
    let session = here.renewing(key, &to);
    match add(app, party, (here, session), new, network_of(app, request)).await? {
        AddPasskeyOutcome::Done(started) => back(app, &started, &to),
        AddPasskeyOutcome::TooMany => back_with("error=many"),
        AddPasskeyOutcome::NotValid => back_with("error=device"),
        AddPasskeyOutcome::SignedOut => to_sign_in(PATH),
    }
}

async fn renamed(
    app: &App,
    request: &Request,
    here: &SignedInUser,
    form: &Parameters,
) -> Result<Response, Failure> {
    let Some(name) = passkeys::read_name(form.get("name").unwrap_or_default()) else {
        return back_with("error=name");
    };
    let id = form.get("id").unwrap_or_default();
    let asker = here.asker(network_of(app, request), here.renewing(None, PATH));
    if rename(app, asker, id, &name).await? {
        back_with("done=renamed")
    } else {
        back_with("error=gone")
    }
}

async fn removed(
    app: &App,
    request: &Request,
    here: &SignedInUser,
    (form, key): (&Parameters, Option<&RepeatKey>),
) -> Result<Response, Failure> {
    let id = form.get("id").unwrap_or_default();
    let done = format!("{PATH}?done=removed");
    let asker = here.asker(network_of(app, request), here.renewing(key, &done));
    match remove(app, asker, id).await? {
        RemovePasskeyOutcome::Gone(goes_on) => back_as(app, goes_on, &done),
        RemovePasskeyOutcome::Unknown => back_with("error=gone"),
        RemovePasskeyOutcome::LastWay => back_with("error=last"),
        RemovePasskeyOutcome::SignedOut => to_sign_in(PATH),
    }
}

fn praise(code: &str) -> Option<&'static str> {
    match code {
        "added" => Some("The passkey was added. You can sign in with it from now on."),
        "renamed" => Some("The passkey has its new name."),
        "removed" => Some("The passkey was removed. Delete it on your device too."),
        _ => None,
    }
}

fn complaint(code: &str) -> Option<&'static str> {
    match code {
        "name" => Some("A name has at most 64 characters, all of them letters and signs."),
        "many" => Some("You have 20 passkeys. Remove one before you add another."),
        "device" => Some("The device's answer came too late or did not fit. Try again."),
        "gone" => Some("You do not have this passkey. Nothing was changed."),
        "last" => {
            Some("This passkey is your only way to sign in. Add another way before you remove it.")
        }
        _ => None,
    }
}

fn back_with(query: &str) -> Result<Response, Failure> {
    see_other(&format!("{PATH}?{query}"))
}

fn none_here() -> Response {
    let words = ("There is nothing here", "Check the address.");
    let way = Way::to(PATH, "Go to your passkeys");
    error_page(StatusCode::NOT_FOUND, words, way)
}
