//! Account deletion: a user requests it, and can cancel it by a sign-in within two weeks.

mod delete;
mod end_access;
mod schedule;
pub(crate) mod store;

pub(crate) use delete::delete_due_accounts;
pub(crate) use end_access::end_lingering_access;
pub(crate) use schedule::{
    DeletionOrigin, DeletionOutcome, find_scheduled_deletion, schedule_deletion,
};

#[cfg(test)]
mod tests;
