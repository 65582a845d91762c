//! The operations on endpoints, their deliveries, alerts, and notices to owners.

mod alerts;
mod deliveries;
mod endpoints;
mod forms;
mod notices;

pub(crate) use alerts::AlertsApi;
pub(crate) use deliveries::DeliveriesApi;
pub(crate) use endpoints::WebhookEndpointsApi;
pub(crate) use notices::NoticesApi;
