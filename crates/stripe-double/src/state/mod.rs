//! State of the double: accounts, their objects, keys, faults and pending deliveries, kept in memory and in one file.

mod double_state;
mod file;
mod kind;
mod members;
mod mode_data;
mod records;
mod scope;
mod table;

pub(crate) use double_state::{ApiKey, DoubleState, Tools, mode_name};
pub(crate) use file::StateFile;
pub(crate) use kind::ObjectKind;
pub(crate) use members::Members;
pub(crate) use mode_data::{AccountFacts, ModeData, ScheduledTask, TaskKind};
pub use records::{CallFault, CallFaultKind, DeliveryFaults, EventForm};
pub(crate) use records::{PendingDelivery, StoredResponse};
pub(crate) use scope::{AccountScope, RequestOrigin, random_text};
pub(crate) use table::Table;
