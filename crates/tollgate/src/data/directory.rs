//! The data directory of an installation, used by one process at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use foundation::env::Environment;
use foundation::text::host::is_loopback_address;
use foundation::{Failure, Random};
use reqwest::Url;

use super::address::{keep_address, own_origin, usual_address};
use super::clients::clients;
use super::secrets::Secrets;

/// Descriptions of the product's scopes for the consent page.
const SCOPE_WORDS: &str = r#"{"credits.buy": {"en": "Start purchases of credits, which you confirm and pay at Stripe", "de": "Käufe von Credits beginnen, die Sie bei Stripe bestätigen und bezahlen"}, "credits.read": {"en": "See your credits and what they were used for", "de": "Ihre Credits und deren Verwendung sehen"}}"#;

/// The file of product-api's database in the data directory.
pub(crate) const API_DATABASE: &str = "product-api.db";

/// An opened data directory; this value holds its lock.
#[derive(Debug)]
pub(crate) struct DataDirectory {
    path: PathBuf,
    secrets: Secrets,
    _lock: File,
}

impl DataDirectory {
    /// Opens the directory; the first start creates it and its secrets.
    pub(crate) fn open(path: &Path, random: &Random) -> Result<Self, Failure> {
        let opening = |error: io::Error| {
            Failure::broken(
                format!("opening the data directory {}", path.display()),
                error,
            )
        };
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(path)
            .map_err(opening)?;
        let path = fs::canonicalize(path).map_err(opening)?;
        let lock = lock(&path)?;
        let secrets = Secrets::read_or_make(&path.join("secrets.json"), random)?;
        Ok(Self {
            path,
            secrets,
            _lock: lock,
        })
    }

    /// Returns the folder for email while no SMTP server is configured.
    pub(crate) fn mail(&self) -> PathBuf {
        self.path.join("mail")
    }

    /// Returns the folder of the double of Stripe.
    pub(crate) fn stripe(&self) -> PathBuf {
        self.path.join("stripe")
    }

    /// Sets every missing setting: one origin, SQLite files, generated secrets, email in files.
    pub(crate) fn set_defaults(
        &self,
        environment: &mut Environment,
        listen: SocketAddr,
    ) -> Result<(), Failure> {
        let file = |name: &str| format!("sqlite:{}", self.path.join(name).display());
        let own = own_origin(environment, listen);
        environment.set_default("IDP_BASE_URL", own);
        keep_address(&self.path, &usual_address(environment, listen))?;
        let issuer = canonical_origin(environment.get("IDP_BASE_URL").unwrap_or_default());
        check_scheme(&issuer, environment)?;
        environment.set_default("IDP_SECRET", self.secrets.idp.clone());
        environment.set_default("IDP_DATABASE_URL", file("idp.db"));
        environment.set_default("API_DATABASE_URL", file(API_DATABASE));
        if environment.get("IDP_SMTP_URL").is_none() {
            environment.set_default("IDP_MAIL_DIRECTORY", self.mail().display().to_string());
        }
        environment.set_default("API_CLIENT_SECRET", self.secrets.api_client.clone());
        let api_client = environment
            .get("API_CLIENT_SECRET")
            .unwrap_or_default()
            .to_owned();
        let clients_file = self.path.join("clients.json");
        let cli_client = &self.secrets.cli_client;
        let text = clients(&issuer, &api_client, cli_client);
        write_private(&clients_file, &text)?;
        environment.set_default("IDP_SCOPE_WORDS", SCOPE_WORDS);
        environment.set_default("IDP_CLIENTS_FILE", clients_file.display().to_string());
        environment.set_default("API_ISSUER", issuer);
        Ok(())
    }
}

/// Returns an origin as the services write it: host in lower case and ASCII, no default port, no slash. Other texts
/// stay as they are, for the services to refuse.
fn canonical_origin(text: &str) -> String {
    match Url::parse(text) {
        Ok(url) if url.origin().is_tuple() => url.origin().ascii_serialization(),
        Ok(_) | Err(_) => text.to_owned(),
    }
}

/// Refuses http at a public URL, where the app's own client could not be registered.
fn check_scheme(issuer: &str, environment: &Environment) -> Result<(), Failure> {
    let is_public = issuer.starts_with("http://") && !is_loopback_address(issuer);
    if is_public && environment.get("IDP_CLIENTS_FILE").is_none() {
        return Err(Failure::defect(format!(
            "IDP_BASE_URL: {issuer} is http, which is for this machine only; serve https by IDP_TLS_CERTIFICATE and \
             IDP_TLS_KEY, or by a proxy, and write https here"
        )));
    }
    Ok(())
}

/// Refuses a directory that another process is using.
fn lock(path: &Path) -> Result<File, Failure> {
    let failed = |error: io::Error| Failure::broken("locking the data directory", error);
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .open(path.join("lock"))
        .map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Failure::defect(format!(
            "{} is in use by another tollgate; stop that one, or set TOLLGATE_DATA_DIR",
            path.display()
        ))),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Writes a file that only its owner can read, completely or not at all. A file with the same text stays as it is,
