//! Calls of the API: the table of operations, the arguments of one call, and lists.

mod call;
mod list;
mod operation;

pub(crate) use call::Call;
pub(crate) use list::{list, list_items, list_objects, list_parameters};
pub(crate) use operation::ApiOperation;
