//! Provides a running idp of one test.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use foundation::env::Environment;
use foundation::testing::{TestDatabase, TestEngine, TestEnvironment, TestServer, execute, select};
use foundation::{Clock, Random, Timestamp};
use idp::app::App;
use idp::config::Config;
use tempfile::TempDir;

use super::browser::Browser;
use super::received_email::ReceivedEmail;
use super::stores::TestBackend;
use crate::installation::{plant_keys, take_keys};

/// Maximum time until an email arrives.
const MAX_WAIT: Duration = Duration::from_mins(2);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A running idp.
pub(crate) struct TestInstallation {
    /// The idp, for its clock and its database.
    pub(crate) app: Arc<App>,
    /// Public origin of the idp.
    pub(crate) base: String,
    /// Clock of the idp, which only the test moves.
    pub(crate) clock: Clock,
    /// Stores of the idp.
    pub(crate) backend: TestBackend,
    /// Address at which the idp listens.
    address: String,
    config: Config,
    mail: TempDir,
    /// Emails in the order in which the test saw them. Nothing else orders those of one tick of the file system's clock.
    seen: Mutex<Vec<PathBuf>>,
    _server: TestServer,
    database: TestDatabase,
}

impl TestEnvironment<TestBackend> for TestInstallation {
    async fn open(backend: TestBackend) -> Self {
        Self::at(backend, &[]).await
    }
}

impl TestEnvironment<TestEngine> for TestInstallation {
    async fn open(backend: TestEngine) -> Self {
        Self::at(backend.into(), &[]).await
    }
}

impl TestInstallation {
    /// Opens a world on SQLite.
    pub(crate) async fn new() -> Self {
        Self::at(TestBackend::Sqlite, &[]).await
    }

    /// Opens a world with additional settings.
    pub(crate) async fn with(settings: &[(&str, &str)]) -> Self {
        Self::at(TestBackend::Sqlite, settings).await
    }

    /// Opens a world with these stores and additional settings.
    pub(crate) async fn at(backend: TestBackend, settings: &[(&str, &str)]) -> Self {
        let database = backend.database().await;
        let (listener, address) = TestServer::bind().await;
        let mail = TempDir::new().expect("a folder");
        let pairs = usual(&address, &database, mail.path(), backend);
        let mut environment = Environment::from_pairs(settings.iter().copied());
        for (name, value) in pairs {
            environment.set_default(name, value);
        }
        let config = Config::read(&environment).expect("good settings");
        let base = config.base.issuer.clone();
        let clock = Clock::fixed(Timestamp::from_seconds(1_700_000_000));
        plant_keys(&database).await;
        let app = App::open(config.clone(), clock.clone(), Random::system())
            .await
            .expect("the idp starts");
        take_keys(&app).await;
        let endpoint = idp::routes::endpoint(&app);
        Self {
            app,
            base,
            clock,
            backend,
            address,
            config,
            mail,
            seen: Mutex::default(),
            _server: TestServer::start(listener, endpoint),
            database,
        }
    }

    /// Starts a second server with the same settings and stores.
    pub(crate) async fn replica(&self) -> Replica {
        self.replica_of(self.config.clone()).await
    }

    /// Starts a second server with its own secrets for sessions in cookies.
    pub(crate) async fn replica_under(&self, secrets: &[&str]) -> Replica {
        let mut config = self.config.clone();
        config.sessions.secrets = secrets.iter().map(|&secret| secret.into()).collect();
        self.replica_of(config).await
    }

    async fn replica_of(&self, config: Config) -> Replica {
        let app = App::open(config, self.clock.clone(), Random::system())
            .await
            .expect("the replica starts");
        let (listener, address) = TestServer::bind().await;
        Replica {
            address,
            base: self.base.clone(),
            _server: TestServer::start(listener, idp::routes::endpoint(&app)),
            _app: app,
        }
    }

