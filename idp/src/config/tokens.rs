//! How tokens are treated.

use std::time::Duration;

use foundation::env::Reader;

/// Long enough for a client that lost an answer to ask again; short enough that a stolen token is of no use by then.
const USUAL_GRACE: u64 = 20;
const LONGEST_GRACE: u64 = 30;

/// Tokens of this installation.
#[derive(Clone, Debug)]
pub struct TokenConfig {
    /// `IDP_REFRESH_GRACE_SECONDS`: how long the last refresh token gives the same answer again, to a client that lost it.
    pub refresh_grace: Duration,
}

impl TokenConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        const NAME: &str = "IDP_REFRESH_GRACE_SECONDS";
        let seconds = reader.parsed(NAME, USUAL_GRACE, "a whole number of seconds, 0 to 30");
        if seconds > LONGEST_GRACE {
            reader.problem(NAME, "is more than 30 seconds");
        }
        Self {
            refresh_grace: Duration::from_secs(seconds.min(LONGEST_GRACE)),
        }
    }
}
