//! API keys of a website: created, listed, changed, rotated and revoked by its owner or by a key with the scope `keys`.

mod add;
mod api;
mod api_key;
mod change;
mod find;
mod key_scope;
mod permissions;
mod revoke;
mod rotate;
mod store;

pub(crate) use api::ApiKeysApi;
pub(crate) use store::ENDED_SECRETS;
