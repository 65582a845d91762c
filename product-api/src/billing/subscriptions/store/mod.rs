//! Subscriptions and their allowances in the database.

mod allowances;
mod places;
mod rows;

pub(super) use allowances::{AllowanceRow, has_allowance, insert_allowance, older_lots};
pub(super) use places::{
    SubscriptionPlace, find_place_of_checkout, find_place_of_customer, mode_of_book, set_subscribed,
};
#[cfg(test)]
pub(in crate::billing) use rows::TEXTS;
pub(super) use rows::{insert_if_absent, is_known, list_due, lock, lock_of_stripe, update};
