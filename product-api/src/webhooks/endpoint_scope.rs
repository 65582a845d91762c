//! Limits a caller to a website's endpoints in the mode of the request; lists show its owner both modes.

use crate::caller::Mode;
use crate::websites::SiteAccess;

/// The scope of endpoints that a caller sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndpointScope<'a> {
    /// The website.
    pub(super) website_id: &'a str,
    /// The mode; `None` means both.
    pub(super) mode: Option<Mode>,
}

impl<'a> EndpointScope<'a> {
    /// Returns the scope for look-ups by id: the mode of the request, so that test and live endpoints are never confused.
    pub(super) fn from_access(access: &'a SiteAccess) -> Self {
        Self {
            website_id: &access.website_id,
            mode: Some(access.mode),
        }
    }

    /// Returns the mode for statements; the empty text means both.
    pub(super) fn mode_word(&self) -> &'static str {
        self.mode.map_or("", Mode::word)
    }
}
