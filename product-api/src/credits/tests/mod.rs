//! Tests of the ledger: rules as tables, laws as properties, and both engines under pressure.

mod alerts;
mod balance_at;
mod books;
mod burn_order;
mod checks;
mod collisions;
mod cost;
mod grant_voids;
mod histories;
mod holds;
mod holds_alike;
mod likeness;
mod many_lots;
mod once;
mod prices;
mod proxy;
mod quotes;
mod reversal_bounds;
mod reversals;
mod reversals_alike;
mod rules;
mod troubles;
mod unknown;
mod verifications;
mod world;