    /// Returns the address of a path at the server.
    pub(crate) fn at_server(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// Advances the clock.
    pub(crate) fn wait(&self, time: Duration) {
        self.clock.advance(time);
    }

    /// Returns a new browser.
    pub(crate) fn browser(&self) -> Browser {
        Browser::new(&self.address, &self.base)
    }

    /// Returns the emails to an address so far, oldest first.
    pub(crate) fn emails_to(&self, address: &str) -> Vec<ReceivedEmail> {
        let mut seen = self.seen.lock().expect("the emails");
        let mut fresh: Vec<_> = std::fs::read_dir(self.mail.path())
            .expect("the folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "eml"))
            .filter(|path| !seen.contains(path))
            .collect();
        // The idp's clock does not move, so the names do not order the emails.
        fresh.sort_by_key(|path| {
            let written = std::fs::metadata(path).expect("an email").modified();
            written.expect("a time")
        });
        seen.extend(fresh);
        seen.iter()
            .map(|path| ReceivedEmail::parse(&std::fs::read(path).expect("an email")))
            .filter(|email| email.to == address)
            .collect()
    }

    /// Waits for the `count`th email to an address and returns it.
    pub(crate) async fn wait_for_email(&self, address: &str, count: usize) -> ReceivedEmail {
        let arrived = async {
            loop {
                match self.emails_to(address).into_iter().nth(count - 1) {
                    Some(email) => return email,
                    None => tokio::time::sleep(POLL_INTERVAL).await,
                }
            }
        };
        tokio::time::timeout(MAX_WAIT, arrived)
            .await
            .expect("the email arrives")
    }

    /// Returns the address of the database, for a second server on it.
    pub(crate) fn database_url(&self) -> &str {
        self.database.url()
    }

    /// Returns every byte of a SQLite database.
    pub(crate) fn dump(&self) -> Vec<u8> {
        let path = self.database_url().strip_prefix("sqlite:").expect("SQLite");
        let mut dump = std::fs::read(path).expect("the file");
        dump.extend(std::fs::read(format!("{path}-wal")).unwrap_or_default());
        dump
    }

    /// Returns the text that a statement selects.
    pub(crate) async fn text(&self, statement: &'static str) -> String {
        select(&self.app.database, statement, &[]).await
    }

    /// Executes a statement that changes data.
    pub(crate) async fn change(&self, statement: &'static str) {
        execute(&self.app.database, statement, &[]).await;
    }

    /// Returns the folder of the emails.
    pub(crate) fn mail_folder(&self) -> &Path {
        self.mail.path()
    }

    /// Returns a browser that signed in by a link.
    pub(crate) async fn signed_in(&self, email: &str) -> Browser {
        let browser = self.browser();
        // Other notices may arrive as well.
        let is_link = |mail: &ReceivedEmail| mail.text.contains("/api/auth/callback/email");
        let before = self
            .emails_to(email)
            .iter()
            .filter(|one| is_link(one))
            .count();
        browser.ask(email).await;
        let mut links = 0;
        let mut number = 0;
        let mail = loop {
            number += 1;
            let mail = self.wait_for_email(email, number).await;
            links += usize::from(is_link(&mail));
            if links > before {
                break mail;
            }
        };
        let link = mail.link();
        let response = browser.post(&link, &[]).await;
        assert_eq!(
            response.set_cookies("tollgate.session-token").len(),
            1,
            "{response:?}"
        );
        browser
    }
}

/// A second server of this world.
pub(crate) struct Replica {
    address: String,
    base: String,
    _server: TestServer,
    _app: Arc<App>,
}

impl Replica {
    /// Returns a browser at this server, with the cookies of another.
    pub(crate) fn browser_like(&self, other: &Browser) -> Browser {
        let browser = Browser::new(&self.address, &self.base);
        browser.take_cookies_of(other);
        browser
    }
}

fn usual(
    address: &str,
    database: &TestDatabase,
    mail: &Path,
    backend: TestBackend,
) -> Vec<(&'static str, String)> {
    let mut pairs = backend.settings();
    pairs.extend([
        ("IDP_BASE_URL", address.to_owned()),
        ("IDP_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635".to_owned()),
        ("IDP_DATABASE_URL", database.url().to_owned()),
        ("IDP_MAIL_DIRECTORY", mail.display().to_string()),
    ]);
    pairs
}
