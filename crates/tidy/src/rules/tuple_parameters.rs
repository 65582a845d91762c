//! Grouped arguments are a struct with a name: no parameter of production code is a tuple.

use crate::ceilings::{self, Figures, Measure};
use crate::code::{code_of, without_tests};
use crate::lines::{crate_of, declared, members, split_word};
use crate::paths::is_test_file;
use crate::{Finding, Tree};

const TUPLE: Measure = Measure {
    name: "tuple_parameter",
    unit: "functions with a tuple as parameter",
    per: 0,
    goal: 3,
    advice: "Pass a struct with named fields, such as `SiteScope { website_id, mode }`.",
};
/// Maximum number of lines of a signature.
const MAX_LINES: usize = 40;

/// Finds crates with more functions that take tuples than their ceilings allow.
pub fn check(tree: &Tree) -> Vec<Finding> {
    ceilings::exceeding(tree, count)
}

/// Counts the functions with a tuple as the pattern or type of a parameter.
pub fn count(tree: &Tree, figures: &mut Figures) {
    for (path, source) in tree.ending_in(&[".rs"]) {
        if is_test_file(path) {
            continue;
        }
        let code = without_tests(&code_of(source));
        let lines: Vec<&str> = code.lines().map(str::trim_end).collect();
        for (index, line) in lines.iter().enumerate() {
            let Some(item) = declared(line).filter(|item| item.keyword == "fn") else {
                continue;
            };
            let following = lines.iter().skip(index + 1).take(MAX_LINES);
            let signature = signature(item.rest, following.copied());
            if parameters(&signature).into_iter().any(is_tuple) {
                let place = format!("{path}:{}", index + 1);
                figures.tally(&TUPLE, crate_of(path)).add(place);
            }
        }
    }
}

/// Joins the lines of a signature; `rest` is the first line after the function's name.
fn signature<'l>(rest: &str, following: impl Iterator<Item = &'l str>) -> String {
    let mut text = rest.to_owned();
    for line in following {
        if text.ends_with(['{', '}', ';']) {
            break;
        }
        text.push_str(line);
    }
    text
}

/// Splits a signature into its parameters.
fn parameters(signature: &str) -> Vec<&str> {
    let list = match signature.strip_prefix('<') {
        Some(generics) => members(generics).1,
        None => signature,
    };
    list.strip_prefix('(')
        .map(|list| members(list).0)
        .unwrap_or_default()
}

fn is_tuple(parameter: &str) -> bool {
    let parameter = parameter.trim();
    let kind = parameter.split_once(": ").map_or("", |(_, kind)| kind);
    let kind = kind.trim_start_matches('&');
    let kind = kind
        .strip_prefix('\'')
        .map_or(kind, |lifetime| split_word(lifetime).1.trim_start());
    let kind = kind.strip_prefix("mut ").unwrap_or(kind);
    parameter.starts_with('(') || kind.starts_with('(') && !kind.starts_with("()")
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn parameters_that_are_tuples_are_found() {
        let odd = "fn a((b, c): (B, C)) {}\n    pub(super) async fn d<'a, F: Fn(&str) -> A>(\n        &self,\n        \
                   e: &mut (B, C),\n        (f, g): (&str, B),\n    ) -> (A, B) {\n}\nfn h<'a>(i: &'a (A, B)) {}\nfn j<K>((l, _): K) {}\n";
        let good = "fn a(b: (), c: &[(B, C)], d: impl Fn((A, B)) -> C) -> (A, B) {}\nfn e<A>(f: Option<(A, B)>) {}\n\
                    fn g() -> Vec<(A, B)> {\n    let h = |(a, b): (A, B)| a;\n}\n";
        let tests = format!(
            "#[cfg(test)]\nmod tests {{\n    {}\n}}\n",
            odd.replace('\n', "\n    ")
        );
        assert_found(
            check,
            &[
                ("crates/tidy/src/a.rs", odd),
                ("idp/src/a.rs", &good.repeat(4)),
                ("idp/src/a/tests.rs", odd),
                ("product-api/src/a.rs", &tests),
            ],
            &["crates/tidy"],
        );
    }
}
