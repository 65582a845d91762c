//! Wire types of versions of plans.

use foundation::{Failure, Timestamp};
use poem_openapi::Object;
use poem_openapi::types::Example;

use super::plan_terms_forms::{
    GrantEveryName, IntervalName, PlanFeatureDto, RolloverName, TrialForm,
};
use super::price_forms::{VersionPriceBody, VersionPriceDto};
use crate::billing::catalog::plan_terms::PlanTerms;
use crate::billing::catalog::read_items::CatalogPage;
use crate::billing::catalog::version::{ItemVersion, NewFeature, NewVersion};
use crate::problem::Problem;
use crate::schema::{Instant, Nullable};

/// A feature of a new version of a plan.
#[derive(Object)]
#[oai(
    rename = "PlanFeatureRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none
)]
struct PlanFeatureBody {
    /// The feature's code.
    #[oai(validator(min_length = 1, max_length = 64))]
    feature: String,
    /// Further credits of each allowance that can be spent on this feature alone; 0 if absent.
    #[oai(validator(minimum(value = "0"), maximum(value = "9007199254740991")))]
    credits: Option<i64>,
}

/// A new version of a plan: its period, its allowance, and its prices. All numbers are for one piece of the plan.
#[derive(Object)]
#[oai(
    rename = "PlanVersionRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct PlanVersionBody {
    /// The unit of the billing period.
    interval: IntervalName,
    /// The number of units; 1 if absent. A period is three years at most.
    #[oai(validator(minimum(value = "1"), maximum(value = "156")))]
    interval_count: Option<i64>,
    /// The rhythm of allowances; `interval` if absent.
    grant_every: Option<GrantEveryName>,
    /// The credits of one allowance.
    #[oai(validator(minimum(value = "1"), maximum(value = "9007199254740991")))]
    credits: i64,
    /// The part of an unused allowance that outlives the next one; `none` if absent.
    rollover: Option<RolloverName>,
    /// The credits of earlier allowances that are kept at most; for `capped` only.
    #[oai(validator(minimum(value = "1"), maximum(value = "9007199254740991")))]
    rollover_cap: Option<i64>,
    /// The number of further periods for which unused credits live; 1 if absent, and 0 for `none`.
    #[oai(validator(minimum(value = "0"), maximum(value = "36")))]
    rollover_periods: Option<i64>,
    /// The trial; none if absent.
    trial: Option<TrialForm>,
    /// The largest quantity of a subscription; 1 if absent.
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    max_quantity: Option<i64>,
    /// The features of the plan; none if absent.
    #[oai(validator(max_items = 50))]
    features: Option<Vec<PlanFeatureBody>>,
    /// The prices of one period, one for each currency; a plan is never free.
    #[oai(validator(min_items = 1, max_items = 20))]
    prices: Vec<VersionPriceBody>,
}

impl PlanVersionBody {
    /// Reads the version; a value that breaks a rule is a 400 that names its place.
    pub(super) fn read(self) -> Result<NewVersion, Problem> {
        let rollover = self.rollover.unwrap_or(RolloverName::None);
        let usual_periods = i64::from(!matches!(rollover, RolloverName::None));
        let terms = PlanTerms {
            interval: self.interval.into(),
            interval_count: self.interval_count.unwrap_or(1),
            grant_every: self.grant_every.unwrap_or(GrantEveryName::Interval).into(),
            credits: self.credits,
            rollover: rollover.into(),
            rollover_cap: self.rollover_cap,
            rollover_periods: self.rollover_periods.unwrap_or(usual_periods),
            trial: self.trial.map(Into::into),
            max_quantity: self.max_quantity.unwrap_or(1),
        };
        let features = self.features.unwrap_or_default().into_iter();
        let features = features.map(|feature| NewFeature {
            code: feature.feature,
            credits: feature.credits.unwrap_or_default(),
        });
        let prices = VersionPriceBody::read_all(self.prices);
        NewVersion::parse_plan(terms, features.collect(), &prices)
            .map_err(|errors| Problem::invalid(&errors))
    }
}

impl Example for PlanVersionBody {
    fn example() -> Self {
        Self {
            interval: IntervalName::Month,
            interval_count: None,
            grant_every: None,
            credits: 1_000,
            rollover: Some(RolloverName::Capped),
            rollover_cap: Some(500),
            rollover_periods: None,
            trial: Some(TrialForm::example()),
            max_quantity: None,
            features: None,
            prices: vec![VersionPriceBody::example()],
        }
    }
}

/// A version of a plan. A version never changes; the newest one is sold, and subscriptions keep theirs.
#[derive(Object)]
#[oai(rename = "PlanVersion", example)]
pub(super) struct PlanVersionDto {
    /// The number among the plan's versions.
    version: i64,
    /// The unit of the billing period.
    interval: IntervalName,
    /// The number of units.
    interval_count: i64,
    /// The rhythm of allowances.
    grant_every: GrantEveryName,
    /// The credits of one allowance.
    credits: i64,
    /// The part of an unused allowance that outlives the next one.
    rollover: RolloverName,
    /// The credits of earlier allowances that are kept at most; null unless the rollover is `capped`.
    rollover_cap: Nullable<i64>,
    /// The number of further periods for which unused credits live.
    rollover_periods: i64,
    /// The trial; null without one.
    trial: Nullable<TrialForm>,
    /// The largest quantity of a subscription.
    max_quantity: i64,
    /// The features, in the order of their codes.
    features: Vec<PlanFeatureDto>,
    /// The prices of one period, in the order of their currencies.
    prices: Vec<VersionPriceDto>,
    /// The time of creation.
    created_at: Instant,
}

impl TryFrom<ItemVersion> for PlanVersionDto {
    type Error = Failure;

    fn try_from(version: ItemVersion) -> Result<Self, Failure> {
        let terms = *version.plan_terms()?;
        Ok(Self {
            version: version.version,
            interval: terms.interval.into(),
            interval_count: terms.interval_count,
            grant_every: terms.grant_every.into(),
            credits: terms.credits,
            rollover: terms.rollover.into(),
            rollover_cap: terms.rollover_cap.into(),
            rollover_periods: terms.rollover_periods,
            trial: terms.trial.map(TrialForm::from).into(),
            max_quantity: terms.max_quantity,
            features: version.features.into_iter().map(Into::into).collect(),
            prices: version.prices.into_iter().map(Into::into).collect(),
            created_at: Instant(version.created_at),
        })
    }
}

impl Example for PlanVersionDto {
    fn example() -> Self {
        Self {
            version: 1,
            interval: IntervalName::Month,
            interval_count: 1,
            grant_every: GrantEveryName::Interval,
            credits: 1_000,
            rollover: RolloverName::Capped,
            rollover_cap: Some(500).into(),
            rollover_periods: 1,
            trial: Some(TrialForm::example()).into(),
            max_quantity: 1,
            features: vec![PlanFeatureDto::example()],
            prices: vec![VersionPriceDto::example()],
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// One page of a plan's versions, newest first.
#[derive(Object)]
pub(super) struct PlanVersionPage {
    /// The versions.
    items: Vec<PlanVersionDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl TryFrom<CatalogPage<ItemVersion>> for PlanVersionPage {
    type Error = Failure;

    fn try_from(page: CatalogPage<ItemVersion>) -> Result<Self, Failure> {
        let items = page.items.into_iter().map(TryInto::try_into);
        Ok(Self {
            items: items.collect::<Result<_, Failure>>()?,
            next_cursor: page.next_cursor.into(),
        })
    }
}
