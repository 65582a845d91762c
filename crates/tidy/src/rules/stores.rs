//! Only store files contain SQL; a store neither begins nor commits a transaction.

use crate::code::{code_of, has_word, without_tests};
use crate::file_roles::{FileRole, SQL_ELSEWHERE, is_listed, role_of};
use crate::layers::{PLANS, service_module};
use crate::paths::is_test_file;
use crate::{Finding, Tree};

/// Finds `sqlx` outside stores, and transactions that begin or end in one.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, source) in tree.ending_in(&[".rs"]) {
        if is_test_file(path) || is_listed(SQL_ELSEWHERE, path) || path.starts_with("crates/tidy/")
        {
            continue;
        }
        let is_store = PLANS
            .iter()
            .find_map(|plan| service_module(plan, path))
            .is_some_and(|module| role_of(module, path) == FileRole::Store);
        let code = without_tests(&code_of(source));
        for (index, line) in code.lines().enumerate() {
            findings.extend(if is_store {
                transaction_in_store(path, index + 1, line)
            } else {
                sql_outside_store(path, index + 1, line)
            });
        }
    }
    findings
}

fn sql_outside_store(path: &str, line: usize, text: &str) -> Option<Finding> {
    has_word(text, "sqlx").then(|| {
        Finding::at(
            path,
            line,
            "`sqlx` outside a store",
            "Put the statement into the module's store.rs, as a function that takes a borrowed connection and returns \
             domain types.",
        )
    })
}

fn transaction_in_store(path: &str, line: usize, text: &str) -> Option<Finding> {
    [".begin(", ".commit(", ".rollback("].into_iter().find(|call| text.contains(call)).map(|call| {
        Finding::at(
            path,
            line,
            format!("a store calls `{call})`"),
            "The use case that the handler calls begins and commits the one transaction; the store borrows it.",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn sql_outside_stores_and_commits_in_stores_are_found() {
        assert_found(
            check,
            &[
                (
                    "crates/foundation/src/database/engine.rs",
                    "use sqlx::Sqlite;",
                ),
                ("crates/foundation/src/http/server.rs", "use sqlx::Sqlite;"),
                ("idp/src/identity/users/prove_email.rs", "sqlx::query(x)"),
                (
                    "idp/src/identity/users/store.rs",
                    "sqlx::query(x).execute(db)",
                ),
                (
                    "idp/src/protocol/keys/store.rs",
                    "let t = db.begin().await;",
                ),
                ("idp/src/identity/users/tests.rs", "sqlx::query(x)"),
            ],
            &[
                "crates/foundation/src/http/server.rs",
                "idp/src/identity/users/prove_email.rs",
                "idp/src/protocol/keys/store.rs",
            ],
        );
    }
}
