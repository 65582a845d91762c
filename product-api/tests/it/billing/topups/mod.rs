//! Tests the operations on automatic top-ups over HTTP, with a double of Stripe.

mod attempts;
mod buyer;
mod cards;
mod lowering;
mod offering;
mod paying;
mod refusing;
mod setting;
