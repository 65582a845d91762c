//! A user's sessions: lists them and ends them.

mod device;
mod page;

pub(crate) use device::{Device, DeviceKind};
pub(crate) use page::{end_sessions, show_sessions};
