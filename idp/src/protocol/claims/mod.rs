//! Claims about a user: supported claims, their scopes, and individual requests of clients.

mod claim;

pub(crate) use claim::{ClaimsRequest, PERSONAL};
