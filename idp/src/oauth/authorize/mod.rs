//! The authorization endpoint: an ordered list of rules, then pages for the user, then a code.

mod acr;
mod allow;
mod check;
mod delivery;
pub(crate) mod endpoint;
mod error;
mod interaction;
mod issue_code;
mod login_hint;
mod outcome;
pub(crate) mod page;
mod proceed;
mod prompts;
mod receive;
mod received;
mod repeat;
mod request;
mod rules;
mod sign_in;
mod target;

pub(crate) use acr::{Acr, registered_methods};
pub(crate) use check::check;

#[cfg(test)]
mod tests;
