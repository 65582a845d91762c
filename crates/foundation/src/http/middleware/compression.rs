//! Compresses public texts, which are equal for all clients.
//!
//! Only responses with `Cache-Control: public` are compressed, because they have no secret of their client. A
//! compressed response that mixes a secret with input of an attacker reveals the secret by its length (BREACH). Pages
//! with CSRF tokens and responses of the APIs are `no-store`, and stay uncompressed.

use std::io::Write;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use poem::http::{HeaderMap, HeaderValue, StatusCode, header};
use poem::{Body, Response};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use ring::digest::{SHA256, digest};

/// Shorter bodies gain nothing, in bytes.
const MIN_BODY: usize = 1000;
/// Maximum size of all cached bodies together, in bytes.
const MAX_CACHED_BYTES: u64 = 8 * 1024 * 1024;
/// Number of bodies that the cache allocates space for.
const EXPECTED_BODIES: usize = 64;

/// Compresses public texts, and caches each compressed text by the hash of its plain one.
pub(super) struct Compressor(Cache<[u8; 32], Bytes, ByLength>);

#[derive(Clone)]
struct ByLength;

impl Weighter<[u8; 32], Bytes> for ByLength {
    fn weight(&self, _key: &[u8; 32], val: &Bytes) -> u64 {
        u64::try_from(val.len()).unwrap_or(u64::MAX)
    }
}

impl Default for Compressor {
    fn default() -> Self {
        Self(Cache::with_weighter(
            EXPECTED_BODIES,
            MAX_CACHED_BYTES,
            ByLength,
        ))
    }
}

impl Compressor {
    /// Compresses the body of a public text if the client accepts gzip.
    pub(super) async fn apply(&self, response: &mut Response, accept: Option<&HeaderValue>) {
        if response.status() != StatusCode::OK || !is_public_text(response.headers()) {
            return;
        }
        let vary = HeaderValue::from_static("Accept-Encoding");
        response.headers_mut().append(header::VARY, vary);
        if !accept.is_some_and(accepts_gzip) {
            return;
        }
        let Ok(plain) = response.take_body().into_bytes().await else {
            *response = StatusCode::INTERNAL_SERVER_ERROR.into();
            return;
        };
        let compressed = if plain.len() < MIN_BODY {
            None
        } else {
            self.compressed(&plain).await
        };
        let body = match compressed {
            Some(compressed) => {
                let gzip = HeaderValue::from_static("gzip");
                response
                    .headers_mut()
                    .insert(header::CONTENT_ENCODING, gzip);
                compressed
            }
            None => plain,
        };
        response.headers_mut().remove(header::CONTENT_LENGTH);
        response.set_body(Body::from_bytes(body));
    }

    async fn compressed(&self, plain: &Bytes) -> Option<Bytes> {
        let hash: [u8; 32] = digest(&SHA256, plain).as_ref().try_into().ok()?;
        if let Some(known) = self.0.get(&hash) {
            return Some(known);
        }
        let plain = plain.clone();
        // A long text takes tens of milliseconds, in which this thread has to serve other requests.
        let compressed = tokio::task::spawn_blocking(move || gzip(&plain))
            .await
            .ok()??;
        self.0.insert(hash, compressed.clone());
        Some(compressed)
    }
}

fn gzip(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(Into::into)
}

fn is_public_text(headers: &HeaderMap) -> bool {
    let text = |name| {
        let value: Option<&HeaderValue> = headers.get(name);
        value
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    let kind = text(header::CONTENT_TYPE)
        .split(';')
        .next()
        .unwrap_or_default();
    let is_text = kind.starts_with("text/")
        || kind == "application/json"
        || kind.ends_with("+json")
        || kind == "image/svg+xml";
    is_text
        && text(header::CACHE_CONTROL).starts_with("public")
        && !headers.contains_key(header::CONTENT_ENCODING)
        && !headers.contains_key(header::ETAG)
}

fn accepts_gzip(accept: &HeaderValue) -> bool {
    let text = accept.to_str().unwrap_or_default();
    text.split(',').any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case("gzip") || name == "*");
        is_gzip && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    fn response(kind: &str, caching: &str, length: usize) -> Response {
        Response::builder()
            .content_type(kind)
            .header(header::CACHE_CONTROL, caching)
            .body("x".repeat(length))
    }

    async fn text_of(response: Response) -> String {
        let is_compressed = response.headers().contains_key(header::CONTENT_ENCODING);
        let body = response.into_body().into_bytes().await.unwrap();
        if !is_compressed {
            return String::from_utf8(body.to_vec()).unwrap();
        }
        let mut text = String::new();
        GzDecoder::new(&*body).read_to_string(&mut text).unwrap();
        text
    }

    #[tokio::test]
    async fn public_text_is_compressed_and_no_other() {
        const PUBLIC: &str = "public, max-age=300";
        let rows = [
            ("text/css; charset=utf-8", PUBLIC, 5000, "gzip", true),
            ("application/json", PUBLIC, 5000, "br, gzip;q=0.5", true),
            ("image/svg+xml", PUBLIC, 5000, "*", true),
            ("application/json", "no-store", 5000, "gzip", false),
            ("text/html", "private", 5000, "gzip", false),
            ("text/html", PUBLIC, 5000, "gzip;q=0, br", false),
            ("text/html", PUBLIC, 5000, "", false),
            ("text/html", PUBLIC, 999, "gzip", false),
            ("font/woff2", PUBLIC, 5000, "gzip", false),
            ("image/png", PUBLIC, 5000, "gzip", false),
        ];
        let compressor = Compressor::default();
        // Each row runs twice: compressed, and from the cache.
        for (kind, caching, length, accept, expected) in rows.into_iter().flat_map(|row| [row; 2]) {
            let mut response = response(kind, caching, length);
            let accept = HeaderValue::from_static(accept);
            compressor.apply(&mut response, Some(&accept)).await;
            let encoding = response.headers().get(header::CONTENT_ENCODING);
            assert_eq!(encoding.is_some(), expected, "{kind} {caching} {accept:?}");
            assert_eq!(text_of(response).await.len(), length);
        }
    }

    #[tokio::test]
    async fn encoded_or_tagged_response_stays_as_it_is() {
        for (name, value) in [("content-encoding", "br"), ("etag", "\"1\"")] {
            let mut response = response("text/css", "public", 5000);
            let value = HeaderValue::from_static(value);
            response.headers_mut().insert(name, value.clone());
            let accept = HeaderValue::from_static("gzip");
            Compressor::default()
                .apply(&mut response, Some(&accept))
                .await;
            assert_eq!(response.headers().get(name), Some(&value));
            assert_eq!(response.into_body().into_bytes().await.unwrap().len(), 5000);
        }
    }
}
