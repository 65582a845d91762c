//! The operations on endpoints, their deliveries, and alerts.

mod alerts;
mod deliveries;
mod endpoints;
mod forms;

pub(crate) use alerts::AlertsApi;
pub(crate) use deliveries::DeliveriesApi;
pub(crate) use endpoints::WebhookEndpointsApi;
