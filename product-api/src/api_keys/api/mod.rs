//! The operations on a website's API keys.

mod forms;
mod keys;

pub(crate) use keys::ApiKeysApi;
