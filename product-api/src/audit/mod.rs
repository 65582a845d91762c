//! The audit log records who changed which website or user.

mod event;
mod record;
mod store;

pub(crate) use event::{Action, Event, PersonSession, with_reason};
pub(crate) use record::record;
