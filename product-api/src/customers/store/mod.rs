//! Customers in the database: finds them by name, creates them, and updates their names.

mod addresses;
pub(super) mod counts;
mod customers;
mod last_seen;
mod merges;
mod pages;
mod query_text;
mod ranking;
mod unfolded;
mod waiting;

pub(super) use addresses::{StoredAddress, kept_addresses};
#[cfg(test)]
pub(crate) use pages::texts as page_texts;
pub(super) use pages::{FoundPage, ListQuery, MAX_COUNTED, Source, count, page};
#[cfg(test)]
pub(crate) const WHOLE_TEXTS: [&str; 2] = [customers::RELEASE_TEXT, waiting::WAITING_TEXT];
#[cfg(test)]
pub(crate) use customers::TEXTS;
pub(crate) use customers::lock_customer;
pub(super) use customers::{
    address, find, find_all, find_by_address_of_user, fold, insert, show, unmake,
};
pub(super) use last_seen::{last_seen, terms};
pub(super) use merges::{merge_target, merged_into};
pub(super) use ranking::{matching_among, ranking};
pub(super) use unfolded::{fold_names, unfolded};
pub(super) use waiting::find_waiting;
