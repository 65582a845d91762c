//! Credits, features and customers exist once for each website and mode.

use super::caller::Mode;

/// One mode of one website.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SiteScope<'a> {
    /// Website that owns the data.
    pub website_id: &'a str,
    /// Live or test.
    pub mode: Mode,
}
