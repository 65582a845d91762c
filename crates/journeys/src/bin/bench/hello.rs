//! The baseline: a bare poem handler on poem's own router, in a process of its own.

use std::io::Write;
use std::process::Command;
use std::sync::Arc;

use journeys::process::Process;
use poem::endpoint::make_sync;
use poem::{EndpointExt, Route, get};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::load::Scenario;
use crate::pinned;
use crate::services::Services;
use crate::target::{SHORT_REST, Target};

/// Starts this program a second time, as the server.
pub(crate) fn start() -> Process {
    let mut program = Command::new(std::env::current_exe().expect("this program's path"));
    program.arg("hello");
    let process = Process::start_program(program, &[]).expect("the baseline starts");
    pinned::pin_server(process.id());
    process
}

/// Returns the baseline's server with its request.
pub(crate) fn target(hello: &Process, connections: usize) -> Target {
    let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned();
    Target {
        scenario: Scenario::checked("hello (bare poem)", "hello", move |_| request.clone()),
        address: hello.address,
        process: hello.id(),
        services: Services::none(),
        connections,
        rests_after: SHORT_REST,
        goal: None,
    }
}

/// Serves until it is killed.
pub(crate) fn serve() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let line = serde_json::json!({"message": "listening", "address": address.to_string()});
        writeln!(std::io::stderr(), "{line}").expect("somebody reads");
        let routes = Route::new()
            .at("/", get(make_sync(|_| "hello")))
            .map_to_response()
            .boxed();
        let endless = Arc::new(CancellationToken::new());
        foundation::http::serve(listener, routes, endless.as_ref().clone()).await;
    });
}
