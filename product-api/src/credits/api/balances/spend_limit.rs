//! Wire types of a customer's daily or monthly spend limit.

use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::credits::commands::spend_limit::PeriodCap;
use crate::credits::ledger::spend_limit::{LimitPeriod, SpendLimit};
use crate::problem::{FieldError, Problem};
use crate::schema::Instant;

/// The period of a limit, in UTC.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "SpendLimitPeriod", rename_all = "lowercase")]
enum PeriodName {
    /// A day, from midnight to midnight.
    Day,
    /// A calendar month.
    Month,
}

impl From<LimitPeriod> for PeriodName {
    fn from(period: LimitPeriod) -> Self {
        match period {
            LimitPeriod::Day => Self::Day,
            LimitPeriod::Month => Self::Month,
        }
    }
}

impl From<PeriodName> for LimitPeriod {
    fn from(name: PeriodName) -> Self {
        match name {
            PeriodName::Day => Self::Day,
            PeriodName::Month => Self::Month,
        }
    }
}

/// A customer's spend limit in a day or a month (UTC), and the credits counted against it.
#[derive(Clone, Debug, Object)]
#[oai(rename = "SpendLimit", example)]
pub(crate) struct SpendLimitDto {
    /// The maximum number of credits in the period.
    cap: i64,
    /// The period.
    period: PeriodName,
    /// The credits counted so far: spends, captures, and holds that capture at their expiry. It exceeds `cap` if the limit was
    /// lowered.
    spent: i64,
    /// The start of the next period.
    resets_at: Instant,
}

impl From<SpendLimit> for SpendLimitDto {
    fn from(limit: SpendLimit) -> Self {
        Self {
            cap: limit.cap,
            period: limit.period.into(),
            spent: limit.spent,
            resets_at: Instant(limit.resets_at()),
        }
    }
}

impl Example for SpendLimitDto {
    fn example() -> Self {
        Self {
            cap: 500,
            period: PeriodName::Month,
            spent: 120,
            resets_at: Instant(foundation::Timestamp::from_seconds(1_769_904_000)),
        }
    }
}

/// A new spend limit; no limit if both members are absent or null.
#[derive(Object)]
#[oai(
    rename = "SpendLimitRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(crate) struct SpendLimitBody {
    /// The maximum number of credits in the period (UTC). It limits spends, captures, and holds that capture at their expiry.
    /// It may be less than the credits already spent.
    #[oai(validator(minimum(value = "1"), maximum(value = "9007199254740991")))]
    cap: Option<i64>,
    /// The period; required with `cap`.
    period: Option<PeriodName>,
}

impl SpendLimitBody {
    /// Reads the limit; none if it is removed.
    pub(crate) fn read(self) -> Result<Option<PeriodCap>, Problem> {
        let missing = |member: &'static str, other: &str| {
            let detail = format!("Must come with `{other}`, or neither of them.");
            Err(Problem::invalid(&[FieldError::body(member, detail)]))
        };
        match (self.cap, self.period) {
            (Some(cap), Some(period)) => Ok(Some((cap, period.into()))),
            (None, None) => Ok(None),
            (Some(_), None) => missing("/period", "cap"),
            (None, Some(_)) => missing("/cap", "period"),
        }
    }
}

impl Example for SpendLimitBody {
    fn example() -> Self {
        Self {
            cap: Some(500),
            period: Some(PeriodName::Month),
        }
    }
}
