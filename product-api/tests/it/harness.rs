//! Provides the world of a test: a database, a test double of the idp, the service, its clients.

use std::path::Path;
use std::sync::{Arc, Mutex};

use foundation::database::wait_for_caches;
use foundation::env::Environment;
pub(crate) use foundation::on_both_engines;
use foundation::testing::{self, TestDatabase, TestEngine, TestEnvironment, TestServer};
use foundation::{Clock, Random, Timestamp};
use product_api::app::App;
use product_api::config::Config;
use product_api::{MIGRATIONS, routes};
use reqwest::Method;
use serde_json::{Value, json};
use stripe_double::{DoubleOptions, StripeDouble};
use tokio::net::TcpListener;

use crate::documented_responses::assert_documented;
use crate::issuer::{Issuer, KEY_ID};

/// Time at which every test begins, in seconds.
pub(crate) const START: i64 = 1_800_000_000;

pub(crate) struct TestApi {
    pub(crate) issuer: Arc<Issuer>,
    pub(crate) app: Arc<App>,
    pub(crate) clock: Clock,
    pub(crate) url: String,
    client: reqwest::Client,
    /// Listeners for receivers of webhooks, at addresses that the service may call.
    receivers: Mutex<Vec<(TcpListener, String)>>,
    /// The double of Stripe, whose API the world calls.
    pub(crate) stripe: StripeDouble,
    /// Address of the double.
    pub(crate) stripe_url: String,
    /// Number of background tasks that never end.
    background_tasks: usize,
    _stripe_server: TestServer,
    _server: TestServer,
    _database: TestDatabase,
}

/// A second server on the database of a world.
pub(crate) struct Replica {
    pub(crate) url: String,
    pub(crate) app: Arc<App>,
    _server: TestServer,
}

/// A response with its whole body.
#[derive(Debug)]
pub(crate) struct HttpResponse {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: String,
}

impl HttpResponse {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// Asserts that the response is a complete problem document of this kind.
    #[track_caller]
    pub(crate) fn is_problem(&self, status: u16, slug: &str) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.header("content-type"), "application/problem+json");
        let body = self.json();
        assert!(
            body["type"]
                .as_str()
                .unwrap()
                .ends_with(&format!("/problems/{slug}")),
            "{body}"
        );
        assert_eq!(body["status"], status);
        for member in ["type", "title", "detail", "instance", "request_id"] {
            let text = body[member].as_str().unwrap();
            assert!(!text.is_empty(), "{member} in {body}");
        }
        assert_eq!(body["request_id"], self.header("x-request-id"));
        if status == 401 {
            let challenge = self.header("www-authenticate");
            assert!(challenge.starts_with("Bearer") || challenge.starts_with("DPoP "));
        }
        if status == 503 {
            assert!(!self.header("retry-after").is_empty());
        }
        body
    }
}

impl TestEnvironment<TestEngine> for TestApi {
    async fn open(backend: TestEngine) -> Self {
        Self::on(backend.database(&MIGRATIONS).await, &[]).await
    }
}

impl TestApi {
    pub(crate) async fn sqlite() -> Self {
        Self::open(TestEngine::Sqlite).await
    }

    pub(crate) async fn postgres() -> Self {
        Self::open(TestEngine::Postgres).await
    }

    /// Opens a world on SQLite with additional settings.
    pub(crate) async fn with_settings(more: &[(&str, &str)]) -> Self {
        Self::on(TestDatabase::sqlite(&MIGRATIONS).await, more).await
    }

    pub(crate) async fn on(database: TestDatabase, more: &[(&str, &str)]) -> Self {
        Self::serve(database, more, TestServer::bind().await).await
    }

