//! Wire types of the catalogue that buyers see.

use foundation::Failure;
use poem_openapi::Object;
use poem_openapi::types::Example;

use super::plan_terms_forms::{GrantEveryName, IntervalName, PlanFeatureDto, TrialForm};
use crate::billing::catalog::read_catalog::SellerCatalog;
use crate::billing::catalog::read_items::ItemView;
use crate::billing::catalog::version::VersionPrice;
use crate::caller::Mode;
use crate::schema::Nullable;
use crate::websites::Website;

/// The website that sells.
#[derive(Object)]
#[oai(rename = "CatalogSite", example)]
struct CatalogSiteDto {
    /// The website's id.
    id: String,
    /// The name that users see.
    name: String,
    /// The URL of the home page.
    url: String,
}

impl Example for CatalogSiteDto {
    fn example() -> Self {
        Self {
            id: "web_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: "Pictures".to_owned(),
            url: "https://pictures.example".to_owned(),
        }
    }
}

impl From<Website> for CatalogSiteDto {
    fn from(website: Website) -> Self {
        Self {
            id: website.id,
            name: website.name,
            url: website.url,
        }
    }
}

/// A price for which a pack can be bought.
#[derive(Object)]
#[oai(rename = "CatalogPrice")]
struct CatalogPriceDto {
    /// The code of the currency (ISO 4217), in lower case.
    currency: String,
    /// The amount in the minor units of Stripe.
    amount_minor: i64,
}

/// A pack that can be bought.
#[derive(Object)]
#[oai(rename = "CatalogPack", example)]
pub(super) struct CatalogPackDto {
    /// The pack's code.
    code: String,
    /// The name.
    name: String,
    /// A sentence about it; null if there is none.
    description: Nullable<String>,
    /// The version that is sold.
    version: i64,
    /// The credits that are paid for.
    credits: i64,
    /// Further credits.
    bonus: i64,
    /// Days from the purchase until the credits expire; null if they do not.
    expires_days: Nullable<i64>,
    /// Days from the purchase until the bonus expires; null if it does not.
    bonus_expires_days: Nullable<i64>,
    /// The code of the only feature on which the credits can be spent; null for all features.
    feature: Nullable<String>,
    /// True if only customers who have bought nothing before may buy the pack.
    first_only: bool,
    /// The prices, in the order of their currencies.
    prices: Vec<CatalogPriceDto>,
}

impl Example for CatalogPackDto {
    fn example() -> Self {
        Self {
            code: "small".to_owned(),
            name: "500 credits".to_owned(),
            description: Some("For about a hundred pictures".to_owned()).into(),
            version: 1,
            credits: 500,
            bonus: 50,
            expires_days: Some(365).into(),
            bonus_expires_days: Some(90).into(),
            feature: None.into(),
            first_only: false,
            prices: vec![CatalogPriceDto {
                currency: "eur".to_owned(),
                amount_minor: 900,
            }],
        }
    }
}

impl CatalogPackDto {
    /// Returns the answer for a pack; `None` for a pack without a version.
    fn new(view: ItemView) -> Result<Option<Self>, Failure> {
        let Some(version) = view.newest else {
            return Ok(None);
        };
        let (pack, terms) = (view.item, version.pack_terms()?.clone());
        let feature = version.features.into_iter().next();
        Ok(Some(Self {
            code: pack.code,
            name: pack.details.name,
            description: pack.details.description.into(),
            version: version.version,
            credits: terms.credits,
            bonus: terms.bonus,
            expires_days: terms.expires_days.into(),
            bonus_expires_days: terms.bonus_expires_days.into(),
            feature: feature.map(|feature| feature.code).into(),
            first_only: terms.is_first_only,
            prices: prices_of(&version.prices),
        }))
    }
}

fn prices_of(prices: &[VersionPrice]) -> Vec<CatalogPriceDto> {
    let prices = prices.iter().map(|price| CatalogPriceDto {
        currency: price.money.currency.code().to_owned(),
        amount_minor: price.money.minor,
    });
    prices.collect()
}

