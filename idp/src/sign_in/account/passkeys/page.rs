//! GET of `/api/auth/account/passkeys`, and the POSTs of its forms. All forms work without script, except adding.

use std::sync::Arc;

use askama::Template;
use foundation::{Failure, Timestamp};
use poem::http::{StatusCode, header};
use poem::web::{Data, Path};
use poem::{Request, Response, handler};
use serde_json::json;

use super::super::guard::{
    SignedInUser, find_signed_in_user, form_key, has_valid_csrf_token, or_error_page,
    or_first_response, out_of_date, redirect_after_change, redirect_renewed, return_url, see_other,
    to_sign_in,
};
use super::add::{AddPasskeyOutcome, add};
use super::count_change::count_change;
use super::remove::{RemovePasskeyOutcome, remove};
use super::rename::rename;
use crate::app::App;
use crate::http::network::network_of;
use crate::http::pages::{FormTargets, PageLink, error_page, page_with_script};
use crate::http::parameters::{FormParameters, Parameters, read_query};
use crate::identity::passkeys::{self, NewPasskey, RelyingParty, StoredPasskey};
use crate::limits::LimitOutcome;
use crate::protocol::repeated_requests::RepeatKey;
use crate::sign_in::auth_api::csrf;

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

impl From<StoredPasskey> for PasskeyView {
    fn from(stored: StoredPasskey) -> Self {
        Self {
            id: stored.id,
            name: stored.name,
            is_synced: stored.backup_eligible,
            added: stored.created_at.day(),
            used: stored.last_used_at.map(Timestamp::day),
        }
    }
}

/// A form that the browser sent.
#[derive(Clone, Copy)]
struct SubmittedForm<'a> {
    parameters: &'a Parameters,
    /// Key of a form that the browser may send twice.
    key: Option<&'a RepeatKey>,
}

/// Handles GET of the signed-in user's passkeys.
#[handler]
pub(crate) async fn show_passkeys(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_error_page(request, render_page(&app, request).await)
}

/// Handles the POST of one of the forms.
#[handler]
pub(crate) async fn change_passkeys(
    request: &Request,
    Path(change): Path<String>,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    or_error_page(request, change_once(&app, request, &change, &form).await)
}

async fn render_page(app: &App, request: &Request) -> Result<Response, Failure> {
    if app.passkeys.is_none() {
        return Ok(not_found());
    }
    let Some(signed_in) = find_signed_in_user(app, request).await? else {
        return to_sign_in(PATH);
    };
    let csrf = csrf::issue(app, request.headers())?;
    let mut reader = app.database.reader().await?;
    let stored = passkeys::store::list(&mut reader.connection(), &signed_in.user.id).await?;
    drop(reader);
    let passkeys: Vec<_> = stored.into_iter().map(PasskeyView::from).collect();
    let query = read_query(request);
    let return_url = return_url(app, &query);
    let template = PasskeysPage {
        back: return_url.as_deref(),
        host: app.config.base.host(),
        csrf_token: &csrf.token,
        passkeys: &passkeys,
        is_fresh: signed_in.is_fresh(app.clock.now()),
        sign_in: SIGN_IN,
        done: query.get("done").and_then(success_message),
        error: query.get("error").and_then(error_message),
    };
    let page = page_with_script(StatusCode::OK, &template, FormTargets::SameOrigin)?;
    Ok(csrf.add_cookie(page))
}

async fn change_once(
    app: &App,
    request: &Request,
    change: &str,
    form: &Parameters,
) -> Result<Response, Failure> {
    let key = form_key(app, request, form)?;
    let submitted = SubmittedForm {
        parameters: form,
        key: key.as_ref(),
    };
    let response = handle_change(app, request, change, submitted).await?;
    or_first_response(app, request, key.as_ref(), response).await
}

async fn handle_change(
    app: &App,
    request: &Request,
    change: &str,
    form: SubmittedForm<'_>,
) -> Result<Response, Failure> {
    let Some(party) = &app.passkeys else {
        return Ok(not_found());
    };
    if !has_valid_csrf_token(app, request, form.parameters)? {
        return Ok(out_of_date());
    }
    let Some(signed_in) = find_signed_in_user(app, request).await? else {
        return to_sign_in(PATH);
    };
    if change != "rename" && !signed_in.is_fresh(app.clock.now()) {
        return to_sign_in(PATH);
    }
    if let Some(refused) = check_rate_limit(app, &signed_in).await? {
        return Ok(refused);
    }
    match change {
        "options" => begin_registration(app, party, &signed_in, form.parameters).await,
        "add" => add_passkey(app, party, request, &signed_in, form).await,
        "rename" => rename_passkey(app, request, &signed_in, form.parameters).await,
        "remove" => remove_passkey(app, request, &signed_in, form).await,
        _ => Ok(not_found()),
    }
}

