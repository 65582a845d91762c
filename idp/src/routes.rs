//! All routes of the idp.

use std::sync::Arc;

use foundation::database::WriteProbe;
use foundation::http::health::{self, Check};
use foundation::http::{
    Methods, Middleware, RefusedRequest, get, lazy_endpoint, post, with_middleware,
};
use poem::endpoint::BoxEndpoint;
use poem::{Endpoint, EndpointExt, Response, Route};

use crate::app::App;
use crate::http::errors::{Readers, refused_document, with_error_documents};
use crate::observability::activity::{RecordedEndpoint, with_activity};
use crate::observability::telemetry::collectors;
use crate::{
    admin::{account_api, admin_api},
    http::{api_schema, pages},
    oauth::{
        authorize, device_authorization, devices, discovery, introspection, par, registration,
        revocation, sign_out, tokens, userinfo,
    },
    protocol::{branding, cors},
    sign_in::{account, auth_api, operators},
};

/// Adds the idp's routes to a service.
pub fn add_routes(route: Route, app: &Arc<App>) -> Route {
    let route = provider(route, app);
    let claim = get(operators::claim_page).post(operators::spend_link);
    let applications =
        get(account::applications::show_applications).post(account::applications::revoke);
    let own_sessions = get(account::sessions::show_sessions).post(account::sessions::end_sessions);
    account_page(route, app)
        .at("/admin/claim", for_people(claim, app))
        .at(
            "/api/auth/account/applications",
            for_people(applications, app),
        )
        .at(
            "/api/auth/account/passkeys",
            for_people(get(account::show_passkeys), app),
        )
        .at(
            "/api/auth/account/passkeys/:change",
            for_people(post(account::change_passkeys), app),
        )
        .at("/api/auth/account/sessions", for_people(own_sessions, app))
        .at("/api/auth/*path", for_people(auth_api::serve, app))
        .at("/oauth/assets/:name", get(pages::serve_asset))
        .at(
            "/oauth/brand.css",
            get(branding::endpoint::serve_stylesheet).data(Arc::clone(app)),
        )
        .at(
            "/oauth/brand.png",
            get(branding::endpoint::serve_logo).data(Arc::clone(app)),
        )
        .nest("/account/v1", own_account(app))
        .nest(
            "/admin/v1",
            lazy_endpoint(admin_api::api::endpoint).data(Arc::clone(app)),
        )
}

/// Returns the account API of a user, for the pages of this installation's app.
fn own_account(app: &Arc<App>) -> impl Endpoint<Output = Response> + use<> {
    let operations = lazy_endpoint(account_api::endpoint).data(Arc::clone(app));
    cors::with_client_cors(operations, app, "GET, POST, PATCH, DELETE")
}

/// Adds the account pages for users.
fn account_page(route: Route, app: &Arc<App>) -> Route {
    let unlink = get(account::remove_page).post(account::remove);
    let email = get(account::address_page).post(account::request_address_proof);
    let confirm = get(account::confirm_page).post(account::change_address);
    let merge = get(account::offer_page).post(account::merge);
    let undo = get(account::ask_undo).post(account::undo);
    route
        .at("/api/auth/account", for_people(get(account::show), app))
        .at(
            "/api/auth/account/link/:provider",
            for_people(post(account::link), app),
        )
        .at("/api/auth/account/unlink", for_people(unlink, app))
        .at("/api/auth/account/email", for_people(email, app))
        .at("/api/auth/account/email/confirm", for_people(confirm, app))
        .at("/api/auth/account/merge", for_people(merge, app))
        .at("/api/auth/account/merge/undo", for_people(undo, app))
}

/// Adds the OpenID Provider's pages for users and endpoints for programs.
fn provider(route: Route, app: &Arc<App>) -> Route {
    // A HEAD request has its own handler, because it must not use the request up.
    let authorization = get(authorize::endpoint::authorize)
        .post(authorize::endpoint::authorize)
        .head(authorize::endpoint::refuse_head);
    let typing = get(devices::page::show).post(devices::page::enter);
    let authorization_page = |endpoint: Methods| {
        let endpoint = with_error_documents(for_people(endpoint, app), Readers::People);
        with_activity(endpoint, app, RecordedEndpoint::Authorize)
    };
    let shown =
        |endpoint: Methods| with_error_documents(for_people(endpoint, app), Readers::People);
    // A HEAD request is routed explicitly: handled as a GET it would end the session.
    let end_session = get(sign_out::page::sign_out)
        .post(sign_out::page::sign_out)
        .head(sign_out::page::sign_out);
    provider_of_programs(public_documents(route, app), app)
        .at("/oauth/authorize", authorization_page(authorization))
        .at(
            "/oauth/consent",
            authorization_page(post(authorize::page::consent)),
        )
        .at(
            "/oauth/select",
            authorization_page(post(authorize::page::select_account)),
        )
        .at("/oauth/device", shown(typing))
        .at(
            "/oauth/device/answer",
            shown(post(devices::page::submit_decision)),
        )
        .at(
            "/oauth/logout",
            with_activity(shown(end_session), app, RecordedEndpoint::EndSession),
        )
        .at(
            "/oauth/logout/confirm",
            shown(post(sign_out::page::confirm)),
        )
}

/// Adds the keys and the metadata.
fn public_documents(route: Route, app: &Arc<App>) -> Route {
    let public = |endpoint: Methods| {
        let endpoint = with_error_documents(endpoint, Readers::Programs);
        cors::with_client_cors(endpoint, app, "GET")
    };
    let metadata = || public(get(discovery::endpoint::metadata(app)));
    route
        .at("/oauth/jwks", public(get(discovery::endpoint::jwks(app))))
        .at("/.well-known/openid-configuration", metadata())
        .at("/.well-known/oauth-authorization-server", metadata())
}

