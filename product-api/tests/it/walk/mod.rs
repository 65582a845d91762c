//! Tests every route of the contract with different callers (attacks K1, K10).

mod examples;
mod routes;
mod rows;
mod step_up;
mod subscription_rows;
mod texts;
mod things;
mod topup_rows;
mod viewing;
