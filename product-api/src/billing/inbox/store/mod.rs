//! SQL of the inbox: received events, claims of marked objects, lists, and readings of events.

pub(super) mod claims;
pub(super) mod connections;
pub(super) mod events;
pub(super) mod lists;
pub(super) mod polls;
#[cfg(test)]
mod tests;
