//! Checkouts in the database.

mod due;
mod owners;
mod plans;
mod rows;
mod views;

pub(super) use due::{ClaimTimes, claim, claim_new, count_sync, due, postpone};
pub(super) use owners::{count_since, find_alike, has_bought, is_frozen, lock_owner};
pub(super) use plans::{
    find_live_subscription, find_open_plan, find_open_setup, has_subscribed, list_live_prices,
};
pub(super) use rows::{NamedSession, find, find_of_session, insert, lock, mode_of_book, update};
/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: [&[&str]; 2] = [rows::TEXTS, views::TEXTS];
pub(super) use views::{
    UserFilter, find_in_book, find_of_user, payment_of, portal_configuration, seller_of,
    set_portal_configuration,
};
