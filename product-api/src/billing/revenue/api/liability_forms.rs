//! Wire types of the money that is owed as credits.

use foundation::Timestamp;
use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::billing::currency::Money;
use crate::billing::revenue::read_liability::{DeferredAge, Liability};
use crate::schema::{Instant, Nullable};

/// Money received for credits that are still owed, in one currency.
#[derive(Object)]
#[oai(rename = "DeferredRevenue", example)]
struct DeferredDto {
    /// The currency, as an ISO 4217 code in lower case.
    currency: String,
    /// The amount in the smallest unit of the currency.
    deferred_minor: i64,
}

impl From<Money> for DeferredDto {
    fn from(money: Money) -> Self {
        Self {
            currency: money.currency.code().to_owned(),
            deferred_minor: money.minor,
        }
    }
}

impl Example for DeferredDto {
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
struct DeferredAgeDto {
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

impl From<DeferredAge> for DeferredAgeDto {
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

impl Example for DeferredAgeDto {
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
pub(super) struct LiabilityDto {
    /// The instant.
    at: Instant,
    /// The money that was owed as credits, by currency.
    items: Vec<DeferredDto>,
    /// The money by the month of the purchase, the earliest first. It is null for an instant that was asked for, because lots
    /// are known only as they are now.
    ages: Nullable<Vec<DeferredAgeDto>>,
}

impl From<Liability> for LiabilityDto {
    fn from(liability: Liability) -> Self {
        let ages = liability.ages.map(|ages| {
            let ages = ages.into_iter().map(DeferredAgeDto::from);
            ages.collect::<Vec<_>>()
        });
        Self {
            at: Instant(liability.at),
            items: liability
                .deferred
                .into_iter()
                .map(DeferredDto::from)
                .collect(),
            ages: ages.into(),
        }
    }
}

impl Example for LiabilityDto {
    fn example() -> Self {
        Self {
            at: Instant(Timestamp::from_seconds(1_767_225_600)),
            items: vec![DeferredDto::example()],
            ages: Some(vec![DeferredAgeDto::example()]).into(),
        }
    }
}
