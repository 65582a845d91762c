//! Credits, features and customers exist once for each website and mode.

use super::caller::Mode;

/// Name of the platform in place of a website's id. No id of a website is equal to it.
pub(crate) const PLATFORM: &str = "platform";

/// One mode of one website, or of the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SiteScope<'a> {
    /// Website that owns the data, or [`PLATFORM`].
    pub website_id: &'a str,
    /// Live or test.
    pub mode: Mode,
}

impl SiteScope<'_> {
    /// Returns the website; none for the platform.
    pub(crate) fn website(&self) -> Option<&str> {
        Some(self.website_id).filter(|id| *id != PLATFORM)
    }
}
