//! Idempotency: every operation that moves money executes once for each key, and a repeat gets the same bytes.

mod answer;
mod api;
mod canonical;
mod fingerprint;
#[cfg(test)]
mod golden;
mod key;
mod known;
mod prune;
mod store;
mod template;
mod template_texts;
#[cfg(test)]
mod tests;

pub(crate) use answer::StoredResponse;
pub(crate) use api::{IdempotentResponse, JsonBody, KeyHeader};
pub(crate) use fingerprint::Fingerprint;
pub(crate) use key::IdempotencyKey;
pub(crate) use known::{KeyedRequest, KeyedResponse, UsedKey, keep, known};
pub(crate) use prune::prune;
