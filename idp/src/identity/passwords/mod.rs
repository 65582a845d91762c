//! Passwords: their rules, their hashes, and the bounded work of verifying them.

mod blocklist;
mod link;
mod parse;
mod password;
mod pool;
pub(crate) mod store;
mod store_hash;
mod stored_hash;
#[cfg(test)]
mod tests;
mod verify;
mod workers;

pub(crate) use link::{PasswordLink, is_live, send_password_link, take_link};
pub(crate) use password::{KnownUserData, Password, Weakness};
pub(crate) use pool::Pool;
pub(crate) use store_hash::{NewHash, can_try, hash, import};
pub(crate) use verify::{
    PasswordAttempt, PasswordVerification, VerifiedPassword, give_back, record_success, verify,
    verify_again,
};
