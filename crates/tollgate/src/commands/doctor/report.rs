//! All checks, one after the other, and the output of their results.

use std::io::{self, Write};
use std::time::Duration;

use foundation::Clock;
use foundation::env::Environment;
use serde_json::{Value, json};

use super::finding::{Finding, Verdict};
use super::{connections, remote_checks, settings};
use crate::commands::CommandResult;
use crate::remote::{OutputFormat, RemoteServer};

/// Time limit of each check that waits for a server, so that a server that hangs is reported within seconds.
const LIMIT: Duration = Duration::from_secs(4);

pub(crate) async fn run(server: &RemoteServer, form: OutputFormat) -> CommandResult {
    let environment = Environment::from_process();
    let mut findings = settings::examine(&environment);
    let (server, clock) = (server.with_limit(LIMIT), Clock::system());
    let (connections, visit) = tokio::join!(
        connections::examine(&environment, LIMIT),
        remote_checks::examine(&server, &clock)
    );
    findings.extend(connections);
    findings.extend(visit);
    print_findings(&mut io::stdout(), form, &findings)?;
    let failed = findings
        .iter()
        .filter(|finding| finding.verdict == Verdict::Failed)
        .count();
    if failed == 0 {
        Ok(())
    } else {
        Err(format!("{failed} of {} checks failed", findings.len()).into())
    }
}

fn print_findings(
    out: &mut impl Write,
    form: OutputFormat,
    findings: &[Finding],
) -> io::Result<()> {
    if form == OutputFormat::Json {
        let all: Vec<Value> = findings.iter().map(to_json).collect();
        return writeln!(out, "{:#}", Value::from(all));
    }
    for finding in findings {
        let (verdict, check) = (finding.verdict.name(), finding.check);
        let says = finding.says.replace(char::is_control, "?");
        writeln!(out, "{verdict:7}  {check:12}  {says}")?;
    }
    Ok(())
}

fn to_json(finding: &Finding) -> Value {
    json!({
        "check": finding.check,
        "verdict": finding.verdict.name(),
        "says": finding.says,
    })
}
