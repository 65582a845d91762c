//! Property test of sales: events in any order and shape, repeated or lost, leave the books that the buyers' actions make.
//!
//! A history is a few purchases with refunds, disputes, warnings of fraud, spends and holds. Its events come by webhook or by
//! poll. The double of Stripe knows what each payment has become, and the books are compared with it. `TEST_BILLING_HISTORIES`
//! sets the number of histories of each test, and `TEST_SEED` selects others: `make histories`.

mod books;
mod buyer_action;
mod market;
mod purchase;
mod reversals;
mod run;

pub(super) use purchase::{CREDITS, PRICE, SoldCharge};
pub(super) use reversals::STEPS;
