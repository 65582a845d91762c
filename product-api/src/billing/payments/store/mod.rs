//! Payments in the database.

mod lists;
mod rows;

#[cfg(test)]
pub(in crate::billing) use lists::TEXTS;
pub(super) use lists::{
    BookFilter, OwnPayment, PaymentLot, UserFilter, find_in_book, find_of_user, list_of_book,
    list_of_user, lots,
};
pub(crate) use rows::{SaleRef, insert_payment, link_lots, lock_payment_of, update_payment};
pub(super) use rows::{find_checkout, lock_by_intent};
