//! Parses the parameters of a usage query strictly.

use foundation::Timestamp;

use super::usage::{Day, Grouping, Period};
use crate::problem::{FieldError, Problem};

/// Maximum number of days of a query.
const MAX_DAYS: i64 = 366;
/// Number of days of a query without a period.
const USUAL_DAYS: i64 = 30;

/// The parameters of a request, unparsed.
#[derive(Clone, Debug, Default)]
pub(super) struct UsageParams {
    pub(super) from: Option<String>,
    pub(super) to: Option<String>,
    pub(super) by: Option<String>,
    pub(super) customer: Option<String>,
}

/// A usage query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UsageQuery {
    pub(super) period: Period,
    pub(super) by: Grouping,
    /// The customer; all customers if absent.
    pub(super) customer: Option<String>,
}

impl UsageParams {
    /// Parses the query; `now` determines the default period.
    pub(super) fn read(self, now: Timestamp) -> Result<UsageQuery, Problem> {
        let mut errors = Vec::new();
        let mut day = |name: &'static str, text: Option<String>, usual: Day| match text {
            None => usual,
            Some(text) => Day::parse(&text).unwrap_or_else(|| {
                let detail = "Must be a day in UTC such as 2026-11-22.";
                errors.push(FieldError::parameter(name, detail));
                usual
            }),
        };
        let to = day("to", self.to, Day::from_timestamp(now));
        let from = day("from", self.from, to.before(USUAL_DAYS - 1));
        let by = self
            .by
            .as_deref()
            .map_or(Some(Grouping::DAY), Grouping::parse);
        if by.is_none() {
            let detail = "Must be `day`, `feature` or `day,feature`.";
            errors.push(FieldError::parameter("by", detail));
        }
        let period = Period { from, to };
        if errors.is_empty() {
            errors.extend(wrong(period));
        }
        match by {
            Some(by) if errors.is_empty() => Ok(UsageQuery {
                period,
                by,
                customer: self.customer,
            }),
            Some(_) | None => Err(Problem::invalid(&errors)),
        }
    }
}

fn wrong(period: Period) -> Option<FieldError> {
    if period.days() < 1 {
        let detail = "Must not be before `from`.";
        return Some(FieldError::parameter("to", detail));
    }
    (period.days() > MAX_DAYS).then(|| {
        let detail = "Must be at most 366 days from `to`, both among them.";
        FieldError::parameter("from", detail)
    })
}

/// Returns the refusal of a response that would be too long.
pub(super) fn too_many() -> Problem {
    let detail =
        "The answer has more than 5000 items. Ask for fewer days, or by days or features alone.";
    Problem::invalid(&[FieldError::parameter("by", detail)])
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp::from_seconds(1_795_348_800);

    fn read(from: &str, to: &str, by: &str) -> Result<UsageQuery, Problem> {
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let requested = UsageParams {
            from: text(from),
            to: text(to),
            by: text(by),
            customer: None,
        };
        requested.read(NOON)
    }

    #[test]
    fn requested_periods_are_parsed() {
        let rows = [
            ("", "", Some(("2026-10-24", "2026-11-22"))),
            (
                "2026-11-22",
                "2026-11-22",
                Some(("2026-11-22", "2026-11-22")),
            ),
            ("2026-11-01", "", Some(("2026-11-01", "2026-11-22"))),
            ("", "2024-03-01", Some(("2024-02-01", "2024-03-01"))),
            (
                "2024-01-01",
                "2024-12-31",
                Some(("2024-01-01", "2024-12-31")),
            ),
            ("2025-01-01", "2026-01-02", None),
            (
                "2025-01-01",
                "2026-01-01",
                Some(("2025-01-01", "2026-01-01")),
            ),
            ("2026-11-23", "2026-11-22", None),
            ("2026-11-23", "", None),
            ("yesterday", "", None),
            ("", "2026-02-30", None),
            ("0001-01-01", "9999-12-31", None),
        ];
        for (from, to, expected) in rows {
            let period = read(from, to, "").ok().map(|question| question.period);
            let found = period.map(|period| (period.from.text(), period.to.text()));
            let expected = expected.map(|(from, to)| (from.to_owned(), to.to_owned()));
            assert_eq!(found, expected, "{from} {to}");
        }
    }

    #[test]
    fn days_are_separate_by_default() {
        assert_eq!(read("", "", "").unwrap().by, Grouping::DAY);
        assert_eq!(
            read("", "", "day,feature").unwrap().by,
            Grouping {
                day: true,
                feature: true
            }
        );
        assert!(read("", "", "hour").is_err());
    }
}
