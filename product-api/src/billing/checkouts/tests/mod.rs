//! Tests of checkouts on both engines, with sessions as facts: no test here calls Stripe.

mod applying;
mod histories;
mod setups;
mod test_shop;
mod trials;

pub(in crate::billing) use histories::StripeMoney;
pub(in crate::billing) use test_shop::{PACK_CREDITS, PACK_PRICE, TestShop};
