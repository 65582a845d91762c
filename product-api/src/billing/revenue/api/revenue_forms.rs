//! Wire types of the sums of the money journal.

use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::currency::Currency;
use crate::billing::revenue::read_revenue::Revenue;
use crate::billing::revenue::recurring_revenue::RecurringRevenue;
use crate::billing::revenue::revenue_sums::{PeriodLength, RevenueAmounts};

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
struct RevenuePeriodDto {
    /// The day or the month in UTC, such as 2026-11-27 or 2026-11.
    period: String,
    /// The currency, as an ISO 4217 code in lower case.
    currency: String,
    /// Money that buyers paid, with taxes.
    payments_minor: i64,
    /// Discounts that were taken off before: no part of the payments.
    discounts_minor: i64,
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

impl RevenuePeriodDto {
    fn new(period: String, currency: Currency, sums: RevenueAmounts) -> Self {
        Self {
            period,
            currency: currency.code().to_owned(),
            payments_minor: sums.payments,
            discounts_minor: sums.discounts,
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

impl Example for RevenuePeriodDto {
    fn example() -> Self {
        Self {
            period: "2026-01".to_owned(),
            currency: "eur".to_owned(),
            payments_minor: 119_000,
            discounts_minor: 2_380,
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

/// Live subscriptions of one currency.
#[derive(Object)]
#[oai(rename = "RecurringRevenue", example)]
struct RecurringRevenueDto {
    /// The currency, as an ISO 4217 code in lower case.
    currency: String,
    /// The money that active and past due subscriptions bring in a month, by the prices of their plans and before discounts, in
    /// the smallest unit of the currency. The money of each one is rounded down; a year has 12 months and 52 weeks.
    mrr_minor: i64,
    /// The number of active subscriptions.
    active: i64,
    /// The number of subscriptions in a trial, which bring no money yet.
    trialing: i64,
    /// The number of subscriptions whose renewal is not paid.
    past_due: i64,
}

impl RecurringRevenueDto {
    fn new(currency: Currency, revenue: RecurringRevenue) -> Self {
        Self {
            currency: currency.code().to_owned(),
            mrr_minor: revenue.mrr_minor,
            active: revenue.active,
            trialing: revenue.trialing,
            past_due: revenue.past_due,
        }
    }
}

impl Example for RecurringRevenueDto {
    fn example() -> Self {
        Self {
            currency: "eur".to_owned(),
            mrr_minor: 38_700,
            active: 42,
            trialing: 5,
            past_due: 1,
        }
    }
}

/// Sums of revenue, and the subscriptions now.
#[derive(Object)]
#[oai(rename = "Revenue", example)]
pub(super) struct RevenueDto {
    /// The first day.
    from: String,
    /// The last day.
    to: String,
    /// The sums, the earliest period first.
    items: Vec<RevenuePeriodDto>,
    /// The live subscriptions by currency, as they are now.
    subscriptions: Vec<RecurringRevenueDto>,
}

impl From<Revenue> for RevenueDto {
    fn from(revenue: Revenue) -> Self {
        let sums = revenue.sums.into_iter();
        let subscriptions = revenue.subscriptions.into_iter();
        Self {
            from: revenue.period.from.text(),
            to: revenue.period.to.text(),
            items: sums
                .map(|((period, currency), sums)| RevenuePeriodDto::new(period, currency, sums))
                .collect(),
            subscriptions: subscriptions
                .map(|(currency, revenue)| RecurringRevenueDto::new(currency, revenue))
                .collect(),
        }
    }
}

impl Example for RevenueDto {
    fn example() -> Self {
        Self {
            from: "2026-01-01".to_owned(),
            to: "2026-12-31".to_owned(),
            items: vec![RevenuePeriodDto::example()],
            subscriptions: vec![RecurringRevenueDto::example()],
        }
    }
}
