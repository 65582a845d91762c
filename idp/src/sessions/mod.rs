//! Sign-in sessions: who is signed in here, kept in the database or in Redis behind one face.

mod breaker;
mod cookie;
mod end;
mod list;
mod place;
mod read;
mod redis;
mod scripts;
mod session;
mod start;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub(crate) use cookie::{clear_cookies, current, current_if_active, presented, session_cookie};
pub(crate) use end::{end, end_all_of_user, end_one, end_one_by_order, end_others};
pub(crate) use list::list_of_user;
pub(crate) use place::SessionStore;
pub(crate) use read::{Visit, visit};
pub(crate) use session::{Current, Session, digest_of};
pub(crate) use start::{NewSession, Others, Started, renew, start};