/// because a write waits for the disk.
pub(super) fn write_private(path: &Path, text: &str) -> Result<(), Failure> {
    if fs::read_to_string(path).is_ok_and(|stored| stored == text) {
        return Ok(());
    }
    let failed = |error: io::Error| Failure::broken(format!("writing {}", path.display()), error);
    let temporary = path.with_extension("new");
    let mut file = OpenOptions::new()
        .create(true)
        .truncate(true)
        .write(true)
        .mode(0o600)
        .open(&temporary)
        .map_err(failed)?;
    file.write_all(text.as_bytes())
        .and_then(|()| file.sync_all())
        .map_err(failed)?;
    fs::rename(&temporary, path).map_err(failed)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    use super::*;

    #[test]
    fn secrets_are_made_once_and_private() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("data");
        let first = DataDirectory::open(&path, &Random::system()).unwrap();
        let secret = first.secrets.idp.clone();
        drop(first);
        let second = DataDirectory::open(&path, &Random::system()).unwrap();
        assert_eq!(second.secrets.idp, secret);
        let mode = fs::metadata(path.join("secrets.json"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn secrets_of_an_earlier_version_stay_and_are_completed() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("secrets.json");
        let of_before = r#"{"idp_secret":"one","api_client_secret":"two"}"#;
        fs::write(&file, of_before).unwrap();
        let first = DataDirectory::open(folder.path(), &Random::system()).unwrap();
        let (secret, cli) = (first.secrets.idp.clone(), first.secrets.cli_client.clone());
        assert_eq!((secret.as_str(), cli.len()), ("one", 64));
        drop(first);
        let second = DataDirectory::open(folder.path(), &Random::system()).unwrap();
        assert_eq!(second.secrets.cli_client, cli);
        drop(second);
        for damaged in ["", "{", r#"{"idp_secret":"one"}"#] {
            fs::write(&file, damaged).unwrap();
            let refused = DataDirectory::open(folder.path(), &Random::system()).unwrap_err();
            assert!(refused.to_string().contains("damaged"), "{refused}");
        }
    }

    #[test]
    fn file_is_written_again_only_for_another_text() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("clients.json");
        // Each write replaces the file by a new one.
        let write = |text| {
            write_private(&file, text).unwrap();
            fs::metadata(&file).unwrap().ino()
        };
        let first = write("one");
        assert_eq!(write("one"), first);
        let stored = File::open(&file).unwrap();
        assert_ne!(write("two"), stored.metadata().unwrap().ino());
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
    }

    #[test]
    fn directory_in_use_is_refused() {
        let folder = tempfile::TempDir::new().unwrap();
        let _first = DataDirectory::open(folder.path(), &Random::system()).unwrap();
        let refusal = DataDirectory::open(folder.path(), &Random::system()).unwrap_err();
        assert!(refusal.to_string().contains("in use"), "{refusal}");
    }

    #[test]
    fn under_tls_the_origin_is_https() {
        let folder = tempfile::TempDir::new().unwrap();
        let directory = DataDirectory::open(folder.path(), &Random::system()).unwrap();
        let mut environment = Environment::from_pairs([
            ("IDP_TLS_CERTIFICATE", "tls.pem"),
            ("IDP_TLS_KEY", "key.pem"),
        ]);
        directory
            .set_defaults(&mut environment, "127.0.0.1:9000".parse().unwrap())
            .unwrap();
        let issuer = environment.get("API_ISSUER");
        assert_eq!(issuer, Some("https://localhost:9000"));
        assert!(idp::config::Config::read(&environment).is_ok());
    }

    #[test]
    fn product_s_own_scope_has_words() {
        let folder = tempfile::TempDir::new().unwrap();
        let directory = DataDirectory::open(folder.path(), &Random::system()).unwrap();
        let mut environment = Environment::default();
        directory
            .set_defaults(&mut environment, "127.0.0.1:9000".parse().unwrap())
            .unwrap();
        let words = idp::config::Config::read(&environment).unwrap().scope_words;
        for language in ["en", "de"] {
            assert!(words.find("credits.read", language).is_some());
        }
    }

    #[test]
    fn public_address_is_written_as_the_services_write_it() {
        let listen: SocketAddr = "127.0.0.1:9000".parse().unwrap();
        let rows = [
            ("http://LOCALHOST:9000", "http://localhost:9000"),
            ("https://ID.example.com:443/", "https://id.example.com"),
            (
                "https://b\u{fc}cher.example",
                "https://xn--bcher-kva.example",
            ),
        ];
        for (given, expected) in rows {
            let folder = tempfile::TempDir::new().unwrap();
            let directory = DataDirectory::open(folder.path(), &Random::system()).unwrap();
            let mut environment = Environment::from_pairs([("IDP_BASE_URL", given)]);
            directory.set_defaults(&mut environment, listen).unwrap();
            assert_eq!(environment.get("API_ISSUER"), Some(expected));
            let config = idp::config::Config::read(&environment).unwrap();
            assert_eq!(config.base.issuer, expected);
            let clients = fs::read_to_string(folder.path().join("clients.json")).unwrap();
            assert!(clients.contains(&format!("\"{expected}/auth/callback\"")));
        }
    }

    #[test]
    fn http_at_a_public_address_is_refused_by_its_own_name() {
        let folder = tempfile::TempDir::new().unwrap();
        let directory = DataDirectory::open(folder.path(), &Random::system()).unwrap();
        let mut environment = Environment::from_pairs([("IDP_BASE_URL", "http://192.0.2.1:9000")]);
        let refused = directory.set_defaults(&mut environment, "0.0.0.0:9000".parse().unwrap());
        assert!(refused.unwrap_err().to_string().contains("IDP_BASE_URL"));
    }

    #[test]
    fn given_settings_win_over_defaults() {
        let folder = tempfile::TempDir::new().unwrap();
        let directory = DataDirectory::open(folder.path(), &Random::system()).unwrap();
        let mut environment =
            Environment::from_pairs([("IDP_BASE_URL", "https://id.example.com/")]);
        directory
            .set_defaults(&mut environment, "127.0.0.1:9000".parse().unwrap())
            .unwrap();
        assert_eq!(
            environment.get("API_ISSUER"),
            Some("https://id.example.com")
        );
        assert!(idp::config::Config::read(&environment).is_ok());
        assert!(product_api::config::Config::read(&environment).is_ok());
    }
}
