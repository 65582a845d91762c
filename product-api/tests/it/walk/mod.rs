//! A walk over every route of the contract (attacks K1, K10).

mod examples;
mod routes;
mod rows;
mod step_up;
mod texts;
mod things;
mod viewing;
