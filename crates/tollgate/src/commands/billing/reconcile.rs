//! `tollgate billing reconcile`: starts comparisons with Stripe, waits for their ends, and prints both sides.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::commands::CommandResult;
use crate::commands::exit_code::ExitCodeError;
use crate::remote::{AdminScope, OutputFormat, RemoteServer, path, show_all};

const ADDRESS: &str = "/v1/operator/billing/reconcile";
const RUNS: [&str; 8] = [
    "connection_id",
    "state",
    "from",
    "to",
    "objects",
    "repaired",
    "findings",
    "error",
];
const SUMS: [&str; 5] = [
    "connection_id",
    "currency",
    "stripe_minor",
    "own_minor",
    "outside_minor",
];
const PAUSE: Duration = Duration::from_secs(1);
/// Exit code of runs with findings.
const FINDINGS: u8 = 3;
/// Exit code of runs that Stripe did not respond to.
const AWAY: u8 = 4;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug, Args)]
pub(crate) struct ReconcileArguments {
    /// Compare one connection only, such as scn_…; else all of them.
    #[arg(long)]
    connection: Option<String>,
    /// Compare the connection of one book only: a website's id and a mode, such as `web_…:live`.
    #[arg(long, conflicts_with = "connection")]
    book: Option<String>,
    /// Compare objects since this instant (RFC 3339); else since three days before the last comparison.
    #[arg(long)]
    since: Option<String>,
    /// Count differences, and repair and record none.
    #[arg(long)]
    dry_run: bool,
}

impl ReconcileArguments {
    fn body(&self) -> Value {
        let texts = [
            ("connection_id", &self.connection),
            ("book", &self.book),
            ("since", &self.since),
        ];
        let given = texts.into_iter().filter_map(|(name, text)| {
            let text = text.as_ref()?;
            Some((name.to_owned(), Value::from(text.as_str())))
        });
        let mut body: Map<String, Value> = given.collect();
        body.insert("dry_run".to_owned(), Value::from(self.dry_run));
        Value::Object(body)
    }
}

pub(super) async fn run(
    server: &RemoteServer,
    arguments: &ReconcileArguments,
    form: OutputFormat,
) -> CommandResult {
    let scope = AdminScope::Ledger;
    let begun = server
        .ask(scope, Method::POST, ADDRESS, Some(&arguments.body()))
        .await?;
    let items = begun.get("items").and_then(Value::as_array);
    let mut ended = Vec::new();
    for run in items.into_iter().flatten() {
        ended.push(end_of(server, run.clone()).await?);
    }
    let mut out = io::stdout();
    print(&mut out, form, &ended)?;
    result_from(&ended)
}

/// Polls a run until it has ended.
async fn end_of(server: &RemoteServer, mut run: Value) -> Result<Value, BoxError> {
    while text(&run, "state") == "running" {
        tokio::time::sleep(PAUSE).await;
        let id = path(&[text(&run, "id")]).split_off(1);
        let address = format!("{ADDRESS}?run={id}");
        let found = server
            .ask(AdminScope::Ledger, Method::GET, &address, None)
            .await?;
        run = found.pointer("/items/0").cloned().unwrap_or_default();
    }
    Ok(run)
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn print(out: &mut impl Write, form: OutputFormat, runs: &[Value]) -> io::Result<()> {
    if form == OutputFormat::Json || runs.is_empty() {
        return match form {
            OutputFormat::Json => writeln!(out, "{:#}", Value::from(runs.to_vec())),
            OutputFormat::Table => writeln!(out, "no Stripe account is connected"),
        };
    }
    show_all(out, form, &RUNS, runs)?;
    let sums = runs.iter().flat_map(|run| {
        let sums = run.get("sums").and_then(Value::as_array);
        sums.into_iter().flatten().map(|sum| {
            let mut sum = sum.clone();
            if let Some(members) = sum.as_object_mut() {
                members.insert(
                    "connection_id".to_owned(),
                    json!(text(run, "connection_id")),
                );
            }
            sum
        })
    });
    let sums: Vec<Value> = sums.collect();
    if !sums.is_empty() {
        writeln!(out)?;
        show_all(out, form, &SUMS, &sums)?;
    }
    Ok(())
}

fn result_from(runs: &[Value]) -> CommandResult {
    let failed = runs.iter().find(|run| text(run, "state") != "ended");
    if let Some(run) = failed {
        let error = text(run, "error");
        let text = format!("the comparison with Stripe did not come to its end: {error}");
        return Err(ExitCodeError { code: AWAY, text }.into());
    }
    let findings = runs
        .iter()
        .map(|run| run.get("findings").and_then(Value::as_i64));
    let findings: i64 = findings.map(Option::unwrap_or_default).sum();
    if findings > 0 {
        let text = format!(
            "{findings} differences need a decision: `GET /v1/operator/billing/findings` lists them, and \
             docs/billing/reconcile.md says for each kind what to do"
        );
        return Err(ExitCodeError {
            code: FINDINGS,
            text,
        }
        .into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::exit_code::code_of;

    #[test]
    fn exit_code_says_if_both_sides_agree() {
        let run = |state: &str, findings: i64| json!({"state": state, "findings": findings, "error": "away"});
        let rows = [
            (vec![], 0),
            (vec![run("ended", 0)], 0),
            (vec![run("ended", 0), run("ended", 2)], 3),
            (vec![run("failed", 0), run("ended", 2)], 4),
        ];
        for (runs, expected) in rows {
            let code = result_from(&runs)
                .err()
                .map_or(0, |error| code_of(error.as_ref()));
            assert_eq!(code, expected, "{runs:?}");
        }
    }

    #[test]
    fn both_sides_are_printed() {
        let run = json!({"connection_id": "scn_1", "state": "ended", "from": "a", "to": "b", "objects": 7, "repaired": 1,
            "findings": 0, "error": null,
            "sums": [{"currency": "eur", "stripe_minor": 30, "own_minor": 20, "outside_minor": 10}]});
        let mut out = Vec::new();
        print(&mut out, OutputFormat::Table, &[run]).unwrap();
        let shown = String::from_utf8(out).unwrap();
        assert!(
            shown.contains("scn_1          ended  a     b   7        1         0"),
            "{shown}"
        );
        assert!(
            shown.contains("scn_1          eur       30            20         10"),
            "{shown}"
        );
        let mut out = Vec::new();
        print(&mut out, OutputFormat::Table, &[]).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "no Stripe account is connected\n"
        );
    }

    #[test]
    fn arguments_become_the_body() {
        let arguments = ReconcileArguments {
            connection: Some("scn_1".to_owned()),
            book: None,
            since: None,
            dry_run: true,
        };
        assert_eq!(
            arguments.body(),
            json!({"connection_id": "scn_1", "dry_run": true})
        );
    }
}
