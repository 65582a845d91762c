//! Tests of the foundation with real sockets and real databases.
#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests stop the test that cannot go on"
)]

mod connections;
mod database;
mod ended_connections;
mod flood_memory;
mod floods;
mod http;
mod http2;
mod migrations;
mod outbox;
mod pooler;
mod pools;
mod read_cache;
mod readiness;
mod shared_commits;
mod statement_pair;
mod stopping;
mod tls;
mod writer;
