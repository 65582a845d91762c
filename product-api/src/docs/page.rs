//! Serves `/docs` and below, `/problems/{slug}` and `/v1/openapi.json`. The first request renders them, except for the search.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use foundation::http::get;
use poem::http::{StatusCode, header};
use poem::web::Path;
use poem::{Endpoint, EndpointExt, FromRequest, Request, Response, Route};
use serde::Deserialize;
use serde_json::Value;

use super::document::{set_server, text};
use super::guides::{GUIDES, Guide, overview};
use super::html::{Html, page};
use super::reference::reference;
use super::search::Index;
use crate::problem::Kind;

const STYLE: &str = concat!(
    include_str!("../../assets/tokens.css"),
    include_str!("../../assets/docs.css")
);
const MARK: &str = include_str!("../../assets/mark.svg");
/// The policy allows our own stylesheet, logo and search form, but no script and no frame.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; \
     frame-ancestors 'none'; base-uri 'none'";
const CACHE_CONTROL: &str = "public, max-age=300";

/// The documentation of one installation.
pub(crate) struct Docs {
    document: fn() -> Value,
    issuer: String,
    rendered: OnceLock<Rendered>,
}

struct Rendered {
    document: Bytes,
    /// Pages by path.
    pages: HashMap<String, Bytes>,
    index: Index,
}

impl Docs {
    /// Creates the documentation of an OpenAPI document, which the first request builds and renders.
    pub(crate) fn new(document: fn() -> Value, issuer: &str) -> Self {
        Self {
            document,
            issuer: issuer.to_owned(),
            rendered: OnceLock::new(),
        }
    }

    fn rendered(&self) -> &Rendered {
        self.rendered
            .get_or_init(|| Rendered::new((self.document)(), &self.issuer))
    }

    /// Returns the OpenAPI document.
    pub(crate) fn document(&self) -> Response {
        build_response("application/json", self.rendered().document.clone())
    }

    fn page(&self, path: &str) -> Response {
        html(self.rendered().pages.get(path).cloned().unwrap_or_default())
    }
}

impl Rendered {
    fn new(mut document: Value, issuer: &str) -> Self {
        set_server(&mut document, issuer);
        let guides = GUIDES
            .iter()
            .map(|guide| (guide_path(guide), guide.page(issuer).into()));
        let mut pages: HashMap<String, Bytes> = guides.collect();
        pages.insert(OVERVIEW.to_owned(), overview().into());
        pages.insert(REFERENCE.to_owned(), reference(&document, issuer).into());
        Self {
            pages,
            index: Index::new(&document, issuer),
            document: text(document).into(),
        }
    }
}

const OVERVIEW: &str = "/docs";
const REFERENCE: &str = "/docs/reference";

fn guide_path(guide: &Guide) -> String {
    format!("/docs/{}", guide.slug)
}

/// Adds the routes of the documentation.
pub(crate) fn add_routes(route: Route, docs: &Arc<Docs>) -> Route {
    let guides = GUIDES.iter().map(guide_path);
    let mut route = route;
    for path in guides.chain([OVERVIEW.to_owned(), REFERENCE.to_owned()]) {
        let docs = Arc::clone(docs);
        let at = path.clone();
        route = route.at(
            &at,
            get(poem::endpoint::make_sync(move |_| docs.page(&path))),
        );
    }
    let docs = Arc::clone(docs);
    let search = poem::endpoint::make_sync(move |request: Request| {
        let query = request.params::<Search>().map(|search| search.q);
        let index = &docs.rendered().index;
        html(index.page(&query.unwrap_or_default()).into())
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
    poem::endpoint::make_sync(move |_| {
        build_response(content_type, Bytes::from_static(content.as_bytes()))
    })
}

/// Query of a search.
#[derive(Debug, Deserialize)]
struct Search {
    #[serde(default)]
    q: String,
}

/// Renders the meaning and the advice of a problem.
async fn about(request: Request) -> poem::Result<Response> {
    let slug = Path::<String>::from_request_without_body(&request).await?;
    let Some(kind) = Kind::from_slug(&slug.0) else {
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
    let mut response = build_response("text/html; charset=utf-8", content);
    response.headers_mut().insert(
        header::CONTENT_SECURITY_POLICY,
        poem::http::HeaderValue::from_static(POLICY),
    );
    response
}

fn build_response(content_type: &'static str, content: Bytes) -> Response {
    Response::builder()
        .content_type(content_type)
        .header(header::CACHE_CONTROL, CACHE_CONTROL)
        .body(content)
}

#[cfg(test)]
mod tests {
    #[test]
    fn colours_are_those_of_the_web_app() {
        let web = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/ui/tokens.css");
        let tokens = std::fs::read_to_string(web).unwrap();
        assert_eq!(include_str!("../../assets/tokens.css"), tokens);
    }
}
