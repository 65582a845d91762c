//! The audit trail: who did what to which website.

mod event;
mod record;
mod store;

pub(crate) use event::{Action, Event};
pub(crate) use record::record;
