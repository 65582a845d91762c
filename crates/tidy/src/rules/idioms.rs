//! Names follow Rust's conventions: a type name has one or few definitions, a limit is `MAX_…`, a constructor `new`.

use crate::ceilings::{self, Figures, Measure};
use crate::lines::{crate_of, declared};
use crate::{Finding, Tree};

const TYPE_NAME: Measure = Measure {
    name: "type_name",
    unit: "types of this name",
    per: 0,
    goal: 3,
    advice: "Give each type a name of its own, such as `IntrospectionResponse`.",
};
/// Names that every module may give to a type.
const COMMON: &[&str] = &["Row", "Error"];
const LIMIT: Measure = Measure {
    name: "limit",
    unit: "constants that begin with LONGEST, MOST or SHORTEST",
    per: 0,
    goal: 0,
    advice: "Begin the name with MAX_ or MIN_.",
};
const CONSTRUCTOR: Measure = Measure {
    name: "of",
    unit: "functions named `of` or `of_…`",
    per: 0,
    goal: 0,
    advice: "Name it `new`, `from_…`, `parse` or `for_…`.",
};

/// Finds names that are more frequent than their ceilings allow.
pub fn check(tree: &Tree) -> Vec<Finding> {
    ceilings::exceeding(tree, count)
}

/// Counts the types of each name, and the limits and constructors with odd names in each crate, tests included.
pub fn count(tree: &Tree, figures: &mut Figures) {
    for (path, source) in tree.ending_in(&[".rs"]) {
        for (index, line) in source.lines().enumerate() {
            if let Some((measure, scope)) = measured(path, line) {
                figures
                    .tally(measure, scope)
                    .add(format!("{path}:{}", index + 1));
            }
        }
    }
}

/// Returns the measure and the scope of a declared name. An indented `type` belongs to a trait.
fn measured<'l>(path: &'l str, line: &'l str) -> Option<(&'static Measure, &'l str)> {
    let item = declared(line)?;
    let is_type = match item.keyword {
        "struct" | "enum" | "union" | "trait" => true,
        keyword => keyword == "type" && !line.starts_with(' '),
    };
    let first = item.name.split('_').next();
    let is_limit = matches!(item.keyword, "const" | "static")
        && matches!(first, Some("LONGEST" | "MOST" | "SHORTEST"));
    // A function without an argument is not a constructor; names of tests may begin with `of`.
    let is_constructor = item.keyword == "fn"
        && (item.name == "of" || item.name.starts_with("of_"))
        && !item.rest.starts_with("()");
    // A macro gives its type the name of an argument.
    let has_name = !item.name.is_empty();
    if is_type && has_name && !COMMON.contains(&item.name) {
        Some((&TYPE_NAME, item.name))
    } else if is_limit {
        Some((&LIMIT, crate_of(path)))
    } else {
        is_constructor.then(|| (&CONSTRUCTOR, crate_of(path)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn type_names_of_many_types_are_found() {
        let two = "pub struct Told;\n    enum Told {}\nstruct Row;\nstruct Row;\nstruct Error;\nstruct Error;\n";
        let like = "    type Told = A;\nstruct ToldOnce;\n// struct Told;\nlet Told = a;\n";
        let one = ("idp/tests/it/a.rs", "pub(crate) trait Told {\n");
        assert_found(check, &[("a.rs", two), ("b.rs", like), one], &[]);
        assert_found(check, &[("a.rs", two), ("b.rs", two), one], &["Told"]);
    }

    #[test]
    fn limits_and_constructors_with_odd_names_are_found() {
        let limit = "pub(super) const LONGEST_NAME: usize = 1;\n";
        let new = "    pub fn of_text(text: &str) -> Self {\n";
        let good = "const MAX_A: u8 = 1;\nconst MOSTLY: u8 = 1;\nfn office(a: A) {}\nfn of_two_one_wins() {}\n";
        assert_found(
            check,
            &[
                ("crates/tidy/src/a.rs", limit),
                ("idp/src/a.rs", good),
                ("product-api/tests/it/a.rs", new),
            ],
            &["crates/tidy", "product-api"],
        );
    }
}
