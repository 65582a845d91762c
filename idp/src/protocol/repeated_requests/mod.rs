//! Repeated requests: a browser that sends a one-time request again within seconds gets the outcome of the first one.
//!
//! Users press a button twice, and networks lose responses. The first request uses up a link, a code or a prompt, so
//! the second one would be refused although its browser never got the first response. The transaction that uses
//! something up therefore stores its outcome, encrypted, for some seconds. The key is a MAC over the used secret and a
//! cookie that the browser had before the first request. Any other browser is refused as before.
//!
//! A request of a program only claims its key, for days: it has no outcome to repeat.

mod guard;
mod outcome;
pub(crate) mod store;

pub(crate) use guard::RepeatKey;
pub(crate) use outcome::{LIFETIME, MAIL_LIFETIME, claim, find, find_committed, remember};

#[cfg(test)]
mod tests;
