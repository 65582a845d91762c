//! Which endpoints a caller sees: a website's own, of the key's mode, or of both for its owner in person.

use crate::caller::Mode;
use crate::websites::SiteAccess;

/// The endpoints that a caller sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight<'a> {
    /// Of this website.
    pub(super) website_id: &'a str,
    /// In this mode; in both when none.
    pub(super) mode: Option<Mode>,
}

impl<'a> Sight<'a> {
    /// What a caller sees.
    pub(super) fn of(access: &'a SiteAccess) -> Self {
        Self {
            website_id: &access.website_id,
            mode: access.only_mode(),
        }
    }

    /// The mode as statements take it: the empty text is both.
    pub(super) fn mode_word(&self) -> &'static str {
        self.mode.map_or("", Mode::word)
    }
}
