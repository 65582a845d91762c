//! The account page: lists and removes a user's sign-in methods, sets the email address, lists sessions.

mod address;
pub(crate) mod applications;
mod endpoint;
mod guard;
mod merging;
pub(crate) mod passkeys;
mod requester;
pub(crate) mod sessions;
mod sign_in_methods;
mod unlink;

pub(crate) use address::{address_page, change_address, confirm_page, request_address_proof};
pub(crate) use endpoint::{link, remove, remove_page, show};
pub(crate) use merging::{ask_undo, merge, offer_page, undo};
pub(crate) use passkeys::{change_passkeys, show_passkeys};
pub(crate) use requester::{Requester, SessionCredential};
pub(crate) use sign_in_methods::{ProviderAccount, SignInMethods, find_sign_in_methods};
pub(crate) use unlink::{UnlinkOutcome, unlink};
