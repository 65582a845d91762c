//! The account page: lists and removes a user's sign-in methods, sets the email address, lists sessions.

mod address;
pub(crate) mod applications;
mod asker;
mod endpoint;
mod guard;
mod merging;
pub(crate) mod passkeys;
pub(crate) mod sessions;
mod unlink;
mod ways;

pub(crate) use address::{address_page, ask_address, change_address, confirm_page};
pub(crate) use asker::{Requester, SessionCredential};
pub(crate) use endpoint::{link, remove, remove_page, show};
pub(crate) use merging::{ask_undo, merge, offer_page, undo};
pub(crate) use passkeys::{change_passkeys, show_passkeys};
pub(crate) use unlink::{UnlinkOutcome, unlink};
pub(crate) use ways::{ProviderAccount, SignInMethods, ways_of};
