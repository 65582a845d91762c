//! The reason that an operator gives for an act, which the audit trail keeps.

use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::problem::OptionalBody;

/// Why it is done.
#[derive(Object)]
#[oai(
    rename = "Reason",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(crate) struct ReasonBody {
    /// In words, for whoever reads the audit trail later; it is kept there as it is, so it should hold no secret.
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

/// What a body says, if there is one and it says anything.
pub(crate) fn reason_of(body: OptionalBody<ReasonBody>) -> Option<String> {
    said(body.0?.reason)
}

/// A reason, if it says anything.
pub(crate) fn said(reason: Option<String>) -> Option<String> {
    let reason = reason?;
    let said = reason.trim();
    (!said.is_empty()).then(|| said.to_owned())
}
