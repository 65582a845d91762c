//! Queries over all websites, for the operator.

pub(super) mod audit;
pub(super) mod deliveries;
pub(super) mod health;
pub(super) mod users;
pub(super) mod websites;
