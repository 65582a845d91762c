//! Credits of a pack and their terms.

use super::given_prices::{Bounds, MAX_CREDITS, check_number};
use crate::problem::FieldError;

/// Maximum number of days until credits expire.
const MAX_DAYS: i64 = 3_650;

/// Credits and their terms, as a buyer gets them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackTerms {
    /// The credits that are paid for.
    pub(super) credits: i64,
    /// Further credits.
    pub(super) bonus: i64,
    /// Days from the purchase until the credits expire; none if they do not.
    pub(super) expires_days: Option<i64>,
    /// Days from the purchase until the bonus expires; none if it does not.
    pub(super) bonus_expires_days: Option<i64>,
    /// True if the pack is for a first purchase only.
    pub(super) is_first_only: bool,
}

impl PackTerms {
    /// Returns the errors of the terms in a request.
    pub(super) fn errors(&self) -> Vec<FieldError> {
        let mut errors = Vec::new();
        let mut check = |pointer: &str, number: Option<i64>, least: i64, most: i64| {
            check_number(&mut errors, pointer, number, Bounds { least, most });
        };
        check("/credits", Some(self.credits), 1, MAX_CREDITS);
        check("/bonus", Some(self.bonus), 0, MAX_CREDITS);
        check("/expires_days", self.expires_days, 1, MAX_DAYS);
        check("/bonus_expires_days", self.bonus_expires_days, 1, MAX_DAYS);
        if self.bonus == 0 && self.bonus_expires_days.is_some() {
            let detail = "There is no bonus that could expire.";
            errors.push(FieldError::body("/bonus_expires_days", detail));
        }
        if errors.is_empty() && self.credits.saturating_add(self.bonus) > MAX_CREDITS {
            let detail = format!("Must be at most {MAX_CREDITS} together with `credits`.");
            errors.push(FieldError::body("/bonus", detail));
        }
        errors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::catalog::version::pointers;

    fn terms(credits: i64, bonus: i64, days: Option<i64>, bonus_days: Option<i64>) -> PackTerms {
        PackTerms {
            credits,
            bonus,
            expires_days: days,
            bonus_expires_days: bonus_days,
            is_first_only: false,
        }
    }

    #[test]
    fn each_wrong_term_is_named() {
        let rows: [(PackTerms, &[&str]); 14] = [
            // credits, bonus, days, days of the bonus; pointers of errors
            (terms(1, 0, None, None), &[]),
            (terms(MAX_CREDITS, 0, Some(1), None), &[]),
            (terms(MAX_CREDITS - 5, 5, Some(3_650), Some(3_650)), &[]),
            (terms(0, 0, None, None), &["/credits"]),
            (terms(-1, 0, None, None), &["/credits"]),
            (terms(MAX_CREDITS + 1, 0, None, None), &["/credits"]),
            (terms(1, -1, None, None), &["/bonus"]),
            (terms(1, MAX_CREDITS + 1, None, None), &["/bonus"]),
            (terms(MAX_CREDITS, 1, None, None), &["/bonus"]),
            (terms(1, 0, Some(0), None), &["/expires_days"]),
            (terms(1, 0, Some(3_651), None), &["/expires_days"]),
            (terms(1, 1, None, Some(3_651)), &["/bonus_expires_days"]),
            (terms(1, 0, None, Some(30)), &["/bonus_expires_days"]),
            (
                terms(0, -1, Some(0), Some(30)),
                &["/credits", "/bonus", "/expires_days"],
            ),
        ];
        for (given, expected) in rows {
            assert_eq!(pointers(&given.errors()), expected, "{given:?}");
        }
    }
}
