//! Who looks after their passkeys.

use std::time::Duration;

use foundation::Timestamp;

use crate::users::User;

/// How long after a sign-in a person may add and remove ways in without another.
const FRESH: Duration = Duration::from_mins(10);

/// A person who is signed in.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    /// Who it is.
    pub(super) user: User,
    /// When they last proved it.
    pub(super) auth_time: Timestamp,
    /// What only this browser knows.
    pub(super) browser: String,
    /// Which network the request comes from.
    pub(super) network: String,
}

impl Visit {
    /// Whether the person proved who they are just now.
    pub(super) fn is_fresh(&self, now: Timestamp) -> bool {
        now < self.auth_time.plus(FRESH)
    }

    /// What a device shows of the account.
    pub(super) fn shown(&self) -> &str {
        let user = &self.user;
        let name = user.email.as_deref().or(user.name.as_deref());
        name.unwrap_or(&user.id)
    }
}
