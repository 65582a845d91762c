//! The cookies of attempts: one each, so that two tabs do not spoil each other's.

use std::time::Duration;

use foundation::secret::digest;
use foundation::{Failure, Timestamp, json};
use poem::http::{HeaderMap, HeaderValue};

use super::attempt::Attempt;
use crate::app::App;
use crate::cookies::{self, Lifetime};

/// How long an attempt counts (seed, section 9).
pub(super) const LIFE: Duration = Duration::from_mins(15);
/// How many a browser keeps.
const MOST: usize = 5;
/// How many bytes of them a browser keeps: more would spoil its requests.
const MOST_BYTES: usize = 7000;
/// The purpose under which they are sealed.
const SEALED: &str = "provider-attempt";
/// How much of the state's digest is in the name.
const NAME_LENGTH: usize = 8;

/// The attempts that a browser carries.
pub(super) struct Carried {
    /// Those that are ours, oldest first.
    pub(super) attempts: Vec<Attempt>,
    /// The names of cookies that mean nothing any more.
    pub(super) stale: Vec<String>,
}

/// Reads the attempts of a request.
pub(super) fn read(app: &App, headers: &HeaderMap) -> Carried {
    let now = app.clock.now();
    let mut carried = Carried {
        attempts: Vec::new(),
        stale: Vec::new(),
    };
    for (name, value) in cookies::read_attempts(headers, app.config.base.is_secure()) {
        let opened = app.sealer.open(SEALED, &value);
        let attempt = opened.and_then(|text| json::from_stored::<Attempt>(&text).ok());
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

/// The lines that give a browser a new attempt, and take from it what is too much.
pub(super) fn add(
    app: &App,
    headers: &HeaderMap,
    attempt: &Attempt,
) -> Result<Vec<HeaderValue>, Failure> {
    let secure = app.config.base.is_secure();
    let text = serde_json::to_string(attempt)
        .map_err(|error| Failure::broken("writing an attempt", error))?;
    let sealed = app.sealer.seal(SEALED, &text)?;
    let mut room = MOST_BYTES.saturating_sub(sealed.len());
    let mut gone = Vec::new();
    let carried = read(app, headers);
    for (place, old) in carried.attempts.iter().rev().enumerate() {
        let size = old.callback_url.len() * 2 + 700;
        if place + 1 < MOST && size <= room {
            room -= size;
        } else {
            gone.push(name_of(old));
        }
    }
    let mut lines = vec![cookies::write_attempt(
        &name_of(attempt),
        &sealed,
        Lifetime::For(LIFE),
        secure,
    )?];
    for name in gone.iter().chain(&carried.stale).take(4 * MOST) {
        lines.push(cookies::write_attempt(name, "", Lifetime::Gone, secure)?);
    }
    Ok(lines)
}

/// The lines that take attempts from a browser.
pub(super) fn remove(
    app: &App,
    attempt: Option<&Attempt>,
    stale: &[String],
) -> Result<Vec<HeaderValue>, Failure> {
    let secure = app.config.base.is_secure();
    let used = attempt.map(name_of);
    used.iter()
        .chain(stale.iter().take(4 * MOST))
        .map(|name| cookies::write_attempt(name, "", Lifetime::Gone, secure))
        .collect()
}

/// When an attempt that begins now ends, in seconds since the epoch.
pub(super) fn end(now: Timestamp) -> i64 {
    now.plus(LIFE).seconds()
}

/// The part of its cookie's name that is an attempt's own: eight hexadecimal digits.
fn name_of(attempt: &Attempt) -> String {
    digest("attempt-name", &attempt.state)
        .bytes()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(u32::from(digit), 16))
        .take(NAME_LENGTH)
        .collect()
}
