//! Cookies of attempts: one each, so that two tabs do not disturb each other.

use std::time::Duration;

use foundation::secret::digest;
use foundation::text::strict_json;
use foundation::{Failure, Timestamp};
use poem::http::{HeaderMap, HeaderValue};

use super::attempt::ProviderAttempt;
use crate::app::App;
use crate::http::cookies::{self, Lifetime};

/// Lifetime of an attempt.
pub(super) const LIFETIME: Duration = Duration::from_mins(15);
/// Maximum number of attempts in a browser.
const MAX_ATTEMPTS: usize = 5;
/// Maximum size of a browser's attempts, in bytes: longer request headers would be refused.
const MAX_BYTES: usize = 7000;
/// Purpose of the encryption key.
const PURPOSE: &str = "provider-attempt";
/// Number of digits of the state's digest in the cookie's name.
const NAME_LENGTH: usize = 8;

/// Attempts in a browser's cookies.
pub(super) struct AttemptCookies {
    /// Valid attempts, the oldest first.
    pub(super) attempts: Vec<ProviderAttempt>,
    /// Names of invalid cookies.
    pub(super) stale: Vec<String>,
}

/// Reads the attempts of a request.
pub(super) fn read(app: &App, headers: &HeaderMap) -> AttemptCookies {
    let now = app.clock.now();
    let mut carried = AttemptCookies {
        attempts: Vec::new(),
        stale: Vec::new(),
    };
    for (name, value) in cookies::read_attempts(headers, app.config.base.is_secure()) {
        let opened = app.sealer.open(PURPOSE, &value);
        let attempt =
            opened.and_then(|text| strict_json::from_stored::<ProviderAttempt>(&text).ok());
        match attempt {
            Some(attempt) if attempt.is_live(now) && name == name_of(&attempt) => {
                carried.attempts.push(attempt);
            }
            Some(_) | None => carried.stale.push(name),
        }
    }
    carried.attempts.sort_by_key(|attempt| attempt.until);
    carried
}

/// Returns the `Set-Cookie` lines that add an attempt and delete those beyond the limits.
pub(super) fn add(
    app: &App,
    headers: &HeaderMap,
    attempt: &ProviderAttempt,
) -> Result<Vec<HeaderValue>, Failure> {
    let secure = app.config.base.is_secure();
    let text = serde_json::to_string(attempt)
        .map_err(|error| Failure::broken("writing an attempt", error))?;
    let sealed = app.sealer.seal(PURPOSE, &text)?;
    let mut remaining = MAX_BYTES.saturating_sub(sealed.len());
    let mut removed = Vec::new();
    let carried = read(app, headers);
    for (index, old) in carried.attempts.iter().rev().enumerate() {
        let size = old.callback_url.len() * 2 + 700;
        if index + 1 < MAX_ATTEMPTS && size <= remaining {
            remaining -= size;
        } else {
            removed.push(name_of(old));
        }
    }
    let mut lines = vec![cookies::write_attempt(
        &name_of(attempt),
        &sealed,
        Lifetime::For(LIFETIME),
        secure,
    )?];
    for name in removed.iter().chain(&carried.stale).take(4 * MAX_ATTEMPTS) {
        lines.push(cookies::write_attempt(name, "", Lifetime::Expired, secure)?);
    }
    Ok(lines)
}

/// Returns the `Set-Cookie` lines that delete attempts.
pub(super) fn remove(
    app: &App,
    attempt: Option<&ProviderAttempt>,
    stale: &[String],
) -> Result<Vec<HeaderValue>, Failure> {
    let secure = app.config.base.is_secure();
    let used = attempt.map(name_of);
    used.iter()
        .chain(stale.iter().take(4 * MAX_ATTEMPTS))
        .map(|name| cookies::write_attempt(name, "", Lifetime::Expired, secure))
        .collect()
}

/// Returns the expiry of an attempt that starts now, in seconds since the epoch.
pub(super) fn end(now: Timestamp) -> i64 {
    now.plus(LIFETIME).seconds()
}

/// Returns the attempt's part of the cookie's name: eight hexadecimal digits.
fn name_of(attempt: &ProviderAttempt) -> String {
    digest("attempt-name", &attempt.state)
        .bytes()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(u32::from(digit), 16))
        .take(NAME_LENGTH)
        .collect()
}
