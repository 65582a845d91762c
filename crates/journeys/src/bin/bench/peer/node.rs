//! The peer, node-oidc-provider, in a process of its own: all data in memory, otherwise its defaults.

use std::path::Path;
use std::process::Command;

use foundation::env::Environment;
use journeys::browser::Browser;
use journeys::installation::pair;
use journeys::process::Process;

use super::server::ComparedServer;
use super::table::{Column, rows};
use crate::pinned;
use crate::services::Services;
use crate::site::{self, CALLBACK, TestClient, USERS};

const SECRET: &str = "bench-bench-bench-bench";

/// Starts the peer, if `scripts/bench` has installed it, and gives its clients the consent of users.
pub(super) async fn start() -> Option<ComparedServer> {
    let environment = Environment::from_process();
    let Some(folder) = environment.get("BENCH_PEER") else {
        println!("node-oidc-provider is skipped: scripts/bench could not install it.");
        return None;
    };
    let mut program = Command::new("node");
    program.arg(Path::new(folder).join("server.mjs"));
    let settings = [
        // The system finds `node` by this.
        pair("PATH", environment.get("PATH").unwrap_or_default()),
        pair("NODE_ENV", "production"),
        pair("CLIENT_SECRET", SECRET),
        pair("REDIRECT_URI", CALLBACK),
    ];
    let process = Process::start_program(program, &settings).expect("the peer starts");
    pinned::pin_server(process.id());
    let base = format!("http://{}", process.address);
    // The peer gives a session another cookie at each consent, so each client has users of its own.
    let users = || -> Vec<Browser> { (0..USERS).map(|_| Browser::default()).collect() };
    let ec = TestClient::open(&base, "bench-es256", SECRET, &users()).await;
    let rsa = TestClient::open(&base, "bench-rs256", SECRET, &users()).await;
    Some(ComparedServer {
        column: Column::Peer,
        address: process.address,
        process: process.id(),
        services: Services::none(),
        scenarios: vec![
            site::discovery(rows::DISCOVERY),
            ec.client_credentials(rows::MACHINE_JWT, "&resource=urn%3Abench"),
            ec.client_credentials(rows::MACHINE_OPAQUE, ""),
            ec.code_flow(rows::CODE_ES256),
            rsa.code_flow(rows::CODE_RS256),
            ec.refresh(rows::REFRESH_ES256),
            rsa.refresh(rows::REFRESH_RS256),
            ec.userinfo(rows::USERINFO),
            ec.introspection(rows::INTROSPECTION),
        ],
        _running: Box::new(process),
    })
}
