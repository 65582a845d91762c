//! Provides a Redis of one test, which the test may kill, freeze and restart; its data survives.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use tokio::net::{TcpSocket, TcpStream};

/// Maximum time until Redis listens, on a busy machine.
const START_LIMIT: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A Redis process, which is killed when this value is dropped.
pub(crate) struct PrivateRedis {
    address: SocketAddr,
    folder: TempDir,
    child: Option<Child>,
    /// A bound socket that never listens reserves the port while Redis is down.
    _kept: TcpSocket,
}

impl PrivateRedis {
    /// Starts a new Redis and waits until it listens.
    pub(crate) async fn start() -> Self {
        let stored = TcpSocket::new_v4().expect("a socket");
        stored.set_reuseaddr(true).expect("a shared port");
        stored
            .bind(SocketAddr::from(([127, 0, 0, 1], 0)))
            .expect("a free port");
        let mut redis = Self {
            address: stored.local_addr().expect("its address"),
            folder: TempDir::new().expect("a folder"),
            child: None,
            _kept: stored,
        };
        redis.come_back().await;
        redis
    }

    /// Returns its address in the form of the setting.
    pub(crate) fn url(&self) -> String {
        format!("redis://{}", self.address)
    }

    /// Kills the process, as a power failure would.
    pub(crate) fn kill(&mut self) {
        let mut child = self.child.take().expect("a running Redis");
        child.kill().expect("a process of ours");
        child.wait().expect("its end");
    }

    /// Starts Redis with its earlier data, and waits until it listens.
    pub(crate) async fn come_back(&mut self) {
        let mut program = Command::new("redis-server");
        program
            .args(["--port", &self.address.port().to_string()])
            .args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"])
            .args(["--appendfsync", "always", "--dir"])
            .arg(self.folder.path())
            .stdout(Stdio::null());
        self.child = Some(program.spawn().expect("redis-server is installed"));
        let listening = async {
            while TcpStream::connect(self.address).await.is_err() {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        tokio::time::timeout(START_LIMIT, listening)
            .await
            .expect("Redis listens");
    }

    /// Freezes the process: connections stay open, but get no responses.
    pub(crate) fn freeze(&self) {
        self.signal("-STOP");
    }

    /// Continues the process.
    pub(crate) fn thaw(&self) {
        self.signal("-CONT");
    }

    /// Makes Redis refuse all writes and serve reads, as if it had lost its replicas, or allows writes again.
    pub(crate) async fn refuse_writes(&self, is_refused: bool) {
        self.configure("min-replicas-to-write", u8::from(is_refused).into())
            .await;
    }

    /// Sets its `maxmemory`, in bytes; 0 is no limit.
    pub(crate) async fn limit_memory(&self, bytes: u64) {
        self.configure("maxmemory", bytes).await;
    }

    async fn configure(&self, name: &str, value: u64) {
        let client = redis::Client::open(self.url()).expect("its address");
        let mut connection = client
            .get_multiplexed_async_connection()
            .await
            .expect("a connection");
        let mut set = redis::cmd("CONFIG");
        set.arg("SET").arg(name).arg(value);
        let done: redis::RedisResult<()> = set.query_async(&mut connection).await;
        done.expect("its settings");
    }

    /// Returns the number of commands so far, without those of this call.
    pub(crate) async fn commands(&self) -> u64 {
        let client = redis::Client::open(self.url()).expect("its address");
        let mut connection = client
            .get_multiplexed_async_connection()
            .await
            .expect("a connection");
        let response: String = redis::cmd("INFO")
            .arg("commandstats")
            .query_async(&mut connection)
            .await
            .expect("its statistics");
        response
            .lines()
            .filter(|line| !line.starts_with("cmdstat_info") && !line.contains("client"))
            .filter_map(|line| {
                line.split_once(":calls=")?
                    .1
                    .split(',')
                    .next()?
                    .parse::<u64>()
                    .ok()
            })
            .sum()
    }

    fn signal(&self, name: &str) {
        let id = self.child.as_ref().expect("a running Redis").id();
        let mut kill = Command::new("kill");
        let response = kill.args([name, &id.to_string()]).status();
        assert!(response.expect("kill").success());
    }
}

impl Drop for PrivateRedis {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ended = child.kill();
            let _reaped = child.wait();
        }
    }
}
