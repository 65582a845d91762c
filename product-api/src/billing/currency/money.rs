//! An amount of money with its currency.

use std::fmt;

use super::currency::Currency;

/// An amount in a currency; negative for what was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Money {
    /// The currency.
    pub(crate) currency: Currency,
    /// Number of minor units, as Stripe counts them.
    pub(crate) minor: i64,
}

impl Money {
    /// Returns the amount with its code, as in `12.34 EUR`.
    pub(crate) fn with_code(self) -> String {
        format!("{self} {}", self.currency.code().to_uppercase())
    }
}

impl fmt::Display for Money {
    /// Writes the amount with its decimals and without the code, as in `12.34`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.minor < 0 { "-" } else { "" };
        let decimals = self.currency.decimals();
        let units = 10_u64.pow(decimals);
        let minor = self.minor.unsigned_abs();
        let (whole, rest) = (minor.div_euclid(units), minor.rem_euclid(units));
        if decimals == 0 {
            return write!(f, "{sign}{whole}");
        }
        let width = usize::try_from(decimals).unwrap_or_default();
        write!(f, "{sign}{whole}.{rest:0width$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_written_with_its_decimals() {
        let rows = [
            ("usd", 0, "0.00"),
            ("usd", 5, "0.05"),
            ("usd", 1_234, "12.34"),
            ("usd", -1_234, "-12.34"),
            ("usd", -5, "-0.05"),
            ("usd", i64::MIN, "-92233720368547758.08"),
            ("jpy", 500, "500"),
            ("jpy", -500, "-500"),
            ("isk", 50_000, "500.00"),
            ("kwd", 1_230, "1.230"),
            ("kwd", 10, "0.010"),
        ];
        for (code, minor, expected) in rows {
            let currency = Currency::parse(code).unwrap();
            let money = Money { currency, minor };
            assert_eq!(money.to_string(), expected, "{code}");
            let with_code = format!("{expected} {}", code.to_uppercase());
            assert_eq!(money.with_code(), with_code);
        }
    }
}
