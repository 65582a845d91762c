//! Rotation of signing keys on a live installation with two identity providers and the product API, under a stream of
//! users' tokens: no verification fails.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use foundation::env::Environment;
use foundation::testing::{TestDatabase, TestEngine, TestEnvironment, TestServer, test_client};
use foundation::{Background, Clock, Random, Timestamp, on_both_engines};
use idp::testing::{TestBrowser, maintain_keys, sign_in};
use reqwest::{Response, StatusCode, Url};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::RwLock;

pub(crate) const SECRET: &str = "9c41f7d2e8a05b63714fd0c29be8a635";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
/// Lifetime of an access token.
const TOKEN_LIFE: Duration = Duration::from_mins(10);
/// Step of the clock: tokens signed before it are valid after it.
pub(crate) const STEP: Duration = Duration::from_mins(5);
/// Minimum number of verified tokens between two changes.
const BETWEEN: usize = 6;
const STREAMS: usize = 3;
/// Time limit for a stream on a machine that is busy building.
pub(crate) const STREAM_TIMEOUT: Duration = Duration::from_mins(5);

/// Two identity providers with one database, and a product API that reads the keys from the second one.
pub(crate) struct TwoProviders {
    pub(crate) clock: Clock,
    pub(crate) providers: [Arc<idp::app::App>; 2],
    pub(crate) addresses: [String; 2],
    pub(crate) product: String,
    pub(crate) api: Arc<product_api::app::App>,
    pub(crate) ann: TestBrowser,
    pub(crate) http: reqwest::Client,
    _servers: Vec<TestServer>,
    _databases: [TestDatabase; 2],
    _folder: TempDir,
}

/// Results of the stream so far.
#[derive(Default)]
pub(crate) struct StreamResults {
    /// Held by a stream while it gets a token, and by the code that moves the clock: a code lives for a minute.
    pub(crate) gate: RwLock<()>,
    pub(crate) is_over: AtomicBool,
    verified: AtomicUsize,
    /// Number of tokens with another key, by provider.
    by_new: [AtomicUsize; 2],
    refused: std::sync::Mutex<Vec<String>>,
    /// Keys whose tokens may be refused.
    pub(crate) withdrawn: std::sync::Mutex<BTreeSet<String>>,
}

impl TestEnvironment<TestEngine> for TwoProviders {
    async fn open(backend: TestEngine) -> Self {
        Self::on(backend.database(&idp::MIGRATIONS).await).await
    }
}

impl TwoProviders {
    async fn on(database: TestDatabase) -> Self {
        let clock = Clock::fixed(Timestamp::from_seconds(1_800_000_000));
        let folder = TempDir::new().unwrap();
        let (first, issuer) = TestServer::bind().await;
        let (second, other) = TestServer::bind().await;
        let file = folder.path().join("clients.json");
        let clients = clients(&issuer);
        std::fs::write(&file, clients.to_string()).unwrap();
        let settings = Environment::from_pairs([
            ("IDP_BASE_URL", issuer.as_str()),
            ("IDP_SECRET", SECRET),
            ("IDP_DATABASE_URL", database.url()),
            ("IDP_MAIL_DIRECTORY", &folder.path().display().to_string()),
            ("IDP_CLIENTS_FILE", &file.display().to_string()),
            ("IDP_KEY_ANNOUNCE_HOURS", "2"),
        ]);
        let open = async || {
            let config = idp::config::Config::read(&settings).unwrap();
            let app = idp::app::App::open(config, clock.clone(), Random::system());
            app.await.unwrap()
        };
        let providers = [open().await, open().await];
        let mut servers = vec![
            TestServer::start(first, idp::routes::endpoint(&providers[0])),
            TestServer::start(second, idp::routes::endpoint(&providers[1])),
        ];
        let own = TestDatabase::sqlite(&product_api::MIGRATIONS).await;
        let settings = Environment::from_pairs([
            ("API_DATABASE_URL", own.url()),
            ("API_ISSUER", &issuer),
            ("API_IDP_URL", &other),
            ("API_USER_CHANGES_SECONDS", "3600"),
            ("API_CLIENT_SECRET", SECRET),
        ]);
        let config = product_api::config::Config::read(&settings).unwrap();
        let app = product_api::app::App::open(config, clock.clone(), Random::system());
        let app = app.await.unwrap();
        let (listener, product) = TestServer::bind().await;
        servers.push(TestServer::start(
            listener,
            product_api::routes::endpoint(&app),
        ));
        let ann = sign_in(&providers[0], "ann@example.com", None).await;
        Self {
            clock,
            ann: ann.unwrap(),
            providers,
            addresses: [issuer, other],
            product,
            api: app,
            http: test_client(),
            _servers: servers,
            _databases: [database, own],
            _folder: folder,
        }
    }

