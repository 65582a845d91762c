//! Provides a whole idp on a free port, with a movable clock, clients of every kind, and signed-in users.

use std::sync::Arc;
use std::time::Duration;

use foundation::env::Environment;
use foundation::testing::{TestDatabase, TestEngine, TestEnvironment, TestServer, execute, select};
use foundation::{Clock, Random, Timestamp};
use idp::app::App;
use idp::config::Config;
use idp::testing::{TestBrowser, sign_in};
use reqwest::{Response, Url};
use serde_json::Value;
use tempfile::TempDir;

pub(crate) use crate::installation::SECRET;
use crate::installation::{clients, plant_keys, take_keys};
pub(crate) use crate::responses::{HttpResponse, RedirectResponse, altered, claims, header};
use crate::visiting::TestBackend;

pub(crate) const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub(crate) const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// A running idp.
pub(crate) struct TestIdp {
    pub(crate) app: Arc<App>,
    pub(crate) base: String,
    pub(crate) clock: Clock,
    http: reqwest::Client,
    _server: TestServer,
    _database: TestDatabase,
    _folder: TempDir,
}

/// Master secret of every world.
pub(crate) const MASTER: &str = "9c41f7d2e8a05b63714fd0c29be8a635";

impl TestEnvironment<TestEngine> for TestIdp {
    async fn open(backend: TestEngine) -> Self {
        Self::on(backend.database(&idp::MIGRATIONS).await).await
    }
}

impl TestEnvironment<TestBackend> for TestIdp {
    async fn open(backend: TestBackend) -> Self {
        Self::with_database(backend.database().await, &backend.settings()).await
    }
}

impl TestIdp {
    /// Opens a world on SQLite.
    pub(crate) async fn new() -> Self {
        Self::on(TestDatabase::sqlite(&idp::MIGRATIONS).await).await
    }

    /// Opens a world on SQLite with sessions in Redis.
    pub(crate) async fn with_redis() -> Self {
        Self::open(TestBackend::Redis).await
    }

    /// Opens a world on a database.
    pub(crate) async fn on(database: TestDatabase) -> Self {
        Self::with_database(database, &[]).await
    }

