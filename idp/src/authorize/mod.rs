//! The authorization endpoint: an ordered list of rules, then pages for the user, then a code.

mod acr;
mod again;
mod allow;
mod answer;
mod arrive;
mod check;
mod delivery;
pub(crate) mod endpoint;
mod halt;
mod interaction;
mod login_hint;
pub(crate) mod page;
mod proceed;
mod question;
mod receive;
mod request;
mod rules;
mod target;

pub(crate) use acr::{Acr, told_methods};
pub(crate) use check::check;

#[cfg(test)]
mod tests;
