//! The rules: one file each, each with a test that plants a violation, which proves that the rule can fail.

pub mod circles;
pub mod conformance;
pub mod crates;
pub mod dependencies;
pub mod dialect;
pub mod doc_openings;
pub mod document_sizes;
pub mod documents;
pub mod domain_files;
pub mod entries;
pub mod handlers;
pub mod hashers;
pub mod idioms;
pub mod layers;
pub mod lock;
pub mod metrics;
pub mod migrations;
pub mod module_roots;
pub mod names;
pub mod openings;
pub mod outdated_ceilings;
pub mod outgoing;
#[cfg(test)]
mod planted;
pub mod private_keys;
pub mod readers;
pub mod reminders;
pub mod row_list;
pub mod rows;
pub mod settings;
pub mod sizes;
pub mod skipped;
pub mod stores;
pub mod tuple_parameters;
pub mod walkthroughs;

use crate::ceilings::Count;
use crate::{Finding, Tree};

/// A rule, which returns its findings in a tree.
pub type Rule = fn(&Tree) -> Vec<Finding>;

/// Counts of the rules whose figures have ceilings.
pub const COUNTS: &[Count] = &[
    circles::count,
    dialect::count,
    doc_openings::count,
    entries::count,
    idioms::count,
    tuple_parameters::count,
];
