//! A `PgBouncer` of a journey: a connection pooler in transaction mode in front of a PostgreSQL server.

use std::fs;
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use foundation::env::Environment;
use tempfile::TempDir;

use crate::port::Port;
use crate::postgres::{Postgres, unprivileged, unprivileged_folder};

/// Connections to PostgreSQL for each database: few, so that the transactions of one client change their connection.
const POOL_SIZE: u32 = 3;
const MAX_ATTEMPTS: u32 = 6_000;
const PAUSE: Duration = Duration::from_millis(20);

/// A running pooler; stopped with this value.
#[derive(Debug)]
pub struct PgBouncer {
    child: Child,
    port: Port,
    _folder: TempDir,
}

impl PgBouncer {
    /// Starts the pooler for all databases of a server, and waits until it accepts connections.
    ///
    /// # Panics
    /// If `PgBouncer` is missing or does not accept connections.
    pub fn start(postgres: &Postgres) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let port = Port::free();
        let settings = folder.path().join("pgbouncer.ini");
        fs::write(&settings, render(postgres.socket_folder(), &port)).expect("its settings");
        unprivileged_folder(folder.path());
        let mut pooler = Self {
            child: launch(&settings),
            port,
            _folder: folder,
        };
        pooler.wait();
        pooler
    }

    /// Returns the URL of a database behind the pooler.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://tollgate@{}/{database}", self.port.address())
    }

    fn wait(&mut self) {
        for _ in 0..MAX_ATTEMPTS {
            if TcpStream::connect(self.port.address()).is_ok() {
                return;
            }
            let ended = self.child.try_wait().expect("its state");
            assert!(ended.is_none(), "PgBouncer ended: {ended:?}");
            thread::sleep(PAUSE);
        }
        panic!("PgBouncer does not accept connections");
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        let _killed = self.child.kill();
        let _status = self.child.wait();
    }
}

/// Starts the program as an unprivileged user, because it refuses to run as root.
fn launch(settings: &Path) -> Child {
    let program = Environment::from_process()
        .get("PGBOUNCER")
        .unwrap_or("/usr/sbin/pgbouncer")
        .to_owned();
    let mut command = Command::new(&program);
    command.arg("--quiet").arg(settings).stdin(Stdio::null());
    if let Some((user, group)) = unprivileged() {
        command.uid(user).gid(group);
    }
    command.spawn().unwrap_or_else(|error| {
        panic!("{program} (install pgbouncer, or run `make test`): {error}")
    })
}

/// Renders the settings of `deploy/README.md`. The server of a journey trusts all who reach its socket.
fn render(server: &Path, port: &Port) -> String {
    let (address, server) = (port.address(), server.display());
    format!(
        "[databases]\n\
         * = host={server} user=tollgate\n\
         [pgbouncer]\n\
         listen_addr = {}\n\
         listen_port = {}\n\
         unix_socket_dir =\n\
         auth_type = any\n\
         pool_mode = transaction\n\
         default_pool_size = {POOL_SIZE}\n\
         query_wait_timeout = 5\n",
        address.ip(),
        address.port(),
    )
}
