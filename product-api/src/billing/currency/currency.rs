//! A currency of Stripe with its number of decimals, and the rule for its amounts.

use std::fmt;

/// Maximum amount in minor units; Stripe takes eight digits.
pub(crate) const MAX_AMOUNT_MINOR: i64 = 99_999_999;

/// A currency that Stripe charges and whose rule for amounts is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Currency {
    code: &'static str,
    unit: MinorUnit,
}

/// The smallest amount of a currency, as Stripe counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum MinorUnit {
    /// Stripe counts whole units.
    Whole,
    /// Stripe counts hundredths.
    Hundredth,
    /// Stripe counts hundredths, and charges whole units only.
    HundredthOfWhole,
    /// Stripe counts thousandths, and charges multiples of ten.
    Thousandth,
}

/// The rule that an amount breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AmountRefusal {
    /// The amount is below 1 or above the maximum.
    OutOfRange,
    /// The currency takes multiples of this number only.
    NotMultipleOf(i64),
}

const WHOLE: &[&str] = &[
    "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf",
    "xof", "xpf",
];
const HUNDREDTHS_OF_WHOLE: &[&str] = &["isk"];
const THOUSANDTHS: &[&str] = &["bhd", "jod", "kwd", "omr", "tnd"];
/// `ugx` is absent: Stripe's pages differ about its decimals.
const HUNDREDTHS: &[&str] = &[
    "aed", "afn", "all", "amd", "ang", "aoa", "ars", "aud", "awg", "azn", "bam", "bbd", "bdt",
    "bgn", "bmd", "bnd", "bob", "brl", "bsd", "bwp", "byn", "bzd", "cad", "cdf", "chf", "cny",
    "cop", "crc", "cve", "czk", "dkk", "dop", "dzd", "egp", "etb", "eur", "fjd", "fkp", "gbp",
    "gel", "gip", "gmd", "gtq", "gyd", "hkd", "hnl", "htg", "huf", "idr", "ils", "inr", "jmd",
    "kes", "kgs", "khr", "kyd", "kzt", "lak", "lbp", "lkr", "lrd", "lsl", "mad", "mdl", "mkd",
    "mmk", "mnt", "mop", "mur", "mvr", "mwk", "mxn", "myr", "mzn", "nad", "ngn", "nio", "nok",
    "npr", "nzd", "pab", "pen", "pgk", "php", "pkr", "pln", "qar", "ron", "rsd", "rub", "sar",
    "sbd", "scr", "sek", "sgd", "shp", "sle", "sos", "srd", "std", "szl", "thb", "tjs", "top",
    "try", "ttd", "twd", "tzs", "uah", "usd", "uyu", "uzs", "wst", "xcd", "xcg", "yer", "zar",
    "zmw",
];
const CURRENCIES: [(MinorUnit, &[&str]); 4] = [
    (MinorUnit::Hundredth, HUNDREDTHS),
    (MinorUnit::Whole, WHOLE),
    (MinorUnit::HundredthOfWhole, HUNDREDTHS_OF_WHOLE),
    (MinorUnit::Thousandth, THOUSANDTHS),
];

impl Currency {
    /// The US dollar.
    pub(crate) const USD: Self = Self {
        code: "usd",
        unit: MinorUnit::Hundredth,
    };

    /// Returns the currency of a code in lower case, as Stripe writes it; nothing if its rule is unknown.
    pub(crate) fn parse(code: &str) -> Option<Self> {
        CURRENCIES.into_iter().find_map(|(unit, codes)| {
            let code = codes.iter().copied().find(|known| *known == code)?;
            Some(Self { code, unit })
        })
    }

