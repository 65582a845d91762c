//! `tollgate ledger`: verification of the books of a running server.

use std::io::{self, Write};
use std::time::Duration;

use clap::Subcommand;
use reqwest::Method;
use serde_json::{Value, json};

use super::CommandResult;
use crate::remote::{AdminScope, OutputFormat, RemoteServer, path, show, show_all};

const FINDINGS: [&str; 5] = ["invariant", "what", "count", "accounts", "rows"];
const FROZEN: [&str; 5] = ["account", "owner", "website_id", "mode", "frozen_at"];
const PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug, Subcommand)]
pub(crate) enum LedgerCommand {
    /// Check the ledger's invariants while the server works; fails if it finds a contradiction.
    Verify,
    /// Unfreeze an account whose rows were corrected.
    Unfreeze {
        /// The account, as `tollgate ledger verify` prints it.
        account: String,
    },
}

/// Result of a verification that failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LedgerCheckError {
    /// Rows contradict each other.
    #[error(
        "the books contradict themselves in {0} ways, and the accounts with findings are frozen. Keep a backup of the \
         database as it is, find out by the log and the rows named above what wrote them, put the rows right, verify \
         again, and free each account with `tollgate ledger unfreeze <account>`"
    )]
    Damaged(usize),
    /// The response has an unknown form.
    #[error("the server does not tell what the verification found; is it of this version?")]
    Strange,
}

pub(crate) async fn run(
    server: &RemoteServer,
    command: LedgerCommand,
    form: OutputFormat,
) -> CommandResult {
    match command {
        LedgerCommand::Verify => verify(server, form).await,
        LedgerCommand::Unfreeze { account } => {
            let address = path(&["v1", "ledger", "accounts", &account, "unfreeze"]);
            let response = server
                .ask(AdminScope::Ledger, Method::POST, &address, Some(&json!({})))
                .await?;
            Ok(show(&mut io::stdout(), form, &response)?)
        }
    }
}

async fn verify(server: &RemoteServer, form: OutputFormat) -> CommandResult {
    let response = ended(server).await?;
    let list = |name: &str| {
        let list = response.get(name).and_then(Value::as_array);
        list.cloned().ok_or(LedgerCheckError::Strange)
    };
    let (findings, frozen) = (list("findings")?, list("frozen")?);
    let mut out = io::stdout();
    if form == OutputFormat::Json {
        writeln!(out, "{response:#}")?;
    } else {
        print_findings(&mut out, &findings, &frozen)?;
    }
    if findings.is_empty() {
        Ok(())
    } else {
        Err(LedgerCheckError::Damaged(findings.len()).into())
    }
}

fn print_findings(out: &mut impl Write, findings: &[Value], frozen: &[Value]) -> io::Result<()> {
    if findings.is_empty() {
        writeln!(out, "the books are sound")?;
    } else {
        show_all(out, OutputFormat::Table, &FINDINGS, findings)?;
    }
    if !frozen.is_empty() {
        writeln!(out, "\nfrozen accounts, which refuse every operation:")?;
        show_all(out, OutputFormat::Table, &FROZEN, frozen)?;
    }
    Ok(())
}

/// Returns the result of a run; polls one that takes long.
async fn ended(server: &RemoteServer) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
    const ADDRESS: &str = "/v1/ledger/verification";
    let mut address = ADDRESS.to_owned();
    loop {
        let response = server
            .ask(AdminScope::Ledger, Method::GET, &address, None)
            .await?;
        let text = |name: &str| {
            response
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        match text("state") {
            "running" => {
                let run = path(&[text("run")]).split_off(1);
                address = format!("{ADDRESS}?run={run}");
                tokio::time::sleep(PAUSE).await;
            }
            "sound" | "damaged" => return Ok(response),
            _ => return Err(LedgerCheckError::Strange.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_and_frozen_accounts_are_printed() {
        let finding = json!({"invariant": 4, "what": "a wallet is not the sum of its lots", "count": 1,
            "accounts": ["77"], "rows": ["77"]});
        let frozen = json!({"account": "77", "owner": "cus_1", "website_id": "web_1", "mode": "live",
            "frozen_at": "2027-01-01T00:00:00.000Z"});
        let mut out = Vec::new();
        print_findings(&mut out, &[finding], &[frozen]).unwrap();
        let response = String::from_utf8(out).unwrap();
        assert!(
            response.contains("a wallet is not the sum of its lots  1      77"),
            "{response}"
        );
        assert!(
            response.contains("77       cus_1  web_1       live"),
            "{response}"
        );
        let mut out = Vec::new();
        print_findings(&mut out, &[], &[]).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "the books are sound\n");
        assert!(
            LedgerCheckError::Damaged(2)
                .to_string()
                .contains("tollgate ledger unfreeze")
        );
    }
}
