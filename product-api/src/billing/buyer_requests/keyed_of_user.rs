//! The name of one request of a user, under which a repeat is recognized.

use crate::caller::CreditsBuy;
use crate::idempotency::{Fingerprint, IdempotencyKey, KeyedRequest};
use crate::users::AuthenticatedUser;

/// Returns an attempt under a key of the user, which names one purchase of the user by one client.
pub(crate) fn keyed_of_user(
    holder: &AuthenticatedUser<CreditsBuy>,
    key: IdempotencyKey,
    fingerprint: Fingerprint,
) -> KeyedRequest {
    KeyedRequest {
        tenant: format!("me:{}:{}", holder.user.id, holder.client_id),
        key,
        fingerprint,
    }
}
