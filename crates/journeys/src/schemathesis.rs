//! A run of Schemathesis, which generates requests from a contract's schemas and checks the responses against it.

use std::process::Command;

use foundation::env::Environment;
use tempfile::TempDir;

use crate::installed::installed;

/// Settings and hooks of the run.
const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sites/schemathesis");
/// The committed contracts.
const CONTRACTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi");

/// Sends requests to every operation of a contract, such as `account`; the settings take their values from `variables`.
/// Returns the report as the error if a response contradicts the contract; it has each such request as a curl command.
///
/// # Panics
/// If Schemathesis is not installed, with how to install it.
pub fn check_contract(contract: &str, variables: &[(&str, String)]) -> Result<(), String> {
    // It writes files to the working folder.
    let folder = TempDir::new().expect("a temporary folder");
    let path = Environment::from_process()
        .get("PATH")
        .unwrap_or_default()
        .to_owned();
    let program = installed(
        "SCHEMATHESIS",
        "schemathesis/bin/schemathesis",
        "scripts/install-schemathesis",
    );
    let mut run = Command::new(program);
    run.args([
        "--config-file",
        &format!("{SITE}/schemathesis.toml"),
        "run",
        "--no-color",
    ])
    .arg(format!("{CONTRACTS}/{contract}.json"))
    .current_dir(folder.path())
    .env_clear()
    .env("PATH", path)
    .env("PYTHONDONTWRITEBYTECODE", "1")
    .env("PYTHONUTF8", "1")
    .env("RULES", format!("{SITE}/rules.py"))
    .envs(variables.iter().map(|(name, value)| (name, value)));
    let output = run.output().expect("Schemathesis starts");
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    Err(format!("{contract}.json:\n{said}{complaints}"))
}
