//! How signing keys follow each other.

use std::time::Duration;

use foundation::env::Reader;

const USUAL_DAYS: u64 = 90;
/// Retired keys are published for a month: with more of them a set would be long.
const SHORTEST_DAYS: u64 = 7;
const LONGEST_DAYS: u64 = 3650;
const USUAL_ANNOUNCED: u64 = 24;
/// Others keep the set for an hour, and each server looks once a minute.
const SHORTEST_ANNOUNCED: u64 = 2;
/// Shorter than the shortest time for which a key signs.
const LONGEST_ANNOUNCED: u64 = 144;

/// The schedule of signing keys.
#[derive(Clone, Debug)]
pub struct KeyConfig {
    /// `IDP_KEY_DAYS`: how long a key signs, from 7 days.
    pub signs_for: Duration,
    /// `IDP_KEY_ANNOUNCE_HOURS`: how long a key is published before it signs, from 2 hours.
    pub announced_for: Duration,
}

impl KeyConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let days = number(
            reader,
            "IDP_KEY_DAYS",
            USUAL_DAYS,
            (SHORTEST_DAYS, LONGEST_DAYS),
        );
        let hours = number(
            reader,
            "IDP_KEY_ANNOUNCE_HOURS",
            USUAL_ANNOUNCED,
            (SHORTEST_ANNOUNCED, LONGEST_ANNOUNCED),
        );
        Self {
            signs_for: Duration::from_hours(24 * days),
            announced_for: Duration::from_hours(hours),
        }
    }
}

fn number(reader: &mut Reader<'_>, name: &'static str, usual: u64, (from, to): (u64, u64)) -> u64 {
    let form = format!("a whole number from {from} to {to}");
    let number = reader.parsed(name, usual, &form);
    if (from..=to).contains(&number) {
        return number;
    }
    reader.problem(name, format!("is not {form}"));
    usual
}
