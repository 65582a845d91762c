//! Wire types of the catalogue that buyers see.

use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::billing::catalog::read_packs::PackView;
use crate::schema::Nullable;

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

/// What a website sells now.
#[derive(Object)]
#[oai(rename = "Catalog", example)]
pub(super) struct CatalogAnswer {
    /// The packs, in the order that the website chose; at most 100.
    packs: Vec<CatalogPackAnswer>,
}

impl Example for CatalogAnswer {
    fn example() -> Self {
        Self {
            packs: vec![CatalogPackAnswer::example()],
        }
    }
}

impl From<Vec<PackView>> for CatalogAnswer {
    fn from(views: Vec<PackView>) -> Self {
        let packs = views.into_iter().filter_map(CatalogPackAnswer::new);
        Self {
            packs: packs.collect(),
        }
    }
}
