//! Subscriptions and their allowances in the database.

mod allowances;
mod lists;
mod owners;
mod row;
mod rows;
mod unpaid;

pub(super) use allowances::{
    AllowanceRow, has_allowance, has_any_allowance, has_lost_dispute, insert_allowance, last_end,
    last_lots, last_month, newest_start, next_start, older_lots, returned_start,
};
pub(crate) use lists::SubscriptionView;
/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: [&[&str]; 2] = [lists::TEXTS, rows::TEXTS];
pub(super) use lists::{
    BookFilter, SubscriberFilter, find_in_book, find_of_user, list_of_book, list_of_user,
};
pub(super) use owners::{
    CheckoutOutcome, OwnerInBook, find_checkout_outcome, find_owner_of_checkout,
    find_owner_of_customer, is_deleted, mode_of_book, set_subscribed,
};
pub(crate) use owners::{SubscriptionHolder, find_holder};
pub(super) use rows::{
    EndingSubscription, changed_at, insert_if_absent, is_known, list_due, list_ending,
    lock_of_stripe, update,
};
pub(crate) use rows::{find, find_of_stripe, lock};
pub(super) use unpaid::{UnpaidRenewal, list_unpaid, note_retry};
