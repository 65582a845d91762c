//! Thumbprint of a public key (RFC 7638), to which tokens are bound.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use serde_json::Value;

/// Members that only private and symmetric keys have (RFC 7518 section 6, RFC 8037 section 2).
const SECRET_MEMBERS: [&str; 8] = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/// Returns the thumbprint of a public key; `None` for an unknown kind of key, or one that is not public.
pub(super) fn thumbprint(key: &Value) -> Option<String> {
    if SECRET_MEMBERS.iter().any(|name| key.get(name).is_some()) {
        return None;
    }
    let members: &[&str] = match key.get("kty")?.as_str()? {
        "EC" => &["crv", "kty", "x", "y"],
        "OKP" => &["crv", "kty", "x"],
        "RSA" => &["e", "kty", "n"],
        _ => return None,
    };
    let written: Option<Vec<String>> = members
        .iter()
        .map(|name| {
            let value = key.get(name)?.as_str().filter(|text| is_plain(text))?;
            Some(format!("\"{name}\":\"{value}\""))
        })
        .collect();
    let canonical = format!("{{{}}}", written?.join(","));
    Some(URL_SAFE_NO_PAD.encode(digest(&SHA256, canonical.as_bytes())))
}

/// Returns true for a non-empty text without characters that JSON has to escape.
fn is_plain(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !text.is_empty() && text.bytes().all(is_plain)
}

/// Returns true if a text could be a thumbprint: 32 bytes in URL-safe base64.
pub fn is_thumbprint(text: &str) -> bool {
    URL_SAFE_NO_PAD
        .decode(text)
        .is_ok_and(|bytes| bytes.len() == SHA256.output_len())
}
