//! Settings of rate limits.

use foundation::env::Reader;

/// Maximum of requests per second that a setting may allow.
const MAX_PER_SECOND: u32 = 1_000_000;

/// Rate limits, counted by each server for itself. Callers can save up unused requests of ten seconds.
#[derive(Clone, Debug)]
pub struct LimitsConfig {
    /// `API_KEY_REQUESTS_PER_SECOND`: limit for each API key, 1 to 1000000; 0 for no limit.
    pub key_per_second: u32,
    /// `API_CUSTOMER_REQUESTS_PER_SECOND`: limit for each customer, likewise. It counts checks, spends, holds and grants.
    pub customer_per_second: u32,
}

impl LimitsConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        Self {
            key_per_second: rate(reader, "API_KEY_REQUESTS_PER_SECOND", 2000),
            customer_per_second: rate(reader, "API_CUSTOMER_REQUESTS_PER_SECOND", 200),
        }
    }
}

fn rate(reader: &mut Reader<'_>, name: &'static str, usual: u32) -> u32 {
    let setting = reader.parsed(
        name,
        usual,
        "a number of requests a second from 0 to 1000000",
    );
    if setting <= MAX_PER_SECOND {
        return setting;
    }
    reader.problem(
        name,
        "is not a number of requests a second from 0 to 1000000",
    );
    usual
}
