//! Settings of tokens.

use std::time::Duration;

use foundation::env::Reader;

/// Grace time in seconds: a client that lost a response in an outage of half a minute still gets it.
const DEFAULT_GRACE: u64 = 60;
const MAX_GRACE: u64 = 120;

/// Token settings of this installation.
#[derive(Clone, Debug)]
pub struct TokenConfig {
    /// `IDP_REFRESH_GRACE_SECONDS`: the time for which a used refresh token returns the same response again, to a
    /// client that lost it.
    pub refresh_grace: Duration,
}

impl TokenConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        const NAME: &str = "IDP_REFRESH_GRACE_SECONDS";
        let seconds = reader.parsed(NAME, DEFAULT_GRACE, "a whole number of seconds, 0 to 120");
        if seconds > MAX_GRACE {
            reader.problem(NAME, "is more than 120 seconds");
        }
        Self {
            refresh_grace: Duration::from_secs(seconds.min(MAX_GRACE)),
        }
    }
}
