//! Serves the protected resource's metadata at the URL of RFC 9728 section 3.1.

use std::sync::Arc;

use bytes::Bytes;
use foundation::http::get;
use poem::endpoint::make_sync;
use poem::http::header;
use poem::{Response, Route};
use url::Url;

use super::metadata::document;
use crate::app::App;

/// Cache lifetime of the document for clients and proxies.
const CACHE_CONTROL: &str = "public, max-age=3600";

/// Adds the document's route; an audience that is not a URL has none.
pub(crate) fn add_routes(route: Route, app: &Arc<App>) -> Route {
    let config = &app.config.issuer;
    let path = config
        .resource_metadata
        .as_deref()
        .and_then(|address| Url::parse(address).ok())
        .map(|address| address.path().to_owned());
    let Some(path) = path else {
        return route;
    };
    let bytes = Bytes::from(document(config).to_string());
    let endpoint = make_sync(move |_| {
        Response::builder()
            .content_type("application/json")
            .header(header::CACHE_CONTROL, CACHE_CONTROL)
            .header(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")
            .body(bytes.clone())
    });
    route.at(path, get(endpoint))
}
