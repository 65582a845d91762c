//! Audit log: actor, action, time and network of each change.

mod event;
mod record;
pub(crate) mod store;

pub(crate) use event::{Action, AuditEvent};
pub(crate) use record::{record, record_with};
pub(crate) use store::{AuditFilter, StoredEvent};
