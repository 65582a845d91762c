//! Reasons that operators give for their changes, stored in the audit log.

use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::problem::OptionalBody;

/// The reason of a change.
#[derive(Object)]
#[oai(
    rename = "Reason",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(crate) struct ReasonBody {
    /// The reason as text, for readers of the audit log. It is stored unchanged, so it should contain no secret.
    #[oai(validator(min_length = 1, max_length = 200))]
    reason: Option<String>,
}

impl Example for ReasonBody {
    fn example() -> Self {
        Self {
            reason: Some("Asked for by mail, ticket 4711".to_owned()),
        }
    }
}

/// Returns the reason in a body; none if it is absent or blank.
pub(crate) fn reason_of(body: OptionalBody<ReasonBody>) -> Option<String> {
    trimmed_reason(body.0?.reason)
}

/// Trims a reason; none if it is blank.
pub(crate) fn trimmed_reason(reason: Option<String>) -> Option<String> {
    let reason = reason?;
    let trimmed = reason.trim();
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}
