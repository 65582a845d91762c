//! Tests of checkouts on both engines, with sessions as facts: no test here calls Stripe.

mod applying;
mod histories;
mod test_shop;
