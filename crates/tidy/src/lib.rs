//! Project rules as an ordinary test, for properties that neither the compiler nor a lint checks.
//!
//! One rule is one file in `rules/`; `floors.rs` and `furniture.rs` have its permissions as data, so that a change of
//! the plan is a change of data. Figures that fall step by step have their ceilings in `ceilings.txt`. `tests/house.rs`
//! runs each rule on the tree.

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
