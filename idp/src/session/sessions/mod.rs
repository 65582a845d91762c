//! Sign-in sessions, stored in the database, in Redis or in encrypted cookies, behind one interface.

mod cookie;
mod end;
mod list;
mod read;
mod read_sealed;
mod recheck;
mod redis;
mod renew;
mod repeated_sign_in;
mod row_cache;
mod scripts;
mod sealed;
mod session;
mod session_store;
mod start;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub(crate) use cookie::{
    bound_to, clear_cookies, current, current_if_active, is_broken, presented_cookie, put_cookies,
    session_cookies,
};
pub(crate) use end::{
    complete_ends, end, end_all_in, end_all_of_user, end_all_with, end_one, end_one_for_admin,
    end_others, end_others_with,
};
pub(crate) use list::{find_of_user, list_of_user};
pub(crate) use read::{SessionLookup, read_session};
pub(crate) use recheck::exists_after_commit;
pub(crate) use renew::{SessionRenewal, SessionsToEnd, renew, renew_alone};
pub(crate) use repeated_sign_in::{
    RepeatableSignIn, RepeatedSignIn, StoredSignIn, find_repeated, find_stored,
};
pub(crate) use session::{CurrentSession, ProofTime, Session, TOLERANCE};
pub(crate) use session_store::SessionStore;
pub(crate) use start::{NewSession, OtherSessions, SessionCookie, start};
