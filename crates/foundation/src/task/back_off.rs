//! Pauses between attempts.

use std::time::Duration;

/// Returns the pause after some consecutive failures: the base after none, which doubles with each one, at most `max`.
pub fn back_off(base: Duration, failures: i64, max: Duration) -> Duration {
    let factor = 1_u32 << failures.clamp(0, 31);
    base.saturating_mul(factor).min(max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let pause = |failures| back_off(Duration::from_secs(1), failures, Duration::from_mins(1));
        let pauses =
            [-1, 0, 1, 2, 5, 6, 31, 32, i64::MAX].map(|failures| pause(failures).as_secs());
        assert_eq!(pauses, [1, 1, 2, 4, 32, 60, 60, 60, 60]);
    }
}
