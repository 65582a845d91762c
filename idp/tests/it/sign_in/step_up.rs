//! Tests the page that asks a signed-in user to confirm their identity for a client, and its refusals.

use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;

use crate::harness::{CHALLENGE, VERIFIER};
use crate::visiting::{Browser, BrowserResponse, TestBackend, TestInstallation, hidden};

const CALLBACK: &str = "https://console.example/cb";
const FOUNDER: &str = "founder@example.com";
const VERA: &str = "vera@example.com";

/// Opens an idp with an app of the installation, and a website.
async fn world_with_an_app(
    backend: TestBackend,
    settings: &[(&str, &str)],
) -> (TestInstallation, TempDir) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("clients.json");
    let clients = json!([
        {
            "client_id": "console", "client_name": "The console", "first_party": true,
            "token_endpoint_auth_method": "none", "redirect_uris": [CALLBACK],
        },
        {
            "client_id": "plane", "client_name": "Paper <Plane>",
            "token_endpoint_auth_method": "none", "redirect_uris": [CALLBACK],
        },
    ]);
    std::fs::write(&file, clients.to_string()).unwrap();
    let file = file.display().to_string();
    let mut all = vec![("IDP_CLIENTS_FILE", file.as_str())];
    all.extend(settings);
    (TestInstallation::at(backend, &all).await, folder)
}

fn request(client_id: &str, more: &[(&str, &str)]) -> String {
    let mut parameters = vec![
        ("client_id", client_id),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    parameters.extend(more);
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(parameters)
        .finish();
    format!("/oauth/authorize?{query}")
}

/// Returns the ID token of the console for the signed-in user.
async fn id_token(browser: &Browser) -> String {
    let landing = browser.get(&request("console", &[])).await;
    let landed = url::Url::parse(landing.location()).unwrap();
    let code = landed.query_pairs().find(|(name, _)| name == "code");
    let code = code.expect("a code").1.into_owned();
    let fields = [
        ("grant_type", "authorization_code"),
        ("client_id", "console"),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
        ("code", code.as_str()),
    ];
    let tokens = browser.post("/oauth/token", &fields).await;
    tokens.json()["id_token"]
        .as_str()
        .expect("a token")
        .to_owned()
}

/// Opens the page that asks the user to confirm their identity.
async fn confirmation_page(
    browser: &Browser,
    hint: &str,
    more: &[(&str, &str)],
) -> BrowserResponse {
    let wish = [&[("id_token_hint", hint), ("max_age", "0")], more].concat();
    let led = browser.get(&request("console", &wish)).await;
    browser.get(led.location()).await
}

/// Signs in by the code of an email, as the page's form does.
async fn type_code(
    world: &TestInstallation,
    browser: &Browser,
    email: &str,
    number: usize,
) -> BrowserResponse {
    let code = world.wait_for_email(email, number).await.code();
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("code", code.as_str())];
    browser.post("/api/auth/callback/email", &fields).await
}

#[tokio::test]
async fn confirmation_page_names_user_and_reason_and_sends_the_code_to_the_known_address() {
    let (world, _folder) = world_with_an_app(TestBackend::Sqlite, &[]).await;
    let browser = world.signed_in(FOUNDER).await;
    let hint = id_token(&browser).await;
    world.wait(Duration::from_secs(1));
    let page = confirmation_page(&browser, &hint, &[("about_client", "plane")])
        .await
        .body;
    for part in [
        "<h1 id=\"page-title\">Confirm it is you</h1>",
        "To make this change at <bdi>Paper &#60;Plane&#62;</bdi>, sign in again.",
        "<strong>founder@example.com</strong>",
        ">Send a code to founder@example.com</button>",
        "<a id=\"signout-link\" href=\"/api/auth/signout\">Sign out</a>",
    ] {
        assert!(page.contains(part), "no {part} in {page}");
    }
    assert!(!page.contains("type=\"email\""), "{page}");
    assert!(!page.contains("passkey-form"), "{page}");
    for more in [
        &[][..],
        &[("about_client", "nobody")],
        &[("about_client", "<b>")],
    ] {
        let page = confirmation_page(&browser, &hint, more).await.body;
        let why = "To continue with <bdi>The console</bdi>, sign in again.";
        assert!(page.contains(why), "{more:?}: {page}");
    }
    // The page's own form requests the email.
    let fields = ["csrfToken", "callbackUrl", "email"].map(|name| (name, hidden(&page, name)));
    let fields: Vec<_> = fields
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    browser.post("/api/auth/signin/email", &fields).await;
    let signed_in = type_code(&world, &browser, FOUNDER, 2).await;
    let landing = browser.get(signed_in.location()).await;
    assert!(landing.location().starts_with(CALLBACK), "{landing:?}");
    assert!(landing.location().contains("code="), "{landing:?}");
}

