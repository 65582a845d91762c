//! Spend checks: the cost of a charge, and if it would be allowed, without executing it (`check`).

mod check;
mod facts;
mod lanes;
mod question;

pub(crate) use check::{CheckRequest, SpendCheck, check_spend};
pub(crate) use lanes::{SpendChecks, spend_checks};
