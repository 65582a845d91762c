//! Usage: credits that spends and captures took, and credits given back, by day (UTC) and feature.

use std::collections::BTreeMap;

use foundation::Timestamp;

/// The largest amount in responses, as everywhere in the ledger.
const MAX_AMOUNT: i64 = 9_007_199_254_740_991;

/// A day, in seconds.
const DAY_SECONDS: i64 = 86_400;

/// The feature of transactions without one.
pub(super) const NO_FEATURE: i64 = 0;

/// A day in UTC, in days since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Day(pub(super) i64);

impl Day {
    /// Returns the day of a time.
    pub(super) fn from_timestamp(at: Timestamp) -> Self {
        Self(at.seconds().div_euclid(DAY_SECONDS))
    }

    /// Parses a day such as 2026-11-22; `None` for any other text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let midnight = Timestamp::from_iso8601(&format!("{text}T00:00:00Z"))?;
        let day = Self::from_timestamp(midnight);
        (day.text() == text).then_some(day)
    }

    /// Returns the text of the day.
    pub(super) fn text(self) -> String {
        Timestamp::from_seconds(self.0.saturating_mul(DAY_SECONDS)).day()
    }

    /// Returns the day `days` days before.
    pub(super) const fn before(self, days: i64) -> Self {
        Self(self.0.saturating_sub(days))
    }
}

/// Consecutive days, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Period {
    pub(super) from: Day,
    pub(super) to: Day,
}

impl Period {
    /// Returns the number of days; zero or less if the end is before the start.
    pub(super) const fn days(self) -> i64 {
        self.to.0.saturating_sub(self.from.0).saturating_add(1)
    }

    /// Returns true if the period includes a day.
    pub(super) fn has(self, day: Day) -> bool {
        self.from <= day && day <= self.to
    }
}

/// Sums of usage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    /// Credits that spends and captures took.
    pub(super) spent: i64,
    /// Credits given back.
    pub(super) reversed: i64,
    /// Number of spends and captures.
    pub(super) spends: i64,
    /// Units on which their prices are based.
    pub(super) quantity: i64,
}

impl Sums {
    /// Adds both, up to the largest amount.
    #[must_use]
    pub(super) fn and(self, other: Self) -> Self {
        let sum = |one: i64, other: i64| one.saturating_add(other).min(MAX_AMOUNT);
        Self {
            spent: sum(self.spent, other.spent),
            reversed: sum(self.reversed, other.reversed),
            spends: sum(self.spends, other.spends),
            quantity: sum(self.quantity, other.quantity),
        }
    }
}

/// A transaction with its effect on usage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UsageTransaction {
    pub(super) id: i64,
    /// The time at which it was written, which may differ from `booked_at`.
    pub(super) written_at: Timestamp,
    pub(super) book_id: i64,
    pub(super) account_id: i64,
    /// The time from which it counts.
    pub(super) booked_at: Timestamp,
    pub(super) day: Day,
    /// The feature; for a reversal, the one of the reversed transaction.
    pub(super) feature_id: i64,
    /// Its effect; `None` if it neither takes credits nor gives them back.
    pub(super) sums: Option<Sums>,
}

impl UsageTransaction {
    /// Returns the time of the spend; `None` if it spends no credits.
    pub(super) fn spent_at(&self) -> Option<Timestamp> {
        let spent = self.sums.filter(|sums| sums.spends > 0);
        spent.map(|_| self.booked_at)
    }
}

/// Returns the effect of a transaction; `None` if it neither takes credits nor gives them back.
pub(super) fn sums_of(kind: &str, amount: i64, quantity: Option<i64>) -> Option<Sums> {
    match kind {
        "spend" | "capture" => Some(Sums {
            spent: amount.saturating_neg(),
            reversed: 0,
            spends: 1,
            quantity: quantity.unwrap_or_default(),
        }),
        "reversal" => Some(Sums {
            reversed: amount,
            ..Sums::default()
        }),
        _other => None,
    }
}

