//! The audit log records who changed which website or user.

mod event;
mod record;
mod store;

pub(crate) use event::{Action, AuditEntry, Event, UserActor, UserSession, with_reason};
pub(crate) use record::record;
