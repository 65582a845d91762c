//! Rules and attempts of automatic top-ups in the database.

mod attempts;
mod due;
mod lists;
mod owners;
mod rules;

pub(super) use attempts::{find, find_last, insert, lock, update};
pub(super) use due::{
    claim_step, delete_due, list_below, list_due_attempts, list_due_wallets, pause_rule, postpone,
};
/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: [&[&str]; 2] = [attempts::TEXTS, lists::TEXTS];
pub(super) use lists::{AttemptPosition, ListedAttempt, list, list_recent};
pub(super) use owners::{
    find_sold_price, find_stop_reason, is_user, is_website_active, list_disputed,
    list_of_stripe_customer, mode_of_book, month_sum, open_checkout_at,
};
pub(super) use rules::{find_rule, lock_rule, save_rule};
