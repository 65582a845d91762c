//! Tests of automatic top-ups on both engines, with invoices as facts: no test here calls Stripe.
