//! A period of the money journal: whole days, both ends included.

use crate::billing::journal::AccountingDay;
use crate::problem::{FieldError, Problem};

/// Maximum number of days that one request adds up or downloads.
const MAX_DAYS: i64 = 366;

/// A period of at most 366 days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AccountingPeriod {
    /// The first day.
    pub(super) from: AccountingDay,
    /// The last day.
    pub(super) to: AccountingDay,
}

impl AccountingPeriod {
    /// Reads the period of a request. Without a last day it ends today; without a first one it has the 366 days up to its end.
    /// 400 for any other text, for an end before the beginning, and for more days.
    pub(super) fn read(
        from: Option<&str>,
        to: Option<&str>,
        today: AccountingDay,
    ) -> Result<Self, Problem> {
        let to = read_day("to", to)?.unwrap_or(today);
        let first = AccountingDay::from_number(to.number().saturating_sub(MAX_DAYS - 1));
        let from = read_day("from", from)?.unwrap_or(first);
        if from > to {
            return Err(invalid("to", "Must not be before `from`."));
        }
        if from < first {
            let detail = "The period must have 366 days at most.";
            return Err(invalid("from", detail));
        }
        Ok(Self { from, to })
    }
}

/// Reads a day of a request; 400 for any other text.
pub(super) fn read_day(
    parameter: &'static str,
    text: Option<&str>,
) -> Result<Option<AccountingDay>, Problem> {
    let Some(text) = text else {
        return Ok(None);
    };
    let day = AccountingDay::parse(text);
    day.map(Some)
        .ok_or_else(|| invalid(parameter, "Must be a day such as 2026-11-27."))
}

fn invalid(parameter: &'static str, detail: &'static str) -> Problem {
    Problem::invalid(&[FieldError::parameter(parameter, detail)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn period_has_a_year_at_most() {
        let today = AccountingDay::parse("2026-11-27").unwrap();
        let rows = [
            (None, None, Some(("2025-11-27", "2026-11-27"))),
            (Some("2026-01-01"), None, Some(("2026-01-01", "2026-11-27"))),
            (
                Some("2024-01-01"),
                Some("2024-12-31"),
                Some(("2024-01-01", "2024-12-31")),
            ),
            (None, Some("2024-12-31"), Some(("2024-01-01", "2024-12-31"))),
            (
                Some("2026-11-27"),
                Some("2026-11-27"),
                Some(("2026-11-27", "2026-11-27")),
            ),
            (Some("2026-11-28"), Some("2026-11-27"), None),
            (Some("2024-01-01"), Some("2025-01-01"), None),
            (Some("yesterday"), None, None),
            (None, Some("2026-02-30"), None),
        ];
        for (from, to, expected) in rows {
            let period = AccountingPeriod::read(from, to, today).ok();
            let days = period.map(|period| (period.from.text(), period.to.text()));
            let expected = expected.map(|(from, to)| (from.to_owned(), to.to_owned()));
            assert_eq!(days, expected, "{from:?} {to:?}");
        }
    }
}
