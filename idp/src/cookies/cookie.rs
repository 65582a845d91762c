//! One cookie: its name in both modes, and the only way it is read and written.

use std::iter;
use std::time::Duration;

use foundation::{Failure, Timestamp};
use memchr::memchr_iter;
use poem::http::{HeaderMap, HeaderValue, header};

use super::percent;

/// The longest value that is written, after encoding; browsers drop cookies of more than 4,096 bytes.
pub(super) const LONGEST_VALUE: usize = 3933;

/// How many attempts at providers are looked at; a browser of ours carries fewer.
const MOST_ATTEMPTS: usize = 20;

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
    /// The language that a page was asked for in.
    Language,
    /// The way by which this browser signed in last: its id, and nothing about the person.
    LastWay,
    /// The token of the operator's link, while its reader signs in.
    OperatorLink,
    /// The address that was typed into a form which did not count, while the form is shown again.
    TypedAddress,
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
    let mut found = pairs(headers).filter_map(|pair| value_of(pair, wanted));
    let value = found.next()?;
    if found.next().is_some() || !value.is_ascii() {
        return None;
    }
    let value = std::str::from_utf8(value).ok()?;
    percent::decode(value).filter(|value| !value.is_empty())
}

/// The pairs of all `Cookie` lines, as they were sent but for blanks around them.
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

/// The value of a pair of this name. Bytes, because other sites' cookies beside ours may be no ASCII.
fn value_of<'a>(pair: &'a [u8], wanted: &str) -> Option<&'a [u8]> {
    pair.strip_prefix(wanted.as_bytes())?.strip_prefix(b"=")
}

/// A `Set-Cookie` line; a value too long for browsers is written as a deletion.
pub(crate) fn write(
    name: CookieName,
    value: &str,
    lifetime: Lifetime,
    secure: bool,
) -> Result<HeaderValue, Failure> {
    write_line(name.text(secure), &percent::encode(value), lifetime, secure)
}

/// The part of its name that every attempt at a provider shares; eight hexadecimal digits of its own follow.
fn attempt_prefix(secure: bool) -> &'static str {
    if secure {
        "__Host-tollgate.attempt."
    } else {
        "tollgate.attempt."
    }
}

/// The attempts at providers that a browser carries, each sent exactly once: the own part of the name, and the value.
pub(crate) fn read_attempts(headers: &HeaderMap, secure: bool) -> Vec<(String, String)> {
    let mut found: Vec<(String, Option<String>)> = Vec::new();
    for pair in pairs(headers) {
        let own = pair.strip_prefix(attempt_prefix(secure).as_bytes());
        let text = own.and_then(|own| std::str::from_utf8(own).ok());
        let Some((name, value)) = text.and_then(|text| text.split_once('=')) else {
            continue;
        };
        let is_name = name.len() == 8 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_name || found.len() >= MOST_ATTEMPTS {
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

/// A `Set-Cookie` line of an attempt at a provider.
pub(crate) fn write_attempt(
    name: &str,
    value: &str,
    lifetime: Lifetime,
    secure: bool,
) -> Result<HeaderValue, Failure> {
    let name = format!("{}{name}", attempt_prefix(secure));
    write_line(&name, &percent::encode(value), lifetime, secure)
}

/// A `Set-Cookie` line of a value that is encoded already.
pub(super) fn write_line(
    name: &str,
    value: &str,
    lifetime: Lifetime,
    secure: bool,
) -> Result<HeaderValue, Failure> {
    let fits = value.len() <= LONGEST_VALUE;
    let (value, lifetime) = if fits && lifetime != Lifetime::Gone {
        (value, lifetime)
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
    HeaderValue::try_from(format!(
        "{name}={value}{max_age}; Path=/{expires}; HttpOnly{flag}; SameSite=Lax"
    ))
    .map_err(|error| Failure::broken("writing a cookie", error))
}
