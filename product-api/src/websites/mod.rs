//! Websites: each has an owner, a client at the idp, and API keys for its back end.

mod activity;
mod api;
mod application_type;
mod brand;
mod branding;
mod change;
mod client_refusal;
mod client_settings;
mod clients;
mod detail;
mod details;
mod find_branded;
mod fold;
mod guard;
mod hand_over;
mod idp;
mod key;
mod pending_change;
mod previous_secrets;
mod protected_resource;
mod read;
mod read_activity;
mod record;
mod redirect_address;
mod register;
mod registration;
mod request;
mod send_changes;
mod send_scopes;
mod snippet;
mod store;
mod suspend;
mod suspend_all_of;
mod sweep;
#[cfg(test)]
mod tests;
mod website;

pub(crate) use api::{
    BrandingApi, ClientsApi, DetailDto, MeApi, SignInActivityApi, WebsiteDto, WebsitesApi,
};
pub(crate) use details::NewWebsite;
pub(crate) use find_branded::{BrandedWebsite, find_branded};
pub(crate) use fold::folded;
pub(crate) use guard::{
    AdmitAll, AdmitNone, AdmitOwner, ByKey, ByOwner, BySite, FOR_WEBSITE, SuspensionPolicy,
};
pub(crate) use hand_over::{HandOver, hand_over};
pub(crate) use idp::Registrar;
pub(crate) use key::{KeySecret, KeyTerms, NewKey};
pub(crate) use previous_secrets::check_previous_secrets;
pub(crate) use read::{
    VisibleBalances, addresses_of, find, find_active, find_own, list_own, scale_of,
    visible_balances,
};
pub(crate) use register::{RegistrationResult, register};
pub(crate) use request::{mode_of, names_website, platform_mode};
pub(crate) use snippet::{SnippetSettings, snippet};
pub(crate) use store::insert_key;
pub(crate) use suspend_all_of::{send_status_of_all, suspend_all_of};
pub(crate) use sweep::sweep;
pub(crate) use website::{Actor, SiteAccess, Website};

pub(crate) use crate::audit::UserSession;
