//! Clients that are documents at their own addresses: believed for a while, asked about each time, fetched with care.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use foundation::testing::{TestDatabase, TestServer};
use idp::testing::SignedIn;
use poem::endpoint::make_sync;
use poem::http::StatusCode;
use poem::{EndpointExt, Response, Route, get};
use serde_json::{Value, json};

use crate::harness::{Landing, SECRET, Told, VERIFIER, World};

/// A site with one document, which tests exchange.
struct Site {
    address: String,
    host: String,
    answer: Arc<Mutex<(u16, String)>>,
    asked: Arc<AtomicUsize>,
    _server: TestServer,
}

impl Site {
    async fn start() -> Self {
        let (listener, base) = TestServer::bind().await;
        let answer = Arc::new(Mutex::new((200, String::new())));
        let asked = Arc::new(AtomicUsize::new(0));
        let (told, count) = (Arc::clone(&answer), Arc::clone(&asked));
        let document = make_sync(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            let (status, body) = told.lock().unwrap().clone();
            Response::builder()
                .status(StatusCode::from_u16(status).unwrap())
                .content_type("application/json")
                .header("cache-control", "max-age=600")
                .header("location", "https://agent.example/elsewhere")
                .body(body)
        });
        let route = Route::new().at("/agent.json", get(document));
        let server = TestServer::start(listener, route.map_to_response().boxed());
        let site = Self {
            address: format!("{base}/agent.json"),
            host: base.strip_prefix("http://").unwrap().to_owned(),
            answer,
            asked,
            _server: server,
        };
        site.says(&site.document());
        site
    }

    fn document(&self) -> Value {
        json!({
            "client_id": self.address, "client_name": "An agent", "redirect_uris": ["https://agent.example/cb"],
            "grant_types": ["authorization_code", "refresh_token"], "scope": "openid credits.read websites",
            "logo_uri": "https://agent.example/logo.png", "software_version": "1",
        })
    }

    fn says(&self, document: &Value) {
        *self.answer.lock().unwrap() = (200, document.to_string());
    }

    fn fails(&self, status: u16) {
        self.answer.lock().unwrap().0 = status;
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    fn request<'a>(&'a self, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
        let mut all = vec![
            ("client_id", self.address.as_str()),
            ("redirect_uri", "https://agent.example/cb"),
            ("scope", "openid credits.read operator"),
        ];
        all.extend(more);
        all
    }
}

async fn world(site: &Site, more: &[(&'static str, &str)]) -> World {
    let mut settings = vec![
        ("IDP_CLIENT_DOCUMENTS", "on".to_owned()),
        ("IDP_CLIENT_DOCUMENT_SCOPE", "credits.read".to_owned()),
        ("IDP_OUTBOUND_ALLOW", site.host.clone()),
    ];
    for (name, value) in more {
        settings.retain(|(known, _)| known != name);
        settings.push((name, (*value).to_owned()));
    }
    World::at_place(TestDatabase::sqlite(&idp::MIGRATIONS).await, &settings).await
}

/// The page that asks a person, and the code that follows a yes.
async fn allowed(world: &World, visitor: &SignedIn, changes: &[(&str, &str)]) -> Landing {
    let answer = world
        .get(&world.authorize_url(changes), Some(visitor))
        .await;
    assert_eq!(answer.status(), 200, "a person is asked");
    let set = answer
        .headers()
        .get("set-cookie")
        .map(|line| line.to_str().unwrap().to_owned());
    let pair = set
        .as_deref()
        .and_then(|line| line.split(';').next())
        .unwrap_or_default()
        .to_owned();
    let html = answer.text().await.unwrap();
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
        ("decision", "allow"),
    ];
    let cookie = format!("{}; {pair}", visitor.cookie);
    Landing::of(&world.post("/oauth/consent", &form, &cookie).await)
}

#[tokio::test]
async fn an_agent_that_nobody_registered_gets_what_its_user_allows_each_time() {
    let site = Site::start().await;
    let world = world(&site, &[]).await;
    let ann = world.visitor("ann").await;
    let metadata = Told::of(
        world
            .request("GET", "/.well-known/oauth-authorization-server")
            .send()
            .await
            .unwrap(),
    )
    .await
    .ok();
    assert_eq!(metadata["client_id_metadata_document_supported"], true);
    for _ in 0..2 {
        let landing = allowed(&world, &ann, &site.request(&[])).await;
        let code = landing.parameter("code").unwrap();
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", site.address.as_str()),
            ("code", &code),
            ("redirect_uri", "https://agent.example/cb"),
            ("code_verifier", VERIFIER),
        ];
        let tokens = world.token(&form, None).await.ok();
        assert_eq!(
            tokens["scope"], "credits.read openid",
            "what the setting lets documents have"
        );
        let access = tokens["access_token"].as_str().unwrap();
        assert_eq!(world.userinfo(access).await.status, 200);
    }
    assert_eq!(site.asked(), 1, "it is believed for a while");
    assert_eq!(
        world
            .text("SELECT registered_by FROM clients WHERE id LIKE 'http%'")
            .await,
        "document"
    );
    let silent = site.request(&[("prompt", "none")]);
    assert_eq!(
        world.authorize(Some(&ann), &silent).await.error(),
        "consent_required"
    );
}

