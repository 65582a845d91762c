//! Tests: what follows from a wish, as a table.
