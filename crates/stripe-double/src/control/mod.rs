//! Controls: what tests and developers change from outside, and what the clock changes.

mod accounts;
mod arguments;
mod billing;
mod dashboard;
mod due;
mod faults;
mod figures;
mod objects;
mod payments;
mod table;

pub use arguments::ControlRefusal;
pub(crate) use due::run_due;
pub(crate) use table::execute;
