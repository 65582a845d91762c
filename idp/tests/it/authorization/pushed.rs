//! Tests RFC 9126: a client pushes its request, and the browser brings a `request_uri` that is valid once.

use foundation::on_both_engines;
use foundation::testing::TestDatabase;
use idp::testing::{TestBrowser, sweep};

use super::ShownPage;
use crate::harness::{CHALLENGE, HttpResponse, RedirectResponse, SECRET, TestIdp};

const CALLBACK: &str = "https://backend.example/cb";

/// Pushes a request of the client `backend`, with changes.
pub(crate) async fn push(world: &TestIdp, changes: &[(&str, &str)]) -> HttpResponse {
    push_as(world, ("backend", SECRET), changes).await
}

async fn push_as(
    world: &TestIdp,
    (id, secret): (&str, &str),
    changes: &[(&str, &str)],
) -> HttpResponse {
    let mut form = vec![
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid email"),
        ("state", "pushed"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    form.retain(|(name, _)| !changes.iter().any(|(changed, _)| changed == name));
    form.extend(changes.iter().filter(|(_, value)| !value.is_empty()));
    let encode =
        |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let request = world.request("POST", "/oauth/par").form(&form);
    let request = request.basic_auth(encode(id), Some(encode(secret)));
    HttpResponse::read(request.send().await.unwrap()).await
}

/// Returns the `request_uri` of an accepted request.
pub(crate) async fn pushed(world: &TestIdp, changes: &[(&str, &str)]) -> String {
    let response = push(world, changes).await;
    assert_eq!(response.status, 201, "{}", response.body);
    response.body["request_uri"].as_str().unwrap().to_owned()
}

pub(crate) fn address_of(client_id: &str, name: &str) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("client_id", client_id), ("request_uri", name)])
        .finish();
    format!("/oauth/authorize?{query}")
}

async fn visit(world: &TestIdp, name: &str, visitor: Option<&TestBrowser>) -> RedirectResponse {
    RedirectResponse::from_response(&world.get(&address_of("backend", name), visitor).await)
}

/// Returns whether a response is the page about an invalid `request_uri`.
async fn is_refused(world: &TestIdp, address: &str, visitor: &TestBrowser) -> bool {
    let page = ShownPage::at(world, address, visitor).await;
    page.status == 400 && page.html.contains("(invalid_request_uri)")
}

on_both_engines!(pushed_request_becomes_a_code);

async fn pushed_request_becomes_a_code(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let response = push(&world, &[]).await;
    assert_eq!(response.status, 201, "{}", response.body);
    assert_eq!(response.header("cache-control"), "no-store");
    assert_eq!(response.body["expires_in"], 60);
    let name = response.body["request_uri"].as_str().unwrap();
    let random = name.strip_prefix("urn:ietf:params:oauth:request_uri:");
    assert_eq!(random.unwrap().len(), 43);
    let landing = visit(&world, name, Some(&ann)).await;
    assert_eq!(landing.parameter("state").as_deref(), Some("pushed"));
    let form = [
        ("grant_type", "authorization_code"),
        ("code", &landing.parameter("code").unwrap()),
        ("redirect_uri", CALLBACK),
        ("code_verifier", crate::harness::VERIFIER),
    ];
    let tokens = world.token(&form, Some(("backend", SECRET))).await.ok();
    assert_eq!(tokens["scope"], "email openid");
}

on_both_engines!(request_uri_is_used_once);

