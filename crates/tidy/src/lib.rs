//! The house rules as an ordinary test: what neither the compiler nor a lint checks.
//!
//! One rule is one file in `rules/`; what it allows is data in `floors.rs` and `furniture.rs`, so that a change of the
//! plan is a change of data. Figures that fall step by step have their ceilings in `ceilings.txt`. `tests/house.rs` holds each rule against the tree.

pub mod ceilings;
pub mod code;
pub mod finding;
pub mod floors;
pub mod furniture;
pub mod imports;
pub mod lines;
pub mod paths;
pub mod rules;
pub mod tree;

pub use finding::Finding;
pub use tree::Tree;
