//! The whole URL map of the idp.

use std::sync::Arc;

use foundation::http::operating::Check;
use poem::{Route, get};

use crate::app::App;
use crate::{pages, sign_in};

/// Adds the idp's routes to a service's map; the caller hands `app` to them as poem data.
pub fn add_routes(route: Route, _app: &Arc<App>) -> Route {
    route
        .at("/api/auth/*path", sign_in::serve)
        .at("/oauth/assets/:name", get(pages::serve_asset))
}

/// What has to answer before the idp is ready.
pub fn checks(app: &Arc<App>) -> Vec<Check> {
    let database = app.database.clone();
    let shared = Arc::clone(app);
    vec![
        Check::new("idp_database", move || {
            let database = database.clone();
            async move { database.ready().await }
        }),
        Check::new("idp_sessions", move || {
            let app = Arc::clone(&shared);
            async move { app.sessions.ready().await }
        }),
    ]
}
