//! GET of both well-known documents and of `/oauth/jwks`.

use std::sync::Arc;

use bytes::Bytes;
use poem::endpoint::make_sync;
use poem::http::header;
use poem::{Endpoint, Response};

use crate::app::App;

/// How long others may keep them; a new key is published at least this long before it signs.
const AN_HOUR: &str = "public, max-age=3600";

/// The metadata, the same under both well-known paths.
pub(crate) fn metadata(app: &Arc<App>) -> impl Endpoint<Output = Response> + 'static {
    let document = app.metadata.clone();
    make_sync(move |_| public_json(document.clone()))
}

/// The public keys.
pub(crate) fn jwks(app: &Arc<App>) -> impl Endpoint<Output = Response> + 'static {
    let app = Arc::clone(app);
    make_sync(move |_| public_json(app.keys.current().jwks()))
}

fn public_json(bytes: Bytes) -> Response {
    Response::builder()
        .content_type("application/json")
        .header(header::CACHE_CONTROL, AN_HOUR)
        .body(bytes)
}
