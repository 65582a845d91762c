//! Repeated requests: a browser that sends a one-time request again within seconds gets the outcome of the first one.
//!
//! People press a button twice, and networks lose answers. The first request uses up a link, a code or a question, so
//! the second one would be refused although its browser never saw the first answer. The transaction that uses something
//! up therefore stores its outcome, sealed, for some seconds. The key is a MAC over the secret that was used up and over
//! a cookie that the browser had before the first request. Any other browser is refused as before.

mod guard;
mod outcome;
pub(crate) mod store;

pub(crate) use guard::RepeatKey;
pub(crate) use outcome::{LIFE, MAIL_LIFE, find, find_committed, remember};

#[cfg(test)]
mod tests;
