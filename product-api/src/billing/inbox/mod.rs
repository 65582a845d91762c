//! The inbox: events that Stripe delivers or that are read there, and the worker that applies the objects they mark.

mod api;
mod apply;
mod attempt;
mod delivered_event;
mod delivery_sources;
mod endpoint;
mod event_types;
mod figures;
mod intake;
mod judge;
mod list;
mod marked_object;
mod poll;
mod receive;
mod received_event;
mod replay;
mod run;
mod schedule;
mod store;
mod work;

pub(crate) use api::{InboxApi, OperatorBillingApi};
pub(crate) use endpoint::add_routes;
pub(crate) use figures::{count_dead, read_backlog};
pub(crate) use list::{InboxPage, ListedConnection, find_own_connection, list_connections};
pub(crate) use poll::read_newest_events;
pub use run::once;
pub(crate) use run::{Inbox, start};
#[cfg(test)]
pub(super) use store::lists::TEXTS;
