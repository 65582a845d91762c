//! Static files of the pages, at URLs that change with their content.

use std::sync::LazyLock;

use bytes::Bytes;
use foundation::secret::digest;
use poem::http::{StatusCode, header};
use poem::{Request, Response, handler};

/// Path prefix of static files.
const PREFIX: &str = "/oauth/assets/";
/// Caches files permanently: their URLs change with the content.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const STYLESHEET: &str = concat!(
    include_str!("../../../assets/tokens.css"),
    include_str!("../../../assets/pages.css")
);
const PASSKEY: &str = include_str!("../../../assets/passkey.js");
const WAITING: &str = include_str!("../../../assets/waiting.js");
const MARK: &str = include_str!("../../../assets/mark.svg");

struct Asset {
    path: String,
    content_type: &'static str,
    content: Bytes,
}

impl Asset {
    fn new(stem: &str, extension: &str, content_type: &'static str, content: &str) -> Self {
        let hash: String = digest("asset", content).chars().take(16).collect();
        Self {
            path: format!("{PREFIX}{stem}-{hash}.{extension}"),
            content_type,
            content: Bytes::copy_from_slice(content.as_bytes()),
        }
    }
}

/// Removes comments and indentation from a stylesheet.
fn shrink_stylesheet(css: &str) -> String {
    let mut shrunk = String::new();
    for part in css.split("/*") {
        let rule = part.split_once("*/").map_or(part, |(_comment, rule)| rule);
        shrunk.extend(rule.lines().map(str::trim));
    }
    shrunk
}

/// Removes comment lines and indentation from a script.
fn shrink_script(script: &str) -> String {
    let lines = script.lines().map(str::trim);
    let code: Vec<_> = lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .collect();
    code.join("\n")
}

static PAGES_CSS: LazyLock<Asset> = LazyLock::new(|| {
    let css = shrink_stylesheet(STYLESHEET);
    Asset::new("pages", "css", "text/css; charset=utf-8", &css)
});
static MARK_SVG: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("mark", "svg", "image/svg+xml", MARK));

/// Returns the path of the stylesheet, which the binary's own pages also use.
pub fn stylesheet_path() -> &'static str {
    &PAGES_CSS.path
}

/// Returns the path of the icon.
pub fn icon_path() -> &'static str {
    &MARK_SVG.path
}

fn script(stem: &str, source: &str) -> Asset {
    let script = shrink_script(source);
    Asset::new(stem, "js", "text/javascript; charset=utf-8", &script)
}

static PASSKEY_JS: LazyLock<Asset> = LazyLock::new(|| script("passkey", PASSKEY));

/// Returns the path of the script that requests a passkey from the browser.
pub(crate) fn passkey_script_path() -> &'static str {
    &PASSKEY_JS.path
}

static WAITING_JS: LazyLock<Asset> = LazyLock::new(|| script("waiting", WAITING));

/// Returns the path of the script of the page that waits for an email.
pub(crate) fn waiting_script_path() -> &'static str {
    &WAITING_JS.path
}

/// Serves GET of `/oauth/assets/:name`.
#[handler]
pub(crate) fn serve_asset(request: &Request) -> Response {
    let path = request.original_uri().path();
    [&PAGES_CSS, &MARK_SVG, &PASSKEY_JS, &WAITING_JS]
        .into_iter()
        .find(|asset| asset.path == path)
        .map_or_else(
            || Response::builder().status(StatusCode::NOT_FOUND).finish(),
            |asset| {
                Response::builder()
                    .content_type(asset.content_type)
                    .header(header::CACHE_CONTROL, IMMUTABLE)
                    .header("cross-origin-resource-policy", "same-origin")
                    .body(asset.content.clone())
            },
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrunk_script_has_its_code_and_no_comment() {
        let script = "// One.\n(() => {\n  // Two.\n\n  const a = \"//b\"; // c\n})();\n";
        let expected = "(() => {\nconst a = \"//b\"; // c\n})();";
        assert_eq!(shrink_script(script), expected);
    }

    #[test]
    fn shrunk_stylesheet_has_its_rules_and_no_comment() {
        let css = "/* One. */\n\na,\nb {\n  color: red;\n}\n/* Two. */ c > d {}\n";
        assert_eq!(shrink_stylesheet(css), "a,b {color: red;}c > d {}");
        assert!(!PAGES_CSS.content.windows(2).any(|pair| pair == b"/*"));
    }
}
