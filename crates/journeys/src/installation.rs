//! A world: an installation of one journey with its own data and its own processes.

use std::path::PathBuf;

use foundation::testing::{self, TestEngine, TestEnvironment};
use tempfile::TempDir;

use crate::mailbox::Mailbox;
use crate::port::Port;
use crate::process::{Process, StartError};

/// The public origin of a world, and the emails to its users.
#[derive(Clone, Debug)]
pub struct InstallationAddress {
    /// The public origin.
    pub base: String,
    /// The emails that the world has sent.
    pub mailbox: Mailbox,
}

impl InstallationAddress {
    /// Returns a URL at the public origin.
    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }
}

/// One `tollgate serve` with its data directory.
#[derive(Debug)]
pub struct TestInstallation {
    /// Its public origin and its emails.
    pub address: InstallationAddress,
    folder: TempDir,
    settings: Vec<(String, String)>,
    process: Process,
    _port: Port,
}

impl TestEnvironment<TestEngine> for TestInstallation {
    async fn open(backend: TestEngine) -> Self {
        Self::new(backend).await
    }
}

impl TestInstallation {
    /// Starts a new world with a debug log: on SQLite with sessions in SQL, or on PostgreSQL with sessions in Redis.
    pub async fn new(engine: TestEngine) -> Self {
        Self::with_log(engine, "debug", &[]).await
    }

    /// Starts a new world with a debug log and extra settings.
    pub async fn set_up(engine: TestEngine, settings: &[(&str, &str)]) -> Self {
        Self::with_log(engine, "debug", settings).await
    }

    /// Starts a new world that logs only warnings, for measurements, with extra settings.
    pub async fn measured(engine: TestEngine, settings: &[(&str, &str)]) -> Self {
        Self::with_log(engine, "warn,tollgate=info", settings).await
    }

    async fn with_log(engine: TestEngine, filter: &str, more: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        // A second start must keep the public URL, or its data would belong to another installation.
        let port = Port::free();
        let mut settings = vec![
            pair(
                "TOLLGATE_DATA_DIR",
                &folder.path().join("data").display().to_string(),
            ),
            pair("TOLLGATE_LISTEN", &port.address().to_string()),
            pair("TOLLGATE_LOG_FILTER", filter),
            // Journeys and measurements send more requests per key and customer than any website.
            pair("API_KEY_REQUESTS_PER_SECOND", "0"),
            pair("API_CUSTOMER_REQUESTS_PER_SECOND", "0"),
        ];
        settings.extend(more.iter().map(|(name, value)| pair(name, value)));
        if engine == TestEngine::Postgres {
            settings.push(pair("IDP_DATABASE_URL", &testing::postgres_schema().await));
            settings.push(pair("API_DATABASE_URL", &testing::postgres_schema().await));
            settings.push(pair("IDP_SESSION_STORE", "redis"));
            settings.push(pair("IDP_REDIS_URL", &testing::redis_url()));
            // On a machine that is busy with other tests, a slow Redis is not unavailable.
            settings.push(pair("IDP_REDIS_MILLISECONDS", "5000"));
        }
        let process = Process::start("serve", &settings);
        let address = InstallationAddress {
            base: format!("http://localhost:{}", port.address().port()),
            mailbox: Mailbox(folder.path().join("data/mail")),
        };
        Self {
            address,
            folder,
            settings,
            process,
            _port: port,
        }
    }

    /// Returns the secret of the client `product-api`.
    pub fn client_secret(&self) -> String {
        self.secret("api_client_secret")
    }

    /// Returns the secret of the commands' client, `tollgate-cli`.
    pub(crate) fn cli_client_secret(&self) -> String {
        self.secret("cli_client_secret")
    }

    fn secret(&self, name: &str) -> String {
        let text = std::fs::read_to_string(self.data().join("secrets.json")).expect("the secrets");
        let secrets: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        secrets[name].as_str().expect("a secret").to_owned()
    }

    /// Returns the settings of the process.
    pub fn settings(&self) -> &[(String, String)] {
        &self.settings
    }

    /// Returns the process.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Kills the process as by a power cut, and starts it again on the same data.
    pub fn kill_and_restart(&mut self) {
        self.process.kill();
        self.process = Process::start("serve", &self.settings);
    }

    /// Stops the process, and starts it again on the same data; `Err` if it refuses.
    pub fn stop_and_restart(&mut self) -> Result<(), StartError> {
        self.stop();
        self.start_again()
    }

    /// Starts the stopped process again on the same data; `Err` if it refuses.
    pub fn start_again(&mut self) -> Result<(), StartError> {
        self.process = Process::try_start("serve", &self.settings)?;
        Ok(())
    }

    /// Starts the stopped process again with more settings; `Err` if it refuses.
    pub fn start_with(&mut self, more: &[(&str, &str)]) -> Result<(), StartError> {
        let more = more.iter().map(|(name, value)| pair(name, value));
        self.settings.extend(more);
        self.start_again()
    }

    /// Returns the data directory.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Stops the process.
    pub fn stop(&mut self) {
        assert!(
            self.process.stop(),
            "it ended badly:\n{}",
            self.process.log()
        );
    }
}

/// Returns a setting.
pub fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}
