//! Cookies: the names that are ours, reading them strictly, and writing them the one way.

mod cookie;
mod percent;
#[cfg(test)]
mod tests;

pub(crate) use cookie::{CookieName, Lifetime, read, write};
pub(crate) use percent::encode as percent_encode;