// row: A28
async fn request_uri_is_used_once(world: TestIdp) {
    let (ann, address) = (world.visitor("ann").await, |name: &str| {
        address_of("backend", name)
    });
    for prompt in ["", "none"] {
        let name = pushed(&world, &[("prompt", prompt)]).await;
        let first = visit(&world, &name, Some(&ann)).await;
        assert!(first.parameter("code").is_some(), "the control: {first:?}");
        assert!(is_refused(&world, &address(&name), &ann).await, "{prompt}");
    }
    let refused = pushed(&world, &[("prompt", "none"), ("max_age", "0")]).await;
    world.wait(1);
    let landing = visit(&world, &refused, Some(&ann)).await;
    assert_eq!(landing.error(), "login_required");
    assert!(is_refused(&world, &address(&refused), &ann).await);

    let expired = pushed(&world, &[]).await;
    world.wait(60);
    assert!(is_refused(&world, &address(&expired), &ann).await);
    let of_backend = pushed(&world, &[]).await;
    for client_id in ["web", "shop", "nobody"] {
        let foreign = address_of(client_id, &of_backend);
        assert!(is_refused(&world, &foreign, &ann).await, "{client_id}");
    }
    let unnamed = format!("/oauth/authorize?request_uri={of_backend}");
    assert!(RedirectResponse::from_response(&world.get(&unnamed, Some(&ann)).await).is_page());
    let invented = address("urn:ietf:params:oauth:request_uri:x");
    assert!(is_refused(&world, &invented, &ann).await);
    let honest = visit(&world, &of_backend, Some(&ann)).await;
    assert!(honest.parameter("code").is_some(), "{honest:?}");
}

// row: A28
#[tokio::test]
async fn pushed_request_used_after_a_sign_in_is_used_once() {
    let world = TestIdp::new().await;
    let name = pushed(&world, &[("prompt", "login")]).await;
    let ann = world.visitor("ann").await;
    // Opening the address, in two tabs or by a scanner, does not use it up.
    let first = visit(&world, &name, Some(&ann)).await;
    let second = visit(&world, &name, Some(&ann)).await;
    let backs = [first, second].map(|landing| landing.parameter("callbackUrl").unwrap());
    assert_ne!(backs[0], backs[1]);
    // The `request_uri` may expire while the user signs in, if it was opened in time.
    world.wait(5 * 60);
    let fresh = world.sign_in_again("ann", &ann).await;
    let returned = RedirectResponse::from_response(&world.get(&backs[0], Some(&fresh)).await);
    assert!(returned.parameter("code").is_some(), "{returned:?}");
    for spent in [backs[1].as_str(), &address_of("backend", &name)] {
        assert!(is_refused(&world, spent, &fresh).await, "{spent}");
    }
    world.wait(31);
    let again = RedirectResponse::from_response(&world.get(&backs[0], Some(&fresh)).await);
    assert!(again.is_page());
}

#[tokio::test]
async fn pushed_request_is_checked_like_any_other() {
    let world = TestIdp::new().await;
    let rows: [(&[(&str, &str)], &str); 13] = [
        (
            &[("redirect_uri", "https://evil.example/cb")],
            "invalid_request",
        ),
        (&[("redirect_uri", "")], "invalid_request"),
        (&[("response_type", "token")], "unsupported_response_type"),
        (&[("response_mode", "fragment")], "invalid_request"),
        (&[("scope", "email")], "invalid_scope"),
        (&[("code_challenge_method", "plain")], "invalid_request"),
        (&[("prompt", "none login")], "invalid_request"),
        (&[("claims", "x")], "invalid_request"),
        (&[("request", "x")], "invalid_request_object"),
        (&[("request_uri", "https://a.example/")], "invalid_request"),
        (
            &[("request_uri", "urn:ietf:params:oauth:request_uri:x")],
            "invalid_request",
        ),
        (&[("client_id", "web")], "invalid_request"),
        (&[("state", "one"), ("state", "two")], "invalid_request"),
    ];
    for (changes, expected) in rows {
        let response = push(&world, changes).await;
        assert_eq!(response.refusal(), (400, expected), "{changes:?}");
    }
    let response = push_as(&world, ("backend", "wrong"), &[]).await;
    assert_eq!(response.refusal(), (401, "invalid_client"));
    let json = world.request("POST", "/oauth/par").body("{}");
    assert_eq!(json.send().await.unwrap().status(), 400);
    let get = world.get("/oauth/par", None).await;
    assert_eq!(get.status(), 405);
    assert_eq!(push(&world, &[]).await.status, 201, "the control");
}

