//! The house rules as an ordinary test: what neither the compiler nor a lint checks.
//!
//! One rule is one file in `rules/`; what it allows is data in `floors.rs` and `furniture.rs`, so that a change of the
//! plan is a change of data. `tests/house.rs` holds each rule against the tree.

pub mod code;
pub mod finding;
pub mod floors;
pub mod furniture;
pub mod paths;
pub mod rules;
pub mod tree;

pub use finding::Finding;
pub use tree::Tree;
