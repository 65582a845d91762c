//! Webhooks: events of credits sent to websites (Standard Webhooks 1.x), each at least once.

mod access;
mod add;
mod alerts;
mod api;
mod change;
mod deliver;
mod disable;
mod dispatch;
mod endpoint_of_site;
mod event;
mod log;
mod notices;
mod places;
mod read_backlogs;
mod resend;
mod rotate;
mod run;
mod schedule;
mod send;
mod sign;
mod store;
mod sweep;
mod try_out;
mod write_down;

pub(crate) use add::{AddedEndpoint, add_usual, check_address};
pub(crate) use api::{AlertsApi, DeliveriesApi, NoticesApi, WebhookEndpointsApi};
pub(crate) use read_backlogs::read_backlogs;
pub(crate) use run::{Webhooks, start};
pub use run::{look, once};
#[cfg(test)]
pub(crate) use store::logs::TEXTS as LOG_TEXTS;
pub(crate) use sweep::sweep;
