//! `tollgate billing status`: the connections to Stripe with what waits, what failed, and the last comparisons.

use std::io::{self, Write};

use reqwest::Method;
use serde_json::{Map, Value};

use crate::commands::CommandResult;
use crate::commands::exit_code::ExitCodeError;
use crate::remote::{AdminScope, OutputFormat, RemoteServer, path, show_all};

const ADDRESS: &str = "/v1/operator/billing/status?limit=100";
const COLUMNS: [&str; 12] = [
    "connection_id",
    "account_name",
    "mode",
    "state",
    "reason",
    "circuit",
    "waiting",
    "oldest_waiting_since",
    "dead",
    "findings",
    "last_run",
    "last_run_state",
];
/// Exit code if an owner or the operator has to decide.
const DECISION: u8 = 3;
/// Exit code if Stripe does not respond, or does not accept a key.
const AWAY: u8 = 4;

pub(super) async fn run(server: &RemoteServer, form: OutputFormat) -> CommandResult {
    let connections = read(server).await?;
    print(&mut io::stdout(), form, &connections)?;
    result_from(&connections)
}

/// Returns all connections, page by page.
async fn read(
    server: &RemoteServer,
) -> Result<Vec<Value>, Box<dyn std::error::Error + Send + Sync>> {
    let (mut connections, mut address) = (Vec::new(), ADDRESS.to_owned());
    loop {
        let page = server
            .ask(AdminScope::Ledger, Method::GET, &address, None)
            .await?;
        let items = page.get("items").and_then(Value::as_array);
        connections.extend(items.into_iter().flatten().cloned());
        let Some(next) = page.get("next_cursor").and_then(Value::as_str) else {
            return Ok(connections);
        };
        let next = path(&[next]).split_off(1);
        address = format!("{ADDRESS}&cursor={next}");
    }
}

fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    let found = value.pointer(pointer).and_then(Value::as_str);
    found.unwrap_or_default()
}

fn count(connection: &Value, name: &str) -> i64 {
    let found = connection.get(name).and_then(Value::as_i64);
    found.unwrap_or_default()
}

fn print(out: &mut impl Write, form: OutputFormat, connections: &[Value]) -> io::Result<()> {
    if form == OutputFormat::Json {
        return writeln!(out, "{:#}", Value::from(connections.to_vec()));
    }
    if connections.is_empty() {
        return writeln!(out, "no Stripe account is connected");
    }
    let rows: Vec<Value> = connections.iter().map(row).collect();
    show_all(out, form, &COLUMNS, &rows)
}

/// Returns the line of a connection: its last comparison by time and state.
fn row(connection: &Value) -> Value {
    let mut members: Map<String, Value> = connection.as_object().cloned().unwrap_or_default();
    for (column, pointer) in [
        ("last_run", "/last_run/to"),
        ("last_run_state", "/last_run/state"),
    ] {
        let value = connection.pointer(pointer).cloned().unwrap_or_default();
        members.insert(column.to_owned(), value);
    }
    Value::Object(members)
}

/// Returns true if Stripe does not respond to the connection, or does not accept its key.
fn is_away(connection: &Value) -> bool {
    text(connection, "/state") == "revoked"
        || text(connection, "/circuit") != "closed"
        || text(connection, "/last_run/state") == "failed"
}

fn needs_decision(connection: &Value) -> bool {
    text(connection, "/state") == "degraded"
        || count(connection, "dead") > 0
        || count(connection, "findings") > 0
}

fn result_from(connections: &[Value]) -> CommandResult {
    let named = |is_meant: fn(&Value) -> bool| {
        let meant = connections.iter().filter(|one| is_meant(one));
        let ids: Vec<&str> = meant.map(|one| text(one, "/connection_id")).collect();
        ids.join(" ")
    };
    let away = named(is_away);
    if !away.is_empty() {
        let text = format!("Stripe does not respond, or does not accept the key, of: {away}");
        return Err(ExitCodeError { code: AWAY, text }.into());
    }
    let undecided = named(needs_decision);
    if !undecided.is_empty() {
        let text = format!(
            "these connections need a decision: {undecided}; docs/billing/inbox.md and docs/billing/reconcile.md say what to do"
        );
        let code = DECISION;
        return Err(ExitCodeError { code, text }.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::commands::exit_code::code_of;

    fn connection(changes: &Value) -> Value {
        let mut connection = json!({"connection_id": "scn_1", "account_name": "Pictures", "mode": "live", "state": "active",
            "reason": null, "circuit": "closed", "waiting": 2, "oldest_waiting_since": null, "dead": 0, "findings": 0,
            "last_run": {"to": "2026-01-01T00:00:00.000Z", "state": "ended"}});
        let members = connection.as_object_mut().unwrap();
        members.extend(changes.as_object().unwrap().clone());
        connection
    }

    #[test]
    fn exit_code_says_if_there_is_trouble() {
        let rows = [
            (json!({}), 0),
            (json!({"last_run": null}), 0),
            (json!({"last_run": {"state": "running"}}), 0),
            (json!({"dead": 1}), 3),
            (json!({"findings": 2}), 3),
            (json!({"state": "degraded"}), 3),
            (json!({"state": "revoked", "dead": 1}), 4),
            (json!({"circuit": "open"}), 4),
            (json!({"last_run": {"state": "failed"}}), 4),
        ];
        for (changes, expected) in rows {
            let all = [connection(&json!({})), connection(&changes)];
            let code = result_from(&all).err();
            let code = code.map_or(0, |error| code_of(error.as_ref()));
            assert_eq!(code, expected, "{changes}");
        }
        assert!(result_from(&[]).is_ok());
    }

    #[test]
    fn connections_are_printed_with_their_last_comparison() {
        let mut out = Vec::new();
        print(&mut out, OutputFormat::Table, &[connection(&json!({}))]).unwrap();
        let shown = String::from_utf8(out).unwrap();
        let line = "scn_1          Pictures      live  active  -       closed   2        -                     0     0         2026-01-01T00:00:00.000Z  ended";
        assert!(shown.contains(line), "{shown}");
        let mut out = Vec::new();
        print(&mut out, OutputFormat::Table, &[]).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "no Stripe account is connected\n"
        );
    }
}
