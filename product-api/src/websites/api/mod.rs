//! The operations of website owners, and `GET /v1/me`, which depends on the website of the token's client.

mod activity;
mod branding;
mod client_types;
mod clients;
mod forms;
mod me;
mod sites;

pub(crate) use activity::SignInActivityApi;
pub(crate) use branding::BrandingApi;
pub(crate) use clients::ClientsApi;
pub(crate) use forms::DetailDto;
pub(crate) use me::MeApi;
pub(crate) use sites::{WebsiteDto, WebsitesApi};
