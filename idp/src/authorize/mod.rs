//! The authorization endpoint: an ordered list of rules, then what the person has to do, then a code.

mod allow;
mod answer;
mod arrive;
pub(crate) mod endpoint;
mod interaction;
pub(crate) mod page;
mod proceed;
mod receive;
mod request;
mod rules;
mod store;
mod target;

#[cfg(test)]
mod tests;
