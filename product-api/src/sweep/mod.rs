//! The sweep settles, finishes or deletes unfinished and expired data every minute.

mod run;

pub use run::once;
pub(crate) use run::start;
