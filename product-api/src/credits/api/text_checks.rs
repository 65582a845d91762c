//! Checks of descriptions and metadata that a schema cannot express.

use super::metadata::Metadata;
use crate::problem::{FieldError, Problem};
use crate::websites::{Actor, SiteAccess};

/// Maximum length of a description, in characters.
const MAX_TEXT_LENGTH: usize = 500;

/// Refuses an owner's manual change without a reason, which the statement and the audit log store.
pub(super) fn check_reason(access: &SiteAccess, reason: Option<&str>) -> Result<(), Problem> {
    let has_reason = reason.is_some_and(|reason| !reason.trim().is_empty());
    if has_reason || matches!(access.actor, Actor::Key(_)) {
        return Ok(());
    }
    let detail = format!(
        "Must say why, in 1 to {MAX_TEXT_LENGTH} characters; only an API key may leave it out."
    );
    Err(Problem::invalid(&[FieldError::body("/reason", detail)]))
}

/// Checks a text and metadata.
pub(super) fn checked(
    pointer: &str,
    text: Option<String>,
    metadata: Option<Metadata>,
) -> Result<(Option<String>, String), Problem> {
    checked_at("", pointer, text, metadata)
}

/// Checks the member `metadata` of a body, and returns its stored form.
pub(crate) fn checked_metadata(metadata: Option<Metadata>) -> Result<String, Problem> {
    checked("", None, metadata).map(|(_text, metadata)| metadata)
}

/// Checks them in a body inside the request's body; `body` is its JSON pointer.
pub(super) fn checked_at(
    body: &str,
    pointer: &str,
    text: Option<String>,
    metadata: Option<Metadata>,
) -> Result<(Option<String>, String), Problem> {
    let wrong = |pointer: &str, detail: String| {
        let pointer = format!("{body}{pointer}");
        Err(Problem::invalid(&[FieldError::body(pointer, detail)]))
    };
    if let Some(text) = &text {
        if text.chars().any(char::is_control) {
            return wrong(pointer, "Must hold no control characters.".to_owned());
        }
        if text.chars().count() > MAX_TEXT_LENGTH {
            return wrong(
                pointer,
                format!("Must have at most {MAX_TEXT_LENGTH} characters."),
            );
        }
    }
    let metadata = metadata.unwrap_or_default();
    match metadata.wrong() {
        Some((pointer, detail)) => wrong(&format!("/metadata{pointer}"), detail),
        None => Ok((text, metadata.to_text())),
    }
}