#[tokio::test]
async fn only_a_document_that_names_itself_is_a_client() {
    let site = Site::start().await;
    let world = world(&site, &[]).await;
    let ann = world.visitor("ann").await;
    let with = |member: &str, value: Value| {
        let mut document = site.document();
        document[member] = value;
        document
    };
    for wrong in [
        with("client_id", json!("https://agent.example/agent.json")),
        with("client_secret", json!("x")),
        with("token_endpoint_auth_method", json!("client_secret_basic")),
        with("redirect_uris", json!(["javascript:alert(1)"])),
        with("redirect_uris", json!(["http://agent.example/cb"])),
        with("jwks_uri", json!("https://169.254.169.254/keys")),
        with("first_party", json!(true)),
        with("client_name", json!("x".repeat(6 * 1024))),
        json!([]),
    ] {
        site.says(&wrong);
        let asked = site.asked();
        // The second time nobody makes us ask again at once.
        for _ in 0..2 {
            let landing = world.authorize(Some(&ann), &site.request(&[])).await;
            assert!(landing.is_page(), "{wrong}");
            assert_eq!(site.asked(), asked + 1);
        }
        world.wait(10);
    }
    site.says(&site.document());
    for status in [404, 500, 301, 302, 307] {
        site.fails(status);
        let landing = world.authorize(Some(&ann), &site.request(&[])).await;
        assert!(landing.is_page(), "{status}");
        world.wait(10);
    }
    let known = "SELECT COUNT(*) FROM clients WHERE registered_by = 'document'";
    assert_eq!(world.count(known).await, 0);
    site.says(&site.document());
    allowed(&world, &ann, &site.request(&[]))
        .await
        .parameter("code")
        .unwrap();
}

#[tokio::test]
async fn a_document_is_asked_for_again_after_its_time_and_outlives_a_bad_day() {
    let site = Site::start().await;
    let world = world(&site, &[]).await;
    let ann = world.visitor("ann").await;
    allowed(&world, &ann, &site.request(&[])).await;
    let mut changed = site.document();
    changed["redirect_uris"] = json!(["https://agent.example/new"]);
    site.says(&changed);
    world.wait(600);
    let again = world.visitor("ann").await;
    assert!(
        world
            .authorize(Some(&again), &site.request(&[]))
            .await
            .is_page(),
        "the old address is gone"
    );
    assert_eq!(site.asked(), 2);
    site.says(&site.document());
    world.wait(600);
    let again = world.visitor("ann").await;
    allowed(&world, &again, &site.request(&[]))
        .await
        .parameter("code")
        .unwrap();
    site.fails(500);
    world.wait(600);
    let again = world.visitor("ann").await;
    allowed(&world, &again, &site.request(&[]))
        .await
        .parameter("code")
        .unwrap();
    world.wait(25 * 60 * 60);
    let again = world.visitor("ann").await;
    assert!(
        world
            .authorize(Some(&again), &site.request(&[]))
            .await
            .is_page(),
        "nobody vouches for it"
    );
}

#[tokio::test]
async fn i1_i2_a_document_at_an_address_of_ours_is_never_asked_for() {
    let site = Site::start().await;
    let closed = world(&site, &[("IDP_OUTBOUND_ALLOW", "localhost:1")]).await;
    assert!(closed.authorize(None, &site.request(&[])).await.is_page());
    let off = world(&site, &[("IDP_CLIENT_DOCUMENTS", "off")]).await;
    assert!(off.authorize(None, &site.request(&[])).await.is_page());
    let open = world(&site, &[]).await;
    let port = site.host.rsplit(':').next().unwrap();
    for host in ["127.0.0.1", "[::1]", "localhost.", "127.1", "2130706433"] {
        for scheme in ["http", "https"] {
            let id = format!("{scheme}://{host}:{port}/agent.json");
            let changes = [
                ("client_id", id.as_str()),
                ("redirect_uri", "https://agent.example/cb"),
            ];
            assert!(open.authorize(None, &changes).await.is_page(), "{id}");
        }
    }
    assert_eq!(site.asked(), 0, "no packet was sent");
    let ann = open.visitor("ann").await;
    allowed(&open, &ann, &site.request(&[]))
        .await
        .parameter("code")
        .unwrap();
    assert_eq!(site.asked(), 1);
}

#[tokio::test]
async fn the_operator_switches_a_document_off_and_it_stays_off() {
    let site = Site::start().await;
    let world = world(&site, &[]).await;
    let ann = world.visitor("ann").await;
    allowed(&world, &ann, &site.request(&[])).await;
    world
        .execute(
            "UPDATE clients SET is_active = FALSE WHERE id = $1",
            &site.address,
        )
        .await;
    world.wait(3600);
    let again = world.visitor("ann").await;
    assert!(
        world
            .authorize(Some(&again), &site.request(&[]))
            .await
            .is_page()
    );
    assert_eq!(site.asked(), 2);
    let form = [("grant_type", "client_credentials")];
    world.token(&form, Some(("product-api", SECRET))).await.ok();
    assert!(
        world
            .authorize(Some(&again), &site.request(&[]))
            .await
            .is_page(),
        "also after the document came anew"
    );
}