#[tokio::test]
async fn pushed_request_stores_no_credentials_and_expires() {
    let world = TestIdp::new().await;
    let form = [
        ("client_id", "meter"),
        ("client_secret", SECRET),
        ("redirect_uri", "https://backend.example/cb"),
    ];
    let request = world.request("POST", "/oauth/par").form(&form);
    let response = HttpResponse::read(request.send().await.unwrap()).await;
    assert_eq!(
        response.refusal(),
        (400, "invalid_request"),
        "no such address"
    );
    let mut posted = vec![("client_id", "backend"), ("client_secret", SECRET)];
    posted.extend([
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid"),
    ]);
    let request = world.request("POST", "/oauth/par").form(&posted);
    let response = HttpResponse::read(request.send().await.unwrap()).await;
    assert_eq!(response.status, 201, "{}", response.body);
    let stored = world.text("SELECT query FROM pushed_requests").await;
    assert!(
        stored.contains("client_id=backend") && !stored.contains("secret"),
        "{stored}"
    );
    let name = response.body["request_uri"].as_str().unwrap();
    let digest = world.text("SELECT digest FROM pushed_requests").await;
    assert!(!name.contains(&digest) && !digest.contains(name));
    world.wait(16 * 60);
    sweep(&world.app).await.unwrap();
    let left = world.count("SELECT COUNT(*) FROM pushed_requests").await;
    assert_eq!(left, 0);
}

#[tokio::test]
async fn parameters_next_to_a_pushed_request_are_ignored() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let name = pushed(&world, &[]).await;
    let address = format!(
        "{}&redirect_uri=https%3A%2F%2Fevil.example&state=other&scope=openid",
        address_of("backend", &name)
    );
    let landing = RedirectResponse::from_response(&world.get(&address, Some(&ann)).await);
    assert_eq!(landing.parameter("state").as_deref(), Some("pushed"));
    assert!(landing.location.unwrap().starts_with(CALLBACK));
    // The idp responds to a POST by a redirect, and stores no request, because the pushed one is stored already.
    let name = pushed(&world, &[]).await;
    let form = [("client_id", "backend"), ("request_uri", name.as_str())];
    let bounced = RedirectResponse::from_response(&world.post("/oauth/authorize", &form, "").await);
    assert_eq!(bounced.status, 303);
    let landing =
        RedirectResponse::from_response(&world.get(&bounced.location.unwrap(), Some(&ann)).await);
    assert!(landing.parameter("code").is_some());
    let parked = world.count("SELECT COUNT(*) FROM authorization_requests");
    assert_eq!(parked.await, 0);
}

#[tokio::test]
async fn pushed_language_is_used_on_the_sign_in_pages() {
    let world = TestIdp::on(TestDatabase::sqlite(&idp::MIGRATIONS).await).await;
    let name = pushed(&world, &[("ui_locales", "de en")]).await;
    let landing = visit(&world, &name, None).await;
    let page = world.get(&landing.location.unwrap(), None).await;
    assert_eq!(page.headers()["content-language"], "de");
}

#[tokio::test]
async fn prompt_none_gets_an_error_if_its_request_cannot_be_consumed() {
    let world = TestIdp::new().await;
    let name = pushed(&world, &[("prompt", "none")]).await;
    world
        .change(
            "CREATE TRIGGER stays BEFORE DELETE ON pushed_requests BEGIN SELECT RAISE(ABORT, 'not now'); END",
        )
        .await;
    let landing = visit(&world, &name, None).await;
    assert_eq!(landing.error(), "server_error");
    assert_eq!(landing.parameter("state").as_deref(), Some("pushed"));
    world.change("DROP TRIGGER stays").await;
    let landing = visit(&world, &name, None).await;
    assert_eq!(landing.error(), "login_required", "the control");
}
