//! Idempotency keys: the same request gets the same bytes, another request is refused.

use super::request::{ApiRequest, ApiResponse};
use crate::error::StripeError;
use crate::form::Parameters;
use crate::state::{ModeData, StoredResponse};

/// Seconds for which responses are kept.
const RETENTION: i64 = 86_400;
/// Number of stored responses between two looks at all of them.
const SWEEP_EVERY: usize = 1_024;
/// Maximum length of a key.
const MAX_KEY: usize = 255;

/// Returns the stored response of a key, or `None` if the request is the first with the key.
pub(super) fn replay(
    data: &ModeData,
    key: &str,
    described: &str,
    now: i64,
) -> Result<Option<ApiResponse>, StripeError> {
    if key.len() > MAX_KEY {
        let message = format!("Idempotency keys are at most {MAX_KEY} characters long.");
        return Err(StripeError::early(400, message));
    }
    let oldest = now.saturating_sub(RETENTION);
    let stored = data.responses.get(key);
    let Some(stored) = stored.filter(|stored| stored.stored_at > oldest) else {
        return Ok(None);
    };
    if stored.request != described {
        let message = format!(
            "Keys for idempotent requests can only be used with the same parameters they were \
             first used with. Try using a key other than '{key}' if you meant to execute a \
             different request."
        );
        return Err(StripeError::idempotency(400, message));
    }
    Ok(Some(ApiResponse {
        status: stored.status,
        body: stored.body.clone(),
        headers: vec![
            ("Idempotent-Replayed", "true".to_owned()),
            ("Original-Request", stored.request_id.clone()),
        ],
    }))
}

/// Describes a request by its method, path and parameters.
pub(super) fn describe(request: &ApiRequest, parameters: &Parameters) -> String {
    format!("{} {}", request.name(), parameters.canonical())
}

/// Stores a response under a key, and removes those that were kept long enough now and then.
pub(super) fn store(data: &mut ModeData, key: &str, response: StoredResponse) {
    if data.responses.len().is_multiple_of(SWEEP_EVERY) {
        let oldest = response.stored_at.saturating_sub(RETENTION);
        data.responses.retain(|_, stored| stored.stored_at > oldest);
    }
    data.responses.insert(key.to_owned(), response);
}
