//! The operations on packs, on plans and on the catalogue.

mod catalog;
mod catalog_forms;
mod offer_status;
mod pack_forms;
mod pack_version_forms;
mod pack_versions;
mod packs;
mod plan_forms;
mod plan_terms_forms;
mod plan_version_forms;
mod plan_versions;
mod plans;
mod price_forms;
mod public_catalog;
mod public_catalog_forms;

pub(crate) use catalog::CatalogApi;
pub(crate) use pack_versions::PackVersionsApi;
pub(crate) use packs::PacksApi;
pub(crate) use plan_versions::PlanVersionsApi;
pub(crate) use plans::PlansApi;
pub(crate) use public_catalog::PublicCatalogApi;
