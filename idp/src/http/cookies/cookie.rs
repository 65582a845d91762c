//! Names of the idp's cookies, and their only reader and writer.

use std::iter;
use std::time::Duration;

use foundation::{Failure, Timestamp};
use memchr::memchr_iter;
use poem::http::{HeaderMap, HeaderValue, header};

use super::percent;

/// Maximum length of an encoded value; browsers reject cookies of more than 4,096 bytes.
pub(super) const MAX_VALUE_LENGTH: usize = 3933;

/// Maximum number of provider attempts that are read; the idp gives a browser fewer.
const MAX_ATTEMPTS: usize = 20;

/// Cookies of the idp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CookieName {
    /// Session of the user.
    Session,
    /// `token|hash` for CSRF protection.
    Csrf,
    /// URL to which sign-in and sign-out lead.
    CallbackUrl,
    /// Browser that requested a sign-in email: the email's six digits are valid only there.
    Attempt,
    /// Language of the last page that the user requested.
    Language,
    /// Id of the browser's last sign-in method, without data about the user.
    LastWay,
    /// Token of the operator link, during the operator's sign-in.
    OperatorLink,
    /// Email address from a rejected form, for the form's next display.
    TypedAddress,
}

impl CookieName {
    /// Returns the name; under https it begins with `__Host-`, which no sibling domain can set.
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
            (Self::Language, true) => "__Host-tollgate.language",
            (Self::Language, false) => "tollgate.language",
            (Self::LastWay, true) => "__Host-tollgate.last-way",
            (Self::LastWay, false) => "tollgate.last-way",
            (Self::OperatorLink, true) => "__Host-tollgate.operator-link",
            (Self::OperatorLink, false) => "tollgate.operator-link",
            (Self::TypedAddress, true) => "__Host-tollgate.typed-address",
            (Self::TypedAddress, false) => "tollgate.typed-address",
        }
    }
}

/// Lifetime of a cookie in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lifetime {
    /// Until the browser is closed.
    Browser,
    /// Until a time.
    Until(Timestamp),
    /// For a duration, by the browser's clock.
    For(Duration),
    /// Expired: deletes the cookie.
    Expired,
}

/// Returns the decoded value of a cookie that was sent exactly once; of two with one name neither is trusted.
pub(crate) fn read(headers: &HeaderMap, name: CookieName, secure: bool) -> Option<String> {
    let requested = name.text(secure);
    let mut found = pairs(headers).filter_map(|pair| cookie_value(pair, requested));
    let value = found.next()?;
    if found.next().is_some() || !value.is_ascii() {
        return None;
    }
    let value = std::str::from_utf8(value).ok()?;
    percent::decode(value).filter(|value| !value.is_empty())
}

/// Returns the pairs of all `Cookie` headers, without surrounding blanks.
pub(super) fn pairs(headers: &HeaderMap) -> impl Iterator<Item = &[u8]> {
    headers.get_all(header::COOKIE).iter().flat_map(|line| {
        let line = line.as_bytes();
        let ends = memchr_iter(b';', line).chain(iter::once(line.len()));
        let mut begin = 0;
        ends.map(move |end| {
            let pair = line.get(begin..end).unwrap_or_default();
            begin = end.saturating_add(1);
            pair.trim_ascii()
        })
    })
}

/// Returns the value of a pair with this name. It is bytes, because other applications' cookies may not be ASCII.
fn cookie_value<'a>(pair: &'a [u8], requested: &str) -> Option<&'a [u8]> {
    pair.strip_prefix(requested.as_bytes())?.strip_prefix(b"=")
}

/// Returns a `Set-Cookie` header; a value too long for browsers becomes a deletion.
pub(crate) fn write(
    name: CookieName,
    value: &str,
    lifetime: Lifetime,
    secure: bool,
) -> Result<HeaderValue, Failure> {
    write_line(name.text(secure), &percent::encode(value), lifetime, secure)
}

/// Returns the common prefix of provider attempts' names; eight hexadecimal digits follow.
fn attempt_prefix(secure: bool) -> &'static str {
    if secure {
        "__Host-tollgate.attempt."
    } else {
        "tollgate.attempt."
    }
}

/// Returns a browser's provider attempts that were sent exactly once: the name's own part, and the value.
pub(crate) fn read_attempts(headers: &HeaderMap, secure: bool) -> Vec<(String, String)> {
    let mut found: Vec<(String, Option<String>)> = Vec::new();
    for pair in pairs(headers) {
        let own = pair.strip_prefix(attempt_prefix(secure).as_bytes());
        let text = own.and_then(|own| std::str::from_utf8(own).ok());
        let Some((name, value)) = text.and_then(|text| text.split_once('=')) else {
            continue;
        };
        let is_name = name.len() == 8 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_name || found.len() >= MAX_ATTEMPTS {
            continue;
        }
        match found.iter_mut().find(|(known, _)| known == name) {
            Some((_, twice)) => *twice = None,
            None => found.push((name.to_owned(), percent::decode(value))),
        }
    }
    found
        .into_iter()
        .map(|(name, value)| (name, value.unwrap_or_default()))
        .collect()
}

/// Returns a `Set-Cookie` header of a provider attempt.
pub(crate) fn write_attempt(
    name: &str,
    value: &str,
    lifetime: Lifetime,
    secure: bool,
) -> Result<HeaderValue, Failure> {
    let name = format!("{}{name}", attempt_prefix(secure));
    write_line(&name, &percent::encode(value), lifetime, secure)
}

/// Returns a `Set-Cookie` header with an encoded value.
pub(super) fn write_line(
    name: &str,
    value: &str,
    lifetime: Lifetime,
    secure: bool,
) -> Result<HeaderValue, Failure> {
    let fits = value.len() <= MAX_VALUE_LENGTH;
    let (value, lifetime) = if fits && lifetime != Lifetime::Expired {
        (value, lifetime)
    } else {
        ("", Lifetime::Expired)
    };
    let max_age = match lifetime {
        Lifetime::Browser | Lifetime::Until(_) => String::new(),
        Lifetime::For(duration) => format!("; Max-Age={}", duration.as_secs()),
        Lifetime::Expired => "; Max-Age=0".to_owned(),
    };
    let expires = match lifetime {
        Lifetime::Until(at) => format!("; Expires={}", at.to_http_date()),
        Lifetime::Browser | Lifetime::For(_) | Lifetime::Expired => String::new(),
    };
    let flag = if secure { "; Secure" } else { "" };
    HeaderValue::try_from(format!(
        "{name}={value}{max_age}; Path=/{expires}; HttpOnly{flag}; SameSite=Lax"
    ))
    .map_err(|error| Failure::broken("writing a cookie", error))
}
