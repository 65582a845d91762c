//! What became of a user: gone into another, back again, switched off or on, or deleted.

use foundation::Timestamp;

/// What became of a user, under the number by which whoever follows remembers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UserChange {
    /// Rises with everything that becomes of any user.
    pub(super) sequence: i64,
    /// The id of the change with this number; none where a replica of an older version has numbered it.
    pub(super) id: Option<String>,
    /// Of whom.
    pub(super) user_id: String,
    /// What.
    pub(super) became: Became,
    /// When.
    pub(super) changed_at: Timestamp,
}

/// What can become of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Became {
    /// Gone into another user.
    Merged {
        /// By this merge.
        merge_id: String,
        /// The other.
        into_user_id: String,
    },
    /// Back again: the merge was undone.
    Undone {
        /// This merge.
        merge_id: String,
        /// Who was the other.
        into_user_id: String,
    },
    /// Gone for ever.
    Deleted,
    /// Switched off or on; only the last switch of a user is told.
    Switched {
        /// Whether the user may sign in.
        is_active: bool,
        /// The client that asked for it.
        by: String,
        /// The client that had asked for the same before.
        also_by: Option<String>,
    },
}
