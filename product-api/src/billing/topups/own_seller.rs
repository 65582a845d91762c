//! The seller that a user names in a request about the user's own automatic top-up.

use crate::caller::Mode;

/// The seller.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OwnSeller {
    /// The website; none for the platform, or for the website of the token's client.
    pub(super) website: Option<String>,
    /// The mode of the credits; none for live.
    pub(super) mode: Option<Mode>,
}
