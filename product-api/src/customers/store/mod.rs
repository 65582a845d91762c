//! Customers in the database: found by their names, made, and given names.

pub(super) mod counts;
mod people;
mod waiting;

#[cfg(test)]
pub(crate) use people::TEXTS;
pub(super) use people::{
    address, find, find_all, find_by_address_of_user, fold, insert, list, merged_into, show, unmake,
};
pub(super) use waiting::find_waiting;
