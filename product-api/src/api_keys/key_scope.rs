//! Limits a caller to the keys of its website; lists show the owner both modes.

use crate::caller::Mode;
use crate::websites::SiteAccess;

/// The keys that a caller sees: of a website, in one mode or in both.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyScope<'a> {
    pub(super) website_id: &'a str,
    /// The mode; both if absent.
    pub(super) mode: Option<Mode>,
}

impl<'a> KeyScope<'a> {
    /// Returns the scope of look-ups by id: the mode of the request.
    pub(super) fn from_access(access: &'a SiteAccess) -> Self {
        Self {
            website_id: &access.website_id,
            mode: Some(access.mode),
        }
    }

    /// Returns the mode for statements; the empty text means both.
    pub(super) fn mode_word(self) -> &'static str {
        self.mode.map_or("", Mode::word)
    }
}
