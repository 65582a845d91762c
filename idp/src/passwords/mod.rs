//! Passwords: their rules, their hashes, and the bounded work of verifying them.

mod blocklist;
mod kept;
mod link;
mod parse;
mod password;
mod pool;
mod put;
pub(crate) mod store;
#[cfg(test)]
mod tests;
mod verify;
mod workers;

pub(crate) use link::{PasswordLink, is_live, send_password_link, take_link};
pub(crate) use password::{Password, Surroundings, Weakness};
pub(crate) use pool::Pool;
pub(crate) use put::{NewHash, can_try, hash, import};
pub(crate) use verify::{Attempt, Right, Verified, give_back, settle, verify, verify_again};
