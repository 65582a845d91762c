//! Websites: sites with an owner, a client at the idp, and API keys for their back ends.

mod api;
mod guard;
mod idp;
mod key;
mod read;
mod register;
mod snippet;
mod store;
mod sweep;
#[cfg(test)]
mod tests;
mod website;

pub(crate) use api::{MeApi, WebsitesApi};
pub(crate) use guard::{ByKey, BySite, names_website};
pub(crate) use idp::Registrar;
pub(crate) use read::{View, find, view_of};
pub(crate) use sweep::sweep;
pub(crate) use website::{Actor, PersonSession, SiteAccess};
