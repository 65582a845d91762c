//! Wire types of the sums of the money journal.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::currency::{Currency, Money};
use crate::billing::revenue::read_revenue::{DeferredAge, Liability, Revenue};
use crate::billing::revenue::revenue_sums::{PeriodLength, RevenueAmounts};
use crate::schema::{Instant, Nullable};

/// The length of a period.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "RevenuePeriodLength", rename_all = "lowercase")]
pub(super) enum PeriodLengthName {
    /// One day in UTC.
    Day,
    /// One month in UTC.
    Month,
}

impl From<PeriodLengthName> for PeriodLength {
    fn from(name: PeriodLengthName) -> Self {
        match name {
            PeriodLengthName::Day => Self::Day,
            PeriodLengthName::Month => Self::Month,
        }
    }
}

/// Money of one period in one currency, in the smallest unit of the currency.
#[derive(Object)]
#[oai(rename = "RevenuePeriod", example)]
struct RevenuePeriodAnswer {
    /// The day or the month in UTC, such as 2026-11-27 or 2026-11.
    period: String,
    /// The currency, as an ISO 4217 code in lower case.
    currency: String,
    /// Money that buyers paid, with taxes.
    payments_minor: i64,
    /// Money that went back to buyers as refunds, with taxes.
    refunds_minor: i64,
    /// Money that disputes withdrew, less what they returned.
    disputes_minor: i64,
    /// Fees of Stripe.
    fees_minor: i64,
    /// Money that Stripe converted: what came in this currency, less what left it.
    converted_minor: i64,
    /// The change of the money at Stripe: payments and converted money, less refunds, disputes and fees.
    balance_minor: i64,
    /// The change of the taxes that the website owes.
    tax_minor: i64,
    /// The change of the money received for credits that are still owed.
    deferred_minor: i64,
    /// Revenue of credits that were used.
    earned_minor: i64,
    /// Revenue of credits that expired.
    breakage_minor: i64,
    /// Refunds of credits that had been used.
    used_refunds_minor: i64,
    /// Losses by disputes of credits that had been used.
    dispute_losses_minor: i64,
}

impl RevenuePeriodAnswer {
    fn new(period: String, currency: Currency, sums: RevenueAmounts) -> Self {
        Self {
            period,
            currency: currency.code().to_owned(),
            payments_minor: sums.payments,
            refunds_minor: sums.refunds,
            disputes_minor: sums.disputes,
            fees_minor: sums.fees,
            converted_minor: sums.converted,
            balance_minor: sums.balance,
            tax_minor: sums.tax,
            deferred_minor: sums.deferred,
            earned_minor: sums.earned,
            breakage_minor: sums.breakage,
            used_refunds_minor: sums.used_refunds,
            dispute_losses_minor: sums.dispute_losses,
        }
    }
}

impl Example for RevenuePeriodAnswer {
    fn example() -> Self {
        Self {
            period: "2026-01".to_owned(),
            currency: "eur".to_owned(),
            payments_minor: 119_000,
            refunds_minor: 1_190,
            disputes_minor: 0,
            fees_minor: 4_285,
            converted_minor: 0,
            balance_minor: 113_525,
            tax_minor: 18_810,
            deferred_minor: 41_000,
            earned_minor: 57_000,
            breakage_minor: 1_100,
            used_refunds_minor: 100,
            dispute_losses_minor: 0,
        }
    }
}

/// The revenue of a website.
#[derive(Object)]
#[oai(rename = "Revenue", example)]
pub(super) struct RevenueAnswer {
    /// The first day.
    from: String,
    /// The last day.
    to: String,
    /// The sums, the earliest period first.
    items: Vec<RevenuePeriodAnswer>,
}

impl From<Revenue> for RevenueAnswer {
    fn from(revenue: Revenue) -> Self {
        let sums = revenue.sums.into_iter();
        Self {
            from: revenue.period.from.text(),
            to: revenue.period.to.text(),
            items: sums
                .map(|((period, currency), sums)| RevenuePeriodAnswer::new(period, currency, sums))
                .collect(),
        }
    }
}

impl Example for RevenueAnswer {
    fn example() -> Self {
        Self {
            from: "2026-01-01".to_owned(),
            to: "2026-12-31".to_owned(),
            items: vec![RevenuePeriodAnswer::example()],
        }
    }
}

/// Money received for credits that are still owed, in one currency.
#[derive(Object)]
#[oai(rename = "DeferredRevenue", example)]
struct DeferredAnswer {
    /// The currency, as an ISO 4217 code in lower case.
    currency: String,
    /// The amount in the smallest unit of the currency.
    deferred_minor: i64,
}

impl From<Money> for DeferredAnswer {
    fn from(money: Money) -> Self {
        Self {
            currency: money.currency.code().to_owned(),
            deferred_minor: money.minor,
        }
    }
}

impl Example for DeferredAnswer {
    fn example() -> Self {
        Self {
            currency: "eur".to_owned(),
            deferred_minor: 41_000,
        }
    }
}

/// Credits that were bought in one month and are still owed.
#[derive(Object)]
#[oai(rename = "DeferredRevenueAge", example)]
struct DeferredAgeAnswer {
    /// The month of the purchase in UTC, such as 2026-11.
    month: String,
    /// The currency, as an ISO 4217 code in lower case.
    currency: String,
    /// The number of lots of credits with a deferred cost.
    lots: i64,
    /// The credits that are left in them now.
    credits: i64,
    /// The deferred part of their cost, in the smallest unit of the currency.
    deferred_minor: i64,
}

impl From<DeferredAge> for DeferredAgeAnswer {
    fn from(age: DeferredAge) -> Self {
        Self {
            month: age.month,
            currency: age.currency.code().to_owned(),
            lots: age.lots,
            credits: age.credits,
            deferred_minor: age.deferred_minor,
        }
    }
}

impl Example for DeferredAgeAnswer {
    fn example() -> Self {
        Self {
            month: "2026-01".to_owned(),
            currency: "eur".to_owned(),
            lots: 12,
            credits: 20_500,
            deferred_minor: 41_000,
        }
    }
}

/// The deferred revenue of a website at an instant.
#[derive(Object)]
#[oai(rename = "RevenueLiability", example)]
pub(super) struct LiabilityAnswer {
    /// The instant.
    at: Instant,
    /// The money that was owed as credits, by currency.
    items: Vec<DeferredAnswer>,
    /// The money by the month of the purchase, the earliest first. It is null for an instant that was asked for, because lots
    /// are known only as they are now.
    ages: Nullable<Vec<DeferredAgeAnswer>>,
}

impl From<Liability> for LiabilityAnswer {
    fn from(liability: Liability) -> Self {
        let ages = liability.ages.map(|ages| {
            let ages = ages.into_iter().map(DeferredAgeAnswer::from);
            ages.collect::<Vec<_>>()
        });
        Self {
            at: Instant(liability.at),
            items: liability
                .deferred
                .into_iter()
                .map(DeferredAnswer::from)
                .collect(),
            ages: ages.into(),
        }
    }
}

impl Example for LiabilityAnswer {
    fn example() -> Self {
        Self {
            at: Instant(Timestamp::from_seconds(1_767_225_600)),
            items: vec![DeferredAnswer::example()],
            ages: Some(vec![DeferredAgeAnswer::example()]).into(),
        }
    }
}
