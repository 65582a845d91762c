//! Endpoints and abilities of a provider.

/// Endpoints and abilities of a provider.
#[derive(Clone, Debug)]
pub(super) struct Endpoints {
    pub(super) authorization: String,
    pub(super) token: String,
    pub(super) scopes: Vec<String>,
    /// True if the provider returns ID tokens, so that a nonce is sent.
    pub(super) has_nonce: bool,
    /// True if the provider may state the sign-in's time.
    pub(super) proves_time: bool,
    /// True if the provider supports the `claims` parameter.
    pub(super) takes_claims: bool,
}
