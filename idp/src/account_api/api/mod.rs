//! Handlers of the account API.

mod applications;
mod deletion;
mod export;
mod problem;
mod profile;
mod serve;
mod sessions;
mod tag;
mod ways;

pub(super) use problem::{StepUpChallenge, challenged, step_up};
pub(crate) use serve::endpoint;
pub(super) use serve::service;
