//! The gateway of the containers, as a plain process: the same template, rendered for loopback.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use foundation::env::Environment;
use tempfile::TempDir;

use crate::port::Port;

/// Returns the root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the repository")
}

/// A running gateway; stopped with this value.
#[derive(Debug)]
pub struct Gateway {
    child: Child,
    folder: TempDir,
    _port: Port,
}

impl Gateway {
    /// Starts nginx in front of the replicas, serving the built web app.
    ///
    /// # Panics
    /// If nginx is missing or does not bind its port.
    pub fn start(port: Port, idp: &[SocketAddr], api: &[SocketAddr]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let address = port.address();
        let configuration = folder.path().join("nginx.conf");
        fs::write(&configuration, render(folder.path(), address, idp, api))
            .expect("its configuration");
        let program = Environment::from_process()
            .get("NGINX")
            .unwrap_or("/usr/sbin/nginx")
            .to_owned();
        let child = Command::new(&program)
            // nginx would read a variable of its own name as sockets to inherit.
            .env_remove("NGINX")
            .arg("-c")
            .arg(&configuration)
            .args(["-g", "daemon off;"])
            .stdin(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{program} (install nginx, or run `make test`): {error}")
            });
        let mut gateway = Self {
            child,
            folder,
            _port: port,
        };
        gateway.wait_for(address);
        gateway
    }

    /// Returns its log so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("access.log")).unwrap_or_default()
    }

    fn wait_for(&mut self, address: SocketAddr) {
        while std::net::TcpStream::connect(address).is_err() {
            let ended = self.child.try_wait().expect("its state");
            assert!(ended.is_none(), "nginx ended: {ended:?}");
            std::thread::yield_now();
        }
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        // SIGQUIT lets nginx stop its workers; a kill of the master would leave them.
        let id = self.child.id().to_string();
        let _told = Command::new("kill").args(["-QUIT", &id]).status();
        let _status = self.child.wait();
    }
}

fn render(folder: &Path, address: SocketAddr, idp: &[SocketAddr], api: &[SocketAddr]) -> String {
    let config = root().join("deploy/gateway");
    let template = fs::read_to_string(config.join("nginx.conf.template")).expect("the template");
    let servers = |addresses: &[SocketAddr]| {
        addresses
            .iter()
            .map(|address| format!("server {address} max_fails=0;"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let values = [
        ("GATEWAY_LISTEN", address.to_string()),
        ("GATEWAY_CONFIG", config.display().to_string()),
        ("GATEWAY_RUN", folder.display().to_string()),
        (
            "GATEWAY_LOG",
            folder.join("access.log").display().to_string(),
        ),
        (
            "GATEWAY_WEB_ROOT",
            root().join("web/dist").display().to_string(),
        ),
        ("GATEWAY_RESOLVER", "127.0.0.1".to_owned()),
        ("IDP_UPSTREAM", servers(idp)),
        ("API_UPSTREAM", servers(api)),
    ];
    values.iter().fold(template, |text, (name, value)| {
        text.replace(&format!("${{{name}}}"), value)
    })
}
