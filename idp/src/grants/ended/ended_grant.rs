//! A grant that ended before its time.

use foundation::Timestamp;

/// A grant that ended before its time, with its place in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndedGrant {
    /// Its place in the list; a grant that is listed later has a higher one.
    pub(crate) sequence: i64,
    /// The grant.
    pub(crate) grant_id: String,
    /// When it ended.
    pub(crate) ended_at: Timestamp,
    /// When it was numbered; its end was committed before.
    pub(crate) numbered_at: Timestamp,
}
