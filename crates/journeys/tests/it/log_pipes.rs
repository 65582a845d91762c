//! The log goes into a pipe: a server responds although the pipe's reader has ended or does not read.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use foundation::testing::{Metrics, test_client};
use journeys::port::Port;
use journeys::process::binary;
use serde_json::Value;
use tempfile::TempDir;

/// More requests than the queue and a pipe have space for lines; a pipe has 64 KiB.
const MAX_REQUESTS: usize = 40_000;

/// A server whose output only the test reads.
struct ServerWithPipe {
    child: Child,
    address: SocketAddr,
    client: reqwest::Client,
    _port: Port,
    _data: TempDir,
}

impl ServerWithPipe {
    fn start() -> Self {
        let (port, data) = (Port::free(), TempDir::new().unwrap());
        let address = port.address();
        let child = Command::new(binary())
            .arg("serve")
            .env_clear()
            .env("TOLLGATE_DATA_DIR", data.path())
            .env("TOLLGATE_LISTEN", address.to_string())
            .env("TOLLGATE_DRAIN_SECONDS", "0")
            .env("TOLLGATE_LOG_FORMAT", "json")
            .env("TOLLGATE_LOG_FILTER", "debug")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            child,
            address,
            client: test_client(),
            _port: port,
            _data: data,
        }
    }

    fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Waits until it listens.
    async fn listens(&mut self) {
        while self
            .client
            .get(self.at("/health/live"))
            .send()
            .await
            .is_err()
        {
            assert_eq!(self.child.try_wait().unwrap(), None, "it has ended");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn fetch(&self, path: &str) -> String {
        let response = self.client.get(self.at(path)).send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        response.text().await.unwrap()
    }

    async fn dropped_lines(&self) -> f64 {
        let metrics = Metrics::parse(&self.fetch("/metrics").await);
        metrics.value("log_lines_dropped_total", &[]).unwrap()
    }

    /// Sends SIGTERM and waits for the exit.
    fn stop(&mut self) -> bool {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status();
        assert!(sent.unwrap().success());
        self.child.wait().unwrap().success()
    }
}

impl Drop for ServerWithPipe {
    fn drop(&mut self) {
        let _killed = self.child.kill();
        let _status = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_with_a_closed_log_pipe_answers_and_stops() {
    let mut server = ServerWithPipe::start();
    drop((server.child.stdout.take(), server.child.stderr.take()));
    server.listens().await;
    for _ in 0..50 {
        server.fetch("/.well-known/openid-configuration").await;
    }
    assert!(server.dropped_lines().await >= 1.0);
    assert!(server.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_with_a_full_log_pipe_answers_and_reports_lost_lines() {
    let mut server = ServerWithPipe::start();
    server.listens().await;
    let mut requests = 0;
    while requests < MAX_REQUESTS && server.dropped_lines().await < 1.0 {
        for _ in 0..100 {
            server.fetch("/.well-known/openid-configuration").await;
        }
        requests += 100;
    }
    assert!(
        requests < MAX_REQUESTS,
        "{requests} requests filled no pipe"
    );
    let log = BufReader::new(server.child.stderr.take().unwrap());
    let lines = log
        .lines()
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap());
    let mut reports = lines.filter(|line: &Value| {
        let message = line["message"].as_str().unwrap_or_default();
        message.starts_with("log lines were dropped")
    });
    assert!(reports.next().unwrap()["lines"].as_u64().unwrap() > 0);
    assert!(server.stop());
}
