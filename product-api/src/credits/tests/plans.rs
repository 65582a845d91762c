//! Tests of SQLite's plans for every statement of this crate. No statement of a request or a sweep scans a table, or all rows
//! that a book, wallet, website or endpoint ever had. (The plans use no statistics, because ANALYZE never runs. PostgreSQL has
//! the same indexes, and statistics in addition.)

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use foundation::Connection;
use sqlx::AssertSqlSafe;

use super::operator_plans;
use super::plan_rules::{BOUNDED, BOUNDED_OF_ONE, GROWING, MAY, OF_A_GROUP};
use super::test_ledger::TestLedger;
use crate::credits::store::checks;
use crate::credits::store::{book_pages, hold_pages, pages, statements};

/// Returns the complete statements of a file; those with many rows, with two rows.
pub(super) fn statements_of(text: &str) -> Vec<String> {
    texts_of(text).0
}

/// Returns the complete statements of a file, and the fragments of composed queries.
fn texts_of(text: &str) -> (Vec<String>, Vec<String>) {
    let code: Vec<&str> = text
        .split("#[cfg(test)]\nmod")
        .next()
        .unwrap()
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let joined = code.join("\n").replace("\\\"", "'");
    let literals: Vec<String> = joined
        .split('"')
        .skip(1)
        .step_by(2)
        .map(|literal| {
            let lines = literal.split("\\\n");
            lines
                .enumerate()
                .map(|(n, line)| if n == 0 { line } else { line.trim_start() })
                .collect()
        })
        .collect();
    let (mut found, mut pieces) = (Vec::new(), Vec::new());
    for (index, literal) in literals.iter().enumerate() {
        let verb = literal.split(' ').next().unwrap_or_default();
        if !["SELECT", "UPDATE", "INSERT", "DELETE", "WITH"].contains(&verb) {
            continue;
        }
        if let Some(head) = literal.strip_suffix(" AS (VALUES ") {
            let columns = head.rsplit('(').next().unwrap().split(',').count();
            let row = vec!["NULL"; columns].join(", ");
            let tail = literals.get(index + 1).cloned().unwrap_or_default();
            found.push(format!("{literal}({row}), ({row}){tail}"));
        } else if !literal.ends_with(' ') && !literal.ends_with('(') {
            found.push(literal.clone());
        } else if verb != "INSERT" {
            pieces.push(literal.clone());
        }
    }
    (found, pieces)
}

/// Lists the files of the crate, without tests and without the checks of the verification.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() && name != "tests" {
            files(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs")
            && name != "tests.rs"
            && !name.starts_with("checks_of_")
        {
            found.push(path);
        }
    }
}

pub(super) struct Plans {
    world: TestLedger,
    /// The table of each index.
    tables: BTreeMap<String, String>,
}

impl Plans {
    pub(super) async fn new() -> Self {
        let world = TestLedger::sqlite().await;
        let mut transaction = world.app.database.begin().await.unwrap();
        let Connection::Sqlite(db) = transaction.connection() else {
            panic!("plans are looked at on SQLite");
        };
        let text = "SELECT name, tbl_name FROM sqlite_master WHERE type = 'index'";
        let tables: Vec<(String, String)> = sqlx::query_as(text).fetch_all(db).await.unwrap();
        drop(transaction);
        Self {
            world,
            tables: tables.into_iter().collect(),
        }
    }

    /// Returns SQLite's plan; none if the text is not a complete statement.
    pub(super) async fn explain(&self, text: &str) -> Option<Vec<String>> {
        let mut reader = self.world.app.database.reader().await.unwrap();
        let Connection::Sqlite(db) = reader.connection() else {
            panic!("plans are looked at on SQLite");
        };
        let explain = format!("EXPLAIN QUERY PLAN {text}");
        let rows: Result<Vec<(i64, i64, i64, String)>, _> =
            sqlx::query_as(AssertSqlSafe(explain)).fetch_all(db).await;
        Some(
            rows.ok()?
                .into_iter()
                .map(|(_, _, _, detail)| detail)
                .collect(),
        )
    }

