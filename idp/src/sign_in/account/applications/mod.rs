//! The page where a user sees which applications have access to the account, and revokes it.

mod page;

pub(crate) use page::{revoke, show_applications};