    /// Returns an access token of one of the providers, by the whole code flow.
    pub(crate) async fn token(&self, provider: usize) -> String {
        self.token_of(provider, &self.ann).await
    }

    /// Returns an access token for any user.
    pub(crate) async fn token_of(&self, provider: usize, visitor: &TestBrowser) -> String {
        self.token_for((provider, "openid profile"), visitor).await
    }

    /// Returns an access token for any user and scope.
    pub(crate) async fn token_for(
        &self,
        (provider, scope): (usize, &str),
        visitor: &TestBrowser,
    ) -> String {
        let code = self.code_for((provider, scope), visitor).await;
        let tokens = response_json(self.redeem(provider, &code).await).await;
        tokens["access_token"].as_str().unwrap().to_owned()
    }

    /// Returns an authorization code.
    pub(crate) async fn code_for(
        &self,
        (provider, scope): (usize, &str),
        visitor: &TestBrowser,
    ) -> String {
        let (at, callback) = (
            &self.addresses[provider],
            format!("{}/cb", self.addresses[0]),
        );
        let requested = [
            ("client_id", "web"),
            ("redirect_uri", &callback),
            ("response_type", "code"),
            ("scope", scope),
            ("state", "s"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
        ];
        let address = Url::parse_with_params(&format!("{at}/oauth/authorize"), requested).unwrap();
        let request = self.http.get(address).header("cookie", &visitor.cookie);
        let response = request.send().await.unwrap();
        let location = response.headers()["location"].to_str().unwrap();
        let location = Url::parse(location).unwrap();
        let code = location.query_pairs().find(|(name, _)| name == "code");
        code.unwrap().1.into_owned()
    }

    /// Redeems a code.
    pub(crate) async fn redeem(&self, provider: usize, code: &str) -> Response {
        let callback = format!("{}/cb", self.addresses[0]);
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", "web"),
            ("code", code),
            ("redirect_uri", &callback),
            ("code_verifier", VERIFIER),
        ];
        let address = format!("{}/oauth/token", self.addresses[provider]);
        self.http.post(address).form(&form).send().await.unwrap()
    }

    /// Returns the product API's response to a token.
    pub(crate) async fn verify(&self, token: &str) -> StatusCode {
        let request = self.http.get(format!("{}/v1/me", self.product));
        request.bearer_auth(token).send().await.unwrap().status()
    }

    /// Rotates the keys, as `tollgate keys rotate` does. Returns the number of announced keys.
    pub(crate) async fn rotate(&self) -> usize {
        let response_json = self.ask_for_keys("POST", "/rotate").await;
        let keys = response_json["keys"].as_array().unwrap();
        keys.iter()
            .filter(|key| key["state"] == "announced")
            .count()
    }

    /// Sends a request about the keys to the first provider's admin API.
    pub(crate) async fn ask_for_keys(&self, method: &str, path: &str) -> Value {
        let at = &self.addresses[0];
        let form = [("grant_type", "client_credentials")];
        let request = self.http.post(format!("{at}/oauth/token")).form(&form);
        let request = request.basic_auth("keeper", Some(SECRET));
        let tokens = response_json(request.send().await.unwrap()).await;
        let address = format!("{at}/admin/v1/keys{path}");
        let request = self.http.request(method.parse().unwrap(), address);
        let request = request.bearer_auth(tokens["access_token"].as_str().unwrap());
        response_json(request.send().await.unwrap()).await
    }
}

/// Returns the clients of the installation.
fn clients(issuer: &str) -> Value {
    json!([
        { "client_id": "web", "token_endpoint_auth_method": "none", "first_party": true,
          "redirect_uris": [format!("{issuer}/cb")], "scope": "openid profile email account websites" },
        { "client_id": "product-api", "client_secret": SECRET, "scope": "idp.clients idp.users",
          "grant_types": ["client_credentials"] },
        { "client_id": "keeper", "client_secret": SECRET, "scope": "idp.audit idp.clients idp.keys idp.status idp.users",
          "grant_types": ["client_credentials"] },
    ])
}

