//! The limit of previous secrets, which API keys and webhook endpoints share.

use foundation::Timestamp;

use crate::problem::{FieldError, Problem};

/// The maximum number of previous secrets at a time.
const MAX_PREVIOUS_SECRETS: usize = 10;

/// Refuses one more previous secret if there are as many as allowed. Takes the ends of the present ones, and the member of the
/// request body that asks for an overlap.
pub(crate) fn check_previous_secrets(ends: &[Timestamp], member: &str) -> Result<(), Problem> {
    match ends.iter().min() {
        Some(first_end) if ends.len() >= MAX_PREVIOUS_SECRETS => {
            let detail = format!(
                "{MAX_PREVIOUS_SECRETS} previous secrets are still valid. Rotate again after {}, when the first of them ends, \
                 or send 0, which ends all of them now.",
                first_end.to_iso8601()
            );
            Err(Problem::invalid(&[FieldError::body(member, &detail)]))
        }
        Some(_) | None => Ok(()),
    }
}
