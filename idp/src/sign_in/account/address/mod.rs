//! A user's email address: the form, the proof by email, and the change.

mod change;
mod page;

pub(crate) use page::{address_page, change_address, confirm_page, request_address_proof};