#[tokio::test]
async fn confirmation_by_another_user_leaves_the_session_as_it_was() {
    for backend in [TestBackend::Sqlite, TestBackend::Postgres] {
        another_person_is_refused(backend).await;
    }
}

async fn another_person_is_refused(backend: TestBackend) {
    let (world, _folder) = world_with_an_app(backend, &[]).await;
    let browser = world.signed_in(FOUNDER).await;
    let founder = world.text("SELECT id FROM users").await;
    world.wait(Duration::from_secs(1));
    let claims = json!({ "id_token": { "sub": { "value": founder } } }).to_string();
    let led = browser
        .get(&request(
            "console",
            &[("claims", &claims), ("max_age", "0")],
        ))
        .await;
    let page = browser.get(led.location()).await;
    assert!(page.body.contains("Confirm it is you"), "{page:?}");
    let before = browser.cookie("tollgate.session-token");
    browser.ask(VERA).await;
    let link = world.wait_for_email(VERA, 1).await.link();
    let refusals = [
        type_code(&world, &browser, VERA, 1).await,
        browser.post(&link, &[]).await,
    ];
    for refused in refusals {
        let to = format!("{}/api/auth/signin?error=OtherPerson", world.base);
        assert_eq!((refused.status, refused.location()), (302, to.as_str()));
    }
    assert_eq!(browser.cookie("tollgate.session-token"), before);
    assert_eq!(browser.session().await["user"]["email"], FOUNDER);
    assert_eq!(world.text("SELECT COUNT(*) || '' FROM users").await, "1");
    let page = browser.get("/api/auth/signin?error=OtherPerson").await;
    for part in ["That is another account, so nothing was changed.", FOUNDER] {
        assert!(page.body.contains(part), "no {part} in {}", page.body);
    }
    // The proof was not used up: in her own browser it signs Vera in.
    let hers = world.browser();
    hers.post(&link, &[]).await;
    assert_eq!(hers.session().await["user"]["email"], VERA);
}

#[tokio::test]
async fn sign_in_page_without_a_known_user_has_an_address_field() {
    let (world, _folder) = world_with_an_app(TestBackend::Sqlite, &[]).await;
    let browser = world.signed_in(FOUNDER).await;
    let hint = id_token(&browser).await;
    let of_vera = id_token(&world.signed_in(VERA).await).await;
    // No session; another user's session; another client's token; no user named.
    let requests = [
        (
            &world.browser(),
            request("console", &[("id_token_hint", &hint), ("max_age", "0")]),
        ),
        (&browser, request("console", &[("id_token_hint", &of_vera)])),
        (&browser, request("console", &[("prompt", "login")])),
    ];
    for (browser, address) in requests {
        let led = browser.get(&address).await;
        let page = browser.get(led.location()).await.body;
        assert!(
            page.contains("id=\"input-email-for-email-provider\""),
            "{address}: {page}"
        );
        assert!(!page.contains("Confirm it is you"), "{address}: {page}");
    }
    // Another user may sign in when no client requires a particular one.
    browser
        .get(&request("console", &[("prompt", "login")]))
        .await;
    browser.ask(VERA).await;
    type_code(&world, &browser, VERA, 2).await;
    assert_eq!(browser.session().await["user"]["email"], VERA);
}