/// Returns 429 if the user made too many changes within the hour. Each addition and removal sends an email.
async fn check_rate_limit(
    app: &App,
    signed_in: &SignedInUser,
) -> Result<Option<Response>, Failure> {
    let LimitOutcome::Refused { retry_after } = count_change(app, &signed_in.user.id).await? else {
        return Ok(None);
    };
    let mut response = error_page(
        StatusCode::TOO_MANY_REQUESTS,
        "Too many changes",
        "Nothing was changed this time. Wait an hour, then go on.",
        PageLink::to(PATH, "Go to your passkeys"),
    );
    let seconds = retry_after.as_secs().max(1);
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, seconds.into());
    Ok(Some(response))
}

async fn begin_registration(
    app: &App,
    party: &RelyingParty,
    signed_in: &SignedInUser,
    form: &Parameters,
) -> Result<Response, Failure> {
    let browser = form.get("csrfToken").unwrap_or_default();
    let beginning =
        passkeys::begin_registration(app, party, &signed_in.user.id, signed_in.name(), browser)
            .await?;
    Ok(Response::builder()
        .content_type("application/json; charset=utf-8")
        .header(header::CACHE_CONTROL, "no-store")
        .body(json!(beginning).to_string()))
}

async fn add_passkey(
    app: &App,
    party: &RelyingParty,
    request: &Request,
    signed_in: &SignedInUser,
    SubmittedForm { parameters, key }: SubmittedForm<'_>,
) -> Result<Response, Failure> {
    let Some(name) = passkeys::read_name(parameters.get("name").unwrap_or_default()) else {
        return redirect_with("error=name");
    };
    let new = NewPasskey {
        user_id: &signed_in.user.id,
        ceremony: parameters.get("ceremony").unwrap_or_default(),
        credential: parameters.get("credential").unwrap_or_default(),
        browser: parameters.get("csrfToken").unwrap_or_default(),
        name: &name,
    };
    let to = return_url(app, parameters).unwrap_or_else(|| format!("{PATH}?done=added"));
    let session = signed_in.renewing(key, &to);
    let requester = signed_in.form_requester(network_of(app, request), session);
    match add(app, party, requester, new).await? {
        AddPasskeyOutcome::Done(started) => redirect_renewed(app, &started, &to),
        AddPasskeyOutcome::TooMany => redirect_with("error=many"),
        AddPasskeyOutcome::NotValid => redirect_with("error=device"),
        AddPasskeyOutcome::SignedOut => to_sign_in(PATH),
    }
}

async fn rename_passkey(
    app: &App,
    request: &Request,
    signed_in: &SignedInUser,
    form: &Parameters,
) -> Result<Response, Failure> {
    let Some(name) = passkeys::read_name(form.get("name").unwrap_or_default()) else {
        return redirect_with("error=name");
    };
    let id = form.get("id").unwrap_or_default();
    let requester = signed_in.requester(network_of(app, request), signed_in.renewing(None, PATH));
    if rename(app, requester, id, &name).await? {
        redirect_with("done=renamed")
    } else {
        redirect_with("error=gone")
    }
}

async fn remove_passkey(
    app: &App,
    request: &Request,
    signed_in: &SignedInUser,
    form: SubmittedForm<'_>,
) -> Result<Response, Failure> {
    let id = form.parameters.get("id").unwrap_or_default();
    let done = format!("{PATH}?done=removed");
    let requester = signed_in.requester(
        network_of(app, request),
        signed_in.renewing(form.key, &done),
    );
    match remove(app, requester, id).await? {
        RemovePasskeyOutcome::Done(continuation) => redirect_after_change(app, continuation, &done),
        RemovePasskeyOutcome::Unknown => redirect_with("error=gone"),
        RemovePasskeyOutcome::LastMethod => redirect_with("error=last"),
        RemovePasskeyOutcome::SignedOut => to_sign_in(PATH),
    }
}

fn success_message(code: &str) -> Option<&'static str> {
    match code {
        "added" => Some("The passkey was added. You can sign in with it from now on."),
        "renamed" => Some("The passkey has its new name."),
        "removed" => Some("The passkey was removed. Delete it on your device too."),
        _ => None,
    }
}

fn error_message(code: &str) -> Option<&'static str> {
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

fn redirect_with(query: &str) -> Result<Response, Failure> {
    see_other(&format!("{PATH}?{query}"))
}

fn not_found() -> Response {
    let way = PageLink::to(PATH, "Go to your passkeys");
    error_page(
        StatusCode::NOT_FOUND,
        "There is nothing here",
        "Check the address.",
        way,
    )
}