/// A plan that can be bought. All numbers are for one piece of the plan.
#[derive(Object)]
#[oai(rename = "CatalogPlan", example)]
pub(super) struct CatalogPlanDto {
    /// The plan's code.
    code: String,
    /// The name.
    name: String,
    /// A sentence about it; null if there is none.
    description: Nullable<String>,
    /// The family; a customer has one live subscription in each.
    family: String,
    /// The version that is sold.
    version: i64,
    /// The unit of the billing period.
    interval: IntervalName,
    /// The number of units.
    interval_count: i64,
    /// The rhythm of allowances.
    grant_every: GrantEveryName,
    /// The credits of one allowance.
    credits: i64,
    /// The trial; null without one.
    trial: Nullable<TrialForm>,
    /// The largest quantity of a subscription.
    max_quantity: i64,
    /// The features, in the order of their codes.
    features: Vec<PlanFeatureDto>,
    /// The prices of one period, in the order of their currencies.
    prices: Vec<CatalogPriceDto>,
}

impl Example for CatalogPlanDto {
    fn example() -> Self {
        Self {
            code: "pro".to_owned(),
            name: "Pro".to_owned(),
            description: Some("1,000 credits each month".to_owned()).into(),
            family: "default".to_owned(),
            version: 1,
            interval: IntervalName::Month,
            interval_count: 1,
            grant_every: GrantEveryName::Interval,
            credits: 1_000,
            trial: Some(TrialForm::example()).into(),
            max_quantity: 1,
            features: vec![PlanFeatureDto::example()],
            prices: vec![CatalogPriceDto {
                currency: "eur".to_owned(),
                amount_minor: 900,
            }],
        }
    }
}

impl CatalogPlanDto {
    /// Returns the answer for a plan; `None` for a plan without a version.
    fn new(view: ItemView) -> Result<Option<Self>, Failure> {
        let Some(version) = view.newest else {
            return Ok(None);
        };
        let (plan, terms) = (view.item, *version.plan_terms()?);
        Ok(Some(Self {
            code: plan.code,
            name: plan.details.name,
            description: plan.details.description.into(),
            family: plan.details.family.unwrap_or_default(),
            version: version.version,
            interval: terms.interval.into(),
            interval_count: terms.interval_count,
            grant_every: terms.grant_every.into(),
            credits: terms.credits,
            trial: terms.trial.map(TrialForm::from).into(),
            max_quantity: terms.max_quantity,
            features: version.features.into_iter().map(Into::into).collect(),
            prices: prices_of(&version.prices),
        }))
    }
}

/// The packs and plans that a website or the platform sells now.
#[derive(Object)]
#[oai(rename = "Catalog", example)]
pub(super) struct CatalogDto {
    /// The website that sells; null for the platform.
    website: Nullable<CatalogSiteDto>,
    /// The mode of the credits.
    pub(super) mode: Mode,
    /// The name of one credit.
    pub(super) unit: String,
    /// Decimal places for display; credits and bonus of the packs are in the smallest unit.
    pub(super) scale: i32,
    /// The packs, in the order that the website chose; at most 100.
    pub(super) packs: Vec<CatalogPackDto>,
    /// The plans, in the order that the website chose; at most 100.
    pub(super) plans: Vec<CatalogPlanDto>,
}

impl Example for CatalogDto {
    fn example() -> Self {
        Self {
            website: Some(CatalogSiteDto::example()).into(),
            mode: Mode::Live,
            unit: "credit".to_owned(),
            scale: 0,
            packs: vec![CatalogPackDto::example()],
            plans: vec![CatalogPlanDto::example()],
        }
    }
}

impl TryFrom<SellerCatalog> for CatalogDto {
    type Error = Failure;

    fn try_from(catalog: SellerCatalog) -> Result<Self, Failure> {
        let packs = catalog.packs.into_iter().map(CatalogPackDto::new);
        let packs = packs.filter_map(Result::transpose);
        let plans = catalog.plans.into_iter().map(CatalogPlanDto::new);
        let plans = plans.filter_map(Result::transpose);
        Ok(Self {
            website: catalog.website.map(CatalogSiteDto::from).into(),
            mode: catalog.mode,
            unit: catalog.unit,
            scale: catalog.scale.into(),
            packs: packs.collect::<Result<_, Failure>>()?,
            plans: plans.collect::<Result<_, Failure>>()?,
        })
    }
}
