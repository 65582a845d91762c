//! Payments in the database.

mod disputes;
mod lists;
pub(super) mod notices;
mod refunds;
mod rows;
mod waiting;

pub(crate) use disputes::{disputes_of, disputes_of_book};
pub(super) use disputes::{insert_dispute, update_dispute};
/// Statements that are composed of parts, for the test of their plans.
#[cfg(test)]
pub(in crate::billing) const TEXTS: [&[&str]; 3] = [disputes::TEXTS, lists::TEXTS, rows::TEXTS];
pub(super) use lists::{
    BookFilter, OwnPayment, PaymentLot, UserFilter, find_in_book, find_of_object, find_of_user,
    list_of_book, list_of_user, lots,
};
pub(crate) use refunds::{
    claim_refund, due_refunds, find_refund, insert_refund, postpone_refund, refunds_of,
    update_refund,
};
pub(crate) use rows::{
    SaleRef, insert_payment, intent_of, link_lots, lock_payment, lock_payment_of, lot_ids,
    update_payment,
};
pub(super) use rows::{
    can_have_reversals, find_checkout, lock_by_intent, stripe_id_of_subscription, website_of_book,
};
pub(super) use waiting::payments_whose_pins_ended;
