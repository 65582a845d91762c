//! Schedule of signing keys.

use std::ops::RangeInclusive;
use std::time::Duration;

use foundation::env::Reader;

const DEFAULT_DAYS: u64 = 90;
/// Minimum days that a key signs: retired keys are published for a month, so shorter times would make long key sets.
const MIN_DAYS: u64 = 7;
const MAX_DAYS: u64 = 3650;
const DEFAULT_ANNOUNCED_HOURS: u64 = 24;
/// Minimum hours of publication: clients cache the set for an hour, and each server reloads it once a minute.
const MIN_ANNOUNCED_HOURS: u64 = 2;
/// Maximum hours of publication, less than the minimum time that a key signs.
const MAX_ANNOUNCED_HOURS: u64 = 144;

/// Schedule of signing keys.
#[derive(Clone, Debug)]
pub struct KeyConfig {
    /// `IDP_KEY_DAYS`: days that a key signs, at least 7.
    pub signs_for: Duration,
    /// `IDP_KEY_ANNOUNCE_HOURS`: hours that a key is published before it signs, at least 2.
    pub announced_for: Duration,
}

impl KeyConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let days = read_number(reader, "IDP_KEY_DAYS", DEFAULT_DAYS, MIN_DAYS..=MAX_DAYS);
        let hours = read_number(
            reader,
            "IDP_KEY_ANNOUNCE_HOURS",
            DEFAULT_ANNOUNCED_HOURS,
            MIN_ANNOUNCED_HOURS..=MAX_ANNOUNCED_HOURS,
        );
        Self {
            signs_for: Duration::from_hours(24 * days),
            announced_for: Duration::from_hours(hours),
        }
    }
}

fn read_number(
    reader: &mut Reader<'_>,
    name: &'static str,
    default: u64,
    range: RangeInclusive<u64>,
) -> u64 {
    let form = format!("a whole number from {} to {}", range.start(), range.end());
    let number = reader.parsed(name, default, &form);
    if range.contains(&number) {
        return number;
    }
    reader.problem(name, format!("is not {form}"));
    default
}
