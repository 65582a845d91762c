//! Each migration has a number of its own: of two with one number no database could be made.

use std::collections::BTreeMap;

use crate::{Finding, Tree};

/// Finds migrations of one service that share a number, and those that have none.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut seen: BTreeMap<(&str, &str), &str> = BTreeMap::new();
    let mut findings = Vec::new();
    for (path, _) in tree.ending_in(&[".sql"]) {
        let Some((folder, name)) = path.rsplit_once('/') else {
            continue;
        };
        if !folder.ends_with("/migrations") {
            continue;
        }
        let number = name.split('_').next().unwrap_or_default();
        let is_number = number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            findings.push(Finding::of(
                path,
                "a migration without a number of four digits",
                "Name it like 0042_what_it_adds.sql.",
            ));
        } else if let Some(other) = seen.insert((folder, number), path) {
            findings.push(Finding::of(
                path,
                format!("the same number as {other}"),
                "Take the next free number: whichever of the two is not released yet moves.",
            ));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn a_number_twice_and_a_name_without_one_are_found() {
        assert_found(
            check,
            &[
                ("idp/migrations/0001_users.sql", ""),
                ("idp/migrations/0002_sessions.sql", ""),
                ("idp/migrations/0002_mail.sql", ""),
                ("idp/migrations/keys.sql", ""),
                ("product-api/migrations/0001_users.sql", ""),
                ("deploy/postgres/init.sql", ""),
            ],
            &[
                "idp/migrations/0002_sessions.sql",
                "idp/migrations/keys.sql",
            ],
        );
    }
}
