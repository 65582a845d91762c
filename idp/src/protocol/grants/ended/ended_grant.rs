//! A grant that was revoked.

use foundation::Timestamp;

/// A revoked grant, with its position in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndedGrant {
    /// Position in the list; a later entry has a higher one.
    pub(crate) sequence: i64,
    /// Id of the grant.
    pub(crate) grant_id: String,
    /// Time of the revocation.
    pub(crate) ended_at: Timestamp,
    /// Time of the numbering, after the revocation's commit.
    pub(crate) numbered_at: Timestamp,
}
