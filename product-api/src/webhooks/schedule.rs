//! The schedule of retries of a delivery, and the time for which an endpoint may fail.

use std::time::Duration;

use foundation::Timestamp;

/// Timeout of an attempt, including the head of the response.
pub(super) const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(15);
/// Duration of a claim: longer than all attempts of one claim together.
pub(super) const LEASE: Duration = Duration::from_mins(3);
/// Time of continuous failure after which an endpoint is disabled.
pub(super) const MAX_FAILURE_TIME: Duration = Duration::from_hours(5 * 24);
/// Number of failed attempts of a delivery up to which later events of its customer wait for it. After one more failure
/// they no longer wait.
pub(super) const TRIES_IN_ORDER: i64 = 3;
/// Maximum number of attempts of a delivery.
pub(super) const MAX_ATTEMPTS: i64 = 10;
/// Maximum delay that an endpoint may request by Retry-After.
const MAX_POSTPONEMENT: Duration = Duration::from_hours(24);

/// The pauses after the first failure, the second, …; after the last the delivery is given up.
const PAUSES: [Duration; 9] = [
    Duration::from_secs(5),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(5),
    Duration::from_hours(10),
    Duration::from_hours(14),
    Duration::from_hours(20),
    Duration::from_hours(24),
];

/// Returns the time of the next attempt after the `attempts`th failure; `None` if the delivery is given up. `chance`
/// spreads simultaneous failures by up to a tenth in either direction; `asked` is a longer delay that the endpoint
/// requested.
pub(super) fn next(
    attempts: i64,
    chance: u16,
    asked: Option<Duration>,
    now: Timestamp,
) -> Option<Timestamp> {
    let index = usize::try_from(attempts).ok()?.checked_sub(1)?;
    let pause = *PAUSES.get(index)?;
    let share = 900 + u64::from(chance % 201);
    let millis = u64::try_from(pause.as_millis()).ok()?;
    let spread = Duration::from_micros(millis.saturating_mul(share));
    let asked = asked.unwrap_or_default().min(MAX_POSTPONEMENT);
    Some(now.plus(spread.max(asked)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_last_attempt_there_is_no_pause() {
        let now = Timestamp::from_seconds(1000);
        assert!(next(MAX_ATTEMPTS - 1, 0, None, now).is_some());
        assert!(next(MAX_ATTEMPTS, 0, None, now).is_none());
    }

    #[test]
    fn pauses_are_those_of_the_specification_spread_by_a_tenth() {
        let now = Timestamp::from_seconds(1000);
        let after = |attempts, chance, asked: Option<u64>| {
            let asked = asked.map(Duration::from_secs);
            next(attempts, chance, asked, now).map(|at| at.seconds() - 1000)
        };
        let rows = [
            (1, 100, None, Some(5)),
            (2, 100, None, Some(300)),
            (3, 100, None, Some(1800)),
            (4, 100, None, Some(7200)),
            (5, 100, None, Some(18_000)),
            (6, 100, None, Some(36_000)),
            (7, 100, None, Some(50_400)),
            (8, 100, None, Some(72_000)),
            (9, 100, None, Some(86_400)),
            (10, 100, None, None),
            (0, 100, None, None),
            (2, 0, None, Some(270)),
            (2, 200, None, Some(330)),
            (2, 201, None, Some(270)),
            (2, u16::MAX, None, Some(272)),
            (1, 100, Some(120), Some(120)),
            (2, 100, Some(120), Some(300)),
            (2, 100, Some(u64::MAX), Some(86_400)),
            (10, 100, Some(120), None),
        ];
        for (attempts, chance, asked, expected) in rows {
            assert_eq!(
                after(attempts, chance, asked),
                expected,
                "{attempts} {chance} {asked:?}"
            );
        }
    }
}
