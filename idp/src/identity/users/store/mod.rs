//! Tables of users and of their accounts at providers.

pub(crate) mod accounts;
pub(crate) mod deletions;
pub(crate) mod epoch;
mod merge_target;
pub(super) mod profiles;
mod users;

pub(crate) use merge_target::merged_into;
pub(crate) use users::{
    AddressChange, UserPosition, any_operator, change_email, find, find_by_email, find_with_epoch,
    insert, list, lock, make_operator, search, set_active, verify_email, verify_email_first,
};
pub(super) use users::{NewUser, delete, insert_from_provider, insert_imported};
