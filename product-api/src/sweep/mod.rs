//! The sweep: takes away, every minute, what was begun and will not be finished.

mod run;

pub use run::once;
pub(crate) use run::start;
