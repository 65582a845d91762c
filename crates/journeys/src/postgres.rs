//! A PostgreSQL server of a journey with durable commits: created, killed as by a power cut, and started again.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

/// Maximum number of attempts until it responds; a busy machine may take long for its recovery.
const MAX_START_CHECKS: u32 = 6_000;
const CHECK_PAUSE: Duration = Duration::from_millis(20);
/// Folder of the server's programs on Debian; elsewhere they are in PATH.
const VERSIONS: &str = "/usr/lib/postgresql";

/// A cluster in its own folder, reached only by a socket in that folder.
#[derive(Debug)]
pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
    server: Option<Child>,
}

impl Postgres {
    /// Creates a cluster and starts it.
    ///
    /// # Panics
    /// If the programs of the server are not on this machine, or it does not start.
    pub fn start() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let mut postgres = Self {
            folder,
            programs: programs(),
            server: None,
        };
        unprivileged_folder(postgres.folder.path());
        let made = postgres
            .program("initdb")
            .args([
                "--username",
                "tollgate",
                "--auth",
                "trust",
                "--encoding",
                "UTF8",
                "--locale",
                "C",
                "--no-sync",
            ])
            .arg("--pgdata")
            .arg(postgres.data())
            .output();
        let made = made.expect("initdb: it comes with the PostgreSQL server");
        assert!(made.status.success(), "initdb: {made:?}");
        postgres.start_again();
        postgres
    }

    /// Returns its URL.
    pub fn url(&self) -> String {
        let folder = self.folder.path().display().to_string();
        format!(
            "postgres://tollgate@localhost/postgres?host={}",
            folder.replace('/', "%2F")
        )
    }

    /// Creates a database. Returns its URL.
    ///
    /// # Panics
    /// If the server does not create it.
    pub fn create_database(&self, name: &str) -> String {
        let created = self
            .program("createdb")
            .args(["--username", "tollgate", "--host"])
            .arg(self.folder.path())
            .arg(name)
            .output()
            .expect("createdb: it comes with the PostgreSQL server");
        assert!(created.status.success(), "createdb: {created:?}");
        self.url().replace("/postgres?", &format!("/{name}?"))
    }

    /// Returns the folder of its socket.
    pub(crate) fn socket_folder(&self) -> &Path {
        self.folder.path()
    }

    /// Kills the server and its child processes as by a power cut: `kill -9`.
    ///
    /// # Panics
    /// If it does not run.
    pub fn kill(&mut self) {
        let mut server = self.server.take().expect("it runs");
        let mut all = children(server.id());
        all.push(server.id());
        // A child may have been started, or have ended, after the list was made.
        let all: Vec<String> = all.iter().map(ToString::to_string).collect();
        let _status = Command::new("kill")
            .arg("-9")
            .args(&all)
            .stderr(Stdio::null())
            .status();
        let _killed = server.kill();
        server.wait().expect("its end");
    }

    /// Starts the killed server again and waits until it responds. A server that finds an earlier child process still
    /// running refuses, and is started again.
    ///
    /// # Panics
    /// If it does not respond in time, with its log.
    pub fn start_again(&mut self) {
        for _ in 0..MAX_START_CHECKS {
            let is_running = match &mut self.server {
                Some(server) => server.try_wait().expect("its state").is_none(),
                None => false,
            };
            if !is_running {
                self.server = Some(self.launch());
            }
            if self.is_ready() {
                return;
            }
            thread::sleep(CHECK_PAUSE);
        }
        let log = fs::read_to_string(self.folder.path().join("log"));
        panic!("PostgreSQL does not respond: {}", log.unwrap_or_default());
    }

    fn launch(&self) -> Child {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.folder.path().join("log"));
        let mut server = self.program("postgres");
        server.arg("-D").arg(self.data());
        server.arg("-k").arg(self.folder.path());
        for setting in [
            "listen_addresses=",
            "fsync=on",
            "synchronous_commit=on",
            "full_page_writes=on",
            "shared_buffers=16MB",
        ] {
            server.args(["-c", setting]);
        }
        let server = server
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log.expect("a log"));
        server
            .spawn()
            .expect("postgres: it comes with the PostgreSQL server")
    }

    fn is_ready(&self) -> bool {
        let mut command = self.program("pg_isready");
        let command = command.arg("--quiet").arg("-h").arg(self.folder.path());
        command.status().is_ok_and(|status| status.success())
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Returns one of the programs; PostgreSQL refuses to run as root, and the other programs do not need it.
    fn program(&self, name: &str) -> Command {
        let mut program = Command::new(self.programs.join(name));
        program.current_dir(self.folder.path());
        if let Some((user, group)) = unprivileged() {
            program.uid(user).gid(group);
        }
        program
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.server.is_some() {
            self.kill();
        }
    }
}

fn programs() -> PathBuf {
    let versions = fs::read_dir(VERSIONS).into_iter().flatten().flatten();
    let number = |path: &Path| -> Option<u32> { path.file_name()?.to_str()?.parse().ok() };
    let newest = versions
        .map(|entry| entry.path())
        .max_by_key(|path| number(path));
    newest.map(|path| path.join("bin")).unwrap_or_default()
}

/// Returns the user for programs if this process is root: `postgres`, or else an unprivileged one.
pub(crate) fn unprivileged() -> Option<(u32, u32)> {
    let ours = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ours = ours.lines().find(|line| line.starts_with("Uid:"))?;
    if ours.split_whitespace().nth(1) != Some("0") {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("the users of this machine");
    let user = |name: &str| {
        let line = users
            .lines()
            .find(|line| line.split(':').next() == Some(name))?;
        let mut numbers = line.split(':').skip(2);
        Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
    };
    user("postgres").or_else(|| user("nobody"))
}

/// Gives a folder to the user of the programs.
pub(crate) fn unprivileged_folder(folder: &Path) {
    if let Some((user, group)) = unprivileged() {
        std::os::unix::fs::chown(folder, Some(user), Some(group)).expect("a folder to give away");
    }
}

/// Returns the running child processes of a process.
fn children(parent: u32) -> Vec<u32> {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |process: &u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // The name in brackets may have any characters; the state and the parent come after it.
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        after.split_whitespace().nth(1) == Some(&parent.to_string())
    };
    numbers.filter(is_child).collect()
}
