//! Helpers for the rules' own tests: a tree with planted violations.

use super::Rule;
use crate::Tree;

/// Asserts that a rule finds violations at exactly these paths of a planted tree.
pub(super) fn assert_found(rule: Rule, tree: &[(&str, &str)], expected: &[&str]) {
    let findings = rule(&Tree::from_pairs(tree.iter().copied()));
    let paths: Vec<_> = findings
        .iter()
        .map(|finding| finding.path.as_str())
        .collect();
    assert_eq!(paths, expected, "{findings:#?}");
}
