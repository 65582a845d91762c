//! What a customer may spend in a day or a month, on the wire.

use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::credits::limit_spending::Cap;
use crate::credits::spend_limit::{LimitPeriod, SpendLimit};
use crate::problem::{FieldError, Problem};
use crate::schema::Instant;

/// How long a limit counts before it begins anew, in UTC.
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

/// What a customer may spend in a day or a month (UTC), and has spent in it.
#[derive(Clone, Debug, Object)]
#[oai(rename = "SpendLimit", example)]
pub(super) struct SpendLimitAnswer {
    /// The most credits of a day or a month.
    cap: i64,
    /// Which of them.
    period: PeriodName,
    /// What counts against it so far: what was spent and captured, and what is set aside to be captured by itself. It may
    /// be more than `cap`, if that was set lower.
    spent: i64,
    /// When it begins anew.
    resets_at: Instant,
}

impl From<SpendLimit> for SpendLimitAnswer {
    fn from(limit: SpendLimit) -> Self {
        Self {
            cap: limit.cap,
            period: limit.period.into(),
            spent: limit.spent,
            resets_at: Instant(limit.resets_at()),
        }
    }
}

impl Example for SpendLimitAnswer {
    fn example() -> Self {
        Self {
            cap: 500,
            period: PeriodName::Month,
            spent: 120,
            resets_at: Instant(foundation::Timestamp::from_seconds(1_769_904_000)),
        }
    }
}

/// What a customer may spend; anything, when both are absent or null.
#[derive(Object)]
#[oai(
    rename = "SpendLimitRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct SpendLimitBody {
    /// The most credits of a day or a month (UTC): what is spent, what is captured, and what is set aside to be captured by
    /// itself. It may be less than what was spent already.
    #[oai(validator(minimum(value = "1"), maximum(value = "9007199254740991")))]
    cap: Option<i64>,
    /// Which of them; it comes with `cap`.
    period: Option<PeriodName>,
}

impl SpendLimitBody {
    /// The limit; none where it is lifted.
    pub(super) fn read(self) -> Result<Option<Cap>, Problem> {
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
