//! Protected resources whose servers belong to a website, such as its MCP server, and their metadata.

use serde::{Deserialize, Serialize};
use url::Url;

use super::redirect_address::check_address;
use crate::problem::FieldError;

/// Maximum number of resources of a website.
const MAX_RESOURCES: usize = 20;
/// Maximum number of scopes of a resource.
const MAX_SCOPES: usize = 50;
/// Maximum length of a scope, in bytes.
const MAX_SCOPE_BYTES: usize = 100;
/// The scopes that have a meaning at the identity provider.
const RESERVED: [&str; 5] = ["openid", "profile", "email", "offline_access", "account"];

/// A protected resource of a website. Any client may request access; its tokens are valid at this resource only (RFC 8707).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ProtectedResource {
    /// Its identifier, the audience of its tokens.
    pub(super) resource: String,
    /// The scopes that clients may request at it.
    pub(super) scopes: Vec<String>,
}

impl ProtectedResource {
    /// Returns the URL at the server's origin where clients look for the metadata (RFC 9728 section 3.1).
    pub(super) fn metadata_url(&self) -> String {
        const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";
        let Ok(mut url) = Url::parse(&self.resource) else {
            return String::new();
        };
        let path = match url.path() {
            "/" => WELL_KNOWN.to_owned(),
            path => format!("{WELL_KNOWN}{path}"),
        };
        url.set_path(&path);
        url.into()
    }
}

/// Checks the resources of a website; adds every error to `errors`.
pub(super) fn check_resources(list: &[ProtectedResource], errors: &mut Vec<FieldError>) {
    if list.len() > MAX_RESOURCES {
        let detail = format!("Must hold at most {MAX_RESOURCES} resources.");
        errors.push(FieldError::body("/resources", detail));
    }
    for (index, one) in list.iter().enumerate().take(MAX_RESOURCES) {
        if let Err(detail) = check_address(&one.resource) {
            errors.push(FieldError::body(
                format!("/resources/{index}/resource"),
                detail,
            ));
        }
        let key = |one: &ProtectedResource| one.resource.trim_end_matches('/').to_owned();
        if list.iter().take(index).any(|other| key(other) == key(one)) {
            let detail = "Is there twice.";
            errors.push(FieldError::body(
                format!("/resources/{index}/resource"),
                detail,
            ));
        }
        check_scopes(index, &one.scopes, errors);
    }
}

fn check_scopes(resource_index: usize, scopes: &[String], errors: &mut Vec<FieldError>) {
    if scopes.len() > MAX_SCOPES {
        let detail = format!("Must hold at most {MAX_SCOPES} scopes.");
        errors.push(FieldError::body(
            format!("/resources/{resource_index}/scopes"),
            detail,
        ));
    }
    for (index, scope) in scopes.iter().enumerate().take(MAX_SCOPES) {
        let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
        let is_word =
            !scope.is_empty() && scope.len() <= MAX_SCOPE_BYTES && scope.bytes().all(is_plain);
        let detail = if !is_word {
            "Must be a word without blanks, quotes and backslashes, such as tools.read."
        } else if RESERVED.contains(&scope.as_str()) || scope.starts_with("idp.") {
            "Is a scope of the identity provider. Every client may ask for openid, profile and email; name only your own."
        } else {
            continue;
        };
        errors.push(FieldError::body(
            format!("/resources/{resource_index}/scopes/{index}"),
            detail,
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resource(address: &str) -> ProtectedResource {
        ProtectedResource {
            resource: address.to_owned(),
            scopes: Vec::new(),
        }
    }

    #[test]
    fn metadata_url_is_between_origin_and_path() {
        let rows = [
            (
                "https://mcp.example",
                "https://mcp.example/.well-known/oauth-protected-resource",
            ),
            (
                "https://mcp.example/",
                "https://mcp.example/.well-known/oauth-protected-resource",
            ),
            (
                "https://a.example/mcp?x=1",
                "https://a.example/.well-known/oauth-protected-resource/mcp?x=1",
            ),
        ];
        for (address, expected) in rows {
            assert_eq!(resource(address).metadata_url(), expected);
        }
    }
}
