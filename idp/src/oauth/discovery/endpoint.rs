//! GET of both well-known documents and of `/oauth/jwks`.

use std::sync::Arc;

use bytes::Bytes;
use poem::endpoint::make_sync;
use poem::http::header;
use poem::{Endpoint, Response};

use crate::app::App;

/// Time for which clients may cache the documents; a new key is published at least this long before it signs.
const ONE_HOUR: &str = "public, max-age=3600";

/// Returns the metadata, at both well-known paths.
pub(crate) fn metadata(app: &Arc<App>) -> impl Endpoint<Output = Response> + 'static {
    let document = app.metadata.clone();
    make_sync(move |_| public_json(document.clone()))
}

/// Returns the public keys.
pub(crate) fn jwks(app: &Arc<App>) -> impl Endpoint<Output = Response> + 'static {
    let app = Arc::clone(app);
    make_sync(move |_| public_json(app.keys.current().jwks()))
}

fn public_json(bytes: Bytes) -> Response {
    Response::builder()
        .content_type("application/json")
        .header(header::CACHE_CONTROL, ONE_HOUR)
        .body(bytes)
}
