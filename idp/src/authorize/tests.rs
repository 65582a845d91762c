//! Tests: what happens next, as a table.
