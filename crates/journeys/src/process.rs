//! Processes of the binary: started on a free port, killed or stopped by a signal, with their logs.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use foundation::env::Environment;
use serde_json::Value;

/// Time limit of a start; large, because two cores may be building.
const START_LIMIT: Duration = Duration::from_mins(3);

const CHECK_PAUSE: Duration = Duration::from_millis(5);

/// Returns the binary: the one that `TOLLGATE_BINARY` names, else one built by the same cargo and profile as this test,
/// so that it is never outdated.
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(
        || match Environment::from_process().get("TOLLGATE_BINARY") {
            Some(named) => PathBuf::from(named),
            None => built(),
        },
    )
}

fn built() -> PathBuf {
    let release = !cfg!(debug_assertions);
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--package", "tollgate"]);
    if release {
        build.arg("--release");
    }
    assert!(
        build.status().expect("cargo").success(),
        "the binary does not build"
    );
    let this = std::env::current_exe().expect("this test's path");
    let profile = if release { "release" } else { "debug" };
    let target = this.ancestors().find(|folder| folder.ends_with(profile));
    target.expect("the target folder").join("tollgate")
}

/// A running process of the binary; killed with this value.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Address of its listener.
    pub address: SocketAddr,
    log: Arc<Mutex<String>>,
    output: Arc<Mutex<String>>,
}

/// Output of a process that refused to start.
#[derive(Debug)]
pub struct StartError {
    /// Everything on standard error.
    pub said: String,
}

impl Process {
    /// Starts `tollgate <command>` with exactly these settings and waits until it listens.
    ///
    /// # Panics
    /// If it does not listen in time, with its output.
    pub fn start(command: &str, settings: &[(String, String)]) -> Self {
        match Self::try_start(command, settings) {
            Ok(process) => process,
            Err(refused) => panic!("tollgate {command} did not start:\n{}", refused.said),
        }
    }

    /// Starts the process, or returns its reason to refuse.
    pub fn try_start(command: &str, settings: &[(String, String)]) -> Result<Self, StartError> {
        let mut program = Command::new(binary());
        program.arg(command);
        Self::start_program(program, settings)
    }

    /// Starts any program that writes a "listening" line to its log as the binary does.
    pub fn start_program(
        mut program: Command,
        settings: &[(String, String)],
    ) -> Result<Self, StartError> {
        let mut child = program
            .env_clear()
            // A test has no load balancer, so the server need not drain.
            .env("TOLLGATE_DRAIN_SECONDS", "0")
            .envs(settings.iter().cloned())
            .env("TOLLGATE_LOG_FORMAT", "json")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let (output, _lines) = follow(child.stdout.take().expect("piped"));
        let (log, lines) = follow(child.stderr.take().expect("piped"));
        let Some(address) = listening(&lines) else {
            let _killed = child.kill();
            let _status = child.wait();
            return Err(StartError { said: text(&log) });
        };
        Ok(Self {
            child,
            address,
            log,
            output,
        })
    }

    /// Returns its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns its log so far.
    pub fn log(&self) -> String {
        text(&self.log)
    }

    /// Returns the text that it prints at its start, up to the line about stopping it.
    ///
    /// # Panics
    /// If it does not print that line in time.
    pub async fn welcome(&self) -> String {
        let said = async {
            while !text(&self.output).contains("Ctrl-C") {
                tokio::time::sleep(CHECK_PAUSE).await;
            }
        };
        tokio::time::timeout(START_LIMIT, said)
            .await
            .expect("it welcomes");
        text(&self.output)
    }

    /// Kills it as by a power cut: `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().expect("killing our own child");
        self.child.wait().expect("its end");
    }

    /// Sends SIGTERM.
    pub fn terminate(&self) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args(["-TERM", &id]).status();
        assert!(status.expect("kill").success());
    }

    /// Sends SIGTERM and waits for the exit. Returns true if the process succeeded.
    pub fn stop(&mut self) -> bool {
        self.terminate();
        self.child.wait().expect("its end").success()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _killed = self.child.kill();
        let _status = self.child.wait();
    }
}

fn text(shared: &Mutex<String>) -> String {
    shared
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

/// Stores the output of a pipe, and forwards its lines.
fn follow(pipe: impl Read + Send + 'static) -> (Arc<Mutex<String>>, Receiver<String>) {
    let retained = Arc::new(Mutex::new(String::new()));
    let (sender, lines) = channel();
    let keeper = Arc::clone(&retained);
    thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            let mut stored = keeper.lock().unwrap_or_else(PoisonError::into_inner);
            stored.push_str(&line);
            stored.push('\n');
            drop(stored);
            // The receiver is dropped after the start.
            let _sent = sender.send(line);
        }
    });
    (retained, lines)
}

/// Returns the address of the "listening" line; `None` if the process ended or took too long.
fn listening(lines: &Receiver<String>) -> Option<SocketAddr> {
    loop {
        let line = lines.recv_timeout(START_LIMIT).ok()?;
        let Ok(event) = serde_json::from_str::<Value>(&line) else {
            continue;
        };
        if event.get("message").and_then(Value::as_str) == Some("listening") {
            return event.get("address")?.as_str()?.parse().ok();
        }
    }
}
