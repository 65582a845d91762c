//! The audit trail: who did what, when, and from where.

mod event;
mod record;
pub(crate) mod store;

pub(crate) use event::{Action, Event};
pub(crate) use record::{record, record_by};
pub(crate) use store::{Kept, Wanted};
