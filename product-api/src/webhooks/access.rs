//! Which endpoints a caller sees: a website's own, in the mode of the call; lists show its owner in person both.

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
    /// What a caller reaches by an id: in the mode of the call, so that play credits are never taken for real ones.
    pub(super) fn of(access: &'a SiteAccess) -> Self {
        Self {
            website_id: &access.website_id,
            mode: Some(access.mode),
        }
    }

    /// The mode as statements take it: the empty text is both.
    pub(super) fn mode_word(&self) -> &'static str {
        self.mode.map_or("", Mode::word)
    }
}
