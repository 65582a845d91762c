//! How far user changes were followed, and whether they had to be read again.

use foundation::Timestamp;

use crate::idp::ChangeCursor;

/// The value of `api_user_changes` in `/health/ready` for a week after all changes had to be read again.
pub const READ_AGAIN: &str = "read again";

/// The value of `api_user_changes` in `/health/ready` while the idp lists no users and merges wait to be undone.
pub const NO_USERS: &str = "no users";

/// How far user changes were followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The last change that was applied.
    pub(crate) cursor: ChangeCursor,
    /// When the idp did not have the last change any more; none when it always had it.
    pub(crate) rewound_at: Option<Timestamp>,
    /// Whether changes are left to be read again since then.
    pub(crate) is_reading_again: bool,
}
