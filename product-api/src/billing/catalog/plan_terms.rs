//! The allowance of a plan and its terms.

use super::given_prices::{Bounds, MAX_CREDITS, check_number};
use crate::problem::FieldError;

/// Maximum length of a billing period in years; Stripe bills no longer ones.
const MAX_YEARS: i64 = 3;
/// Maximum number of periods for which unused credits outlive their own.
const MAX_ROLLOVER_PERIODS: i64 = 36;
/// Maximum number of days of a trial at Stripe.
const MAX_TRIAL_DAYS: i64 = 730;
/// Maximum quantity of a subscription.
const MAX_QUANTITY: i64 = 10_000;

/// The unit of a billing period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Interval {
    /// Seven days.
    Week,
    /// A calendar month.
    Month,
    /// Twelve calendar months.
    Year,
}

impl Interval {
    /// All units.
    pub(crate) const ALL: [Self; 3] = [Self::Week, Self::Month, Self::Year];

    /// Returns the word in the table and at Stripe.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Week => "week",
            Self::Month => "month",
            Self::Year => "year",
        }
    }

    /// Returns the unit with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.word() == word)
    }

    /// Returns the largest number of units of one period.
    const fn max_count(self) -> i64 {
        match self {
            Self::Week => 52 * MAX_YEARS,
            Self::Month => 12 * MAX_YEARS,
            Self::Year => MAX_YEARS,
        }
    }
}

/// The rhythm of allowances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GrantEvery {
    /// One allowance in each billing period.
    Interval,
    /// One allowance in each month of a longer billing period.
    Month,
}

impl GrantEvery {
    /// Both rhythms.
    pub(crate) const ALL: [Self; 2] = [Self::Interval, Self::Month];

    /// Returns the word in the table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Interval => "interval",
            Self::Month => "month",
        }
    }

    /// Returns the rhythm with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rhythm| rhythm.word() == word)
    }
}

/// The part of an unused allowance that outlives the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rollover {
    /// Nothing.
    None,
    /// Up to a number of credits.
    Capped,
    /// Everything.
    All,
}

impl Rollover {
    /// All rules.
    pub(crate) const ALL: [Self; 3] = [Self::None, Self::Capped, Self::All];

    /// Returns the word in the table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Capped => "capped",
            Self::All => "all",
        }
    }

    /// Returns the rule with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.word() == word)
    }
}

/// A trial without payment at the begin of a first subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trial {
    /// The number of days.
    pub(crate) days: i64,
    /// The credits, which end with the trial.
    pub(crate) credits: i64,
    /// True if the buyer has to name a card first.
    pub(crate) needs_card: bool,
}

/// The terms of a plan, for one piece of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlanTerms {
    /// The unit of a billing period.
    pub(crate) interval: Interval,
    /// The number of units.
    pub(crate) interval_count: i64,
    /// The rhythm of allowances.
    pub(crate) grant_every: GrantEvery,
    /// The credits of one allowance.
    pub(crate) credits: i64,
    /// The part of an unused allowance that outlives the next one.
    pub(crate) rollover: Rollover,
    /// The credits of earlier allowances that are kept at most, if the rollover is capped.
    pub(crate) rollover_cap: Option<i64>,
    /// The number of further periods for which unused credits live.
    pub(crate) rollover_periods: i64,
    /// The trial; none without one.
    pub(crate) trial: Option<Trial>,
    /// The largest quantity of a subscription.
    pub(crate) max_quantity: i64,
}

impl PlanTerms {
    /// Returns the errors of the terms in a request.
    pub(super) fn errors(&self) -> Vec<FieldError> {
        let mut errors = Vec::new();
        let mut check = |pointer: &str, number: Option<i64>, least: i64, most: i64| {
            check_number(&mut errors, pointer, number, Bounds { least, most });
        };
        let most = self.interval.max_count();
        check("/interval_count", Some(self.interval_count), 1, most);
        check("/credits", Some(self.credits), 1, MAX_CREDITS);
        check("/max_quantity", Some(self.max_quantity), 1, MAX_QUANTITY);
        check("/rollover_cap", self.rollover_cap, 1, MAX_CREDITS);
        let periods = Some(self.rollover_periods);
        check("/rollover_periods", periods, 0, MAX_ROLLOVER_PERIODS);
        let trial = self.trial;
        let days = trial.map(|trial| trial.days);
        check("/trial/days", days, 1, MAX_TRIAL_DAYS);
        let credits = trial.map(|trial| trial.credits);
        check("/trial/credits", credits, 0, MAX_CREDITS);
        errors.extend(self.rhythm_error());
        errors.extend(self.rollover_errors());
        if errors.is_empty() && self.credits.saturating_mul(self.max_quantity) > MAX_CREDITS {
            errors.push(FieldError::body("/max_quantity", too_many("credits")));
        }
        errors
    }

    fn rhythm_error(&self) -> Option<FieldError> {
        let is_longer = match self.interval {
            Interval::Week => false,
            Interval::Month => self.interval_count > 1,
            Interval::Year => true,
        };
        let detail = "Must be `interval`: the billing period is not several months long.";
        let is_wrong = self.grant_every == GrantEvery::Month && !is_longer;
        is_wrong.then(|| FieldError::body("/grant_every", detail))
    }

