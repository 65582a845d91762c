//! The audit trail: who changed what, and when.

pub(crate) mod store;
