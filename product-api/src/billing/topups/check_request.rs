//! Checks the numbers of a request for a rule, before anything is read.

use super::rule::{MAX_MONTH_COUNT, MAX_SECONDS, MIN_SECONDS};
use crate::billing::currency::{MAX_AMOUNT_MINOR, Money};
use crate::features::is_code;
use crate::problem::{FieldError, Kind, Problem};

/// Maximum number of packs of one purchase, as of a checkout.
const MAX_QUANTITY: i64 = 10_000;
/// Largest limit of a month, in minor units: a hundred payments of the largest amount.
const MAX_MONTH_MINOR: i64 = MAX_AMOUNT_MINOR * MAX_MONTH_COUNT;
/// Length of the sentence to which a buyer consents, in characters.
const CONSENT_LENGTH: std::ops::RangeInclusive<usize> = 20..=500;

/// The numbers of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RuleNumbers {
    /// The number of packs that are bought at once.
    pub(crate) quantity: i64,
    /// Credits below which packs are bought.
    pub(crate) threshold: i64,
    /// The most that a month may cost, in minor units.
    pub(crate) month_max_minor: i64,
    /// Maximum number of purchases in a month.
    pub(crate) month_max_count: i64,
    /// Seconds between two purchases.
    pub(crate) min_seconds: i64,
}

/// Reasons why numbers fit no purchase.
#[derive(Debug)]
pub(super) enum NumbersRefusal {
    /// One of them is wrong.
    Wrong(FieldError),
    /// The month may cost less than one purchase.
    Refused(Box<Problem>),
}

impl NumbersRefusal {
    /// Returns the problem of a request whose member contains the numbers; an empty name is that of the whole body.
    pub(super) fn into_problem(self, member: &str) -> Problem {
        match self {
            Self::Wrong(error) => Problem::invalid(&[error.below(member)]),
            Self::Refused(problem) => *problem,
        }
    }
}

impl RuleNumbers {
    /// Returns the errors of numbers that no rule can have.
    pub(super) fn errors(&self) -> Vec<FieldError> {
        let checks = [
            ("/quantity", self.quantity, 1, MAX_QUANTITY),
            ("/threshold", self.threshold, 0, i64::MAX),
            ("/month_max_minor", self.month_max_minor, 1, MAX_MONTH_MINOR),
            ("/month_max_count", self.month_max_count, 1, MAX_MONTH_COUNT),
            ("/min_seconds", self.min_seconds, MIN_SECONDS, MAX_SECONDS),
        ];
        let wrong = checks
            .into_iter()
            .filter(|(_, value, least, most)| value < least || value > most);
        wrong
            .map(|(pointer, _, least, most)| {
                FieldError::body(pointer, format!("Must be from {least} to {most}."))
            })
            .collect()
    }

    /// Rejects with 400 a threshold that one purchase does not exceed, and with 422 a monthly limit below one purchase.
    pub(super) fn check_purchase(&self, credits: i64, price: Money) -> Result<(), NumbersRefusal> {
        if self.threshold >= credits {
            let detail = format!("Must be below the {credits} credits that are bought at once.");
            return Err(NumbersRefusal::Wrong(FieldError::body(
                "/threshold",
                detail,
            )));
        }
        if self.month_max_minor < price.minor {
            let detail = format!(
                "One purchase costs {}, which is more than the month may cost. Nothing was done.",
                price.with_code()
            );
            let problem = Problem::new(Kind::CapTooLow, detail).with("needed_minor", price.minor);
            return Err(NumbersRefusal::Refused(Box::new(problem)));
        }
        Ok(())
    }
}

/// Returns the errors of a code and of a sentence to which a buyer consents.
pub(super) fn text_errors(pack: &str, consent: Option<&str>) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if !is_code(pack) {
        let detail = "Must be the code of a pack, of a-z, 0-9, '.', '_' and '-'.";
        errors.push(FieldError::body("/pack", detail));
    }
    let length = consent.map(|text| text.chars().count());
    let is_text = consent.is_none_or(|text| !text.chars().any(char::is_control));
    if length.is_some_and(|length| !CONSENT_LENGTH.contains(&length)) || !is_text {
        let detail = "Must be the sentence that the buyer was shown, of 20 to 500 characters.";
        errors.push(FieldError::body("/consent", detail));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::currency::Currency;

    fn numbers() -> RuleNumbers {
        RuleNumbers {
            quantity: 1,
            threshold: 10,
            month_max_minor: 5_000,
            month_max_count: 5,
            min_seconds: 300,
        }
    }

    #[test]
    fn number_outside_its_range_is_named() {
        type Change = fn(&mut RuleNumbers);
        let rows: [(Change, &[&str]); 12] = [
            (|_| {}, &[]),
            (|one| one.quantity = 0, &["/quantity"]),
            (|one| one.quantity = 10_001, &["/quantity"]),
            (|one| one.threshold = -1, &["/threshold"]),
            (|one| one.threshold = 0, &[]),
            (|one| one.month_max_minor = 0, &["/month_max_minor"]),
            (|one| one.month_max_count = 0, &["/month_max_count"]),
            (|one| one.month_max_count = 101, &["/month_max_count"]),
            (|one| one.min_seconds = 59, &["/min_seconds"]),
            (|one| one.min_seconds = 60, &[]),
            (|one| one.min_seconds = 86_401, &["/min_seconds"]),
            (
                |one| (one.quantity, one.min_seconds) = (0, 0),
                &["/quantity", "/min_seconds"],
            ),
        ];
        for (change, expected) in rows {
            let mut one = numbers();
            change(&mut one);
            let errors = one.errors();
            let pointers: Vec<&str> = errors.iter().map(pointer).collect();
            assert_eq!(pointers, expected);
        }
    }

    fn pointer(error: &FieldError) -> &str {
        match error {
            FieldError::Body { pointer, .. } => pointer,
            FieldError::Parameter { name, .. } => name,
        }
    }

    #[test]
    fn purchase_is_above_the_threshold_and_within_the_limit() {
        let rows = [
            (100, 1_000, None),
            (11, 5_000, None),
            (10, 1_000, Some(Kind::InvalidRequest)),
            (100, 5_001, Some(Kind::CapTooLow)),
        ];
        for (credits, price, expected) in rows {
            let price = Money {
                currency: Currency::USD,
                minor: price,
            };
            let found = numbers().check_purchase(credits, price);
            let problem = found.err().map(|refusal| refusal.into_problem(""));
            assert_eq!(problem.map(|problem| problem.kind()), expected);
        }
    }

    #[test]
    fn consent_is_a_sentence() {
        let long = "x".repeat(501);
        let rows = [
            ("small", None, 0),
            ("small", Some("I agree to pay ten euros."), 0),
            ("small", Some("I agree."), 1),
            ("small", Some(long.as_str()), 1),
            ("Small", Some("I agree."), 2),
        ];
        for (pack, consent, count) in rows {
            assert_eq!(
                text_errors(pack, consent).len(),
                count,
                "{pack} {consent:?}"
            );
        }
    }
}
