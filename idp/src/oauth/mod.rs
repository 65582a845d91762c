//! The OpenID Provider: authorization, tokens, registration of clients and discovery.

pub(crate) mod authorize;
pub(crate) mod client_metadata;
pub(crate) mod device_authorization;
pub(crate) mod devices;
pub(crate) mod discovery;
pub(crate) mod introspection;
pub(crate) mod par;
pub(crate) mod registration;
pub(crate) mod request_objects;
pub(crate) mod revocation;
pub(crate) mod sign_out;
pub(crate) mod tokens;
pub(crate) mod userinfo;
