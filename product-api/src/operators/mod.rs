//! Operations of the operator on the whole installation.

mod api;
mod begin_view;
mod find_deliveries;
mod find_letters;
mod find_websites;
mod health;
mod line;
mod people;
mod read_audit;
mod signing_keys;
mod store;
mod write_down;

pub(crate) use api::{
    AuditApi, HealthApi, MailApi, OperatorDeliveriesApi, OperatorWebsitesApi, PeopleApi,
    SigningKeysApi, ViewsApi,
};
pub(crate) use health::{read_last_run, read_numbers};
#[cfg(test)]
pub(crate) use store::audit::text_of as audit_text_of;
#[cfg(test)]
pub(crate) use store::deliveries::text_of as deliveries_text_of;