async fn response_json(response: Response) -> Value {
    let (status, text) = (response.status(), response.text().await.unwrap());
    assert_eq!(status, StatusCode::OK, "{text}");
    serde_json::from_str(&text).unwrap()
}

pub(crate) fn kid(token: &str) -> String {
    foundation::jose::KeySet::named_key(token).unwrap()
}

/// Gets tokens of both providers in turn, and has each verified at once, and again as long as it is valid.
async fn stream(here: Arc<TwoProviders>, seen: Arc<StreamResults>, first: String, number: usize) {
    let mut retained: Vec<(String, Timestamp)> = Vec::new();
    let mut turn = number;
    while !seen.is_over.load(Ordering::SeqCst) {
        let _moves = seen.gate.read().await;
        turn += 1;
        let provider = turn % 2;
        let fresh = here.token(provider).await;
        if kid(&fresh) != first {
            seen.by_new[provider].fetch_add(1, Ordering::SeqCst);
        }
        let now = here.clock.now();
        retained.retain(|(_, ends)| now < *ends);
        retained.push((fresh, now.plus(TOKEN_LIFE)));
        for (token, _) in &retained {
            let status = here.verify(token).await;
            let is_withdrawn = seen.withdrawn.lock().unwrap().contains(&kid(token));
            if status != StatusCode::OK && !is_withdrawn {
                let what = format!("{status} for key {} at {now:?}", kid(token));
                seen.refused.lock().unwrap().push(what);
            }
            seen.verified.fetch_add(1, Ordering::SeqCst);
        }
        let newest = retained.len().saturating_sub(3);
        retained.drain(..newest);
    }
}

impl StreamResults {
    /// Waits until some more tokens were verified.
    pub(crate) async fn more(&self) {
        let expected = self.verified.load(Ordering::SeqCst) + BETWEEN;
        let verifying = async {
            while self.verified.load(Ordering::SeqCst) < expected {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        let in_time = tokio::time::timeout(STREAM_TIMEOUT, verifying).await;
        assert!(in_time.is_ok(), "the stream sends nothing");
        self.assert_nothing_refused();
    }

    pub(crate) fn assert_nothing_refused(&self) {
        let refused = self.refused.lock().unwrap();
        assert!(refused.is_empty(), "{refused:?}");
    }

    pub(crate) fn assert_both_use_new_keys(&self) {
        let is_used = |counter: &AtomicUsize| counter.load(Ordering::SeqCst) > 0;
        assert!(self.by_new.iter().all(is_used), "both sign anew");
    }

    /// Advances the clock while no flow is in progress.
    pub(crate) async fn step(&self, here: &TwoProviders) {
        let moving = self.gate.write().await;
        here.clock.advance(STEP);
        drop(moving);
        // The second provider, from which the keys are read, updates its keys after the first.
        for provider in &here.providers {
            maintain_keys(provider).await.unwrap();
            self.more().await;
        }
    }
}

/// Begins the streams of tokens.
pub(crate) async fn begin(here: &Arc<TwoProviders>, seen: &Arc<StreamResults>) -> Background {
    let streams = Background::new();
    let first = kid(&here.token(0).await);
    for number in 0..STREAMS {
        let work = stream(Arc::clone(here), Arc::clone(seen), first.clone(), number);
        streams.start("stream", work);
    }
    streams
}

on_both_engines!(keys_are_rotated_under_a_stream);

// row: C18
async fn keys_are_rotated_under_a_stream(here: TwoProviders) {
    let here = Arc::new(here);
    let seen = Arc::new(StreamResults::default());
    let streams = begin(&here, &seen).await;
    seen.more().await;
    assert_eq!(here.rotate().await, 3);
    let mut crossings = 0;
    for _ in 0..28 {
        seen.more().await;
        let before = here.token(0).await;
        seen.step(&here).await;
        assert_eq!(here.verify(&before).await, StatusCode::OK);
        crossings += usize::from(kid(&before) != kid(&here.token(0).await));
    }
    seen.is_over.store(true, Ordering::SeqCst);
    assert!(streams.stop(STREAM_TIMEOUT).await);
    seen.assert_nothing_refused();
    seen.assert_both_use_new_keys();
    assert_eq!(crossings, 1, "one key after the other");
}
