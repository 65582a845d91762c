//! Provides a running idp with the clients of the certification plans, and a user with a password.

use std::sync::{Arc, LazyLock};

use foundation::env::Environment;
use foundation::http::{Listener, Tls};
use foundation::testing::{TestDatabase, TestEnvironment, TestServer, trusting_client};
use foundation::{Clock, Random, Timestamp, on_engine};
use idp::app::App;
use idp::config::Config;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::agent::{Agent, EMAIL, PASSWORD};
use super::receiver::Receiver;
use crate::installation::{plant_keys, take_keys};
use crate::responses::HttpResponse;

/// Redirect URI of the suite's clients.
pub(crate) const CALLBACK: &str = "https://suite.example/test/a/tollgate/callback";
/// Address for users who were signed out.
pub(crate) const SIGNED_OUT: &str = "https://suite.example/test/a/tollgate/post_logout_redirect";
/// Secret of the suite's clients.
pub(crate) const SECRET: &str = "0b8f6a1c5d3e4f7a9c2b1d0e8f7a6b5c4d3e";
/// Name of the user.
pub(crate) const NAME: &str = "Ann Lee";

/// Certificate and key of every server under test, as PEM.
static CERTIFICATE: LazyLock<(String, String)> = LazyLock::new(|| {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    (cert.pem(), signing_key.serialize_pem())
});

/// Response mode of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SuiteMode {
    /// The plan Basic.
    Query,
    /// The plan Form Post Basic.
    FormPost,
}

/// The environment of one module.
pub(crate) struct Suite {
    /// The idp, for its clock and its database.
    pub(crate) app: Arc<App>,
    /// Issuer of the idp.
    pub(crate) issuer: String,
    /// Clock of the idp, which moves only when a module waits.
    pub(crate) clock: Clock,
    /// Response mode of the plan.
    pub(crate) mode: SuiteMode,
    /// Browser of the user.
    pub(crate) agent: Agent,
    /// Metadata of discovery.
    pub(crate) metadata: Value,
    /// Published keys.
    pub(crate) keys: Vec<Value>,
    /// The suite's server, which publishes documents of its clients and receives logout tokens.
    pub(crate) receiver: Receiver,
    pub(crate) http: reqwest::Client,
    _server: TestServer,
    _database: TestDatabase,
    _folder: TempDir,
}

impl TestEnvironment<SuiteMode> for Suite {
    /// Starts an idp with TLS, reads its discovery and its keys, and registers a user with a password.
    async fn open(backend: SuiteMode) -> Self {
        let database = match backend {
            SuiteMode::Query => TestDatabase::sqlite(&idp::MIGRATIONS).await,
            SuiteMode::FormPost => TestDatabase::postgres(&idp::MIGRATIONS).await,
        };
        let (listener, plain) = TestServer::bind().await;
        let issuer = plain.replace("http://", "https://");
        let folder = TempDir::new().unwrap();
        let clock = Clock::fixed(Timestamp::from_seconds(1_800_000_000));
        plant_keys(&database).await;
        let receiver = Receiver::start().await;
        let config = settings(&issuer, &database, &folder, &receiver);
        let app = App::open(config, clock.clone(), Random::system())
            .await
            .unwrap();
        take_keys(&app).await;
        let (certificate, key) = (CERTIFICATE.0.as_bytes(), CERTIFICATE.1.as_bytes());
        let door = Listener::with_tls(listener, Tls::from_pem(certificate, key).unwrap());
        let server = TestServer::start(door, idp::routes::endpoint(&app));
        let http = trusting_client(certificate);
        let discovery = format!("{issuer}/.well-known/openid-configuration");
        let metadata = HttpResponse::read(http.get(discovery).send().await.unwrap())
            .await
            .ok();
        let jwks_uri = metadata["jwks_uri"].as_str().unwrap();
        let jwks = HttpResponse::read(http.get(jwks_uri).send().await.unwrap())
            .await
            .ok();
        let suite = Self {
            agent: Agent::new(http.clone(), &issuer),
            app,
            issuer,
            clock,
            mode: backend,
            metadata,
            receiver,
            keys: jwks["keys"].as_array().unwrap().clone(),
            http,
            _server: server,
            _database: database,
            _folder: folder,
        };
        suite.register_user().await;
        suite
    }
}

impl Suite {
    async fn register_user(&self) {
        idp::testing::set_password(&self.app, EMAIL, PASSWORD)
            .await
            .unwrap();
        let mut transaction = self.app.database.begin().await.unwrap();
        on_engine!(&mut transaction.connection(), |c| {
            sqlx::query("UPDATE users SET name = $1, image = 'https://a.example/a.png'")
                .bind(NAME)
                .execute(c)
                .await
                .map(|_| ())
        })
        .unwrap();
        transaction.commit().await.unwrap();
    }

    /// Returns an endpoint of the metadata.
    pub(crate) fn endpoint(&self, name: &str) -> String {
        let endpoint = self.metadata[name].as_str();
        endpoint.unwrap_or_else(|| panic!("no {name}")).to_owned()
    }

    /// Returns whether the metadata list a value.
    pub(crate) fn lists(&self, name: &str, value: &str) -> bool {
        let listed = self.metadata[name].as_array();
        listed.is_some_and(|listed| listed.iter().any(|one| one == value))
    }

    /// Advances the clock.
    pub(crate) fn wait(&self, seconds: u64) {
        self.clock.advance(std::time::Duration::from_secs(seconds));
    }
}

fn settings(
    issuer: &str,
    database: &TestDatabase,
    folder: &TempDir,
    receiver: &Receiver,
) -> Config {
    let clients_file = folder.path().join("clients.json");
    std::fs::write(&clients_file, clients(receiver).to_string()).unwrap();
    let environment = Environment::from_pairs([
        ("IDP_BASE_URL", issuer),
        ("IDP_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635"),
        ("IDP_DATABASE_URL", database.url()),
        ("IDP_MAIL_DIRECTORY", &folder.path().display().to_string()),
        ("IDP_CLIENTS_FILE", &clients_file.display().to_string()),
        ("IDP_OUTBOUND_ALLOW", receiver.authority()),
        ("IDP_PASSWORDS", "sign-in"),
    ]);
    Config::read(&environment).unwrap()
}

/// Returns the clients of the plans with static clients, and the operator's client. All are third parties, and they use PKCE
/// only if a module does.
fn clients(receiver: &Receiver) -> Value {
    let client = |id: &str, method: &str| {
        json!({
            "client_id": id, "client_name": "Conformance suite", "client_secret": SECRET,
            "token_endpoint_auth_method": method,
            "redirect_uris": [CALLBACK], "post_logout_redirect_uris": [SIGNED_OUT],
            "grant_types": ["authorization_code", "refresh_token"],
        })
    };
    let mut response = client("suite-backchannel", "client_secret_basic");
    response["backchannel_logout_uri"] = receiver.address().into();
    response["backchannel_logout_session_required"] = true.into();
    json!([
        response,
        client("suite-1", "client_secret_basic"),
        client("suite-2", "client_secret_basic"),
        client("suite-post", "client_secret_post"),
        {
            "client_id": "operator", "client_secret": SECRET, "grant_types": ["client_credentials"],
            "scope": "idp.clients idp.keys",
        },
    ])
}