    fn rollover_errors(&self) -> Vec<FieldError> {
        let mut errors = Vec::new();
        let is_capped = self.rollover == Rollover::Capped;
        if is_capped != self.rollover_cap.is_some() {
            let detail = "Must be given if the rollover is `capped`, and only then.";
            errors.push(FieldError::body("/rollover_cap", detail));
        }
        if (self.rollover == Rollover::None) != (self.rollover_periods == 0) {
            let detail = "Must be at least 1 if unused credits roll over, and 0 if they do not.";
            errors.push(FieldError::body("/rollover_periods", detail));
        }
        errors
    }
}

/// Returns the text about a product with the largest quantity that is too large.
pub(super) fn too_many(member: &str) -> String {
    format!("Must be smaller: `{member}` times `max_quantity` is at most {MAX_CREDITS}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::catalog::version::pointers;

    const MONTHLY: PlanTerms = PlanTerms {
        interval: Interval::Month,
        interval_count: 1,
        grant_every: GrantEvery::Interval,
        credits: 1_000,
        rollover: Rollover::None,
        rollover_cap: None,
        rollover_periods: 0,
        trial: None,
        max_quantity: 1,
    };

    fn period(interval: Interval, interval_count: i64, grant_every: GrantEvery) -> PlanTerms {
        PlanTerms {
            interval,
            interval_count,
            grant_every,
            ..MONTHLY
        }
    }

    fn rolling(rollover: Rollover, rollover_cap: Option<i64>, rollover_periods: i64) -> PlanTerms {
        PlanTerms {
            rollover,
            rollover_cap,
            rollover_periods,
            ..MONTHLY
        }
    }

    fn trying(days: i64, credits: i64) -> PlanTerms {
        let trial = Trial {
            days,
            credits,
            needs_card: true,
        };
        PlanTerms {
            trial: Some(trial),
            ..MONTHLY
        }
    }

    fn amounts(credits: i64, max_quantity: i64) -> PlanTerms {
        PlanTerms {
            credits,
            max_quantity,
            ..MONTHLY
        }
    }

    #[test]
    fn each_wrong_period_is_named() {
        use GrantEvery::{Interval as Once, Month as Monthly};
        use Interval::{Month, Week, Year};
        let rows: [(PlanTerms, &[&str]); 14] = [
            // unit, number, rhythm; pointers of errors
            (period(Week, 1, Once), &[]),
            (period(Week, 156, Once), &[]),
            (period(Week, 157, Once), &["/interval_count"]),
            (period(Week, 0, Once), &["/interval_count"]),
            (period(Month, 36, Once), &[]),
            (period(Month, 37, Once), &["/interval_count"]),
            (period(Year, 3, Once), &[]),
            (period(Year, 4, Once), &["/interval_count"]),
            (period(Year, -1, Once), &["/interval_count"]),
            (period(Week, 2, Monthly), &["/grant_every"]),
            (period(Month, 1, Monthly), &["/grant_every"]),
            (period(Month, 2, Monthly), &[]),
            (period(Year, 1, Monthly), &[]),
            (
                period(Week, 999, Monthly),
                &["/interval_count", "/grant_every"],
            ),
        ];
        for (given, expected) in rows {
            assert_eq!(pointers(&given.errors()), expected, "{given:?}");
        }
    }

    #[test]
    fn each_wrong_number_is_named() {
        use Rollover::{All, Capped, None as Nothing};
        let rows: [(PlanTerms, &[&str]); 22] = [
            (rolling(Nothing, None, 0), &[]),
            (rolling(Nothing, None, 1), &["/rollover_periods"]),
            (rolling(Nothing, Some(5), 0), &["/rollover_cap"]),
            (rolling(All, None, 1), &[]),
            (rolling(All, None, 36), &[]),
            (rolling(All, None, 37), &["/rollover_periods"]),
            (rolling(All, None, 0), &["/rollover_periods"]),
            (rolling(All, Some(5), 1), &["/rollover_cap"]),
            (rolling(Capped, Some(1), 1), &[]),
            (rolling(Capped, None, 1), &["/rollover_cap"]),
            (rolling(Capped, Some(0), 1), &["/rollover_cap"]),
            (trying(1, 0), &[]),
            (trying(730, MAX_CREDITS), &[]),
            (trying(0, 0), &["/trial/days"]),
            (trying(731, -1), &["/trial/days", "/trial/credits"]),
            (amounts(1, 10_000), &[]),
            (amounts(MAX_CREDITS, 1), &[]),
            (amounts(0, 1), &["/credits"]),
            (amounts(MAX_CREDITS + 1, 1), &["/credits"]),
            (amounts(MAX_CREDITS, 2), &["/max_quantity"]),
            (amounts(1, 0), &["/max_quantity"]),
            (amounts(1, 10_001), &["/max_quantity"]),
        ];
        for (given, expected) in rows {
            assert_eq!(pointers(&given.errors()), expected, "{given:?}");
        }
    }

    #[test]
    fn each_word_names_one_rule() {
        for interval in Interval::ALL {
            assert_eq!(Interval::from_word(interval.word()), Some(interval));
        }
        for rhythm in GrantEvery::ALL {
            assert_eq!(GrantEvery::from_word(rhythm.word()), Some(rhythm));
        }
        for rule in Rollover::ALL {
            assert_eq!(Rollover::from_word(rule.word()), Some(rule));
        }
        assert_eq!(Interval::from_word("day"), None);
    }
}
