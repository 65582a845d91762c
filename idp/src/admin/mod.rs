//! Surfaces for operators and programs: the admin API, the account API and the sweep of expired rows.

pub(crate) mod account_api;
pub(crate) mod admin_api;
pub(crate) mod sweep;
