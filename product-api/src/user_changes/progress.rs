//! Progress of applying user changes, including a restart from the first change.

use foundation::Timestamp;

use crate::idp::ChangeCursor;

/// The value of `api_user_changes` in `/health/ready` for a week after all changes had to be read again.
pub const READ_AGAIN: &str = "read again";

/// The value of `api_user_changes` in `/health/ready` while the idp lists no users and merges wait to be undone.
pub const NO_USERS: &str = "no users";

/// Progress of applying user changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The last change that was applied.
    pub(crate) cursor: ChangeCursor,
    /// Time at which the idp no longer had the last change; none if that never happened.
    pub(crate) rewound_at: Option<Timestamp>,
    /// True if changes remain to be read again since then.
    pub(crate) is_reading_again: bool,
}