    /// Returns the ISO 4217 code in lower case.
    pub(crate) const fn code(self) -> &'static str {
        self.code
    }

    /// Returns the number of decimals of an amount in minor units.
    pub(crate) const fn decimals(self) -> u32 {
        match self.unit {
            MinorUnit::Whole => 0,
            MinorUnit::Hundredth | MinorUnit::HundredthOfWhole => 2,
            MinorUnit::Thousandth => 3,
        }
    }

    /// Returns the number of which every amount in minor units is a multiple.
    pub(crate) const fn step(self) -> i64 {
        match self.unit {
            MinorUnit::Whole | MinorUnit::Hundredth => 1,
            MinorUnit::HundredthOfWhole => 100,
            MinorUnit::Thousandth => 10,
        }
    }

    /// Rejects an amount in minor units that Stripe cannot charge.
    pub(crate) const fn check_amount(self, minor: i64) -> Result<(), AmountRefusal> {
        if minor < 1 || minor > MAX_AMOUNT_MINOR {
            return Err(AmountRefusal::OutOfRange);
        }
        if minor % self.step() != 0 {
            return Err(AmountRefusal::NotMultipleOf(self.step()));
        }
        Ok(())
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)
    }
}

impl fmt::Display for AmountRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange => write!(f, "Must be from 1 to {MAX_AMOUNT_MINOR}."),
            Self::NotMultipleOf(step) => {
                write!(f, "Must be a multiple of {step} in this currency.")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currencies_have_the_decimals_that_stripe_counts() {
        let rows = [
            // code, decimals, step
            ("usd", Some((2, 1))),
            ("eur", Some((2, 1))),
            ("huf", Some((2, 1))),
            ("twd", Some((2, 1))),
            ("bif", Some((0, 1))),
            ("clp", Some((0, 1))),
            ("djf", Some((0, 1))),
            ("gnf", Some((0, 1))),
            ("jpy", Some((0, 1))),
            ("kmf", Some((0, 1))),
            ("krw", Some((0, 1))),
            ("mga", Some((0, 1))),
            ("pyg", Some((0, 1))),
            ("rwf", Some((0, 1))),
            ("vnd", Some((0, 1))),
            ("vuv", Some((0, 1))),
            ("xaf", Some((0, 1))),
            ("xof", Some((0, 1))),
            ("xpf", Some((0, 1))),
            ("isk", Some((2, 100))),
            ("bhd", Some((3, 10))),
            ("jod", Some((3, 10))),
            ("kwd", Some((3, 10))),
            ("omr", Some((3, 10))),
            ("tnd", Some((3, 10))),
            ("ugx", None), // sources differ
            ("USD", None), // Stripe writes lower case
            ("xyz", None),
            ("usdc", None),
            ("", None),
        ];
        for (code, expected) in rows {
            let currency = Currency::parse(code);
            let rule = currency.map(|currency| (currency.decimals(), currency.step()));
            assert_eq!(rule, expected, "{code}");
            assert!(currency.is_none_or(|currency| currency.code() == code));
        }
    }

    #[test]
    fn currencies_are_listed_once_in_order() {
        for (_, codes) in CURRENCIES {
            assert!(codes.is_sorted_by(|one, next| one < next), "{codes:?}");
        }
        let all: Vec<&str> = CURRENCIES
            .into_iter()
            .flat_map(|(_, codes)| codes.iter().copied())
            .collect();
        let mut unique = all.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), all.len());
    }

    #[test]
    fn amounts_follow_the_rule_of_their_currency() {
        let rows = [
            ("usd", 1, Ok(())),
            ("usd", MAX_AMOUNT_MINOR, Ok(())),
            ("usd", MAX_AMOUNT_MINOR + 1, Err(AmountRefusal::OutOfRange)),
            ("usd", 0, Err(AmountRefusal::OutOfRange)),
            ("usd", -5, Err(AmountRefusal::OutOfRange)),
            ("usd", i64::MIN, Err(AmountRefusal::OutOfRange)),
            ("jpy", 501, Ok(())),
            ("isk", 500, Ok(())),
            ("isk", 550, Err(AmountRefusal::NotMultipleOf(100))),
            ("kwd", 1230, Ok(())),
            ("kwd", 1234, Err(AmountRefusal::NotMultipleOf(10))),
            ("tnd", 5, Err(AmountRefusal::NotMultipleOf(10))),
        ];
        for (code, minor, expected) in rows {
            let currency = Currency::parse(code).unwrap();
            assert_eq!(currency.check_amount(minor), expected, "{code} {minor}");
        }
    }
}
