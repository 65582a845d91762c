//! GET and POST of `/api/auth/account/applications`: lists the applications that the user allowed, and revokes their access.

use std::sync::Arc;

use askama::Template;
use foundation::Failure;
use poem::http::StatusCode;
use poem::web::Data;
use poem::{Request, Response, handler};

use super::super::guard::{
    find_signed_in_user, has_valid_csrf_token, or_error_page, out_of_date, see_other, to_sign_in,
};
use crate::app::App;
use crate::http::network::network_of;
use crate::http::pages::{FormTargets, page};
use crate::http::parameters::{FormParameters, Parameters, read_query};
use crate::session::consents::{self, Application, Revoker, describe_scopes};
use crate::sign_in::auth_api::csrf;

const PATH: &str = "/api/auth/account/applications";

/// One application as the page shows it.
struct ApplicationView {
    client_id: String,
    name: String,
    scopes: Vec<String>,
    day: String,
    login_link: Option<String>,
}

#[derive(Template)]
#[template(path = "account/applications.html")]
struct ApplicationsPage<'a> {
    csrf_token: &'a str,
    lines: &'a [ApplicationView],
    is_done: bool,
}

/// Handles GET of the list. A browser without a session is sent through sign-in and back.
#[handler]
pub(crate) async fn show_applications(request: &Request, app: Data<&Arc<App>>) -> Response {
    or_error_page(request, render_page(&app, request).await)
}

/// Handles the POST that revokes the access of the application in the form.
#[handler]
pub(crate) async fn revoke(
    request: &Request,
    form: FormParameters,
    app: Data<&Arc<App>>,
) -> Response {
    let form = form.0.unwrap_or_default();
    or_error_page(request, handle_revoke(&app, request, &form).await)
}

async fn render_page(app: &App, request: &Request) -> Result<Response, Failure> {
    let Some(signed_in) = find_signed_in_user(app, request).await? else {
        return to_sign_in(PATH);
    };
    let applications = consents::list_applications(app, &signed_in.user.id).await?;
    let lines = applications
        .into_iter()
        .map(|one| application_view(app, one));
    let lines: Vec<_> = lines.collect();
    let csrf = csrf::issue(app, request.headers())?;
    let template = ApplicationsPage {
        csrf_token: &csrf.token,
        lines: &lines,
        is_done: read_query(request).get("done") == Some("revoked"),
    };
    let response = page(StatusCode::OK, &template, FormTargets::SameOrigin)?;
    Ok(csrf.add_cookie(response))
}

async fn handle_revoke(
    app: &App,
    request: &Request,
    form: &Parameters,
) -> Result<Response, Failure> {
    if !has_valid_csrf_token(app, request, form)? {
        return Ok(out_of_date());
    }
    let Some(signed_in) = find_signed_in_user(app, request).await? else {
        return to_sign_in(PATH);
    };
    let by = Revoker {
        actor: &signed_in.user.id,
        network: Some(network_of(app, request).to_string()),
    };
    let client_id = form.get("client_id").unwrap_or_default();
    let was_there = consents::revoke(app, &signed_in.user.id, client_id, by).await?;
    // Shows no message if the access was revoked already, by a second click or in another tab.
    let done = if was_there { "?done=revoked" } else { "" };
    see_other(&format!("{PATH}{done}"))
}

fn application_view(app: &App, application: Application) -> ApplicationView {
    ApplicationView {
        login_link: application.login_link(&app.config.base.issuer),
        client_id: application.client_id,
        name: application.name,
        scopes: describe_scopes(&app.config.scope_words, None, application.scope.words()),
        day: application.used_at.day(),
    }
}
