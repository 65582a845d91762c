//! One cookie: its name in both modes, and the only way it is read and written.

use std::time::Duration;

use foundation::{Failure, Timestamp};
use poem::http::{HeaderMap, HeaderValue, header};

use super::percent;

/// The longest value that is written, after encoding; browsers drop cookies of more than 4,096 bytes.
const LONGEST_VALUE: usize = 3933;

/// The cookies of the idp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CookieName {
    /// Who is signed in.
    Session,
    /// `token|hash` against forged requests.
    Csrf,
    /// Where sign-in and sign-out lead to.
    CallbackUrl,
    /// The browser that asked for a sign-in mail: only there its six digits count.
    Attempt,
    /// The token of the operator's link, while its reader signs in.
    OperatorLink,
}

impl CookieName {
    /// Its text: a `__Host-` name under https, which no sibling site can set.
    pub(crate) fn text(self, secure: bool) -> &'static str {
        match (self, secure) {
            (Self::Session, true) => "__Host-tollgate.session-token",
            (Self::Session, false) => "tollgate.session-token",
            (Self::Csrf, true) => "__Host-tollgate.csrf-token",
            (Self::Csrf, false) => "tollgate.csrf-token",
            (Self::CallbackUrl, true) => "__Host-tollgate.callback-url",
            (Self::CallbackUrl, false) => "tollgate.callback-url",
            (Self::Attempt, true) => "__Host-tollgate.attempt",
            (Self::Attempt, false) => "tollgate.attempt",
            (Self::OperatorLink, true) => "__Host-tollgate.operator-link",
            (Self::OperatorLink, false) => "tollgate.operator-link",
        }
    }
}

/// How long a browser keeps a cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lifetime {
    /// Until the browser is closed.
    Browser,
    /// Until an instant.
    Until(Timestamp),
    /// For a while, counted by the browser's own clock.
    For(Duration),
    /// No longer: this deletes it.
    Gone,
}

/// The decoded value of a cookie that was sent exactly once; of two with one name neither is ours to trust.
pub(crate) fn read(headers: &HeaderMap, name: CookieName, secure: bool) -> Option<String> {
    let wanted = name.text(secure);
    let mut found = headers
        .get_all(header::COOKIE)
        .iter()
        .flat_map(|line| line.as_bytes().split(|byte| *byte == b';'))
        .filter_map(|pair| value_of(pair, wanted));
    let value = found.next()?;
    if found.next().is_some() || !value.is_ascii() {
        return None;
    }
    let value = std::str::from_utf8(value).ok()?;
    percent::decode(value).filter(|value| !value.is_empty())
}

/// The value of a pair of this name. Bytes, because other sites' cookies beside ours may be no ASCII.
fn value_of<'a>(pair: &'a [u8], wanted: &str) -> Option<&'a [u8]> {
    pair.trim_ascii()
        .strip_prefix(wanted.as_bytes())?
        .strip_prefix(b"=")
}

/// A `Set-Cookie` line; a value too long for browsers is written as a deletion.
pub(crate) fn write(
    name: CookieName,
    value: &str,
    lifetime: Lifetime,
    secure: bool,
) -> Result<HeaderValue, Failure> {
    let value = percent::encode(value);
    let fits = value.len() <= LONGEST_VALUE;
    let (value, lifetime) = if fits && lifetime != Lifetime::Gone {
        (value.as_str(), lifetime)
    } else {
        ("", Lifetime::Gone)
    };
    let max_age = match lifetime {
        Lifetime::Browser | Lifetime::Until(_) => String::new(),
        Lifetime::For(duration) => format!("; Max-Age={}", duration.as_secs()),
        Lifetime::Gone => "; Max-Age=0".to_owned(),
    };
    let expires = match lifetime {
        Lifetime::Until(at) => format!("; Expires={}", at.to_http_date()),
        Lifetime::Browser | Lifetime::For(_) | Lifetime::Gone => String::new(),
    };
    let flag = if secure { "; Secure" } else { "" };
    let name = name.text(secure);
    HeaderValue::try_from(format!(
        "{name}={value}{max_age}; Path=/{expires}; HttpOnly{flag}; SameSite=Lax"
    ))
    .map_err(|error| Failure::broken("writing a cookie", error))
}