/// Owner, day and feature of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct UsageKey {
    /// The key of the book or the wallet; 0 if owners are combined.
    pub(super) owner: i64,
    /// The day; day 0 if days are combined.
    pub(super) day: Day,
    /// The feature; 0 without one, or if features are combined.
    pub(super) feature_id: i64,
}

/// Usage by owner, day and feature.
pub(super) type Totals = BTreeMap<UsageKey, Sums>;

/// Adds to totals.
pub(super) fn add(totals: &mut Totals, key: UsageKey, sums: Sums) {
    let known = totals.entry(key).or_default();
    *known = known.and(sums);
}

/// The grouping of a query: by day, by feature, or by both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grouping {
    /// True to separate days.
    pub(super) day: bool,
    /// True to separate features.
    pub(super) feature: bool,
}

impl Grouping {
    /// By day only.
    pub(super) const DAY: Self = Self {
        day: true,
        feature: false,
    };

    /// Parses a grouping: `day`, `feature` or both with a comma.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (day, feature) = match text {
            "day" => (true, false),
            "feature" => (false, true),
            "day,feature" | "feature,day" => (true, true),
            _other => return None,
        };
        Some(Self { day, feature })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_they_are_written_and_no_other_way() {
        for (text, expected) in [
            ("1970-01-01", Some(0)),
            ("1970-01-02", Some(1)),
            ("1969-12-31", Some(-1)),
            ("2024-02-29", Some(19_782)),
            ("2023-02-29", None),
            ("2026-13-01", None),
            ("2026-1-1", None),
            ("2026-11-22T00:00:00Z", None),
            ("", None),
            ("today", None),
            (" 2026-11-22", None),
        ] {
            let day = Day::parse(text);
            assert_eq!(day.map(|day| day.0), expected, "{text}");
            assert!(day.is_none_or(|day| day.text() == text));
        }
    }

    #[test]
    fn day_ends_at_midnight() {
        for (seconds, day) in [(0, 0), (86_399, 0), (86_400, 1), (-1, -1)] {
            assert_eq!(
                Day::from_timestamp(Timestamp::from_seconds(seconds)),
                Day(day)
            );
        }
        let period = Period {
            from: Day(3),
            to: Day(5),
        };
        let has: Vec<bool> = (2..7).map(|day| period.has(Day(day))).collect();
        assert_eq!(
            (period.days(), has),
            (3, vec![false, true, true, true, false])
        );
    }

    #[test]
    fn transaction_kinds_count_as_usage() {
        let of = |spent, reversed, spends, quantity| {
            Some(Sums {
                spent,
                reversed,
                spends,
                quantity,
            })
        };
        for (kind, amount, quantity, expected) in [
            ("spend", -5, None, of(5, 0, 1, 0)),
            ("spend", -5, Some(3), of(5, 0, 1, 3)),
            ("capture", -7, Some(2), of(7, 0, 1, 2)),
            ("reversal", 4, None, of(0, 4, 0, 0)),
            ("grant", 9, None, None),
            ("expiry", -9, None, None),
            ("void", -9, None, None),
            ("transfer", -9, None, None),
        ] {
            assert_eq!(sums_of(kind, amount, quantity), expected, "{kind}");
        }
    }

    #[test]
    fn sums_stop_at_the_largest_amount() {
        let most = Sums {
            spent: MAX_AMOUNT,
            reversed: MAX_AMOUNT,
            spends: 1,
            quantity: MAX_AMOUNT,
        };
        let both = most.and(most);
        assert_eq!(
            (both.spent, both.reversed, both.spends),
            (MAX_AMOUNT, MAX_AMOUNT, 2)
        );
    }

    #[test]
    fn usage_queries_are_parsed() {
        let of = |day, feature| Some(Grouping { day, feature });
        for (text, expected) in [
            ("day", of(true, false)),
            ("feature", of(false, true)),
            ("day,feature", of(true, true)),
            ("feature,day", of(true, true)),
            ("", None),
            ("Day", None),
            ("day,", None),
            ("week", None),
        ] {
            assert_eq!(Grouping::parse(text), expected, "{text}");
        }
    }
}
