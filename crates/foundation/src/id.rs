//! Public ids: a prefix that names the kind, and a time-ordered UUID (RFC 9562, version 7).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use uuid::fmt::Simple;
use uuid::{Builder, Uuid};

use crate::failure::Failure;
use crate::random::Random;
use crate::time::Clock;

/// Returns a new id such as `usr_0192f0c4…`: prefix, underscore, 32 hexadecimal digits that sort by creation time.
pub fn new(prefix: &str, clock: &Clock, random: &Random) -> Result<String, Failure> {
    Ok(written(prefix, clock, &random.bytes()?))
}

fn written(prefix: &str, clock: &Clock, random: &[u8; 10]) -> String {
    let millis = u64::try_from(clock.now().millis()).unwrap_or_default();
    let uuid = Builder::from_unix_timestamp_millis(millis, random).into_uuid();
    let mut text = String::with_capacity(prefix.len() + 1 + Simple::LENGTH);
    text.push_str(prefix);
    text.push('_');
    text.push_str(uuid.simple().encode_lower(&mut Uuid::encode_buffer()));
    text
}

/// Ids of one kind that are not secret. Only the start of the series is random, so that a new id needs no system call;
/// others can be guessed from one id.
#[derive(Debug, Default)]
pub struct IdSeries {
    begins: OnceLock<u128>,
    made: AtomicU64,
}

impl IdSeries {
    /// Returns the next id.
    pub fn next(&self, prefix: &str, clock: &Clock, random: &Random) -> Result<String, Failure> {
        let begins = if let Some(begins) = self.begins.get() {
            *begins
        } else {
            let drawn = u128::from_be_bytes(random.bytes()?);
            *self.begins.get_or_init(|| drawn)
        };
        let made = self.made.fetch_add(1, Ordering::Relaxed);
        let [_, _, _, _, _, _, own @ ..] = begins.wrapping_add(made.into()).to_be_bytes();
        Ok(written(prefix, clock, &own))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::time::Duration;

    use super::*;
    use crate::time::Timestamp;

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

    #[test]
    fn ids_of_a_series_differ_and_series_too() {
        let clock = Clock::fixed(Timestamp::from_seconds(1_700_000_000));
        let random = Random::seeded(1);
        let (series, another) = (IdSeries::default(), IdSeries::default());
        let ids: HashSet<String> = [&series, &another]
            .into_iter()
            .flat_map(|series| (0..1_000).map(|_| series.next("req", &clock, &random).unwrap()))
            .collect();
        assert_eq!(ids.len(), 2_000);
        assert!(
            ids.iter()
                .all(|id| id.len() == 36 && id.get(16..17) == Some("7"))
        );
    }
}
