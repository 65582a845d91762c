//! The cellar of the operators: what is asked of all websites together.

pub(super) mod audit;
pub(super) mod deliveries;
pub(super) mod health;
pub(super) mod people;
pub(super) mod websites;
