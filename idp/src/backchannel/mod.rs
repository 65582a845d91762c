//! Back-channel logout (OpenID Connect Back-Channel Logout 1.0): clients of each session, and the outbox of logouts.

mod deliver;
mod fall_due;
mod lanes;
mod logout;
mod read_backlog;
mod remember;
mod site;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub(crate) use deliver::keep_delivering;
pub(crate) use fall_due::{DueLogouts, fall_due, fall_due_of_client, fall_due_of_client_by};
pub(crate) use read_backlog::read_backlog;
pub(crate) use remember::remember;
