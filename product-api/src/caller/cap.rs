//! What an API key may still spend: by one operation, and in one day (UTC).

use foundation::Timestamp;

/// A day, in seconds.
const DAY_SECONDS: i64 = 86_400;

/// A key's caps, and what was counted against the one per day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpendCap {
    /// The most credits of one operation.
    pub(crate) per_operation: Option<i64>,
    /// The most credits of one day.
    pub(crate) per_day: Option<i64>,
    /// The day that was last counted, in days since the epoch.
    pub(crate) day: i64,
    /// The credits that were counted on it.
    pub(crate) spent: i64,
}

/// What one operation takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Draw {
    /// The credits that it is about.
    pub(crate) amount: i64,
    /// Those that count against the cap per day.
    pub(crate) counted: i64,
}

/// A cap that stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CapReached {
    /// Which.
    pub(crate) cap: i64,
    /// When it begins anew; never, for that of one operation.
    pub(crate) resets_at: Option<Timestamp>,
    /// The credits that it leaves until then.
    pub(crate) left: i64,
}

/// The day of an instant (UTC), in days since the epoch.
pub(crate) fn day_of(now: Timestamp) -> i64 {
    now.seconds().div_euclid(DAY_SECONDS)
}

impl SpendCap {
    /// Whether there is a cap at all.
    pub(crate) fn is_any(&self) -> bool {
        self.per_operation.is_some() || self.per_day.is_some()
    }

    /// The day that an operation counts on, and what was counted on it. A day that another server has begun is not left
    /// again, so that clocks which differ open no second cap.
    fn today(&self, now: Timestamp) -> (i64, i64) {
        let today = day_of(now).max(self.day);
        let spent = if today == self.day { self.spent } else { 0 };
        (today, spent)
    }

    /// Whether an operation may be done at an instant.
    pub(crate) fn allows(&self, draw: Draw, now: Timestamp) -> Result<(), CapReached> {
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

    /// Counts an operation that was done; whether anything has changed.
    pub(crate) fn count(&mut self, draw: Draw, now: Timestamp) -> bool {
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
    fn what_a_cap_allows() {
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
            let reached = cap.allows(Draw { amount, counted }, NOON).err();
            let told = reached.map(|reached| (reached.resets_at, reached.left));
            assert_eq!(told, expected, "{cap:?} {amount} {counted}");
        }
    }

    #[test]
    fn a_day_counts_from_nothing_and_is_not_left_again() {
        let mut one = cap(None, Some(10), (99, 7));
        let draw = |counted| Draw {
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