    /// Returns the growing table that a line of a plan reads; none for other tables.
    fn table_of(&self, text: &str, line: &str) -> Option<&'static str> {
        let index = line
            .split(" INDEX ")
            .nth(1)
            .and_then(|rest| rest.split(' ').next());
        let name = line.split(' ').nth(1).unwrap_or_default();
        let is_it = |table: &&&str| match index.and_then(|index| self.tables.get(index)) {
            Some(of_index) => of_index == **table,
            None => {
                name == **table
                    || text.contains(&format!(" {table} {name}"))
                    || text.contains(&format!(" {table} AS {name}"))
            }
        };
        GROWING.iter().find(is_it).copied()
    }

    /// Returns true if the cost of a plan's line grows with the table.
    fn is_wide(&self, text: &str, line: &str) -> bool {
        let is_by = |indexes: &[&str]| {
            let mut indexes = indexes.iter();
            indexes.any(|index| line.contains(&format!("INDEX {index}")))
        };
        let is_of_one = line.starts_with("SEARCH ") && is_by(BOUNDED_OF_ONE);
        if self.table_of(text, line).is_none() || is_by(BOUNDED) || is_of_one {
            return false;
        }
        let columns = line
            .split(" (")
            .nth(1)
            .and_then(|rest| rest.strip_suffix(')').or(rest.split(')').next()));
        // A range of all values of a column that are not null selects none of them.
        let is_not_null = |column: &str| {
            let name = column.strip_suffix(">?");
            name.is_some_and(|name| text.contains(&format!("{name} IS NOT NULL")))
        };
        let is_of_group = |columns: &str| {
            let mut columns = columns.split(" AND ");
            columns.all(|column| OF_A_GROUP.contains(&column) || is_not_null(column))
        };
        line.starts_with("SCAN ") || line.contains("AUTOMATIC") || columns.is_some_and(is_of_group)
    }

    /// Finds the first line that scans a growing table for each row of another, or at all in a check of one book.
    fn again<'a>(&self, text: &str, plan: &'a [String], is_narrow: bool) -> Option<&'a String> {
        let mut is_inner = false;
        plan.iter().find(|line| {
            let is_scan = line.starts_with("SCAN ");
            let is_wrong =
                is_scan && (is_inner || is_narrow) && self.table_of(text, line).is_some();
            // An inner loop ends at the next part of the plan; `outbox_swept` has one row, so it starts none.
            is_inner = (is_scan || line.starts_with("SEARCH ")) && !line.contains("outbox_swept");
            is_wrong
        })
    }

    fn wide<'a>(&self, text: &str, plan: &'a [String]) -> Vec<&'a String> {
        let is_allowed = |line: &String| {
            MAY.iter()
                .any(|(of, what)| text.contains(of) && line.contains(what))
        };
        plan.iter()
            .filter(|line| self.is_wide(text, line) && !is_allowed(line))
            .collect()
    }
}

/// Returns the statements that modules compose of parts.
fn composed_texts() -> Vec<String> {
    let two = "(1, NULL, NULL, NULL), (2, NULL, NULL, NULL)";
    let customers = crate::customers::TEXTS.map(|(head, tail)| [head, two, tail].concat());
    let together = [
        statements::texts(),
        book_pages::texts(),
        hold_pages::texts(),
        pages::texts(),
        customers.into(),
        crate::customers::page_texts(),
    ]
    .concat();
    together
        .into_iter()
        .chain(crate::webhooks::LOG_TEXTS.map(str::to_owned))
        .chain(operator_plans::lists().map(|(text, _)| text.to_owned()))
        .chain(crate::usage::rest_texts())
        .chain(crate::usage::days_texts())
        .chain(crate::usage::standings_texts())
        .chain(crate::user_changes::TEXTS.map(str::to_owned))
        .chain(crate::users::TEXTS.map(str::to_owned))
        .chain(
            crate::billing::TEXTS
                .concat()
                .into_iter()
                .map(str::to_owned),
        )
        .chain(crate::customers::WHOLE_TEXTS.map(str::to_owned))
        .collect()
}

