//! Wire types of the catalogue that buyers see.

use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::billing::catalog::read_catalog::SellerCatalog;
use crate::billing::catalog::read_packs::PackView;
use crate::caller::Mode;
use crate::schema::Nullable;
use crate::websites::Website;

/// The website that sells.
#[derive(Object)]
#[oai(rename = "CatalogSite", example)]
struct CatalogSiteAnswer {
    /// The website's id.
    id: String,
    /// The name that users see.
    name: String,
    /// The URL of the home page.
    url: String,
}

impl Example for CatalogSiteAnswer {
    fn example() -> Self {
        Self {
            id: "web_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: "Pictures".to_owned(),
            url: "https://pictures.example".to_owned(),
        }
    }
}

impl From<Website> for CatalogSiteAnswer {
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
struct CatalogPriceAnswer {
    /// The code of the currency (ISO 4217), in lower case.
    currency: String,
    /// The amount in the minor units of Stripe.
    amount_minor: i64,
}

/// A pack that can be bought.
#[derive(Object)]
#[oai(rename = "CatalogPack", example)]
struct CatalogPackAnswer {
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
    prices: Vec<CatalogPriceAnswer>,
}

impl Example for CatalogPackAnswer {
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
            prices: vec![CatalogPriceAnswer {
                currency: "eur".to_owned(),
                amount_minor: 900,
            }],
        }
    }
}

impl CatalogPackAnswer {
    /// Returns the answer for a pack; `None` for a pack without a version.
    fn new(view: PackView) -> Option<Self> {
        let (pack, version) = (view.pack, view.newest?);
        let prices = version.prices.iter().map(|price| CatalogPriceAnswer {
            currency: price.money.currency.code().to_owned(),
            amount_minor: price.money.minor,
        });
        Some(Self {
            code: pack.code,
            name: pack.details.name,
            description: pack.details.description.into(),
            version: version.version,
            credits: version.terms.credits,
            bonus: version.terms.bonus,
            expires_days: version.terms.expires_days.into(),
            bonus_expires_days: version.terms.bonus_expires_days.into(),
            feature: version.feature.map(|feature| feature.code).into(),
            first_only: version.terms.is_first_only,
            prices: prices.collect(),
        })
    }
}

/// The packs that a website or the platform sells now.
#[derive(Object)]
#[oai(rename = "Catalog", example)]
pub(super) struct CatalogAnswer {
    /// The website that sells; null for the platform.
    website: Nullable<CatalogSiteAnswer>,
    /// The mode of the credits.
    mode: Mode,
    /// The name of one credit.
    unit: String,
    /// Decimal places for display; credits and bonus of the packs are in the smallest unit.
    scale: i32,
    /// The packs, in the order that the website chose; at most 100.
    packs: Vec<CatalogPackAnswer>,
}

impl Example for CatalogAnswer {
    fn example() -> Self {
        Self {
            website: Some(CatalogSiteAnswer::example()).into(),
            mode: Mode::Live,
            unit: "credit".to_owned(),
            scale: 0,
            packs: vec![CatalogPackAnswer::example()],
        }
    }
}

impl From<SellerCatalog> for CatalogAnswer {
    fn from(catalog: SellerCatalog) -> Self {
        let packs = catalog.packs.into_iter().filter_map(CatalogPackAnswer::new);
        Self {
            website: catalog.website.map(CatalogSiteAnswer::from).into(),
            mode: catalog.mode,
            unit: catalog.unit,
            scale: catalog.scale.into(),
            packs: packs.collect(),
        }
    }
}