    /// Opens a world on SQLite with additional settings.
    pub(crate) async fn with(settings: &[(&'static str, String)]) -> Self {
        Self::with_database(TestDatabase::sqlite(&idp::MIGRATIONS).await, settings).await
    }

    /// Opens a world on a database with additional settings.
    pub(crate) async fn with_database(
        database: TestDatabase,
        settings: &[(&'static str, String)],
    ) -> Self {
        let (listener, base) = TestServer::bind().await;
        let folder = TempDir::new().unwrap();
        let clients_file = folder.path().join("clients.json");
        std::fs::write(&clients_file, clients(&base).to_string()).unwrap();
        let mut environment = Environment::from_pairs([
            ("IDP_BASE_URL", base.as_str()),
            ("IDP_SECRET", MASTER),
            ("IDP_DATABASE_URL", database.url()),
            ("IDP_MAIL_DIRECTORY", &folder.path().display().to_string()),
            ("IDP_CLIENTS_FILE", &clients_file.display().to_string()),
        ]);
        for (name, value) in settings {
            environment.set_default(name, value.clone());
        }
        let clock = Clock::fixed(Timestamp::from_seconds(1_800_000_000));
        plant_keys(&database).await;
        let config = Config::read(&environment).unwrap();
        let app = App::open(config, clock.clone(), Random::system())
            .await
            .unwrap();
        take_keys(&app).await;
        let server = TestServer::start(listener, idp::routes::endpoint(&app));
        Self {
            app,
            base,
            clock,
            http: foundation::testing::test_client(),
            _server: server,
            _database: database,
            _folder: folder,
        }
    }

    /// Returns the absolute address of a path.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Advances the clock.
    pub(crate) fn wait(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    /// Signs a user in.
    pub(crate) async fn visitor(&self, name: &str) -> TestBrowser {
        sign_in(&self.app, &format!("{name}@example.com"), None)
            .await
            .unwrap()
    }

    /// Signs a user in again with the browser of an earlier sign-in.
    pub(crate) async fn sign_in_again(&self, name: &str, before: &TestBrowser) -> TestBrowser {
        let email = format!("{name}@example.com");
        sign_in(&self.app, &email, Some(before)).await.unwrap()
    }

    /// Sends a GET request with the cookies of a user.
    pub(crate) async fn get(&self, address: &str, visitor: Option<&TestBrowser>) -> Response {
        let request = self.http.get(self.full(address));
        let cookie = visitor.map(|visitor| visitor.cookie.clone());
        request
            .header("cookie", cookie.unwrap_or_default())
            .send()
            .await
            .unwrap()
    }

    /// Posts a form with cookies.
    pub(crate) async fn post(
        &self,
        address: &str,
        form: &[(&str, &str)],
        cookie: &str,
    ) -> Response {
        let request = self.http.post(self.full(address)).form(form);
        request.header("cookie", cookie).send().await.unwrap()
    }

    /// Builds a request of any kind.
    pub(crate) fn request(&self, method: &str, address: &str) -> reqwest::RequestBuilder {
        self.http
            .request(method.parse().unwrap(), self.full(address))
    }

    fn full(&self, address: &str) -> String {
        if address.starts_with('/') {
            self.at(address)
        } else {
            address.to_owned()
        }
    }

    /// Returns the address of an authorization request of the client `web`, with changes: an empty value removes a parameter.
    pub(crate) fn authorize_url(&self, changes: &[(&str, &str)]) -> String {
        let callback = self.at("/auth/callback");
        let mut parameters = vec![
            ("client_id", "web"),
            ("redirect_uri", callback.as_str()),
            ("response_type", "code"),
            ("scope", "openid profile email"),
            ("state", "a state & more"),
            ("nonce", "n-0S6_WzA2Mj"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
        ];
        parameters.retain(|(name, _)| !changes.iter().any(|(changed, _)| changed == name));
        parameters.extend(changes.iter().filter(|(_, value)| !value.is_empty()));
        let url = Url::parse_with_params(&self.at("/oauth/authorize"), parameters).unwrap();
        url.to_string()
    }

    /// Sends an authorization request and returns the redirect.
    pub(crate) async fn authorize(
        &self,
        visitor: Option<&TestBrowser>,
        changes: &[(&str, &str)],
    ) -> RedirectResponse {
        RedirectResponse::from_response(&self.get(&self.authorize_url(changes), visitor).await)
    }

    /// Returns a code.
    pub(crate) async fn code(&self, visitor: &TestBrowser, changes: &[(&str, &str)]) -> String {
        let landing = self.authorize(Some(visitor), changes).await;
        landing
            .parameter("code")
            .unwrap_or_else(|| panic!("no code: {landing:?}"))
    }

    /// Sends a token request.
    pub(crate) async fn token(
        &self,
        form: &[(&str, &str)],
        basic: Option<(&str, &str)>,
    ) -> HttpResponse {
        let mut request = self.http.post(self.at("/oauth/token")).form(form);
        if let Some((id, secret)) = basic {
            let encode = |text: &str| {
                url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>()
            };
            request = request.basic_auth(encode(id), Some(encode(secret)));
        }
        HttpResponse::read(request.send().await.unwrap()).await
    }

    /// Redeems a code of the client `web`.
    pub(crate) async fn redeem(&self, code: &str) -> HttpResponse {
        let callback = self.at("/auth/callback");
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", "web"),
            ("code", code),
            ("redirect_uri", &callback),
            ("code_verifier", VERIFIER),
        ];
        self.token(&form, None).await
    }

    /// Runs the whole flow of the client `web`.
    pub(crate) async fn tokens(&self, visitor: &TestBrowser) -> Value {
        let code = self.code(visitor, &[]).await;
        self.redeem(&code).await.ok()
    }

    /// Runs the whole flow of a confidential client with refresh tokens.
    pub(crate) async fn site_tokens(&self, visitor: &TestBrowser, scope: &str) -> Value {
        let changes = [
            ("client_id", "backend"),
            ("redirect_uri", "https://backend.example/cb"),
            ("scope", scope),
        ];
        let code = self.code(visitor, &changes).await;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", &code),
            ("redirect_uri", "https://backend.example/cb"),
            ("code_verifier", VERIFIER),
        ];
        self.token(&form, Some(("backend", SECRET))).await.ok()
    }

    /// Requests userinfo with a bearer token.
    pub(crate) async fn userinfo(&self, token: &str) -> HttpResponse {
        let request = self.http.get(self.at("/oauth/userinfo")).bearer_auth(token);
        HttpResponse::read(request.send().await.unwrap()).await
    }

    /// Executes a statement that changes rows.
    pub(crate) async fn execute(&self, statement: &'static str, value: &str) {
        execute(&self.app.database, statement, &[value]).await;
    }

    /// Executes a statement that changes the schema.
    pub(crate) async fn change(&self, statement: &str) {
        execute(&self.app.database, statement, &[]).await;
    }

    /// Makes deletions of rows of a table fail by a trigger until [`TestIdp::mend_deletes`], on either engine.
    pub(crate) async fn break_deletes(&self, table: &str) {
        if self.app.database.engine() == "sqlite" {
            let raise = "BEGIN SELECT RAISE(ABORT, 'a fault'); END";
            let fault = format!("CREATE TRIGGER fault BEFORE DELETE ON {table} {raise}");
            return self.change(&fault).await;
        }
        let raise = "LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a fault'; END $$";
        self.change(&format!("CREATE FUNCTION fault() RETURNS trigger {raise}"))
            .await;
        let rows = "FOR EACH ROW EXECUTE FUNCTION fault()";
        self.change(&format!(
            "CREATE TRIGGER fault BEFORE DELETE ON {table} {rows}"
        ))
        .await;
    }

    /// Removes that trigger.
    pub(crate) async fn mend_deletes(&self, table: &str) {
        if self.app.database.engine() == "sqlite" {
            return self.change("DROP TRIGGER fault").await;
        }
        self.change(&format!("DROP TRIGGER fault ON {table}")).await;
        self.change("DROP FUNCTION fault()").await;
    }

    /// Returns the text that a statement selects.
    pub(crate) async fn text(&self, statement: &'static str) -> String {
        select(&self.app.database, statement, &[]).await
    }

    /// Returns the number that a statement selects.
    pub(crate) async fn count(&self, statement: &'static str) -> i64 {
        select(&self.app.database, statement, &[]).await
    }
}
