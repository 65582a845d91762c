//! Tests of automatic top-ups on both engines, with invoices as facts: no test here calls Stripe.

mod test_rules;

pub(in crate::billing) use test_rules::{SeenInvoice, TestRules};
