//! Tests of the ledger: rules as tables, laws as properties, and both engines under pressure.

mod books;
mod collisions;
mod cost;
mod histories;
mod likeness;
mod once;
mod proxy;
mod rules;
mod troubles;
mod unknown;
mod world;
