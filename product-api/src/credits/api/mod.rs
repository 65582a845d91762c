//! The operations of this room: moving credits, and reading balances and transactions.

mod amount;
mod forms;
mod metadata;
mod moves;
mod reads;

pub(crate) use moves::MovesApi;
pub(crate) use reads::{MyCreditsApi, ReadsApi};
