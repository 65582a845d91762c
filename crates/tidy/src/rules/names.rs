//! A file's name describes its content: a specific word in small letters.

use crate::floors::{PLANS, room_of};
use crate::furniture::DRAWERS;
use crate::paths::stem;
use crate::{Finding, Tree};

/// Finds files and modules with unspecific names, and names that are not `snake_case`.
pub fn check(tree: &Tree) -> Vec<Finding> {
    tree.ending_in(&[".rs"])
        .flat_map(|(path, _)| {
            let room = PLANS
                .iter()
                .find_map(|plan| room_of(plan, path))
                .unwrap_or_default();
            [drawer(path, stem(path)), drawer(path, room), cased(path)]
        })
        .flatten()
        .collect()
}

fn drawer(path: &str, name: &str) -> Option<Finding> {
    DRAWERS.contains(&name).then(|| {
        Finding::of(
            path,
            format!("`{name}` is a drawer: it does not say what is in it"),
            "Name the file for the noun or the verb that it is about, in the room of that noun.",
        )
    })
}

fn cased(path: &str) -> Option<Finding> {
    let name = stem(path);
    let is_snake = name
        .chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    (!is_snake).then(|| {
        Finding::of(
            path,
            "the name is not in snake_case",
            "Use small letters and underscores.",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn drawers_and_capitals_are_found() {
        assert_found(
            check,
            &[
                ("idp/src/common/mod.rs", ""),
                ("idp/src/identity/users/Helper.rs", ""),
                ("idp/src/identity/users/user.rs", ""),
                ("idp/src/identity/users/utils.rs", ""),
            ],
            &[
                "idp/src/common/mod.rs",
                "idp/src/identity/users/Helper.rs",
                "idp/src/identity/users/utils.rs",
            ],
        );
    }
}
