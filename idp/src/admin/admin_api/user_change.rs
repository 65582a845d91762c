//! Changes of users: merged, merge undone, deleted, activated or deactivated.

use foundation::Timestamp;

/// Change of a user, with the sequence that following clients remember.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UserChange {
    /// The sequence, which rises with every change of any user.
    pub(super) sequence: i64,
    /// The id of the change; none if a replica of an older version numbered it.
    pub(super) id: Option<String>,
    pub(super) user_id: String,
    /// The kind of change.
    pub(super) details: UserChangeDetails,
    pub(super) changed_at: Timestamp,
}

/// Kinds of user changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UserChangeDetails {
    /// The user was merged into another.
    Merged {
        merge_id: String,
        /// The user that remains.
        into_user_id: String,
    },
    /// The merge was undone, so that the user exists again.
    Undone {
        merge_id: String,
        /// The other user of the merge.
        into_user_id: String,
    },
    /// The user's data is deleted forever.
    Deleted,
    /// The user was activated or deactivated; the list has only the last switch of a user.
    Switched {
        /// True if the user may sign in.
        is_active: bool,
        /// The client that requested it.
        by: String,
        /// Another client that had requested the same state before.
        confirmed_by: Option<String>,
    },
}
