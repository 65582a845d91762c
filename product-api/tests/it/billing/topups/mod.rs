//! Tests the operations on automatic top-ups over HTTP, with a double of Stripe.

mod attempts;
mod buyer;
mod lowering;
mod offering;
mod paying;
mod refusing;
mod setting;
