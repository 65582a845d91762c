//! Handlers of the account API.

mod applications;
mod deletion;
mod export;
mod problem;
mod profile;
mod serve;
mod sessions;
mod sign_in_methods;
mod tag;

pub(super) use problem::{ProblemContext, StepUpChallenge, challenged, step_up};
pub(crate) use serve::endpoint;
pub(super) use serve::service;
