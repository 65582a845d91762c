//! `/docs` and below, `/problems/{slug}` and `/v1/openapi.json`: rendered once at the start, except for the search.

use std::sync::Arc;

use bytes::Bytes;
use foundation::http::get;
use poem::http::{StatusCode, header};
use poem::web::Path;
use poem::{Endpoint, EndpointExt, FromRequest, Request, Response, Route};
use serde::Deserialize;
use serde_json::Value;

use super::document::{set_server, text};
use super::guides::{GUIDES, overview};
use super::html::{Html, page};
use super::reference::reference;
use super::search::Index;
use crate::problem::Kind;

const STYLE: &str = concat!(
    include_str!("../../assets/tokens.css"),
    include_str!("../../assets/docs.css")
);
const MARK: &str = include_str!("../../assets/mark.svg");
/// The policy allows our own stylesheet, mark and search form: no script, no frame.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; \
     frame-ancestors 'none'; base-uri 'none'";
const BRIEFLY: &str = "public, max-age=300";

/// The documentation of one installation.
pub(crate) struct Docs {
    document: Bytes,
    /// Each page with its path.
    pages: Vec<(String, Bytes)>,
    index: Index,
}

impl Docs {
    /// Renders the reference of a document.
    pub(crate) fn of(mut document: Value, issuer: &str) -> Self {
        set_server(&mut document, issuer);
        let guides = GUIDES
            .iter()
            .map(|guide| (format!("/docs/{}", guide.slug), guide.page(issuer).into()));
        let mut pages: Vec<(String, Bytes)> = guides.collect();
        pages.push(("/docs".to_owned(), overview().into()));
        pages.push((
            "/docs/reference".to_owned(),
            reference(&document, issuer).into(),
        ));
        Self {
            pages,
            index: Index::new(&document, issuer),
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
    let mut route = route;
    for (path, page) in &docs.pages {
        let page = page.clone();
        route = route.at(
            path,
            get(poem::endpoint::make_sync(move |_| html(page.clone()))),
        );
    }
    let index = Arc::clone(docs);
    let search = poem::endpoint::make_sync(move |request: Request| {
        let query = request.params::<Search>().map(|search| search.q);
        html(index.index.page(&query.unwrap_or_default()).into())
    });
    route
        .at("/docs/search", get(search))
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

/// The query of a search.
#[derive(Debug, Deserialize)]
struct Search {
    #[serde(default)]
    q: String,
}

/// What a problem means and what to do about it.
async fn about(request: Request) -> poem::Result<Response> {
    let slug = Path::<String>::from_request_without_body(&request).await?;
    let Some(kind) = Kind::of_slug(&slug.0) else {
        let mut main = Html::default();
        main.raw("<main id=\"main\" class=\"single\"><h1>No such problem</h1><p>The <a href=\"/docs/reference#problems\">API reference</a> lists them all.</p></main>");
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
        .raw("</p><p><a href=\"/docs/errors\">About errors</a></p></main>");
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
