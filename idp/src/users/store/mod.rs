//! What is kept of people: the users themselves, and their accounts at providers.

pub(crate) mod accounts;
mod users;

pub(super) use users::{NewUser, delete, find_by_email, insert_arrived};
pub(crate) use users::{
    any_operator, change_email, find, hold, insert, make_operator, verify_email, verify_email_first,
};
