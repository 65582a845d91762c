//! Userinfo endpoint: claims about the user of an access token (OpenID Connect Core section 5.3).

pub(crate) mod endpoint;
mod read_userinfo;
mod sign;
