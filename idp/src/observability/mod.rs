//! Records of what happened: the activity of users and clients, the audit log and the metrics.

pub(crate) mod activity;
pub(crate) mod audit;
pub mod telemetry;
