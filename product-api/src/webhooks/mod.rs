//! Webhooks: events of credits sent to websites (Standard Webhooks 1.x), each at least once.

mod add;
mod alerts;
mod api;
mod change;
mod deliver;
mod disable;
mod disabled_endpoints;
mod dispatch;
mod endpoint_scope;
mod event;
mod host_slots;
mod log;
mod read_backlogs;
mod record_outcomes;
mod resend;
mod rotate;
mod run;
mod schedule;
mod send;
mod send_test;
mod sign;
mod store;
mod sweep;
mod webhook_endpoint;

pub(crate) use add::{AddedEndpoint, add_usual, check_address};
pub(crate) use api::{AlertsApi, DeliveriesApi, WebhookEndpointsApi};
pub(crate) use disabled_endpoints::{DisabledEndpoint, list_disabled_endpoints};
pub(crate) use read_backlogs::read_backlogs;
pub(crate) use run::{Webhooks, start};
pub use run::{once, poll};
#[cfg(test)]
pub(crate) use store::logs::TEXTS as LOG_TEXTS;
pub(crate) use sweep::sweep;
