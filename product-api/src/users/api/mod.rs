//! The operations on users.

mod answer;
mod users;

pub(crate) use answer::UserAnswer;
pub(crate) use users::UsersApi;
