//! Extracts the credential of a request: from the `Authorization` header, and from no other place.

use poem::Request;
use poem::http::{HeaderMap, header};
use url::form_urlencoded;

use super::caller::Mode;

/// The purpose with which API keys are hashed.
pub(crate) const KEY_PURPOSE: &str = "api-key";
/// Length of the secret after `tg_live_`: 256 bits as URL-safe base64.
const KEY_SECRET_LENGTH: usize = 43;
/// Query parameters in which clients send credentials by mistake.
const QUERY_NAMES: [&str; 5] = ["access_token", "api_key", "apikey", "key", "token"];

/// A credential as the client sent it, before verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Credential {
    /// An API key of the right form.
    Key(String),
    /// An access token, or any other text, which will be refused.
    Token(String),
    /// An access token that the client declares as bound to a key (RFC 9449 section 7.1).
    Bound(String),
}

/// Reasons why no credential was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CredentialError {
    /// The request has none.
    Absent,
    /// The header is not exactly one bearer credential.
    Malformed,
    /// The credential is in the URL, which logs and browser histories store.
    InQuery,
}

/// Returns the credential of a request (RFC 6750 section 2.1 only).
pub(super) fn find(request: &Request) -> Result<Credential, CredentialError> {
    if has_credential(request.uri().query().unwrap_or_default()) {
        return Err(CredentialError::InQuery);
    }
    from_headers(request.headers())
}

fn from_headers(headers: &HeaderMap) -> Result<Credential, CredentialError> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let value = values.next().ok_or(CredentialError::Absent)?;
    if values.next().is_some() {
        return Err(CredentialError::Malformed);
    }
    let text = value
        .to_str()
        .map_err(|_error| CredentialError::Malformed)?;
    let (scheme, secret) = text.split_once(' ').ok_or(CredentialError::Malformed)?;
    let secret = secret.trim();
    if secret.is_empty() || !secret.bytes().all(in_token68) {
        return Err(CredentialError::Malformed);
    }
    if scheme.eq_ignore_ascii_case("dpop") {
        Ok(Credential::Bound(secret.to_owned()))
    } else if !scheme.eq_ignore_ascii_case("bearer") {
        Err(CredentialError::Malformed)
    } else if mode_of(secret).is_some() {
        Ok(Credential::Key(secret.to_owned()))
    } else {
        Ok(Credential::Token(secret.to_owned()))
    }
}

/// Returns true for the characters of RFC 6750's `b64token`.
fn in_token68(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte)
}

/// Returns the mode of an API key of the right form; `None` for any other text.
pub(super) fn mode_of(key: &str) -> Option<Mode> {
    let (word, secret) = key.strip_prefix("tg_")?.split_once('_')?;
    let mode = word.parse().ok()?;
    let right = secret.len() == KEY_SECRET_LENGTH
        && secret
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    right.then_some(mode)
}

/// Returns true if a query contains a credential, which the operation's guard refuses.
pub(crate) fn has_credential(query: &str) -> bool {
    form_urlencoded::parse(query.as_bytes()).any(|(name, value)| {
        QUERY_NAMES.contains(&name.as_ref())
            || value.starts_with("tg_live_")
            || value.starts_with("tg_test_")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "tg_live_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

    #[test]
    fn only_one_bearer_header_is_accepted() {
        type Row = (
            &'static [&'static [u8]],
            Result<Credential, CredentialError>,
        );
        let rows: [Row; 12] = [
            (&[b"DPoP a.b.c"], Ok(Credential::Bound("a.b.c".to_owned()))),
            (&[b"DPoP a", b"Bearer a"], Err(CredentialError::Malformed)),
            (&[], Err(CredentialError::Absent)),
            (&[b"Bearer"], Err(CredentialError::Malformed)),
            (&[b"Bearer "], Err(CredentialError::Malformed)),
            (&[b"Bearer %"], Err(CredentialError::Malformed)),
            (&[b"Bearer a b"], Err(CredentialError::Malformed)),
            (&[b"Bearer \xff\xfe"], Err(CredentialError::Malformed)),
            (&[b"Basic dXNlcjpwYXNz"], Err(CredentialError::Malformed)),
            (&[b"Bearer a", b"Bearer b"], Err(CredentialError::Malformed)),
            (
                &[b"bearer a.b.c"],
                Ok(Credential::Token("a.b.c".to_owned())),
            ),
            (
                &[b"Bearer tg_live_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
                Ok(Credential::Key(KEY.to_owned())),
            ),
        ];
        for (values, expected) in rows {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(
                    header::AUTHORIZATION,
                    poem::http::HeaderValue::from_bytes(value).unwrap(),
                );
            }
            assert_eq!(from_headers(&headers), expected, "{values:?}");
        }
    }

    #[test]
    fn form_of_a_key() {
        assert_eq!(mode_of(KEY), Some(Mode::Live));
        assert_eq!(mode_of(&KEY.replace("live", "test")), Some(Mode::Test));
        for wrong in [
            "tg_live_",
            "tg_other_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "tg_live_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "tg_live_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.",
            "AAAA",
        ] {
            assert_eq!(mode_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn credential_in_the_query_is_noticed() {
        assert!(has_credential("limit=2&access_token=abc"));
        assert!(has_credential(&format!("x={KEY}")));
        assert!(!has_credential("limit=2&email=a@example.com"));
    }
}
