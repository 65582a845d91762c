//! Tests: used once, by the right client, in time.
