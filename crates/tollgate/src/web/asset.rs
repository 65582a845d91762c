//! Maps paths to files of the web app, and selects their encoding.

use std::borrow::Cow;

use rust_embed::RustEmbed;

use super::page::{SILENT, is_page, is_reserved};

/// The files that `npm run build` writes to web/dist.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
pub(super) struct EmbeddedFiles;

/// The response for a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AssetLookup<'a> {
    /// A file whose name contains its content's hash.
    Immutable(&'a str),
    /// A file that may change with the next release.
    Revalidated(&'a str),
    /// The app's page.
    Page,
    /// The small page that renews tokens in a frame.
    Silent,
    /// No file. The app may show an error to a browser that requests a page.
    Missing,
    /// No file, under a prefix of the services or of files; the app never serves there.
    Reserved,
}

/// Decides by the path alone; `exists` returns true for the names of built files.
pub(super) fn find(path: &str, exists: impl Fn(&str) -> bool) -> AssetLookup<'_> {
    let name = path.strip_prefix('/').unwrap_or(path);
    let exists = |name: &str| !is_inner(name) && exists(name);
    if path == SILENT {
        AssetLookup::Silent
    } else if name.starts_with("assets/") {
        if exists(name) {
            AssetLookup::Immutable(name)
        } else {
            AssetLookup::Reserved
        }
    } else if is_page(path) {
        AssetLookup::Page
    } else if !name.is_empty() && exists(name) {
        AssetLookup::Revalidated(name)
    } else if is_reserved(path) {
        AssetLookup::Reserved
    } else {
        AssetLookup::Missing
    }
}

/// Returns true for a built file without its own URL: a page, which the app's URLs serve, or a compressed copy of another file.
fn is_inner(name: &str) -> bool {
    [".html", ".br", ".gz"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

/// A file in the best encoding that the browser accepts and the build provides: name of the encoding, bytes, hash.
pub(super) struct EncodedAsset {
    pub(super) encoding: Option<&'static str>,
    pub(super) bytes: Cow<'static, [u8]>,
    pub(super) hash: [u8; 32],
}

/// Reads a file, compressed if the browser accepts that.
pub(super) fn read(name: &str, accepted: &str) -> Option<EncodedAsset> {
    let takes = |encoding: &str| {
        accepted.split(',').any(|part| {
            part.split(';')
                .next()
                .is_some_and(|token| token.trim() == encoding)
        })
    };
    [("br", ".br"), ("gzip", ".gz")]
        .into_iter()
        .filter(|(encoding, _)| takes(encoding))
        .find_map(|(encoding, ending)| {
            EmbeddedFiles::get(&format!("{name}{ending}")).map(|file| (Some(encoding), file))
        })
        .or_else(|| EmbeddedFiles::get(name).map(|file| (None, file)))
        .map(|(encoding, file)| EncodedAsset {
            encoding,
            bytes: file.data,
            hash: file.metadata.sha256_hash(),
        })
}

/// Returns the media type by the name's ending, from a closed list of the build's files.
pub(super) fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_path_has_one_response() {
        let built = [
            "assets/app-1a2b.js",
            "assets/app-1a2b.js.br",
            "favicon.svg",
            "favicon.svg.gz",
            "index.html",
        ];
        let exists = |name: &str| built.contains(&name);
        let rows = [
            ("/", AssetLookup::Page),
            ("/account/credits", AssetLookup::Page),
            ("/silent", AssetLookup::Silent),
            (
                "/assets/app-1a2b.js",
                AssetLookup::Immutable("assets/app-1a2b.js"),
            ),
            ("/assets/app-gone.js", AssetLookup::Reserved),
            ("/assets/", AssetLookup::Reserved),
            ("/favicon.svg", AssetLookup::Revalidated("favicon.svg")),
            ("/s/web_1/features/llm.tokens", AssetLookup::Page),
            ("/s/web_1/features/llm.js", AssetLookup::Page),
            ("/robots.txt", AssetLookup::Missing),
            ("/index.html", AssetLookup::Missing),
            ("/favicon.svg.gz", AssetLookup::Missing),
            ("/assets/app-1a2b.js.br", AssetLookup::Reserved),
            ("/../secrets.json", AssetLookup::Missing),
            ("//favicon.svg", AssetLookup::Missing),
            ("/nothing", AssetLookup::Missing),
            ("/api/nothing", AssetLookup::Reserved),
        ];
        for (path, expected) in rows {
            assert_eq!(find(path, exists), expected, "{path}");
        }
    }
}
