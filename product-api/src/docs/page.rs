//! `/docs`, `/problems/{slug}` and `/v1/openapi.json`: the same bytes for everybody, rendered once.

use std::sync::Arc;

use bytes::Bytes;
use poem::http::{StatusCode, header};
use poem::web::Path;
use poem::{Endpoint, EndpointExt, FromRequest, Request, Response, Route, get};
use serde_json::Value;

use super::document::text;
use super::html::{Html, page};
use super::reference::reference;
use crate::problem::Kind;

const STYLE: &str = concat!(
    include_str!("../../assets/tokens.css"),
    include_str!("../../assets/docs.css")
);
const MARK: &str = include_str!("../../assets/mark.svg");
/// Nothing but our own stylesheet and mark: no script, no form, no frame.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; \
     frame-ancestors 'none'; base-uri 'none'";
const BRIEFLY: &str = "public, max-age=300";

/// The reference in its two forms.
pub(crate) struct Docs {
    document: Bytes,
    reference: Bytes,
}

impl Docs {
    /// Renders the reference of a document.
    pub(crate) fn of(document: Value, issuer: &str) -> Self {
        Self {
            reference: reference(&document, issuer).into(),
            document: text(document).into(),
        }
    }

    /// The document, for programs.
    pub(crate) fn document(&self) -> Response {
        answer("application/json", self.document.clone())
    }
}

/// Adds the pages.
pub(crate) fn add_routes(route: Route, docs: &Arc<Docs>) -> Route {
    let docs = Arc::clone(docs);
    let pages = poem::endpoint::make_sync(move |_| html(docs.reference.clone()));
    route
        .at("/docs", get(pages))
        .at(
            "/docs/style.css",
            get(fixed("text/css; charset=utf-8", STYLE)),
        )
        .at("/docs/mark.svg", get(fixed("image/svg+xml", MARK)))
        .at(
            "/problems/:slug",
            get(poem::endpoint::make(about).map_to_response()),
        )
}

fn fixed(content_type: &'static str, content: &'static str) -> impl Endpoint<Output = Response> {
    poem::endpoint::make_sync(move |_| answer(content_type, Bytes::from_static(content.as_bytes())))
}

/// What a problem means and what to do about it.
async fn about(request: Request) -> poem::Result<Response> {
    let slug = Path::<String>::from_request_without_body(&request).await?;
    let Some(kind) = Kind::of_slug(&slug.0) else {
        let mut main = Html::default();
        main.raw("<main id=\"main\" class=\"single\"><h1>No such problem</h1><p>The <a href=\"/docs#problems\">API reference</a> lists them all.</p></main>");
        let mut response = html(page("No such problem", &main).into());
        response.set_status(StatusCode::NOT_FOUND);
        return Ok(response);
    };
    let row = kind.row();
    let mut main = Html::default();
    main.raw("<main id=\"main\" class=\"single\"><p class=\"address\"><span class=\"status\">")
        .number(row.status.into())
        .raw("</span> <code>")
        .text(row.slug)
        .raw("</code></p><h1>")
        .text(row.title)
        .raw("</h1><h2>What to do</h2>")
        .paragraphs(row.advice)
        .raw("<h2>With the same idempotency key</h2><p>")
        .text(if kind.is_stored() {
            "The answer of a call that moves credits is stored: the same key gets it again, for ever. A new attempt needs a new key."
        } else {
            "The answer is not stored: the same request may be sent again with the same key."
        })
        .raw("</p><p><a href=\"/docs\">API reference</a></p></main>");
    Ok(html(page(row.title, &main).into()))
}

fn html(content: Bytes) -> Response {
    let mut response = answer("text/html; charset=utf-8", content);
    response.headers_mut().insert(
        header::CONTENT_SECURITY_POLICY,
        poem::http::HeaderValue::from_static(POLICY),
    );
    response
}

fn answer(content_type: &'static str, content: Bytes) -> Response {
    Response::builder()
        .content_type(content_type)
        .header(header::CACHE_CONTROL, BRIEFLY)
        .body(content)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_colours_are_those_of_the_web_app() {
        let web = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/ui/tokens.css");
        let tokens = std::fs::read_to_string(web).unwrap();
        assert_eq!(include_str!("../../assets/tokens.css"), tokens);
    }
}
