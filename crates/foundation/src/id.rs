//! Public identifiers: a prefix that names the kind, and a time-ordered UUID (RFC 9562, version 7).

use uuid::Builder;

use crate::clock::Clock;
use crate::failure::Failure;
use crate::random::Random;

/// A fresh id such as `usr_0192f0c4…`: prefix, underscore, 32 hexadecimal digits that sort by time of making.
pub fn new(prefix: &str, clock: &Clock, random: &Random) -> Result<String, Failure> {
    let millis = u64::try_from(clock.now().millis()).unwrap_or_default();
    let uuid = Builder::from_unix_timestamp_millis(millis, &random.bytes::<10>()?).into_uuid();
    Ok(format!("{prefix}_{}", uuid.simple()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::clock::Timestamp;

    #[test]
    fn ids_sort_by_time_and_carry_their_prefix() {
        let clock = Clock::fixed(Timestamp::from_seconds(1_700_000_000));
        let random = Random::seeded(1);
        let first = new("usr", &clock, &random).unwrap();
        clock.advance(Duration::from_millis(1));
        let second = new("usr", &clock, &random).unwrap();
        assert!(first < second);
        assert_eq!(first.len(), 4 + 32);
        assert!(first.starts_with("usr_"));
    }
}
