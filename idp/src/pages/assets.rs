//! The static files of the pages, under names that change with their content.

use std::sync::LazyLock;

use bytes::Bytes;
use foundation::secret::digest;
use poem::http::{StatusCode, header};
use poem::{Request, Response, handler};

/// Where assets are served.
const PREFIX: &str = "/oauth/assets/";
/// Names change with the content, so that a copy never goes stale.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const STYLESHEET: &str = concat!(
    include_str!("../../assets/tokens.css"),
    include_str!("../../assets/pages.css")
);
const PASSKEY: &str = include_str!("../../assets/passkey.js");
const MARK: &str = include_str!("../../assets/mark.svg");

struct Asset {
    path: String,
    content_type: &'static str,
    content: Bytes,
}

impl Asset {
    fn new(stem: &str, extension: &str, content_type: &'static str, content: &'static str) -> Self {
        let hash: String = digest("asset", content).chars().take(16).collect();
        Self {
            path: format!("{PREFIX}{stem}-{hash}.{extension}"),
            content_type,
            content: Bytes::from_static(content.as_bytes()),
        }
    }
}

static PAGES_CSS: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("pages", "css", "text/css; charset=utf-8", STYLESHEET));
static MARK_SVG: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("mark", "svg", "image/svg+xml", MARK));

/// The address of the stylesheet, for the binary's own pages too.
pub fn stylesheet_path() -> &'static str {
    &PAGES_CSS.path
}

/// The address of the mark.
pub fn icon_path() -> &'static str {
    &MARK_SVG.path
}

static PASSKEY_JS: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("passkey", "js", "text/javascript; charset=utf-8", PASSKEY));

/// The address of the script that asks a device for a passkey.
pub(crate) fn passkey_script_path() -> &'static str {
    &PASSKEY_JS.path
}

/// GET of `/oauth/assets/:name`.
#[handler]
pub(crate) fn serve_asset(request: &Request) -> Response {
    let path = request.original_uri().path();
    [&PAGES_CSS, &MARK_SVG, &PASSKEY_JS]
        .into_iter()
        .find(|asset| asset.path == path)
        .map_or_else(
            || Response::builder().status(StatusCode::NOT_FOUND).finish(),
            |asset| {
                Response::builder()
                    .content_type(asset.content_type)
                    .header(header::CACHE_CONTROL, FOR_EVER)
                    .header("cross-origin-resource-policy", "same-origin")
                    .body(asset.content.clone())
            },
        )
}
