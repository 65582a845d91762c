//! Operations that grant and spend credits.

mod batches;
mod moves;

pub(crate) use batches::BatchesApi;
pub(crate) use moves::MovesApi;
