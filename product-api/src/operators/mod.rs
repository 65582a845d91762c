//! Operations of the operator on the whole installation.

mod api;
mod audit_record;
mod find_deliveries;
mod find_mail;
mod find_websites;
mod hand_over_website;
mod health;
mod read_audit;
mod record_action;
mod signing_keys;
mod start_view;
mod store;
mod users;

pub(crate) use api::{
    AuditApi, HealthApi, MailApi, OperatorDeliveriesApi, OperatorUsersApi, OperatorWebsitesApi,
    SigningKeysApi, ViewsApi,
};
pub(crate) use health::{read_last_run, read_numbers};
#[cfg(test)]
pub(crate) use store::audit::text_of as audit_text_of;
#[cfg(test)]
pub(crate) use store::deliveries::text_of as deliveries_text_of;
