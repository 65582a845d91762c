//! Wire types of the terms of plans, which requests, versions and the catalogue of buyers share.

use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::catalog::plan_terms::{GrantEvery, Interval, Rollover, Trial};
use crate::billing::catalog::version::VersionFeature;

/// The unit of a billing period.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "PlanInterval", rename_all = "lowercase")]
pub(super) enum IntervalName {
    /// Seven days.
    Week,
    /// A calendar month.
    Month,
    /// Twelve calendar months.
    Year,
}

impl From<IntervalName> for Interval {
    fn from(name: IntervalName) -> Self {
        match name {
            IntervalName::Week => Self::Week,
            IntervalName::Month => Self::Month,
            IntervalName::Year => Self::Year,
        }
    }
}

impl From<Interval> for IntervalName {
    fn from(interval: Interval) -> Self {
        match interval {
            Interval::Week => Self::Week,
            Interval::Month => Self::Month,
            Interval::Year => Self::Year,
        }
    }
}

/// The rhythm of allowances.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "PlanGrantEvery", rename_all = "lowercase")]
pub(super) enum GrantEveryName {
    /// One in each billing period.
    Interval,
    /// One in each month of a billing period that is several months long.
    Month,
}

impl From<GrantEveryName> for GrantEvery {
    fn from(name: GrantEveryName) -> Self {
        match name {
            GrantEveryName::Interval => Self::Interval,
            GrantEveryName::Month => Self::Month,
        }
    }
}

impl From<GrantEvery> for GrantEveryName {
    fn from(rhythm: GrantEvery) -> Self {
        match rhythm {
            GrantEvery::Interval => Self::Interval,
            GrantEvery::Month => Self::Month,
        }
    }
}

/// The part of an unused allowance that outlives the next one.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "PlanRollover", rename_all = "lowercase")]
pub(super) enum RolloverName {
    /// Nothing.
    None,
    /// At most `rollover_cap` credits of all earlier allowances.
    Capped,
    /// Everything.
    All,
}

impl From<RolloverName> for Rollover {
    fn from(name: RolloverName) -> Self {
        match name {
            RolloverName::None => Self::None,
            RolloverName::Capped => Self::Capped,
            RolloverName::All => Self::All,
        }
    }
}

impl From<Rollover> for RolloverName {
    fn from(rollover: Rollover) -> Self {
        match rollover {
            Rollover::None => Self::None,
            Rollover::Capped => Self::Capped,
            Rollover::All => Self::All,
        }
    }
}

/// A trial without payment at the begin of a first subscription.
#[derive(Object)]
#[oai(rename = "PlanTrial", deny_unknown_fields)]
pub(super) struct TrialForm {
    /// The number of days.
    #[oai(validator(minimum(value = "1"), maximum(value = "730")))]
    days: i64,
    /// The credits, which end with the trial.
    #[oai(validator(minimum(value = "0"), maximum(value = "9007199254740991")))]
    credits: i64,
    /// True if the buyer has to name a card first.
    needs_card: bool,
}

impl Example for TrialForm {
    fn example() -> Self {
        Self {
            days: 14,
            credits: 100,
            needs_card: true,
        }
    }
}

impl From<TrialForm> for Trial {
    fn from(form: TrialForm) -> Self {
        Self {
            days: form.days,
            credits: form.credits,
            needs_card: form.needs_card,
        }
    }
}

impl From<Trial> for TrialForm {
    fn from(trial: Trial) -> Self {
        Self {
            days: trial.days,
            credits: trial.credits,
            needs_card: trial.needs_card,
        }
    }
}

/// A feature of a plan.
#[derive(Object)]
#[oai(rename = "PlanFeature")]
pub(super) struct PlanFeatureDto {
    /// The feature's code.
    feature: String,
    /// Further credits of each allowance that can be spent on this feature alone; 0 if the plan only names the feature.
    credits: i64,
}

impl From<VersionFeature> for PlanFeatureDto {
    fn from(feature: VersionFeature) -> Self {
        Self {
            feature: feature.code,
            credits: feature.credits,
        }
    }
}

impl Example for PlanFeatureDto {
    fn example() -> Self {
        Self {
            feature: "image".to_owned(),
            credits: 50,
        }
    }
}
