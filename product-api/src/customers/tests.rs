//! Tests of customers.
