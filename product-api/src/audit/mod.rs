//! The audit trail: who did what to which website or person.

mod event;
mod record;
mod store;

pub(crate) use event::{Action, Event, PersonSession, with_reason};
pub(crate) use record::record;
