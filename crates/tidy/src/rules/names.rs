//! A file's name describes its content by a specific word.

use crate::file_roles::VAGUE_NAMES;
use crate::layers::{PLANS, service_module};
use crate::paths::stem;
use crate::{Finding, Tree};

/// Finds files and modules with unspecific names.
pub fn check(tree: &Tree) -> Vec<Finding> {
    tree.ending_in(&[".rs"])
        .flat_map(|(path, _)| {
            let module = PLANS
                .iter()
                .find_map(|plan| service_module(plan, path))
                .unwrap_or_default();
            [vague_name(path, stem(path)), vague_name(path, module)]
        })
        .flatten()
        .collect()
}

fn vague_name(path: &str, name: &str) -> Option<Finding> {
    VAGUE_NAMES.contains(&name).then(|| {
        Finding::for_file(
            path,
            format!("the name `{name}` does not say what the file contains"),
            "Name the file for the noun or the verb that it is about, in the module of that noun.",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn vague_names_are_found() {
        assert_found(
            check,
            &[
                ("idp/src/common/mod.rs", ""),
                ("idp/src/identity/users/user.rs", ""),
                ("idp/src/identity/users/utils.rs", ""),
            ],
            &["idp/src/common/mod.rs", "idp/src/identity/users/utils.rs"],
        );
    }
}
