//! Tests of links, codes, budgets and the outbox, on both engines.
