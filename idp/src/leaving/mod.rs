//! Account deletion: a user requests it, and can cancel it by a sign-in within two weeks.

mod ask;
mod end_for_good;
mod forget;
pub(crate) mod store;

pub(crate) use ask::{DeletionOrigin, DeletionOutcome, ask_to_leave, find_asked};
pub(crate) use end_for_good::end_who_linger;
pub(crate) use forget::forget_who_left;

#[cfg(test)]
mod tests;
