//! The operations on users.

mod forms;
mod users;

pub(crate) use forms::UserDto;
pub(crate) use users::UsersApi;
