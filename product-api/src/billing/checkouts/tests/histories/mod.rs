//! Property test of purchases and of what comes after them: sessions and payments as they are at Stripe, in any order, repeated,
//! stale or lost, leave the books that they leave in order. Buyers spend and hold their credits in between.
//!
//! Facts come from a model of Stripe and not over HTTP, so that each takes about 25 ms. `TEST_BILLING_HISTORIES` sets the number
//! of histories of each test, and `TEST_SEED` selects others.

mod books;
mod ending;
mod history;
mod run;
mod stripe_money;

pub(in crate::billing) use stripe_money::StripeMoney;
