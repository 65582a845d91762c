//! Tests clients by metadata document: documents are cached for a time, fetched with care, and need a consent each time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use foundation::testing::{TestDatabase, TestEngine, TestEnvironment, TestServer};
use idp::testing::TestBrowser;
use poem::endpoint::{make, make_sync};
use poem::http::StatusCode;
use poem::{EndpointExt, Response, Route, get};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::harness::{HttpResponse, RedirectResponse, SECRET, TestIdp, VERIFIER};

mod agents;
mod fresh;
mod hanging;
mod limits;
mod operator;
mod redirects;
mod resources;
mod sectors;

/// A server with one document, which tests replace, and any number of others.
struct DocumentServer {
    address: String,
    host: String,
    response: Arc<Mutex<(u16, String)>>,
    /// Bytes of the logo; empty without a logo.
    logo: Arc<Mutex<Vec<u8>>>,
    requests: Arc<AtomicUsize>,
    is_silent: watch::Sender<bool>,
    _server: TestServer,
}

impl DocumentServer {
    async fn start() -> Self {
        let (listener, base) = TestServer::bind().await;
        let response = Arc::new(Mutex::new((200, String::new())));
        let requests = Arc::new(AtomicUsize::new(0));
        let (is_silent, silence) = watch::channel(false);
        let (shared, count) = (Arc::clone(&response), Arc::clone(&requests));
        let document = make_sync(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            let (status, body) = shared.lock().unwrap().clone();
            Response::builder()
                .status(StatusCode::from_u16(status).unwrap())
                .content_type("application/json")
                .header("cache-control", "max-age=600")
                .header("location", "https://agent.example/elsewhere")
                .body(body)
        });
        let (count, server_base) = (Arc::clone(&requests), base.clone());
        let many = make(move |request: poem::Request| {
            count.fetch_add(1, Ordering::SeqCst);
            let id = format!("{server_base}{}", request.uri().path());
            let document = json!({
                "client_id": id, "redirect_uris": ["https://agent.example/cb"],
                "grant_types": ["authorization_code", "refresh_token"],
            });
            let mut silence = silence.clone();
            async move {
                silence.wait_for(|is_silent| !is_silent).await.unwrap();
                Ok::<_, poem::Error>(
                    Response::builder()
                        .content_type("application/json")
                        .header("cache-control", "max-age=600")
                        .body(document.to_string()),
                )
            }
        });
        let logo = Arc::new(Mutex::new(Vec::new()));
        let shown = Arc::clone(&logo);
        let picture = make_sync(move |_| {
            let body = shown.lock().unwrap().clone();
            let status = if body.is_empty() { 404 } else { 200 };
            Response::builder()
                .status(StatusCode::from_u16(status).unwrap())
                .body(body)
        });
        let route = Route::new()
            .at("/agent.json", get(document))
            .at("/logo.png", get(picture))
            .at("/many/*name", get(many));
        let server = TestServer::start(listener, route.map_to_response().boxed());
        let site = Self {
            address: format!("{base}/agent.json"),
            host: base.strip_prefix("http://").unwrap().to_owned(),
            response,
            logo,
            requests,
            is_silent,
            _server: server,
        };
        site.says(&site.document());
        site
    }

    fn document(&self) -> Value {
        json!({
            "client_id": self.address, "client_name": "An agent", "redirect_uris": ["https://agent.example/cb"],
            "grant_types": ["authorization_code", "refresh_token"], "scope": "openid credits.read websites",
            "logo_uri": format!("http://{}/logo.png", self.host), "software_version": "1",
        })
    }

    fn says(&self, document: &Value) {
        *self.response.lock().unwrap() = (200, document.to_string());
    }

    fn fails(&self, status: u16) {
        self.response.lock().unwrap().0 = status;
    }

    /// Delays the many documents while it is silent.
    fn says_nothing(&self, is_silent: bool) {
        self.is_silent.send_replace(is_silent);
    }

    /// Returns the address of one of the many documents.
    fn another(&self, name: &str) -> String {
        format!("http://{}/many/{name}", self.host)
    }

    fn request_count(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }

    fn request<'a>(&'a self, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
        let mut all = vec![
            ("client_id", self.address.as_str()),
            ("redirect_uri", "https://agent.example/cb"),
            ("scope", "openid credits.read operator"),
        ];
        all.retain(|(name, _)| more.iter().all(|(other, _)| name != other));
        all.extend(more);
        all
    }
}

