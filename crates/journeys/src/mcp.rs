//! MCP with the official SDKs, each in a separate process: a website's server, and clients that the operator did not register.

use std::path::{Path, PathBuf};
use std::process::Command;

use foundation::env::Environment;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::installation::pair;
use crate::installed::installed;
use crate::process::Process;

/// Folder of the programs.
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sites/mcp");

/// A language with an official SDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sdk {
    /// `@modelcontextprotocol/sdk` of npm.
    JavaScript,
    /// `mcp` of the Python Package Index.
    Python,
}

/// A program of the journeys in its own process, controlled by JSON requests.
#[derive(Debug)]
pub struct Program {
    /// Its origin.
    pub home: String,
    _process: Process,
}

impl Program {
    /// Starts the MCP server of a website, which also serves a client's metadata document by https, with this certificate.
    ///
    /// # Panics
    /// If the SDKs are not installed, with how to install them.
    pub fn start_server(certificate: &Path, key: &Path) -> Self {
        let settings = [("DOCUMENT_CERTIFICATE", certificate), ("DOCUMENT_KEY", key)];
        let settings = settings.map(|(name, path)| pair(name, &path.display().to_string()));
        Self::start(javascript("server.mjs"), &settings)
    }

    /// Starts an MCP client.
    ///
    /// # Panics
    /// If the SDKs are not installed, with how to install them.
    pub fn start_client(sdk: Sdk) -> Self {
        let program = match sdk {
            Sdk::JavaScript => javascript("client.mjs"),
            Sdk::Python => {
                let mut program = Command::new(sdks().join("python/bin/python"));
                program.arg(Path::new(PROGRAMS).join("client.py"));
                program
            }
        };
        Self::start(program, &[])
    }

    fn start(program: Command, settings: &[(String, String)]) -> Self {
        // Node.js is found by the path.
        let environment = Environment::from_process();
        let path = environment.get("PATH").unwrap_or_default();
        let mut all = vec![pair("PATH", path)];
        all.extend_from_slice(settings);
        let process = Process::start_program(program, &all);
        let process = process.unwrap_or_else(|refused| panic!("{}", refused.said));
        Self {
            home: format!("http://{}", process.address),
            _process: process,
        }
    }

    /// Posts JSON to the program. Returns its response.
    pub async fn post(&self, path: &str, body: &Value) -> Value {
        let request = foundation::testing::test_client().post(format!("{}{path}", self.home));
        send(request.json(body)).await
    }

    /// Reads JSON from the program.
    pub async fn get(&self, path: &str) -> Value {
        let request = foundation::testing::test_client().get(format!("{}{path}", self.home));
        send(request).await
    }
}

async fn send(request: reqwest::RequestBuilder) -> Value {
    let response = request.send().await.expect("a response");
    let status = response.status();
    let text = response.text().await.expect("a body");
    assert_eq!(status, StatusCode::OK, "{text}");
    serde_json::from_str(&text).unwrap_or_else(|_error| json!(text))
}

/// Returns a command for a JavaScript program. Node.js searches modules from the folder of the importing file, so the
/// programs are copied into the SDK's folder.
fn javascript(name: &str) -> Command {
    let folder = sdks().join("js");
    let programs = std::fs::read_dir(PROGRAMS).expect("the programs");
    let paths = programs.map(|entry| entry.expect("an entry").path());
    for path in paths.filter(|path| path.extension().is_some_and(|kind| kind == "mjs")) {
        let file = path.file_name().expect("a name");
        let copy = folder.join(file);
        let text = std::fs::read(&path).expect("a program");
        // Tests run concurrently, and none may see an incomplete file.
        if std::fs::read(&copy).ok().as_ref() != Some(&text) {
            let part = folder.join(format!("{}.{}", file.display(), std::process::id()));
            std::fs::write(&part, text).expect("a copy");
            std::fs::rename(part, copy).expect("a copy");
        }
    }
    let mut program = Command::new("node");
    program.arg(folder.join(name));
    program
}

/// Returns the folder with the SDKs.
fn sdks() -> PathBuf {
    installed("MCP_SDKS", "mcp", "scripts/install-mcp-sdks")
}
