//! Customers of one website, found by the website's own id, by subject, or by email address.

mod api;
mod count;
mod customer;
mod filter;
mod find_odd_addresses;
mod fold;
mod list;
mod listed_customer;
mod look_up;
mod names;
mod ranking;
mod resolve;
mod store;
#[cfg(test)]
mod tests;

pub(crate) use api::{CustomerRefBody, CustomersApi};
pub(crate) use count::{CustomerCounts, count};
pub(crate) use customer::{Customer, CustomerRef, Name};
pub use find_odd_addresses::{OddAddress, find_odd_addresses};
pub(crate) use fold::fold_names;
pub(crate) use list::find;
pub(crate) use look_up::{is_inactive, look_up};
pub(crate) use ranking::Rankings;
pub(crate) use resolve::{
    Sources, find_merge_target, find_user_merge_target, look_up_all, resolve_all,
};
pub(crate) use store::lock_customer;
#[cfg(test)]
pub(crate) use store::{TEXTS, WHOLE_TEXTS, page_texts};
