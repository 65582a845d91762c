//! Figures of the tree, such as dialect words in 1,000 words of comments, and their ceilings, which only go down: one
//! rule finds figures above their ceilings, and another ceilings above their figures.

use std::collections::BTreeMap;
use std::fmt;

use crate::{Finding, Tree};

/// Table of the ceilings that are above their goals: a line has a measure, a scope and a ceiling.
pub const TABLE: &str = "crates/tidy/ceilings.txt";
const HEAD: &str = "\
# Measure, scope and ceiling of each figure above its goal; all other ceilings are the goals.
# `cargo run --package tidy --bin figures` lowers the ceilings to the figures, and raises none.
";
/// Maximum number of places that a finding names.
const MAX_PLACES: usize = 12;

/// Function of a rule that adds its figures.
pub type Count = fn(&Tree, &mut Figures);

/// A kind of figure.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Measure {
    /// Name in the table.
    pub name: &'static str,
    /// Words after the figure in a finding.
    pub unit: &'static str,
    /// The figure is a rate per this number; 0 for a plain count.
    pub per: usize,
    /// Ceiling of a scope that the table lacks.
    pub goal: usize,
    /// Advice on lowering the figure.
    pub advice: &'static str,
}

/// Count of a measure in one scope.
#[derive(Debug, Default)]
pub struct Tally {
    /// The counted number.
    pub count: usize,
    /// The number of which it is a part, for a rate.
    pub total: usize,
    /// Places that were counted.
    pub places: Vec<String>,
}

impl Tally {
    /// Counts one more, at a place.
    pub fn add(&mut self, place: String) {
        self.count += 1;
        self.places.push(place);
    }

    /// Returns the count, or the rate rounded up. A small scope is taken as one of `per`, so that a single word of a
    /// short page is allowed.
    fn figure(&self, measure: &Measure) -> usize {
        match measure.per {
            0 => self.count,
            per => (self.count * per).div_ceil(self.total.max(per)),
        }
    }
}

/// The tallies by measure and scope.
#[derive(Debug, Default)]
pub struct Figures(BTreeMap<(&'static Measure, String), Tally>);

impl Figures {
    /// Returns the tally of a scope, and adds a missing one.
    pub fn tally(&mut self, measure: &'static Measure, scope: &str) -> &mut Tally {
        self.0.entry((measure, scope.to_owned())).or_default()
    }

    /// Returns the table with each ceiling lowered to its figure. A missing table begins with the figures.
    pub fn lowered(&self, tree: &Tree) -> String {
        let is_new = tree.text(TABLE).is_none();
        let mut table = vec![HEAD.to_owned()];
        for ((measure, scope), tally) in &self.0 {
            let figure = tally.figure(measure);
            let ceiling = ceiling_of(tree, measure, scope);
            let lowered = if is_new { figure } else { figure.min(ceiling) };
            if lowered > measure.goal {
                table.push(format!("{} {scope} {lowered}\n", measure.name));
            }
        }
        table.concat()
    }

    fn exceeding(&self, tree: &Tree) -> Vec<Finding> {
        let mut findings = Vec::new();
        for ((measure, scope), tally) in &self.0 {
            let (figure, ceiling) = (tally.figure(measure), ceiling_of(tree, measure, scope));
            if figure > ceiling {
                let shown = tally.places.get(..MAX_PLACES).unwrap_or(&tally.places);
                findings.push(Finding::for_file(
                    scope,
                    format!("{figure} {}; the ceiling is {ceiling}", measure.unit),
                    format!("{} {}", measure.advice, shown.join(", ")),
                ));
            }
        }
        findings
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((measure, scope), tally) in &self.0 {
            writeln!(f, "{} {scope} {}", measure.name, tally.figure(measure))?;
        }
        Ok(())
    }
}

/// Finds the figures of a rule that are above their ceilings.
pub fn exceeding(tree: &Tree, count: Count) -> Vec<Finding> {
    let mut figures = Figures::default();
    count(tree, &mut figures);
    figures.exceeding(tree)
}

/// Returns the ceiling in the table, else the goal.
fn ceiling_of(tree: &Tree, measure: &Measure, scope: &str) -> usize {
    let table = tree.text(TABLE).unwrap_or_default();
    let start = format!("{} {scope} ", measure.name);
    table
        .lines()
        .find_map(|line| line.strip_prefix(&start)?.parse().ok())
        .unwrap_or(measure.goal)
}

#[cfg(test)]
mod tests {
    use super::{Figures, HEAD, Measure, TABLE, exceeding};
    use crate::Tree;

    const LINES: Measure = Measure {
        name: "lines",
        unit: "lines",
        per: 0,
        goal: 1,
        advice: "Write less.",
    };

    fn count(tree: &Tree, figures: &mut Figures) {
        for (path, text) in tree.ending_in(&[".md"]) {
            figures.tally(&LINES, path).count = text.lines().count();
        }
    }

    fn lowered(tree: &Tree) -> String {
        let mut figures = Figures::default();
        count(tree, &mut figures);
        figures.lowered(tree)
    }

    #[test]
    fn figures_above_ceilings_are_found() {
        let table = (TABLE, "# lines\nlines a.md 3\nlines b.md 2\n");
        let documents = [
            ("a.md", "1\n2\n3\n"),
            ("b.md", "1\n2\n3\n"),
            ("c.md", "1\n2\n"),
        ];
        let tree = Tree::from_pairs([table].into_iter().chain(documents));
        let paths: Vec<String> = exceeding(&tree, count)
            .into_iter()
            .map(|finding| finding.path)
            .collect();
        assert_eq!(paths, ["b.md", "c.md"]);
    }

    #[test]
    fn ceilings_go_down_and_never_up() {
        let table = "lines a.md 5\nlines b.md 2\nlines c.md 4\nlines gone.md 9\n";
        let documents = [
            ("a.md", "1\n2\n3\n"),
            ("b.md", "1\n2\n3\n"),
            ("c.md", "1\n"),
        ];
        let tree = Tree::from_pairs([(TABLE, table)].into_iter().chain(documents));
        let expected = format!("{HEAD}lines a.md 3\nlines b.md 2\n");
        assert_eq!(lowered(&tree), expected);
        let begun = format!("{HEAD}lines a.md 3\nlines b.md 3\n");
        assert_eq!(lowered(&Tree::from_pairs(documents)), begun);
    }

    #[test]
    fn rates_round_up_and_spare_small_scopes() {
        let rate = Measure { per: 100, ..LINES };
        for (count, total, expected) in [(2, 10, 2), (3, 200, 2), (5, 200, 3), (0, 0, 0)] {
            let tally = super::Tally {
                count,
                total,
                places: Vec::new(),
            };
            assert_eq!(tally.figure(&rate), expected, "{count} of {total}");
        }
    }
}
