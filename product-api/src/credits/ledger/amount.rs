//! Amounts: whole credits from 1 to 2^53 - 1, the integers that every JSON parser keeps exactly.

use serde_json::Value;

/// The largest amount and the largest balance: 2^53 - 1.
pub(crate) const LARGEST: i64 = 9_007_199_254_740_991;

/// A number of credits to move, in the book's smallest unit, from 1 to [`LARGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Amount(i64);

impl Amount {
    /// Returns the amount, or `None` if the number is out of range.
    pub(crate) const fn new(credits: i64) -> Option<Self> {
        if 1 <= credits && credits <= LARGEST {
            Some(Self(credits))
        } else {
            None
        }
    }

    /// Reads the integer of a JSON value; `None` for `1.5`, `"1"`, `1e3` and everything else.
    pub(crate) fn from_json(value: &Value) -> Option<Self> {
        value.as_i64().and_then(Self::new)
    }

    /// Returns the number of credits.
    pub(crate) const fn get(self) -> i64 {
        self.0
    }
}

/// Adds a change to a balance; `None` if the sum is not in the range from 0 to [`LARGEST`].
pub(crate) fn sum_in_range(balance: i64, change: i64) -> Option<i64> {
    balance
        .checked_add(change)
        .filter(|sum| (0..=LARGEST).contains(sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    // row: L1
    #[test]
    fn amounts_as_json() {
        let rows = [
            ("1", Some(1)),
            ("5", Some(5)),
            ("9007199254740991", Some(LARGEST)),
            ("0", None),
            ("-1", None),
            ("-0", None),
            ("1.5", None),
            ("1.0", None),
            ("1e3", None),
            ("\"1\"", None),
            ("9007199254740992", None),
            ("9007199254740993", None),
            ("9223372036854775807", None),
            ("9223372036854775808", None),
            ("18446744073709551616", None),
            ("null", None),
            ("true", None),
            ("[1]", None),
            ("{\"amount\":1}", None),
        ];
        for (text, expected) in rows {
            let value = serde_json::from_str(text).unwrap();
            assert_eq!(
                Amount::from_json(&value).map(Amount::get),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn sums_never_wrap() {
        let rows = [
            (0, 1, Some(1)),
            (LARGEST, 0, Some(LARGEST)),
            (LARGEST, 1, None),
            (0, -1, None),
            (5, -5, Some(0)),
            (i64::MAX, i64::MAX, None),
            (i64::MIN, -1, None),
        ];
        for (balance, change, expected) in rows {
            assert_eq!(
                sum_in_range(balance, change),
                expected,
                "{balance} + {change}"
            );
        }
    }
}
