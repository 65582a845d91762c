//! What a scope lets a client do, in words for the person who allows it.

use crate::texts::say;

/// A scope in words; `openid` says no more than that somebody signs in.
pub(crate) fn in_words(scope: &str) -> Option<&str> {
    match scope {
        "openid" => None,
        "profile" => Some(say("See your name and picture")),
        "email" => Some(say("See your e-mail address")),
        "offline_access" => Some(say("Stay connected while you are away")),
        other => Some(other),
    }
}
