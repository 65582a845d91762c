//! The spend caps of an API key: for one operation, and for one day (UTC).

use foundation::Timestamp;

/// A day, in seconds.
const DAY_SECONDS: i64 = 86_400;

/// A key's caps, and the credits counted against the cap per day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpendCap {
    /// Maximum credits of one operation.
    pub(crate) per_operation: Option<i64>,
    /// Maximum credits of one day.
    pub(crate) per_day: Option<i64>,
    /// The last day with a counted operation, in days since the epoch.
    pub(crate) day: i64,
    /// The credits counted on that day.
    pub(crate) spent: i64,
}

/// The credits of one operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SpendAmount {
    /// The credits of the operation.
    pub(crate) amount: i64,
    /// The credits that count against the cap per day.
    pub(crate) counted: i64,
}

/// A cap that an operation would exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CapReached {
    /// The cap.
    pub(crate) cap: i64,
    /// The time at which it starts again; `None` for the cap per operation.
    pub(crate) resets_at: Option<Timestamp>,
    /// The credits that it leaves until then.
    pub(crate) left: i64,
}

/// Returns the day of a time (UTC), in days since the epoch.
pub(crate) fn day_of(now: Timestamp) -> i64 {
    now.seconds().div_euclid(DAY_SECONDS)
}

impl SpendCap {
    /// Returns true if there is a cap.
    pub(crate) fn is_any(&self) -> bool {
        self.per_operation.is_some() || self.per_day.is_some()
    }

    /// Returns the day on which an operation counts, and the credits counted on it. The day never goes back after another
    /// replica has started it, so that differing clocks give no second cap.
    fn today(&self, now: Timestamp) -> (i64, i64) {
        let today = day_of(now).max(self.day);
        let spent = if today == self.day { self.spent } else { 0 };
        (today, spent)
    }

    /// Refuses an operation that would exceed a cap.
    pub(crate) fn allows(&self, draw: SpendAmount, now: Timestamp) -> Result<(), CapReached> {
        if let Some(cap) = self.per_operation.filter(|cap| draw.amount > *cap) {
            return Err(CapReached {
                cap,
                resets_at: None,
                left: cap,
            });
        }
        let (today, spent) = self.today(now);
        let is_over = |cap: &i64| draw.counted > 0 && spent.saturating_add(draw.counted) > *cap;
        if let Some(cap) = self.per_day.filter(is_over) {
            let next = today.saturating_add(1).saturating_mul(DAY_SECONDS);
            return Err(CapReached {
                cap,
                resets_at: Some(Timestamp::from_seconds(next)),
                left: (cap - spent).max(0),
            });
        }
        Ok(())
    }

    /// Counts a completed operation; returns true if the counter has changed.
    pub(crate) fn count(&mut self, draw: SpendAmount, now: Timestamp) -> bool {
        if self.per_day.is_none() || draw.counted == 0 {
            return false;
        }
        let (today, spent) = self.today(now);
        self.day = today;
        self.spent = spent.saturating_add(draw.counted);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp::from_seconds(100 * DAY_SECONDS + 43_200);

    fn cap(per_operation: Option<i64>, per_day: Option<i64>, (day, spent): (i64, i64)) -> SpendCap {
        SpendCap {
            per_operation,
            per_day,
            day,
            spent,
        }
    }

    #[test]
    fn cap_limits_operation_and_day() {
        let (ten, none) = (Some(10), None);
        let tomorrow = Some(Timestamp::from_seconds(101 * DAY_SECONDS));
        let after = Some(Timestamp::from_seconds(102 * DAY_SECONDS));
        let over = |resets_at, left| Some((resets_at, left));
        let rows = [
            (cap(none, none, (100, 99)), (1000, 1000), None),
            (cap(ten, none, (100, 99)), (10, 10), None),
            (cap(ten, none, (100, 0)), (11, 11), over(None, 10)),
            (cap(ten, none, (100, 0)), (11, 0), over(None, 10)),
            (cap(none, ten, (100, 0)), (10, 10), None),
            (cap(none, ten, (100, 0)), (11, 11), over(tomorrow, 10)),
            (cap(none, ten, (100, 9)), (1, 1), None),
            (cap(none, ten, (100, 9)), (2, 2), over(tomorrow, 1)),
            (cap(none, ten, (100, 10)), (5, 0), None),
            (cap(none, ten, (100, 99)), (1, 1), over(tomorrow, 0)),
            (cap(none, ten, (99, 10)), (10, 10), None),
            (cap(none, ten, (101, 10)), (1, 1), over(after, 0)),
            (
                cap(none, ten, (100, i64::MAX)),
                (i64::MAX, i64::MAX),
                over(tomorrow, 0),
            ),
        ];
        for (cap, (amount, counted), expected) in rows {
            let reached = cap.allows(SpendAmount { amount, counted }, NOON).err();
            let found = reached.map(|reached| (reached.resets_at, reached.left));
            assert_eq!(found, expected, "{cap:?} {amount} {counted}");
        }
    }

    #[test]
    fn cap_day_starts_at_zero_and_never_goes_back() {
        let mut one = cap(None, Some(10), (99, 7));
        let draw = |counted| SpendAmount {
            amount: counted,
            counted,
        };
        assert!(!one.count(draw(0), NOON));
        assert!(one.count(draw(3), NOON));
        assert_eq!((one.day, one.spent), (100, 3));
        assert!(one.count(draw(4), NOON));
        assert_eq!((one.day, one.spent), (100, 7));
        assert!(
            one.count(draw(1), Timestamp::default()),
            "a clock that is behind"
        );
        assert_eq!((one.day, one.spent), (100, 8));
        let mut other = cap(Some(3), None, (0, 0));
        assert!(!other.count(draw(3), NOON));
    }
}
