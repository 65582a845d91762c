//! Reads names from configuration files.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use tidy::Tree;

static REPOSITORY: LazyLock<Tree> =
    LazyLock::new(|| Tree::from_repository().expect("the repository can be read"));

/// Returns the repository's files.
pub(crate) fn tree() -> &'static Tree {
    &REPOSITORY
}

/// Returns the text of a required file.
pub(crate) fn read(tree: &Tree, path: &str) -> String {
    tree.text(path).unwrap_or_else(|| missing(path)).to_owned()
}

#[expect(clippy::panic, reason = "this is how a test fails")]
fn missing(path: &str) -> &'static str {
    panic!("{path} is not there")
}

/// Returns the lines without comments, both whole lines and at the end.
pub(crate) fn without_comments(text: &str) -> String {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    lines
        .map(|line| line.split(" # ").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the names in `${NAME}`, `${NAME:-default}` and `${NAME:?message}`, each with the text after the name.
pub(crate) fn variables(text: &str) -> Vec<(String, String)> {
    text.split("${")
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(inside, _)| {
            let end =
                inside.find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'));
            let (name, rest) = inside.split_at(end.unwrap_or(inside.len()));
            (name.to_owned(), rest.to_owned())
        })
        .collect()
}

/// Returns the names set in a file of `NAME=value` lines; a line that begins with `# ` may set one as well.
pub(crate) fn names(text: &str, with_commented: bool) -> BTreeSet<String> {
    text.lines()
        .map(|line| {
            if with_commented {
                line.trim_start_matches("# ")
            } else {
                line
            }
        })
        .filter_map(|line| line.split_once('='))
        .map(|(name, _)| name)
        .filter(|name| {
            !name.is_empty()
                && name
                    .chars()
                    .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        })
        .map(ToOwned::to_owned)
        .collect()
}

/// Returns the words after a mark as [`behind`] does. Fails if there are none, because a check of no words would pass.
pub(crate) fn some_behind(text: &str, mark: &str) -> Vec<String> {
    let words = behind(text, mark);
    assert!(!words.is_empty(), "nothing follows `{mark}`");
    words
}

/// Asserts that a check fails after a change of one file of the repository.
pub(crate) fn assert_breach(check: fn(&Tree), path: &str, change: fn(&str) -> String) {
    let text = read(tree(), path);
    let changed = change(&text);
    assert_ne!(changed, text, "{path} has nothing to change");
    let others = tree().texts().filter(|(one, _)| *one != path);
    let breached = Tree::from_pairs(others.chain([(path, changed.as_str())]));
    let outcome = catch_unwind(AssertUnwindSafe(|| check(&breached)));
    assert!(outcome.is_err(), "a breach in {path} is not found");
}

/// Returns the words after a mark, up to white space or a quote: `x` in `target: x` for `target: `.
pub(crate) fn behind(text: &str, mark: &str) -> Vec<String> {
    text.split(mark)
        .skip(1)
        .filter_map(|rest| {
            rest.split(|c: char| c.is_whitespace() || matches!(c, '"' | ';' | ',' | ']'))
                .next()
        })
        .filter(|word| !word.is_empty())
        .map(ToOwned::to_owned)
        .collect()
}
