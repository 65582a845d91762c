//! Back-channel logout (OpenID Connect Back-Channel Logout 1.0): clients of each session, and the outbox of logouts.

mod deliver;
mod logout;
mod post;
mod read_backlog;
mod record;
mod schedule;
mod slots;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub(crate) use deliver::keep_delivering;
pub(crate) use read_backlog::read_backlog;
pub(crate) use record::record_client_session;
pub(crate) use schedule::{
    DueLogouts, schedule_logouts, schedule_logouts_of_client, schedule_logouts_of_client_with,
};
