//! GET of `/oauth/brand.css` and `/oauth/brand.png`: a client's colour and logo, at URLs that change with the content.

use std::sync::Arc;

use poem::http::{StatusCode, header};
use poem::web::Data;
use poem::{Request, Response, handler};

use super::brand::{color_version, logo_version, stylesheet};
use crate::app::App;
use crate::http::parameters::read_query;
use crate::protocol::clients::Client;

/// Caches content permanently: its URL changes with it.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// Prevents scripts in a logo that a browser opens as a page.
const LOGO_POLICY: &str = "default-src 'none'; sandbox";

/// Returns the stylesheet of a client's colour.
#[handler]
pub(crate) async fn serve_stylesheet(
    request: &Request,
    app: Data<&Arc<App>>,
) -> poem::Result<Response> {
    let client = client_of(&app, request, color_version).await?;
    let color = client.as_ref().and_then(|client| client.color);
    Ok(color.map_or_else(not_found, |color| {
        let css = stylesheet(color);
        cacheable("text/css; charset=utf-8").body(css)
    }))
}

/// Returns a client's logo.
#[handler]
pub(crate) async fn serve_logo(request: &Request, app: Data<&Arc<App>>) -> poem::Result<Response> {
    let client = client_of(&app, request, logo_version).await?;
    let logo = client.as_ref().and_then(|client| client.logo.as_ref());
    Ok(logo.map_or_else(not_found, |logo| {
        cacheable("image/png")
            .header(header::CONTENT_SECURITY_POLICY, LOGO_POLICY)
            .body(logo.bytes())
    }))
}

/// Returns the client of a request if the request names the client's current content. Guesses thus cannot reveal which
/// clients exist.
async fn client_of(
    app: &App,
    request: &Request,
    version: fn(&Client) -> Option<String>,
) -> poem::Result<Option<Arc<Client>>> {
    let query = read_query(request);
    let client = app
        .clients
        .find(query.get("client_id").unwrap_or_default())
        .await?;
    let named = query.get("v");
    Ok(client.filter(|client| {
        let version = version(client);
        version.is_some() && version.as_deref() == named
    }))
}

fn cacheable(content_type: &str) -> poem::ResponseBuilder {
    Response::builder()
        .content_type(content_type)
        .header(header::CACHE_CONTROL, IMMUTABLE)
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header("cross-origin-resource-policy", "same-origin")
}

fn not_found() -> Response {
    Response::builder().status(StatusCode::NOT_FOUND).finish()
}
