//! Property test of buyers: subscriptions, packs and automatic top-ups with all that happens to them, looked at in any order, leave
//! the books that follow from the actions alone.
//!
//! A model of Stripe does renewals by the clock, and the actions of buyers, owners and banks. Looks at its objects are shuffled,
//! repeated, stale or lost; at the end each object is looked at once, as a comparison with Stripe does. Another model computes the
//! rows that must be there then. It has its own calendar and its own formulas. Histories without reversals, holds and merges are
//! compared lot by lot. The histories of several buyers run at the same time, because they share the clock.
//!
//! `TEST_BILLING_HISTORIES` sets the number of histories of each test, and `TEST_SEED` selects others: `make histories`.

mod actions;
mod books;
mod buyer;
mod calendar;
mod expected_rows;
mod invoice_at_stripe;
mod looks;
mod lots_of_buyer;
mod merging;
mod money_books;
mod plan_on_sale;
mod run;
mod subscription_at_stripe;
mod top_up_at_stripe;
mod top_ups;
mod undivided_year;
