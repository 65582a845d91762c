//! Grants: one row an authorization; codes and refresh tokens hang on it and end with it.

mod grant;
pub(crate) mod store;

pub(crate) use grant::Grant;

#[cfg(test)]
mod tests;
