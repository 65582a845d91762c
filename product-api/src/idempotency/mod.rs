//! Idempotency: every operation that moves money executes once for each key, and a repeat gets the same bytes.

mod api;
mod canonical;
mod fingerprint;
#[cfg(test)]
mod golden;
mod keep_response;
mod key;
mod prune;
mod store;
mod stored_response;
mod template;
mod template_texts;
#[cfg(test)]
mod tests;
mod used_key;

pub(crate) use api::{IdempotentResponse, JsonBody, KeyHeader};
pub(crate) use fingerprint::Fingerprint;
pub(crate) use keep_response::{
    KeptResponse, find_kept_response, keep_response, key_in_flight, key_reused,
};
pub(crate) use key::IdempotencyKey;
pub(crate) use prune::prune;
pub(crate) use stored_response::StoredResponse;
pub(crate) use used_key::{
    KeyedRequest, KeyedResponse, UsedKey, find_used_keys, keep, keep_result,
};
