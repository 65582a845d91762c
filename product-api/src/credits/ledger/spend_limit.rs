//! Spend limit of a customer per day or per month (UTC), and the credits that were counted against it.

use foundation::Timestamp;

use super::amount::LARGEST;

/// A day, in seconds.
const DAY_SECONDS: i64 = 86_400;

/// Period after which the count of a limit begins again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LimitPeriod {
    /// A day (UTC).
    Day,
    /// A calendar month (UTC).
    Month,
}

/// Spend limit of a wallet, and the credits that were counted against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpendLimit {
    /// Limit of the credits in one window.
    pub(crate) cap: i64,
    /// Length of a window.
    pub(crate) period: LimitPeriod,
    /// Window of the last count, in days or months since the epoch.
    pub(crate) window: i64,
    /// Credits that were counted in this window.
    pub(crate) spent: i64,
}

/// A limit that refuses an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LimitReached {
    /// The limit.
    pub(crate) cap: i64,
    /// Time at which the next window begins.
    pub(crate) resets_at: Timestamp,
    /// Credits that are left until then.
    pub(crate) left: i64,
}

impl LimitPeriod {
    /// Both periods.
    pub(crate) const ALL: [Self; 2] = [Self::Day, Self::Month];

    /// Returns the period's name in the table and in the API.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Month => "month",
        }
    }

    /// Returns the period with this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|period| period.name() == name)
    }

    /// Returns the window of a time.
    pub(crate) fn window_of(self, at: Timestamp) -> i64 {
        match self {
            Self::Day => at.seconds().div_euclid(DAY_SECONDS),
            Self::Month => at.month(),
        }
    }

    /// Returns the time at which a window begins.
    pub(crate) fn beginning_of(self, window: i64) -> Timestamp {
        match self {
            Self::Day => Timestamp::from_seconds(window.saturating_mul(DAY_SECONDS)),
            Self::Month => Timestamp::from_month(window),
        }
    }
}

impl SpendLimit {
    /// Returns the limit as of a time. It keeps a later window that another server has begun, so that clocks which differ begin
    /// no window twice.
    #[must_use]
    pub(crate) fn at(self, now: Timestamp) -> Self {
        let window = self.period.window_of(now).max(self.window);
        let spent = if window == self.window { self.spent } else { 0 };
        Self {
            window,
            spent,
            ..self
        }
    }

    /// Returns the end of the window of the last count.
    pub(crate) fn resets_at(&self) -> Timestamp {
        self.period.beginning_of(self.window.saturating_add(1))
    }

    /// Refuses credits that would exceed the limit at this time.
    pub(crate) fn allows(&self, credits: i64, now: Timestamp) -> Result<(), LimitReached> {
        let today = self.at(now);
        if credits == 0 || today.spent.saturating_add(credits) <= self.cap {
            return Ok(());
        }
        Err(LimitReached {
            cap: self.cap,
            resets_at: today.resets_at(),
            left: (self.cap - today.spent).max(0),
        })
    }

    /// Counts spent credits.
    pub(crate) fn count(&mut self, credits: i64, now: Timestamp) {
        if credits > 0 {
            *self = self.at(now);
            self.spent = self.spent.saturating_add(credits).min(LARGEST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::from_iso8601(text).unwrap()
    }

    fn limit(period: LimitPeriod, window: &str, spent: i64) -> SpendLimit {
        SpendLimit {
            cap: 10,
            period,
            window: period.window_of(at(window)),
            spent,
        }
    }

    #[test]
    fn spend_limit_follows_the_table() {
        use LimitPeriod::{Day, Month};
        let (noon, last) = ("2028-02-29T12:00:00Z", "2028-02-29T23:59:59.999999Z");
        let march = "2028-03-01T00:00:00Z";
        let (first, next_day) = ("2028-02-01T00:00:00Z", "2028-03-02");
        let (last_year, new_year) = ("2027-12-31T23:00:00Z", "2028-01-01");
        // Each row: period, last window, credits spent in it, requested credits and time, credits left and the reset day.
        let rows = [
            (Day, noon, 0, (10, noon), None),
            (Day, noon, 0, (11, noon), Some((10, "2028-03-01"))),
            (Day, noon, 9, (1, last), None),
            (Day, noon, 9, (2, last), Some((1, "2028-03-01"))),
            (Day, noon, 10, (0, noon), None),
            (Day, noon, 99, (1, noon), Some((0, "2028-03-01"))),
            (Day, noon, 99, (10, march), None),
            (Day, march, 10, (1, last), Some((0, next_day))),
            (
                Day,
                noon,
                i64::MAX,
                (i64::MAX, noon),
                Some((0, "2028-03-01")),
            ),
            (Month, first, 10, (1, last), Some((0, "2028-03-01"))),
            (Month, first, 10, (10, march), None),
            (Month, march, 10, (1, last), Some((0, "2028-04-01"))),
            (Month, last_year, 4, (7, last_year), Some((6, new_year))),
            (Month, "2027-02-10T00:00:00Z", 10, (10, noon), None),
        ];
        for (period, window, spent, (credits, now), expected) in rows {
            let limit = limit(period, window, spent);
            let expected = expected.map(|(left, day)| (left, at(&format!("{day}T00:00:00Z"))));
            let reached = limit.allows(credits, at(now)).err();
            let formatted = reached.map(|reached| (reached.left, reached.resets_at));
            assert_eq!(formatted, expected, "{limit:?} {credits} at {now}");
        }
    }

    #[test]
    fn limit_window_starts_at_zero_and_never_goes_back() {
        for (period, next) in [
            (LimitPeriod::Day, "2028-03-01T00:00:00Z"),
            (LimitPeriod::Month, "2028-03-31T00:00:00Z"),
        ] {
            let mut one = limit(period, "2028-02-29T12:00:00Z", 7);
            let before = one;
            one.count(0, at(next));
            assert_eq!(one, before, "nothing begins no window");
            one.count(3, at("2028-02-29T13:00:00Z"));
            assert_eq!((one.window, one.spent), (before.window, 10));
            one.count(3, at(next));
            assert_eq!((one.window, one.spent), (before.window + 1, 3));
            one.count(1, at("2028-02-29T13:00:00Z"));
            assert_eq!(
                (one.window, one.spent),
                (before.window + 1, 4),
                "a clock that is behind"
            );
            one.count(i64::MAX, at(next));
            assert_eq!(one.spent, LARGEST);
        }
    }

    #[test]
    fn each_period_has_its_name() {
        for period in LimitPeriod::ALL {
            assert_eq!(LimitPeriod::from_name(period.name()), Some(period));
        }
        assert_eq!(LimitPeriod::from_name("year"), None);
    }
}
