//! Tests of automatic top-ups: decisions as tables, and both engines with invoices as facts. No test here calls Stripe.

mod agreements;
mod applying;
mod claim_table;
mod claiming;
mod consents;
mod customers_at_stripe;
mod declines;
mod failures;
mod kept_pauses;
mod test_rules;
mod test_topups;
mod transitions;

pub(in crate::billing) use test_rules::{SeenInvoice, TestRules};