    /// Opens a world whose server has this listener and URL.
    pub(crate) async fn serve(
        database: TestDatabase,
        more: &[(&str, &str)],
        (listener, url): (TcpListener, String),
    ) -> Self {
        let issuer = Issuer::start().await;
        let receivers = [TestServer::bind().await, TestServer::bind().await];
        let allowed = receivers
            .each_ref()
            .map(|(_, url)| url.trim_start_matches("http://"));
        let allowed = allowed.join(", ");
        let clock = Clock::fixed(Timestamp::from_seconds(START));
        let (stripe, stripe_url, stripe_server) = start_double(&clock).await;
        let usual = [
            ("API_DATABASE_URL", database.url()),
            ("API_ISSUER", issuer.url.as_str()),
            ("API_AUDIENCE", "https://api.example.com"),
            ("API_USER_CHANGES_SECONDS", "3600"),
            ("API_USAGE_SECONDS", "3600"),
            ("API_VERIFY_HOURS", "0"),
            ("API_WEBHOOK_POLL_SECONDS", "3600"),
            ("API_OUTBOUND_ALLOW", allowed.as_str()),
            ("API_STRIPE_API_BASE", stripe_url.as_str()),
            ("API_STRIPE_REQUESTS_PER_SECOND", "1000"),
            ("API_CLIENT_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635"),
        ];
        let pairs = usual.into_iter().chain(more.iter().copied());
        let mut config = Config::read(&Environment::from_pairs(pairs)).unwrap();
        // The servers of a test may be silent for any time without counting as stopped.
        config.ledger.beat = std::time::Duration::from_hours(24);
        config.inbox_pause = std::time::Duration::from_hours(24);
        config.topup_pause = std::time::Duration::from_hours(24);
        config.reconcile.poll = std::time::Duration::from_hours(24);
        config.reconcile.pause = std::time::Duration::ZERO;
        let app = App::open(config, clock.clone(), Random::system())
            .await
            .unwrap();
        let background_tasks = app.background.running();
        let server = TestServer::start(listener, routes::endpoint(&app));
        Self {
            issuer,
            app,
            clock,
            url,
            stripe,
            stripe_url,
            background_tasks,
            receivers: Mutex::new(Vec::from(receivers)),
            client: testing::test_client(),
            _stripe_server: stripe_server,
            _server: server,
            _database: database,
        }
    }

    /// Returns the claims of a valid access token of this user.
    pub(crate) fn claims(&self, sub: &str) -> Value {
        let now = self.clock.now().seconds();
        json!({
            "iss": self.issuer.url, "sub": sub, "aud": self.app.config.issuer.audience, "client_id": "web",
            "scope": "openid profile email credits.buy credits.read websites", "iat": now, "exp": now + 600,
            "jti": format!("jti-{sub}-{now}"), "auth_time": now, "sid": format!("sid-{sub}"),
            "name": format!("Name of {sub}"), "email": format!("{sub}@example.com"), "email_verified": true,
        })
    }

    /// Returns the header of a valid access token.
    pub(crate) fn header() -> Value {
        json!({"alg": "ES256", "typ": "at+jwt", "kid": KEY_ID})
    }

    /// Returns a valid access token with some claims changed; null removes a claim.
    pub(crate) fn token_with(&self, sub: &str, changes: &Value) -> String {
        let mut claims = self.claims(sub);
        change(&mut claims, changes);
        self.issuer.key.sign(&Self::header(), &claims)
    }

    pub(crate) fn token(&self, sub: &str) -> String {
        self.token_with(sub, &json!({}))
    }

