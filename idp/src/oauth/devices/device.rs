//! A waiting device: its lifetime, its polling interval, and its state.

use std::time::Duration;

use foundation::Timestamp;
use foundation::secret::digest;

/// Lifetime of both codes (section 3.2 `expires_in`), as long as that of other secrets that users copy.
pub(crate) const LIFETIME: Duration = Duration::from_mins(10);
/// Seconds that a device must wait between two requests (section 3.2 `interval`). Each early request adds as many
/// (section 3.5 `slow_down`).
pub(crate) const FIRST_INTERVAL: u32 = 5;

/// State of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeviceState {
    /// No user has decided.
    Waiting,
    /// A user allowed it.
    Allowed,
    /// A user denied it.
    Denied,
    /// It has its tokens.
    Used,
}

impl DeviceState {
    /// Returns the name in the database.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Allowed => "allowed",
            Self::Denied => "denied",
            Self::Used => "used",
        }
    }

    /// Returns the state of a name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        [Self::Waiting, Self::Allowed, Self::Denied, Self::Used]
            .into_iter()
            .find(|one| one.name() == name)
    }
}

/// A device as the user sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Device {
    /// Id of its client.
    pub(super) client_id: String,
    /// Requested scope, separated by spaces.
    pub(super) scope: String,
    /// Resource servers of its tokens, separated by spaces.
    pub(super) resources: String,
    /// Network of its request.
    pub(super) network: String,
    /// Time of its request.
    pub(super) created_at: Timestamp,
}

impl Device {
    /// Returns the resources of its tokens.
    pub(super) fn resources(&self) -> Vec<String> {
        let named = self.resources.split_ascii_whitespace();
        named.map(ToOwned::to_owned).collect()
    }
}

/// Returns the digest that is stored instead of a device's code.
pub(super) fn digest_of(device_code: &str) -> String {
    digest("device-code", device_code)
}
