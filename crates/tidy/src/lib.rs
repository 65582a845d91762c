//! Project rules as an ordinary test, for properties that neither the compiler nor a lint checks.
//!
//! One rule is one file in `rules/`; `layers.rs` and `file_roles.rs` have its permissions as data, so that a change of
//! the plan is a change of data. Figures that fall step by step have their ceilings in `ceilings.txt`. `tests/repository.rs`
//! runs each rule on the tree.

pub mod ceilings;
pub mod code;
pub mod domain_lists;
pub mod file_roles;
pub mod finding;
pub mod imports;
pub mod layers;
pub mod lines;
pub mod paths;
pub mod rules;
pub mod tree;

pub use finding::Finding;
pub use tree::Tree;
