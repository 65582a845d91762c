//! Customers of one website, found by the website's own id, by subject, or by email address.

mod api;
mod count;
mod customer;
mod find_odd_addresses;
mod fold;
mod list;
mod look;
mod names;
mod ranking;
mod resolve;
mod standing;
mod store;
#[cfg(test)]
mod tests;
mod wish;

pub(crate) use api::{CustomerRefBody, CustomersApi};
pub(crate) use count::{CustomerCounts, count};
pub(crate) use customer::{Customer, CustomerRef, Name};
pub use find_odd_addresses::{OddAddress, find_odd_addresses};
pub(crate) use fold::fold_names;
pub(crate) use list::find;
pub(crate) use look::{is_inactive, look};
pub(crate) use ranking::Rankings;
pub(crate) use resolve::{Sources, look_all, resolve_all};
pub(crate) use store::hold;
#[cfg(test)]
pub(crate) use store::{TEXTS, WHOLE_TEXTS, page_texts};
