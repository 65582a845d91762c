//! Leaving: a person asks to be deleted, and is, unless they come back within two weeks.

mod ask;
mod forget;
mod store;

pub(crate) use ask::{Asked, ask_to_leave};
pub(crate) use forget::forget_who_left;
