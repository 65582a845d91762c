//! The operator's operations.

mod audit;
mod deliveries;
mod health;
mod keys;
mod mail;
mod user;
mod users;
mod views;
mod websites;

pub(crate) use audit::AuditApi;
pub(crate) use deliveries::OperatorDeliveriesApi;
pub(crate) use health::HealthApi;
pub(crate) use keys::SigningKeysApi;
pub(crate) use mail::MailApi;
pub(crate) use users::OperatorUsersApi;
pub(crate) use views::ViewsApi;
pub(crate) use websites::OperatorWebsitesApi;