/// An idp that fetches client documents, and the server of one document.
struct IdpWithDocuments {
    site: DocumentServer,
    world: TestIdp,
}

impl TestEnvironment<TestEngine> for IdpWithDocuments {
    async fn open(backend: TestEngine) -> Self {
        let site = DocumentServer::start().await;
        let world = world_on(backend.database(&idp::MIGRATIONS).await, &site, &[]).await;
        Self { site, world }
    }
}

async fn world(site: &DocumentServer, more: &[(&'static str, &str)]) -> TestIdp {
    world_on(TestDatabase::sqlite(&idp::MIGRATIONS).await, site, more).await
}

async fn world_on(
    database: TestDatabase,
    site: &DocumentServer,
    more: &[(&'static str, &str)],
) -> TestIdp {
    let mut settings = vec![
        ("IDP_CLIENT_DOCUMENTS", "on".to_owned()),
        ("IDP_CLIENT_DOCUMENT_SCOPE", "credits.read".to_owned()),
        ("IDP_OUTBOUND_ALLOW", site.host.clone()),
    ];
    for (name, value) in more {
        settings.retain(|(known, _)| known != name);
        settings.push((name, (*value).to_owned()));
    }
    TestIdp::with_database(database, &settings).await
}

/// Opens the consent page and allows; returns the redirect with the code.
async fn allowed(
    world: &TestIdp,
    visitor: &TestBrowser,
    changes: &[(&str, &str)],
) -> RedirectResponse {
    let address = world.authorize_url(changes);
    decided(world, visitor, &address, "allow").await
}

/// Opens the consent page and decides; returns the redirect.
async fn decided(
    world: &TestIdp,
    visitor: &TestBrowser,
    address: &str,
    decision: &str,
) -> RedirectResponse {
    let response = world.get(address, Some(visitor)).await;
    assert_eq!(response.status(), 200, "a person is asked");
    let set = response
        .headers()
        .get("set-cookie")
        .map(|line| line.to_str().unwrap().to_owned());
    let pair = set
        .as_deref()
        .and_then(|line| line.split(';').next())
        .unwrap_or_default()
        .to_owned();
    let html = response.text().await.unwrap();
    let value = |name: &str| {
        let after = html
            .split(&format!("name=\"{name}\" value=\""))
            .nth(1)
            .expect(name);
        after.split('"').next().unwrap().to_owned()
    };
    let (csrf, resume) = (value("csrfToken"), value("resume"));
    let form = [
        ("csrfToken", csrf.as_str()),
        ("resume", &resume),
        ("decision", decision),
    ];
    let cookie = format!("{}; {pair}", visitor.cookie);
    RedirectResponse::from_response(&world.post("/oauth/consent", &form, &cookie).await)
}

/// Redeems a code of the client.
async fn redeemed(world: &TestIdp, site: &DocumentServer, code: &str) -> HttpResponse {
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", site.address.as_str()),
        ("code", code),
        ("redirect_uri", "https://agent.example/cb"),
        ("code_verifier", VERIFIER),
    ];
    world.token(&form, None).await
}

/// Runs the whole flow of the client.
async fn tokens(world: &TestIdp, site: &DocumentServer, visitor: &TestBrowser) -> Value {
    let request = site.request(&[("scope", "openid offline_access credits.read")]);
    let landing = allowed(world, visitor, &request).await;
    let code = landing.parameter("code").unwrap();
    redeemed(world, site, &code).await.ok()
}

/// Calls the admin API about a client as the operator.
async fn admin(world: &TestIdp, method: &str, client_id: &str, body: &Value) -> HttpResponse {
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", "idp.clients"),
    ];
    let tokens = world.token(&form, Some(("product-api", SECRET))).await.ok();
    let encoded: String = url::form_urlencoded::byte_serialize(client_id.as_bytes()).collect();
    let request = world.request(method, &format!("/admin/v1/clients/{encoded}"));
    let request = request.bearer_auth(tokens["access_token"].as_str().unwrap());
    HttpResponse::read(request.json(body).send().await.unwrap()).await
}
