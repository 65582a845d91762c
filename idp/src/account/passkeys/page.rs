//! GET of `/api/auth/account/passkeys`, and the POSTs of its forms: all of them work without script but adding.

use std::sync::Arc;

use askama::Template;
use foundation::http::RequestId;
use foundation::{Failure, Timestamp};
use poem::http::{StatusCode, header};
use poem::web::{Data, Path};
use poem::{Request, Response, handler};
use serde_json::json;

use super::add::add;
use super::remove::{Removed, remove};
use super::rename::rename;
use super::visit::Visit;
use crate::app::App;
use crate::network::network_of;
use crate::pages::{Forms, error_page, failure_page, page_with_passkeys};
use crate::parameters::{Form, Parameters, read_query};
use crate::passkeys::{self, KeptPasskey, NewPasskey, Registered, RelyingParty};
use crate::sign_in::csrf;
use crate::{sessions, users};

/// The page.
const PATH: &str = "/api/auth/account/passkeys";
/// Where who has to sign in, or to do it again, is led to.
const SIGN_IN: &str = "/api/auth/signin?callbackUrl=%2Fapi%2Fauth%2Faccount%2Fpasskeys";

#[derive(Template)]
#[template(path = "account/passkeys.html")]
struct PasskeysPage<'a> {
    host: &'a str,
    csrf_token: &'a str,
    passkeys: &'a [Shown],
    is_fresh: bool,
    sign_in: &'a str,
    done: Option<&'static str>,
    error: Option<&'static str>,
}

struct Shown {
    id: String,
    name: String,
    is_synced: bool,
    added: String,
    used: Option<String>,
}

impl From<KeptPasskey> for Shown {
    fn from(kept: KeptPasskey) -> Self {
        Self {
            id: kept.id,
            name: kept.name,
            is_synced: kept.backup_eligible,
            added: day(kept.created_at),
            used: kept.last_used_at.map(day),
        }
    }
}

fn day(at: Timestamp) -> String {
    at.to_iso8601().chars().take(10).collect()
}

/// GET: the passkeys of who is signed in.
#[handler]
pub(crate) async fn show_passkeys(request: &Request, app: Data<&Arc<App>>) -> Response {
    shown(&app, request)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::of(request)))
}

/// POST of one of the forms.
#[handler]
pub(crate) async fn change_passkeys(
    request: &Request,
    Path(change): Path<String>,
    form: Form,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    changed(&app, request, &change, &form)
        .await
        .unwrap_or_else(|failure| failure_page(&failure, &RequestId::of(request)))
}

async fn shown(app: &App, request: &Request) -> Result<Response, Failure> {
    if app.passkeys.is_none() {
        return Ok(none_here());
    }
    let csrf = csrf::issue(app, request.headers())?;
    let Some(visit) = visit(app, request, &csrf.token).await? else {
        return Ok(lead_to(SIGN_IN));
    };
    let mut reader = app.database.reader().await?;
    let kept = passkeys::store::of_user(&mut reader.connection(), &visit.user.id).await?;
    drop(reader);
    let passkeys: Vec<_> = kept.into_iter().map(Shown::from).collect();
    let query = read_query(request);
    let template = PasskeysPage {
        host: app.config.base.host(),
        csrf_token: &csrf.token,
        passkeys: &passkeys,
        is_fresh: visit.is_fresh(app.clock.now()),
        sign_in: SIGN_IN,
        done: query.get("done").and_then(praise),
        error: query.get("error").and_then(complaint),
    };
    let mut response = page_with_passkeys(StatusCode::OK, &template, Forms::StayHere)?;
    if let Some(line) = csrf.set_cookie {
        response.headers_mut().append(header::SET_COOKIE, line);
    }
    Ok(response)
}

async fn changed(
    app: &App,
    request: &Request,
    change: &str,
    form: &Parameters,
) -> Result<Response, Failure> {
    let Some(party) = &app.passkeys else {
        return Ok(none_here());
    };
    let csrf_token = form.get("csrfToken").unwrap_or_default();
    if form.is_malformed() || !csrf::verify(app, request.headers(), csrf_token)? {
        return Ok(error_page(
            StatusCode::FORBIDDEN,
            "This page is out of date",
            "Nothing was changed. Go back and load it again.",
        ));
    }
    let visit = visit(app, request, csrf_token).await?;
    let Some(visit) = visit else {
        return Ok(lead_to(SIGN_IN));
    };
    let id = form.get("id").unwrap_or_default();
    if change == "rename" {
        return renamed(app, &visit, id, form.get("name").unwrap_or_default()).await;
    }
    if !visit.is_fresh(app.clock.now()) {
        return Ok(lead_to(SIGN_IN));
    }
    match change {
        "options" => options(app, party, &visit).await,
        "add" => added(app, party, &visit, form).await,
        "remove" => removed(app, &visit, id).await,
        _ => Ok(none_here()),
    }
}

async fn options(app: &App, party: &RelyingParty, visit: &Visit) -> Result<Response, Failure> {
    let user_id = &visit.user.id;
    let beginning =
        passkeys::begin_registration(app, party, user_id, visit.shown(), &visit.browser).await?;
    Ok(Response::builder()
        .content_type("application/json; charset=utf-8")
        .header(header::CACHE_CONTROL, "no-store")
        .body(json!(beginning).to_string()))
}

async fn added(
    app: &App,
    party: &RelyingParty,
    visit: &Visit,
    form: &Parameters,
) -> Result<Response, Failure> {
    let Some(name) = passkeys::read_name(form.get("name").unwrap_or_default()) else {
        return Ok(back_with("error=name"));
    };
    let new = NewPasskey {
        user_id: &visit.user.id,
        ceremony: form.get("ceremony").unwrap_or_default(),
        credential: form.get("credential").unwrap_or_default(),
        browser: &visit.browser,
        name: &name,
    };
    Ok(match add(app, party, visit, new).await? {
        Registered::Added => back_with("done=added"),
        Registered::TooMany => back_with("error=many"),
        Registered::NotValid => back_with("error=device"),
    })
}

async fn renamed(app: &App, visit: &Visit, id: &str, typed: &str) -> Result<Response, Failure> {
    let Some(name) = passkeys::read_name(typed) else {
        return Ok(back_with("error=name"));
    };
    Ok(if rename(app, visit, id, &name).await? {
        back_with("done=renamed")
    } else {
        back_with("error=gone")
    })
}

async fn removed(app: &App, visit: &Visit, id: &str) -> Result<Response, Failure> {
    Ok(match remove(app, visit, id).await? {
        Removed::Gone => back_with("done=removed"),
        Removed::Unknown => back_with("error=gone"),
        Removed::LastWay => back_with("error=last"),
    })
}

async fn visit(app: &App, request: &Request, browser: &str) -> Result<Option<Visit>, Failure> {
    let Some(session) = sessions::current(app, request).await? else {
        return Ok(None);
    };
    let mut reader = app.database.reader().await?;
    let user = users::store::find(&mut reader.connection(), &session.user_id).await?;
    Ok(user.filter(|user| user.is_active).map(|user| Visit {
        user,
        auth_time: session.auth_time,
        browser: browser.to_owned(),
        network: network_of(app, request).to_string(),
    }))
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

fn back_with(query: &str) -> Response {
    lead_to(&format!("{PATH}?{query}"))
}

fn lead_to(location: &str) -> Response {
    Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, location)
        .header(header::CACHE_CONTROL, "no-store")
        .finish()
}

fn none_here() -> Response {
    let words = "Check the address.";
    error_page(StatusCode::NOT_FOUND, "There is nothing here", words)
}