#[tokio::test]
async fn statement_cost_is_independent_of_history() {
    let plans = Plans::new().await;
    let (mut paths, mut texts, mut pieces) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut paths,
    );
    for path in paths {
        let (whole, parts) = texts_of(&fs::read_to_string(path).unwrap());
        texts.extend(whole);
        pieces.extend(parts);
    }
    let together = composed_texts();
    // Modules that compose statements must pass them to this test.
    let is_missed = |piece: &&String| !together.iter().any(|text| text.contains(piece.as_str()));
    let missed: Vec<&String> = pieces.iter().filter(is_missed).collect();
    assert!(missed.is_empty(), "{missed:#?}");
    let (mut known, mut wide) = (0, Vec::new());
    for (text, is_whole) in texts
        .iter()
        .map(|text| (text, false))
        .chain(together.iter().map(|text| (text, true)))
    {
        let Some(plan) = plans.explain(text).await else {
            assert!(!is_whole, "no statement: {text}");
            continue;
        };
        known += 1;
        wide.extend(
            plans
                .wide(text, &plan)
                .into_iter()
                .map(|line| format!("{line}: {text}")),
        );
    }
    assert!(known > 150, "only {known} statements were found");
    assert!(wide.is_empty(), "{}", wide.join("\n\n"));
}

/// The control: the test detects earlier mistakes and typical wide statements.
#[tokio::test]
async fn table_scans_are_detected() {
    let plans = Plans::new().await;
    for text in [
        "SELECT COUNT(*) FROM txn",
        "SELECT amount FROM entry e WHERE e.account_id = $1",
        "SELECT id FROM lot WHERE account_id = $1 AND txn_id + 0 = $2",
        "SELECT id FROM account WHERE next_due_at <= $1 AND id > $2 ORDER BY id LIMIT $3",
        "SELECT event_id FROM webhook_delivery WHERE endpoint_id = $1 AND last_status = 500",
        "SELECT SUM(h.amount) FROM hold h CROSS JOIN account a WHERE h.closed_at IS NULL AND a.id = h.account_id AND a.book_id = $1",
        "SELECT stripe_id FROM stripe_customer WHERE connection_id = $1 AND stripe_id IS NOT NULL",
        "SELECT t.id FROM txn t JOIN api_operation o ON t.op_key = 'key:' || o.key AND o.tenant_id = $1 WHERE t.id = $2",
    ] {
        let plan = plans.explain(text).await.unwrap();
        assert_ne!(
            plans.wide(text, &plan),
            Vec::<&String>::new(),
            "{text}: {plan:?}"
        );
    }
    let narrow = "SELECT id FROM txn WHERE account_id = $1 AND booked_at <= $2 ORDER BY booked_at DESC LIMIT 1";
    let plan = plans.explain(narrow).await.unwrap();
    assert_eq!(plans.wide(narrow, &plan), Vec::<&String>::new(), "{plan:?}");
}

// row: L18
/// Each check of the verification scans a table once, and for one book only the rows of that book.
#[tokio::test]
async fn no_plan_scans_a_table_per_row() {
    let plans = Plans::new().await;
    for check in checks::all() {
        for is_one_book in [false, true] {
            let text = checks::text_of(check, is_one_book);
            let plan = plans
                .explain(&text)
                .await
                .unwrap_or_else(|| panic!("{text}"));
            let is_narrow = is_one_book && !check.is_of_all;
            assert_eq!(plans.again(&text, &plan, is_narrow), None, "{plan:#?}");
        }
    }
}
