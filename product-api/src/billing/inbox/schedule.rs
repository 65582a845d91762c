//! The schedule of repeated applications of a marked object.

use std::time::Duration;

use foundation::Timestamp;

/// Duration of a claim: longer than an application may take, so that an expired claim means that its server ended.
pub(super) const LEASE: Duration = Duration::from_mins(3);
/// Maximum time of an application.
pub(super) const MAX_APPLY_TIME: Duration = Duration::from_secs(150);
/// Maximum number of objects of a connection that are applied at a time.
pub(super) const MAX_CLAIMED: i64 = 8;
/// Pause after a failure that is no attempt, because the circuit is open or too many calls were sent.
pub(super) const WAIT: Duration = Duration::from_secs(15);

/// The pauses after the first failures; later ones are all `LAST_PAUSE`.
const PAUSES: [Duration; 6] = [
    Duration::from_secs(5),
    Duration::from_secs(30),
    Duration::from_mins(2),
    Duration::from_mins(10),
    Duration::from_hours(1),
    Duration::from_hours(3),
];
const LAST_PAUSE: Duration = Duration::from_hours(6);
/// Maximum number of attempts: the last one is three days after the first.
pub(super) const MAX_ATTEMPTS: i16 = 18;

/// Returns the time of the next attempt after the `attempts`th failure; `None` if there is none. `chance` spreads
/// simultaneous failures by up to a tenth in either direction.
pub(super) fn next(attempts: i16, chance: u16, now: Timestamp) -> Option<Timestamp> {
    if !(1..MAX_ATTEMPTS).contains(&attempts) {
        return None;
    }
    let index = usize::try_from(attempts).ok()?.checked_sub(1)?;
    let pause = PAUSES.get(index).copied().unwrap_or(LAST_PAUSE);
    let share = 900 + u64::from(chance % 201);
    let millis = u64::try_from(pause.as_millis()).ok()?;
    Some(now.plus(Duration::from_micros(millis.saturating_mul(share))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_those_of_the_specification_spread_by_a_tenth() {
        let now = Timestamp::from_seconds(1000);
        let after =
            |attempts, chance| next(attempts, chance, now).map(|at| at.seconds() - now.seconds());
        let rows = [
            (1, 100, Some(5)),
            (2, 100, Some(30)),
            (3, 100, Some(120)),
            (4, 100, Some(600)),
            (5, 100, Some(3_600)),
            (6, 100, Some(10_800)),
            (7, 100, Some(21_600)),
            (8, 100, Some(21_600)),
            (17, 100, Some(21_600)),
            (18, 100, None),
            (19, 100, None),
            (0, 100, None),
            (-1, 100, None),
            (2, 0, Some(27)),
            (2, 200, Some(33)),
            (2, 201, Some(27)),
        ];
        for (attempts, chance, expected) in rows {
            assert_eq!(after(attempts, chance), expected, "{attempts} {chance}");
        }
    }

    #[test]
    fn attempts_end_after_three_days() {
        let start = Timestamp::from_seconds(1000);
        let (mut at, mut attempts) = (start, 0);
        loop {
            attempts += 1;
            match next(attempts, 100, at) {
                Some(next) => at = next,
                None => break,
            }
        }
        let hours = (at.seconds() - start.seconds()).div_euclid(3600);
        assert_eq!((attempts, hours), (MAX_ATTEMPTS, 70));
        assert!(MAX_APPLY_TIME < LEASE);
    }
}
