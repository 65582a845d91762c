//! Paths in a Rust source that lead out of its own module: `crate::…` and `super::super::…`.

use std::path::Path;

use crate::lines::{is_of_word, members, split_word};

/// One path to a top-level module of the crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The line, counted from 1.
    pub line: usize,
    /// The first name after `crate::`, or after two or more `super::`; below a group of modules the second name.
    pub name: String,
}

/// Returns every such path in the source; takes the output of `code::code_of`, and the groups of modules.
pub fn mentions(path: &str, code: &str, groups: &[&str]) -> Vec<Mention> {
    let mut found = Vec::new();
    let upwards = if is_at_top(path, groups) {
        "super::"
    } else {
        "super::super::"
    };
    for start in ["crate::", upwards] {
        for (at, _) in code.match_indices(start) {
            let is_part_of_longer = code.get(..at).is_some_and(|front| {
                front.ends_with(|c: char| is_of_word(c) || c == ':' || c == '$')
            });
            if is_part_of_longer {
                continue;
            }
            let line = code
                .get(..at)
                .map_or(0, |front| front.matches('\n').count())
                + 1;
            let rest = code.get(at + start.len()..).unwrap_or_default();
            let rest = rest.trim_start_matches("super::");
            found.extend(
                first_names(rest, groups)
                    .into_iter()
                    .map(|name| Mention { line, name }),
            );
        }
    }
    found.sort_by_key(|mention| mention.line);
    found
}

/// Returns true for a module directly below the crate's root or a group, which one `super` reaches: a `mod.rs`, or
/// `app.rs`.
fn is_at_top(path: &str, groups: &[&str]) -> bool {
    let inside = path.split_once("/src/").map_or("", |(_, inside)| inside);
    let inside = match inside.split_once('/') {
        Some((group, inside)) if groups.contains(&group) => inside,
        _ => inside,
    };
    let inside = inside.strip_suffix("/mod.rs").unwrap_or(inside);
    !inside.contains('/')
}

/// Returns the first name of a path, or of each path in a group in braces; of a path through a group of modules, the
/// next name.
fn first_names(rest: &str, groups: &[&str]) -> Vec<String> {
    let paths = match rest.strip_prefix('{') {
        None => vec![rest],
        Some(group) => members(group).0,
    };
    let names = paths.into_iter().flat_map(|path| {
        let (name, rest) = split_word(path.trim_start());
        match rest.strip_prefix("::") {
            Some(inside) if groups.contains(&name) => first_names(inside, groups),
            _ => name_at(path).into_iter().collect(),
        }
    });
    names.collect()
}

fn name_at(text: &str) -> Option<String> {
    let (name, _) = split_word(text.trim_start());
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns the last part of a path, without its ending: `store` for `idp/src/identity/users/store.rs`.
pub fn stem(path: &str) -> &str {
    Path::new(path)
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or_default()
}

/// Returns true for a file with only tests: by its name, or because it is in a crate's `tests` folder.
pub fn is_test_file(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.contains("/tests/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(path: &str, code: &str) -> Vec<(usize, String)> {
        mentions(path, code, &["identity", "oauth"])
            .into_iter()
            .map(|mention| (mention.line, mention.name))
            .collect()
    }

    #[test]
    fn each_form_of_a_path_is_seen() {
        let rows: [(&str, &[(usize, &str)]); 7] = [
            (
                "use crate::{app, oauth::{par, tokens::a}};\nuse crate::oauth::devices::b;",
                &[(1, "app"), (1, "par"), (1, "tokens"), (2, "devices")],
            ),
            ("use crate::users::User;", &[(1, "users")]),
            (
                "\nuse crate::{app::App, keys::{a, b}, users};",
                &[(2, "app"), (2, "keys"), (2, "users")],
            ),
            ("let x = crate::codes::issue(db);", &[(1, "codes")]),
            ("use super::super::sessions::Session;", &[(1, "sessions")]),
            ("use super::store; pub(crate) fn f() {}", &[]),
            ("$crate::Database; my_crate::x; a::crate::b", &[]),
        ];
        for (code, expected) in rows {
            let expected: Vec<_> = expected
                .iter()
                .map(|(line, name)| (*line, (*name).to_owned()))
                .collect();
            assert_eq!(
                names("idp/src/identity/users/x.rs", code),
                expected,
                "{code}"
            );
        }
    }

    #[test]
    fn super_leaves_a_module_root() {
        let code = "pub use super::codes::Code;";
        for (path, found) in [
            ("idp/src/identity/users/mod.rs", 1),
            ("idp/src/app.rs", 1),
            ("idp/src/identity/users/store.rs", 0),
            ("idp/src/identity/users/api/mod.rs", 0),
        ] {
            assert_eq!(names(path, code).len(), found, "{path}");
        }
    }

    #[test]
    fn files_of_tests_are_known_by_place() {
        assert!(
            is_test_file("idp/src/identity/users/tests.rs")
                && is_test_file("crates/journeys/tests/it/main.rs")
        );
        assert!(!is_test_file("idp/src/identity/users/store.rs"));
    }
}
