//! Each migration has a unique number, because a database with two of one number cannot be created. A migration with
//! the oldest compatible version names it in the form that the program reads.

use std::collections::BTreeMap;

use crate::{Finding, Tree};

const OLDEST: &str = "-- oldest compatible migration: ";

/// Finds migrations of one service with the same number or without one, and those that name a version incorrectly.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut seen: BTreeMap<(&str, &str), &str> = BTreeMap::new();
    let mut findings = Vec::new();
    for (path, text) in tree.ending_in(&[".sql"]) {
        let Some((folder, name)) = path.rsplit_once('/') else {
            continue;
        };
        if !folder.ends_with("/migrations") {
            continue;
        }
        let number = name.split('_').next().unwrap_or_default();
        if !names_oldest_well(text, number) {
            findings.push(Finding::for_file(
                path,
                "the oldest version that may run with it is named wrongly",
                format!("Write `{OLDEST}NNNN` among the first comments, with the number of an earlier migration."),
            ));
        }
        if !is_number(number) {
            findings.push(Finding::for_file(
                path,
                "a migration without a number of four digits",
                "Name it like 0042_what_it_adds.sql.",
            ));
        } else if let Some(other) = seen.insert((folder, number), path) {
            findings.push(Finding::for_file(
                path,
                format!("the same number as {other}"),
                "Take the next free number: whichever of the two is not released yet moves.",
            ));
        }
    }
    findings
}

fn is_number(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true if the program reads every line about the oldest version.
fn names_oldest_well(text: &str, number: &str) -> bool {
    let is_about = |line: &&str| line.to_lowercase().contains("oldest compatible migration");
    let is_read = |line: &&str| {
        let named = line.strip_prefix(OLDEST);
        named.is_some_and(|named| is_number(named) && named < number)
    };
    let head = text.lines().take_while(|line| line.starts_with("--"));
    text.lines().filter(is_about).count() == head.filter(is_read).count()
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn oldest_version_that_no_database_would_keep_is_found() {
        assert_found(
            check,
            &[
                (
                    "idp/migrations/0002_well.sql",
                    "-- A table.\n-- oldest compatible migration: 0001\na;\n",
                ),
                (
                    "idp/migrations/0003_late.sql",
                    "a;\n-- oldest compatible migration: 0001\n",
                ),
                (
                    "idp/migrations/0004_own.sql",
                    "-- oldest compatible migration: 0004\na;\n",
                ),
                (
                    "idp/migrations/0005_short.sql",
                    "-- oldest compatible migration: 1\na;\n",
                ),
                (
                    "idp/migrations/0006_case.sql",
                    "-- Oldest compatible migration: 0001\na;\n",
                ),
            ],
            &[
                "idp/migrations/0003_late.sql",
                "idp/migrations/0004_own.sql",
                "idp/migrations/0005_short.sql",
                "idp/migrations/0006_case.sql",
            ],
        );
    }

    #[test]
    fn number_twice_and_a_name_without_one_are_found() {
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
