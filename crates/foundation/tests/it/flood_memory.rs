//! Memory use of HTTP/2 floods (attack J6), measured in a separate process.

use std::fs;
use std::process::Command;
use std::time::Duration;

use foundation::env::Environment;
use foundation::http::Timeouts;
use futures_util::future::join_all;
use tokio::runtime::Builder;

use crate::floods::{
    FrameFlood, MANY, continuation, honest, naming, reset, send_waves, settings, table_header,
};
use crate::http2::{
    Http2Server, LONG_TIMEOUTS, PREFACE, SETTINGS, WHOLE, frame, kind, read_response, say,
};

/// Set in the process that floods.
const ALONE: &str = "FLOODED_ALONE";
/// Number of concurrent floods.
const FLOODS: usize = 16;
/// Maximum extra memory compared with as many honest requests, in KiB: far less than any flood asks for.
const MAX_MEMORY: u64 = 4 * 1_024;

// row: J6
#[test]
fn floods_do_not_grow_memory() {
    if Environment::from_process().get(ALONE).is_some() {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build();
        return runtime.unwrap().block_on(measure());
    }
    let mut alone = Command::new(std::env::current_exe().unwrap());
    alone.args(["--exact", "flood_memory::floods_do_not_grow_memory"]);
    let output = alone.env(ALONE, "1").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains(" 1 passed"), "{said}");
}

async fn measure() {
    let limit = Duration::from_secs(1);
    let timeouts = Timeouts {
        header: limit,
        idle: limit,
        ..LONG_TIMEOUTS
    };
    let server = Http2Server::open(LONG_TIMEOUTS, honest()).await;
    let impatient = Http2Server::open(timeouts, honest()).await;
    let is_served = join_all((0..FLOODS).map(|_| server.is_served())).await;
    assert_eq!(is_served, [true; FLOODS], "the control");
    let before = peak();
    let is_flat = |name: &str| {
        let grown = peak().saturating_sub(before);
        assert!(grown < MAX_MEMORY, "{name}: {grown} KiB more");
    };
    let floods: [(&str, FrameFlood); 3] = [
        ("resets", reset),
        ("continuations", continuation),
        ("settings", settings),
    ];
    for (name, wave) in floods {
        join_all((0..FLOODS).map(|_| impatient.flood(wave, MANY))).await;
        is_flat(name);
    }
    join_all((0..FLOODS).map(|_| wants_and_reads_nothing(&impatient))).await;
    is_flat("settings whose responses nobody reads");
    join_all((0..FLOODS).map(|_| asks_what_is_too_long(&server))).await;
    is_flat("a table of headers");
    let seen = vec![1_u8; 8 * 1_024 * 1_024];
    assert!(
        peak() - before > MAX_MEMORY,
        "{} bytes are seen",
        seen.len()
    );
}

async fn wants_and_reads_nothing(server: &Http2Server) {
    send_waves(server.connect().await, settings, u32::MAX).await;
}

/// Fills the header table with one header, and names it four thousand times: sixteen megabytes in four kilobytes.
async fn asks_what_is_too_long(server: &Http2Server) {
    let mut stream = server.connect().await;
    let first = frame(kind::HEADERS, WHOLE, 1, &table_header());
    let naming = frame(kind::HEADERS, WHOLE, 3, &naming(4_000));
    say(&mut stream, &[PREFACE, &SETTINGS, &first, &naming].concat()).await;
    read_response(&mut stream, 3).await;
}

/// Returns the maximum memory of this process so far, in KiB, from a file of Linux.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.unwrap().parse().unwrap()
}