    /// Sends a request with headers as they are.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> HttpResponse {
        self.send_to((&self.url, path), method, headers, body).await
    }

    /// Sends a request to one of several servers.
    pub(crate) async fn send_to(
        &self,
        (url, path): (&str, &str),
        method: Method,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> HttpResponse {
        let mut request = self.client.request(method.clone(), format!("{url}{path}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.body(body);
        }
        let response = request.send().await.unwrap();
        let response = HttpResponse {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: response.text().await.unwrap(),
        };
        assert_documented(&method, path, &response);
        response
    }

    pub(crate) async fn get(&self, path: &str, credential: &str) -> HttpResponse {
        let authorization = format!("Bearer {credential}");
        self.send(
            Method::GET,
            path,
            &[("authorization", &authorization)],
            None,
        )
        .await
    }

    pub(crate) async fn post(&self, path: &str, credential: &str, body: &Value) -> HttpResponse {
        let authorization = format!("Bearer {credential}");
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
        ];
        self.send(Method::POST, path, &headers, Some(body.to_string()))
            .await
    }

    /// Registers a website of this user and returns the whole response.
    pub(crate) async fn register(&self, sub: &str, name: &str) -> Value {
        let response = self
            .post("/v1/websites", &self.token(sub), &registration(name))
            .await;
        assert_eq!(response.status, 201, "{response:?}");
        response.json()
    }

    /// Starts a second server on the same database, with the same settings and clock.
    pub(crate) async fn replica(&self) -> Replica {
        let config = self.app.config.clone();
        let app = App::open(config, self.clock.clone(), Random::system())
            .await
            .unwrap();
        let (listener, url) = TestServer::bind().await;
        let server = TestServer::start(listener, routes::endpoint(&app));
        Replica {
            url,
            app,
            _server: server,
        }
    }

    /// Executes one statement of the test, and waits for caches of API keys if it may change their data.
    pub(crate) async fn sql(&self, statement: &'static str, bound: &[&str]) -> u64 {
        let affected = testing::execute(&self.app.database, statement, bound).await;
        let cached = ["api_keys", "websites", "users"];
        if cached.iter().any(|table| statement.contains(table)) {
            wait_for_caches().await;
        }
        affected
    }

    /// Waits until background work has brought a count to this number.
    pub(crate) async fn wait_for_count(&self, statement: &'static str, expected: i64) {
        let waiting = async {
            while self.count(statement).await != expected {
                tokio::task::yield_now().await;
            }
        };
        let timeout = std::time::Duration::from_secs(10);
        tokio::time::timeout(timeout, waiting).await.unwrap();
    }

    /// Takes one of two listeners, with an address to which webhooks may be sent.
    pub(crate) fn take_listener(&self) -> (TcpListener, String) {
        self.receivers.lock().unwrap().remove(0)
    }

    /// Waits until at most this number of background tasks run.
    pub(crate) async fn settled_hosts(&self, most: usize) {
        let waiting = async {
            while self.app.background.running() > self.background_tasks + most {
                tokio::task::yield_now().await;
            }
        };
        let timeout = std::time::Duration::from_mins(1);
        tokio::time::timeout(timeout, waiting).await.unwrap();
    }

    /// Waits until the background work that has begun is done.
    pub(crate) async fn settles(&self) {
        let waiting = async {
            while self.app.background.running() > self.background_tasks {
                tokio::task::yield_now().await;
            }
        };
        let timeout = std::time::Duration::from_secs(10);
        tokio::time::timeout(timeout, waiting).await.unwrap();
    }

    /// Returns the text that a statement of the test selects.
    pub(crate) async fn text(&self, statement: &'static str) -> String {
        testing::select(&self.app.database, statement, &[]).await
    }

    /// Returns the number that a statement of the test selects.
    pub(crate) async fn count(&self, statement: &'static str) -> i64 {
        self.count_of(statement, &[]).await
    }

    /// Returns the number that a statement of the test selects for these values.
    pub(crate) async fn count_of(&self, statement: &'static str, bound: &[&str]) -> i64 {
        testing::select(&self.app.database, statement, bound).await
    }
}

/// Starts a double of Stripe with the clock of a world.
async fn start_double(clock: &Clock) -> (StripeDouble, String, TestServer) {
    let (listener, url) = TestServer::bind().await;
    let options = DoubleOptions {
        clock: clock.clone(),
        random: Random::system(),
        folder: None,
        base_url: url.clone(),
    };
    let double = StripeDouble::open(options).unwrap();
    // `make contract` compares the calls with Stripe's description of its API.
    if let Some(path) = Environment::from_process().get("TEST_STRIPE_CALLS") {
        double.record_calls(Path::new(path)).unwrap();
    }
    let server = TestServer::start(listener, double.endpoint());
    (double, url, server)
}

pub(crate) fn registration(name: &str) -> Value {
    json!({
        "name": name, "url": "https://shop.example.com",
        "redirect_uris": ["https://shop.example.com/cb"],
    })
}

pub(crate) fn change(claims: &mut Value, changes: &Value) {
    let claims = claims.as_object_mut().unwrap();
    for (name, value) in changes.as_object().unwrap() {
        if value.is_null() {
            claims.remove(name);
        } else {
            claims.insert(name.clone(), value.clone());
        }
    }
}