/// Adds the OpenID Provider's endpoints for programs.
fn provider_of_programs(route: Route, app: &Arc<App>) -> Route {
    let recorded =
        |endpoint: Methods| with_error_documents(endpoint.data(Arc::clone(app)), Readers::Programs);
    let information = get(userinfo::endpoint::userinfo).post(userinfo::endpoint::userinfo);
    let information = recorded(information);
    let own_registration = get(registration::endpoint::read)
        .put(registration::endpoint::replace)
        .delete(registration::endpoint::remove);
    let revocation = recorded(post(revocation::endpoint::revocation));
    let information = cors::with_client_cors(information, app, "GET, POST");
    route
        .at("/oauth/token", token(app))
        .at(
            "/oauth/register",
            recorded(post(registration::endpoint::register)),
        )
        .at("/oauth/register/:client_id", recorded(own_registration))
        .at("/oauth/par", recorded(post(par::endpoint::pushed)))
        .at(
            "/oauth/userinfo",
            with_activity(information, app, RecordedEndpoint::Userinfo),
        )
        .at(
            "/oauth/introspect",
            recorded(post(introspection::endpoint::introspection_endpoint)),
        )
        .at(
            "/oauth/revoke",
            cors::with_client_cors(revocation, app, "POST"),
        )
        .at(
            "/oauth/device_authorization",
            recorded(post(device_authorization::endpoint::begin)),
        )
}

/// Returns the token endpoint.
fn token(app: &Arc<App>) -> impl Endpoint<Output = Response> + use<> {
    let token = post(tokens::endpoint::token).data(Arc::clone(app));
    let token = with_error_documents(token, Readers::Programs);
    let token = cors::with_client_cors(token, app, "POST");
    with_activity(token, app, RecordedEndpoint::Token)
}

/// Wraps an endpoint for users, which responds in the user's language.
fn for_people<E: Endpoint + 'static>(
    endpoint: E,
    app: &Arc<App>,
) -> impl Endpoint<Output = Response> + use<E> {
    let is_secure = app.config.base.is_secure();
    pages::in_language(endpoint.data(Arc::clone(app)), is_secure)
}

/// Endpoints for programs; each of their errors has a JSON body.
const PROGRAM_PATHS: [&str; 7] = [
    "/oauth/token",
    "/oauth/register",
    "/oauth/par",
    "/oauth/userinfo",
    "/oauth/introspect",
    "/oauth/revoke",
    "/oauth/device_authorization",
];

/// APIs with a contract; each of their errors is a problem document with the request id.
const APIS: [&str; 2] = ["/account/v1", "/admin/v1"];

/// Returns the error of a request that no endpoint handled, at a program's endpoint or an API; `None` for other paths.
pub fn error_form(refused: &RefusedRequest<'_>) -> Option<Response> {
    let is_below = |path: &str| {
        let rest = refused.path.strip_prefix(path);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if APIS.iter().any(|path| is_below(path)) {
        return Some(api_schema::refused(refused.status, refused.request_id));
    }
    PROGRAM_PATHS
        .iter()
        .any(|path| is_below(path))
        .then(|| refused_document(refused.status))
}

/// Value of `idp_mail` in `/health/ready` if emails are written to files and not sent.
pub const MAIL_TO_FILES: &str = "goes to files";

/// Returns the checks of the idp's readiness. It requires the database. It does not require the sessions in Redis: all
/// replicas share them, and token refresh works without. The response also says whether emails are sent or written to
/// files.
pub fn checks(app: &Arc<App>) -> Vec<Check> {
    let (database, clock) = (app.database.clone(), app.clock.clone());
    let writes = WriteProbe::new(&app.database, &app.clock);
    let shared = Arc::clone(app);
    let mail = match app.config.mail.directory() {
        Some(_) => MAIL_TO_FILES,
        None => "goes to a server",
    };
    vec![
        Check::new("idp_database", move || {
            let (database, clock) = (database.clone(), clock.clone());
            async move {
                database.ready().await?;
                clock.check()
            }
        }),
        Check::new("idp_database_write", move || {
            let writes = writes.clone();
            async move { writes.check().await }
        }),
        Check::informing("idp_sessions", move || {
            let app = Arc::clone(&shared);
            async move { app.sessions.ready().await.map(|()| "ready") }
        }),
        Check::fact("idp_mail", mail),
    ]
}

/// Returns the whole service as one endpoint, for a separate process.
pub fn endpoint(app: &Arc<App>) -> BoxEndpoint<'static, Response> {
    let route = health::add_routes(add_routes(Route::new(), app), checks(app), collectors(app));
    with_default_middleware(route, app)
}

/// Returns the routes that a service in the same process calls: the keys, the token endpoint and the admin API.
pub fn endpoint_inside(app: &Arc<App>) -> BoxEndpoint<'static, Response> {
    let operations = lazy_endpoint(admin_api::api::endpoint_inside).data(Arc::clone(app));
    let route = public_documents(Route::new(), app).at("/oauth/token", token(app));
    with_default_middleware(route.nest("/admin/v1", operations), app)
}

fn with_default_middleware(route: Route, app: &App) -> BoxEndpoint<'static, Response> {
    let usual =
        Middleware::new(app.clock.clone(), app.random.clone()).with_error_format(error_form);
    with_middleware(usual, route.map_to_response())
}
