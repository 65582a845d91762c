//! Marks: objects at Stripe that may have changed. A mark says only that the object is to be fetched and applied.

mod applied;
mod mark;
mod object_kind;
mod store;

pub(crate) use applied::{Applied, ApplyError};
pub(crate) use mark::{Mark, MarkedObject, mark, mark_again, mark_all};
pub(crate) use object_kind::ObjectKind;
