//! Books that a verification covers.

use crate::websites::SiteAccess;

/// Books to be verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum VerificationScope {
    /// All books of this installation.
    All,
    /// Book of one website, in one mode.
    Website(SiteAccess),
}
