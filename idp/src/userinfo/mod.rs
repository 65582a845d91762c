//! Userinfo: what a user's access token opens (OpenID Connect Core section 5.3).

pub(crate) mod endpoint;
mod sign;
mod tell;
