//! The operations on packs and on the catalogue.

mod catalog;
mod catalog_answers;
mod pack_forms;
mod packs;
mod version_forms;
mod versions;

pub(crate) use catalog::CatalogApi;
pub(crate) use packs::PacksApi;
pub(crate) use versions::PackVersionsApi;
