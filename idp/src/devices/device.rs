//! A device that waits: how long, how often it may ask, and what becomes of it.

use std::time::Duration;

use foundation::Timestamp;
use foundation::secret::digest;

/// How long both codes count (section 3.2 `expires_in`); as long as any other secret that a person carries over.
pub(crate) const LIFE: Duration = Duration::from_mins(10);
/// How many seconds a device has to wait between two questions (section 3.2 `interval`). Each question that comes too
/// early adds as many (section 3.5 `slow_down`).
pub(crate) const FIRST_INTERVAL: u32 = 5;

/// What has become of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nobody has answered.
    Waiting,
    /// A person allowed it.
    Allowed,
    /// A person did not.
    Denied,
    /// It has its tokens.
    Used,
}

impl State {
    /// Its word in the database.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Allowed => "allowed",
            Self::Denied => "denied",
            Self::Used => "used",
        }
    }

    /// The state of a word.
    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::Waiting, Self::Allowed, Self::Denied, Self::Used]
            .into_iter()
            .find(|one| one.name() == name)
    }
}

/// A device as the person is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Device {
    /// Which client it runs.
    pub(super) client_id: String,
    /// What it asks for, as words separated by blanks.
    pub(super) scope: String,
    /// The resource servers that its tokens may be for, likewise.
    pub(super) resources: String,
    /// The network it asked from.
    pub(super) network: String,
    /// When it asked.
    pub(super) created_at: Timestamp,
}

impl Device {
    /// The resources that its tokens are to be for.
    pub(super) fn resources(&self) -> Vec<String> {
        let named = self.resources.split_ascii_whitespace();
        named.map(ToOwned::to_owned).collect()
    }
}

/// What is kept instead of a device's code.
pub(super) fn digest_of(device_code: &str) -> String {
    digest("device-code", device_code)
}
