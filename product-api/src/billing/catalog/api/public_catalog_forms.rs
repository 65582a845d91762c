//! Wire types of the catalogue that visitors see.

use foundation::Failure;
use poem_openapi::Object;
use poem_openapi::types::Example;

use super::catalog_forms::{CatalogDto, CatalogPackDto, CatalogPlanDto};
use crate::billing::catalog::read_public_catalog::PublicCatalog;
use crate::caller::Mode;
use crate::schema::Nullable;
use crate::websites::BrandedWebsite;

/// The website that sells, with its branding.
#[derive(Object)]
#[oai(rename = "PublicCatalogSite", example)]
struct PublicCatalogSiteDto {
    /// The website's id.
    id: String,
    /// The name that users see.
    name: String,
    /// The URL of the home page.
    url: String,
    /// The colour of buttons, `#rrggbb`; null if there is none.
    brand_color: Nullable<String>,
    /// A small PNG as a `data:` URL; null if there is none.
    logo_uri: Nullable<String>,
    /// The privacy policy; null if there is none.
    policy_uri: Nullable<String>,
    /// The terms of service; null if there are none.
    tos_uri: Nullable<String>,
}

impl Example for PublicCatalogSiteDto {
    fn example() -> Self {
        Self {
            id: "web_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            name: "Pictures".to_owned(),
            url: "https://pictures.example".to_owned(),
            brand_color: Some("#c2410c".to_owned()).into(),
            logo_uri: None.into(),
            policy_uri: Some("https://pictures.example/privacy".to_owned()).into(),
            tos_uri: Some("https://pictures.example/terms".to_owned()).into(),
        }
    }
}

impl From<BrandedWebsite> for PublicCatalogSiteDto {
    fn from(branded: BrandedWebsite) -> Self {
        Self {
            id: branded.website.id,
            name: branded.website.name,
            url: branded.website.url,
            brand_color: branded.brand_color.into(),
            logo_uri: branded.logo_uri.into(),
            policy_uri: branded.policy_uri.into(),
            tos_uri: branded.tos_uri.into(),
        }
    }
}

/// The packs and plans that a website sells now, with its branding.
#[derive(Object)]
#[oai(rename = "PublicCatalog", example)]
pub(super) struct PublicCatalogDto {
    /// The website that sells.
    website: PublicCatalogSiteDto,
    /// The mode of the credits.
    mode: Mode,
    /// The name of one credit.
    unit: String,
    /// Decimal places for display; credits and bonus of the packs are in the smallest unit.
    scale: i32,
    /// The packs, in the order that the website chose; at most 100.
    packs: Vec<CatalogPackDto>,
    /// The plans, in the order that the website chose; at most 100.
    plans: Vec<CatalogPlanDto>,
}

impl PublicCatalogDto {
    fn new(website: PublicCatalogSiteDto, catalog: CatalogDto) -> Self {
        Self {
            website,
            mode: catalog.mode,
            unit: catalog.unit,
            scale: catalog.scale,
            packs: catalog.packs,
            plans: catalog.plans,
        }
    }
}

impl Example for PublicCatalogDto {
    fn example() -> Self {
        Self::new(PublicCatalogSiteDto::example(), CatalogDto::example())
    }
}

impl TryFrom<PublicCatalog> for PublicCatalogDto {
    type Error = Failure;

    fn try_from(public: PublicCatalog) -> Result<Self, Failure> {
        Ok(Self::new(public.website.into(), public.catalog.try_into()?))
    }
}
