//! A person's own sessions: where they are signed in, and how to end that.

mod device;
mod page;

pub(crate) use device::{Device, Kind};
pub(crate) use page::{end_sessions, show_sessions};
