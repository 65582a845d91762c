//! Endpoints, events and deliveries in the database.

pub(super) mod deliveries;
pub(super) mod disabled_endpoints;
pub(super) mod endpoints;
pub(super) mod events;
pub(super) mod logs;
pub(super) mod queues;
pub(super) mod secrets;
#[cfg(test)]
mod tests;
