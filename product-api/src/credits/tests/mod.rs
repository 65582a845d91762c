//! Tests of the ledger: rules as tables, laws as properties, and both engines under pressure.

mod books;
mod cost;
mod histories;
mod likeness;
mod once;
mod rules;
mod troubles;
mod world;
