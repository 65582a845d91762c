//! The account page: a person's ways to sign in, how one is taken away, and how the address is set.

mod address;
mod endpoint;
mod guard;
mod passkeys;
mod unlink;
mod ways;

pub(crate) use endpoint::{
    address_page, ask_address, change_address, confirm_page, link, remove, remove_page, show,
};
pub(crate) use passkeys::{change_passkeys, show_passkeys};
