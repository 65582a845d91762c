//! URL at which the commands of this machine reach `tollgate serve`.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use foundation::Failure;
use foundation::env::Environment;
use foundation::text::host::local_name;

use super::directory::write_private;

const FILE: &str = "address";

/// Returns the origin of a server without a proxy.
pub(super) fn own_origin(environment: &Environment, listen: SocketAddr) -> String {
    let is_tls = environment.get("IDP_TLS_CERTIFICATE").is_some();
    let scheme = if is_tls { "https" } else { "http" };
    format!("{scheme}://{}:{}", local_name(listen), listen.port())
}

/// Returns the URL of a server with these settings. With its own TLS it is the public one, because the certificate is
/// for that name; else it has the server's own port, also behind a proxy.
pub(crate) fn usual_address(environment: &Environment, listen: SocketAddr) -> String {
    let public = environment
        .get("IDP_TLS_CERTIFICATE")
        .and_then(|_| environment.get("IDP_BASE_URL"));
    match public {
        Some(base) => base.trim_end_matches('/').to_owned(),
        None => own_origin(environment, listen),
    }
}

/// Stores the URL in the data directory: commands know neither the port nor the certificate of the server.
pub(super) fn keep_address(data_dir: &Path, address: &str) -> Result<(), Failure> {
    write_private(&data_dir.join(FILE), address)
}

/// Returns the URL that the last `serve` of this data directory stored.
pub(crate) fn kept_address(data_dir: &Path) -> Option<String> {
    let text = fs::read_to_string(data_dir.join(FILE)).ok()?;
    Some(text.trim().to_owned()).filter(|address| !address.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_under_its_own_tls_is_requested_at_its_public_address() {
        let tls = ("IDP_TLS_CERTIFICATE", "tls.pem");
        let base = ("IDP_BASE_URL", "https://id.example.com/");
        let rows: [(&[(&str, &str)], &str); 4] = [
            (&[], "http://localhost:9000"),
            (&[tls], "https://localhost:9000"),
            (&[tls, base], "https://id.example.com"),
            (&[base], "http://localhost:9000"),
        ];
        for (settings, expected) in rows {
            let environment = Environment::from_pairs(settings.iter().copied());
            let listen = "127.0.0.1:9000".parse().unwrap();
            assert_eq!(usual_address(&environment, listen), expected);
        }
    }

    #[test]
    fn address_is_stored_for_the_commands() {
        let folder = tempfile::TempDir::new().unwrap();
        assert_eq!(kept_address(folder.path()), None);
        for address in ["http://localhost:1", "https://id.example.com"] {
            keep_address(folder.path(), address).unwrap();
            assert_eq!(kept_address(folder.path()).as_deref(), Some(address));
        }
    }
}
