//! Each metric is declared with its help, has a conventional name, and is listed in the runbook.

use std::collections::BTreeMap;

use crate::code::{code_of, without_tests};
use crate::paths::is_test_file;
use crate::{Finding, Tree};

/// A type of families.
struct MetricType {
    name: &'static str,
    /// Call that declares a family.
    declares: &'static str,
    /// Call that records a value.
    records: &'static str,
}

const TYPES: &[MetricType] = &[
    MetricType {
        name: "counter",
        declares: "Family::counter(",
        records: "metrics::counter!(",
    },
    MetricType {
        name: "gauge",
        declares: "Family::gauge(",
        records: "metrics::gauge!(",
    },
    MetricType {
        name: "histogram",
        declares: "Family::histogram(",
        records: "metrics::histogram!(",
    },
];
/// Units that are not base units, at the end of a name or before `_total`.
const UNITS: &[&str] = &[
    "_ms",
    "_millis",
    "_milliseconds",
    "_microseconds",
    "_minutes",
    "_hours",
    "_kb",
    "_kilobytes",
    "_megabytes",
    "_percent",
];
const RUNBOOK: &str = "deploy/README.md";
const SECTION: &str = "\n## Metrics\n";

/// A call with the name of a family.
struct MetricCall<'t> {
    path: &'t str,
    line: usize,
    name: String,
    kind: &'static str,
}

/// Finds metrics without a declaration, unconventional names, and differences between the code and the runbook.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let declared = named(tree, |one| one.declares);
    let kinds: BTreeMap<&str, &str> = declared
        .iter()
        .map(|one| (one.name.as_str(), one.kind))
        .collect();
    let recorded = named(tree, |one| one.records);
    let undeclared = recorded
        .iter()
        .filter(|one| kinds.get(one.name.as_str()) != Some(&one.kind))
        .map(|one| {
            Finding::at(
                one.path,
                one.line,
                format!("no {} `{}` is declared", one.kind, one.name),
                "Declare it with its help in the service's telemetry/families.rs.",
            )
        });
    let misnamed = declared
        .iter()
        .filter(|one| !is_named_well(one))
        .map(|one| {
            Finding::at(
                one.path,
                one.line,
                format!("the {} `{}` has a name off convention", one.kind, one.name),
                "Use snake_case and base units; counters, and only they, end in _total.",
            )
        });
    let listed = listed(tree.text(RUNBOOK).unwrap_or_default());
    let unlisted = kinds
        .keys()
        .filter(|name| !listed.contains(name))
        .map(|name| {
            Finding::for_file(
                RUNBOOK,
                format!("the metric `{name}` is not listed"),
                "Add a row to the table under Metrics.",
            )
        });
    let unknown = listed
        .iter()
        .filter(|name| !kinds.contains_key(*name))
        .map(|name| {
            Finding::for_file(
                RUNBOOK,
                format!("there is no metric `{name}`"),
                "Take the row out of the table under Metrics.",
            )
        });
    undeclared
        .chain(misnamed)
        .chain(unlisted)
        .chain(unknown)
        .collect()
}

/// Returns the calls outside tests whose first argument is a name.
fn named(tree: &Tree, call_of: fn(&MetricType) -> &'static str) -> Vec<MetricCall<'_>> {
    let mut found = Vec::new();
    for (path, source) in tree.ending_in(&[".rs"]) {
        if is_test_file(path) || path.starts_with("crates/tidy/") {
            continue;
        }
        let code = without_tests(&code_of(source));
        for one in TYPES {
            let calls = calls(source, &code, call_of(one));
            found.extend(calls.into_iter().map(|(line, name)| MetricCall {
                path,
                line,
                name,
                kind: one.name,
            }));
        }
    }
    found
}

/// Returns the lines of calls in the code of a source, each with the literal after the call.
fn calls(source: &str, code: &str, call: &str) -> Vec<(usize, String)> {
    let lines = code.lines().enumerate();
    lines
        .filter(|(_, line)| line.contains(call))
        .filter_map(|(index, _)| Some((index + 1, name_behind(source, index, call)?)))
        .collect()
}

/// Returns the literal after a call, on its line or the next.
fn name_behind(source: &str, index: usize, call: &str) -> Option<String> {
    let lines: Vec<&str> = source.lines().skip(index).take(2).collect();
    let text = lines.join(" ");
    let (_, arguments) = text.split_once(call)?;
    arguments.split('"').nth(1).map(ToOwned::to_owned)
}

fn is_named_well(one: &MetricCall<'_>) -> bool {
    let stem = one.name.strip_suffix("_total");
    let unit = stem.unwrap_or(&one.name);
    (one.kind == "counter") == stem.is_some()
        && !UNITS.iter().any(|ending| unit.ends_with(ending))
        && one
            .name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Returns the names in the first column of the table.
fn listed(runbook: &str) -> Vec<&str> {
    let (_, section) = runbook.split_once(SECTION).unwrap_or_default();
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| Some(row.split_once('`')?.0))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    const RUNBOOK: (&str, &str) = (
        "deploy/README.md",
        "# Runbook\n\n## Metrics\n\n| family | type |\n|---|---|\n| `a_total` | counter |\n\n## More\n| `b_total` |\n",
    );
    const DECLARED: (&str, &str) = (
        "idp/src/observability/telemetry/families.rs",
        "Family::counter(\n    \"a_total\",\n    \"Help.\",\n)",
    );

    #[test]
    fn metric_without_declaration_or_row_is_found() {
        let used = (
            "idp/src/a.rs",
            "metrics::counter!(\"a_total\").increment(1);",
        );
        assert_found(check, &[RUNBOOK, DECLARED, used], &[]);
        let unknown = ("idp/src/a.rs", "metrics::counter!(\n    \"b_total\");");
        assert_found(check, &[RUNBOOK, DECLARED, unknown], &["idp/src/a.rs"]);
        let gauge = ("idp/src/a.rs", "metrics::gauge!(\"a_total\").set(1);");
        assert_found(check, &[RUNBOOK, DECLARED, gauge], &["idp/src/a.rs"]);
        let test = ("idp/src/tests.rs", "metrics::counter!(\"b_total\");");
        assert_found(check, &[RUNBOOK, DECLARED, test], &[]);
        assert_found(check, &[RUNBOOK], &["deploy/README.md"]);
        assert_found(check, &[DECLARED], &["deploy/README.md"]);
    }

    #[test]
    fn name_off_convention_is_found() {
        for (declaration, name) in [
            ("Family::counter(\"NAME\", \"Help.\")", "mails"),
            ("Family::gauge(\"NAME\", \"Help.\")", "mails_total"),
            (
                "Family::counter(\"NAME\", \"Help.\")",
                "waited_milliseconds_total",
            ),
            ("Family::histogram(\"NAME\", \"Help.\", &[1.0])", "took_ms"),
            ("Family::gauge(\"NAME\", \"Help.\")", "queueSize"),
        ] {
            let source = declaration.replace("NAME", name);
            let runbook = format!("\n## Metrics\n| `{name}` |\n");
            let tree = [
                ("deploy/README.md", runbook.as_str()),
                ("idp/src/a.rs", source.as_str()),
            ];
            assert_found(check, &tree, &["idp/src/a.rs"]);
        }
    }
}
