//! How far what becomes of users was followed, and whether it had to be read again.

use foundation::Timestamp;

use crate::idp::ChangeCursor;

/// The value of `api_user_changes` in `/health/ready` for a week after all changes had to be read again.
pub const READ_AGAIN: &str = "read again";

/// How far what becomes of users was followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The last change that was applied.
    pub(crate) cursor: ChangeCursor,
    /// When the idp did not know the last change any more; none when that never was so.
    pub(crate) rewound_at: Option<Timestamp>,
    /// Whether not all changes were read since then.
    pub(crate) is_reading_again: bool,
}
