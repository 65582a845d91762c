//! Tests the database cost of the provider's responses: the statements, and the commits, each of which waits for the disk. The
//! caches hold no user, because each user's entry has expired; they may hold clients. `docs/idp/costs.md` has this table.

use std::sync::Arc;

use foundation::testing::{TestDatabase, TestKey};
use idp::testing::{TestBrowser, maintain_keys};
use serde_json::{Value, json};
use tracing::Instrument;

use crate::devices::{self, DeviceAuthorization};
use crate::harness::{HttpResponse, SECRET, TestIdp, VERIFIER};
use crate::proofs::key::CLIENT_KEY;
use crate::visiting::Statements;

const CALLBACK: &str = "https://backend.example/cb";
const BACKEND: Option<(&str, &str)> = Some(("backend", SECRET));

/// Numbers of statements and commits.
type Cost = (usize, usize);

/// A world whose statements are recorded.
struct CostRecorder {
    world: Arc<TestIdp>,
    statements: Statements,
    seen: Vec<(&'static str, Cost)>,
}

impl CostRecorder {
    async fn begin() -> Self {
        let world = TestIdp::on(TestDatabase::postgres(&idp::MIGRATIONS).await).await;
        let statements = Statements::listen_at(&world.base).await;
        Self {
            world: Arc::new(world),
            statements,
            seen: Vec::new(),
        }
    }

    /// Records the cost of a response. Reads of a client do not count, because its cache follows the machine's clock, except
    /// for requests with a registration's token, which read the client each time.
    async fn cost<T>(&mut self, name: &'static str, request: impl Future<Output = T>) -> T {
        // Waits longer than the cache holds a user.
        self.world.wait(1);
        self.statements.taken();
        let response = request.await;
        let mut recorded = self.statements.taken();
        let is_registration = name.starts_with("registration");
        let is_remembered = |one: &String| one.contains("FROM clients WHERE id");
        recorded
            .0
            .retain(|one| is_registration || !is_remembered(one));
        self.seen
            .push((name, (recorded.statements(), recorded.commits())));
        response
    }
}

async fn authorize(world: &TestIdp, visitor: &TestBrowser, more: &[(&str, &str)]) -> String {
    let mut changes = vec![("client_id", "backend"), ("redirect_uri", CALLBACK)];
    changes.extend(more);
    world.code(visitor, &changes).await
}

async fn redeem(world: &TestIdp, code: &str) -> Value {
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ];
    world.token(&form, BACKEND).await.ok()
}

async fn refresh(world: &TestIdp, tokens: &Value) -> Value {
    let token = tokens["refresh_token"].as_str().unwrap();
    let form = [("grant_type", "refresh_token"), ("refresh_token", token)];
    world.token(&form, BACKEND).await.ok()
}

/// Sends a request of the client `backend` about a token.
async fn about(world: &TestIdp, path: &str, tokens: &Value, name: &str) -> HttpResponse {
    let token = tokens[name].as_str().unwrap();
    let form = [("token", token), ("token_type_hint", name)];
    let request = world.request("POST", path).form(&form);
    let secret: String = url::form_urlencoded::byte_serialize(SECRET.as_bytes()).collect();
    let request = request.basic_auth("backend", Some(secret));
    HttpResponse::read(request.send().await.unwrap()).await
}

/// Sends a token request of a client with a proof of possession.
async fn proven(world: &TestIdp) -> Value {
    let header = json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": CLIENT_KEY.jwk() });
    let now = world.clock.now().seconds();
    let claims =
        json!({ "htm": "POST", "htu": world.at("/oauth/token"), "iat": now, "jti": "a proof" });
    let form = [
        ("grant_type", "client_credentials"),
        ("client_id", "meter"),
        ("client_secret", SECRET),
    ];
    let request = world.request("POST", "/oauth/token").form(&form);
    let request = request.header("DPoP", CLIENT_KEY.sign(&header, &claims));
    HttpResponse::read(request.send().await.unwrap()).await.ok()
}

/// Sends a token request of a client with an assertion.
async fn asserted(world: &TestIdp, key: &TestKey) -> Value {
    let now = world.clock.now().seconds();
    let claims = json!({
        "iss": "signer", "sub": "signer", "aud": world.base, "jti": "once", "iat": now, "exp": now + 60,
    });
    let assertion = key.sign(&json!({ "alg": "ES256", "kid": "own" }), &claims);
    let form = [
        ("grant_type", "client_credentials"),
        (
            "client_assertion_type",
            "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        ),
        ("client_assertion", assertion.as_str()),
    ];
    world.token(&form, None).await.ok()
}

async fn record_reads_and_machines(story: &mut CostRecorder) {
    let world = Arc::clone(&story.world);
    let discovery = world.get("/.well-known/openid-configuration", None);
    story.cost("discovery", discovery).await;
    story.cost("jwks", world.get("/oauth/jwks", None)).await;
    let form = [
        ("grant_type", "client_credentials"),
        ("client_id", "meter"),
        ("client_secret", SECRET),
    ];
    let response = story
        .cost("client credentials", world.token(&form, None))
        .await;
    response.ok();
    let response = story.cost("the same, by assertion", asserted(&world, &CLIENT_KEY));
    response.await;
    story.cost("the same, with a proof", proven(&world)).await;
}

async fn record_users(story: &mut CostRecorder) -> TestBrowser {
    let world = Arc::clone(&story.world);
    let ann = world.visitor("ann").await;
    let code = authorize(&world, &ann, &[]);
    let code = story.cost("authorization, signed in", code).await;
    let first = story.cost("code", redeem(&world, &code)).await;
    let second = story.cost("refresh", refresh(&world, &first)).await;
    let access_token = second["access_token"].as_str().unwrap();
    let response = story.cost("userinfo", world.userinfo(access_token)).await;
    response.ok();
    for (row, path, name) in [
        ("introspection", "/oauth/introspect", "access_token"),
        (
            "introspection, refresh token",
            "/oauth/introspect",
            "refresh_token",
        ),
        ("revocation", "/oauth/revoke", "access_token"),
        (
            "revocation, refresh token",
            "/oauth/revoke",
            "refresh_token",
        ),
    ] {
        let response = story.cost(row, about(&world, path, &second, name)).await;
        assert_eq!(response.status, 200, "{row}");
    }
    ann
}

async fn record_pushed_requests(story: &mut CostRecorder, ann: &TestBrowser) {
    let world = Arc::clone(&story.world);
    let form = [
        ("client_id", "backend"),
        ("client_secret", SECRET),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid"),
    ];
    let pushed = world.post("/oauth/par", &form, "");
    let pushed = story.cost("push", pushed).await;
    let pushed = HttpResponse::read(pushed).await;
    let name = pushed.body["request_uri"].as_str().unwrap();
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("client_id", "backend"), ("request_uri", name)])
        .finish();
    let address = format!("/oauth/authorize?{query}");
    let response = story.cost("pushed request answered", world.get(&address, Some(ann)));
    assert_eq!(response.await.status(), 303);
}

async fn record_devices(story: &mut CostRecorder, ann: &TestBrowser) {
    let world = Arc::clone(&story.world);
    let device: DeviceAuthorization = story
        .cost("device authorization", devices::begin(&world, "openid"))
        .await;
    story
        .cost("device asks, unanswered", device.refused(&world))
        .await;
    devices::allowed(&world, ann, &device).await;
    world.wait(10);
    let response = story
        .cost("device asks, allowed", device.poll(&world))
        .await;
    response.ok();
}

async fn record_ends(story: &mut CostRecorder, ann: &TestBrowser) {
    let world = Arc::clone(&story.world);
    let tokens = world.tokens(ann).await;
    let hint = tokens["id_token"].as_str().unwrap();
    let address = crate::logout::address(&[("id_token_hint", hint)]);
    let response = story.cost("sign-out by a site", world.get(&address, Some(ann)));
    assert_eq!(response.await.status(), 200);
    // The recorder ignores statements outside of a request's span.
    let tending = async { maintain_keys(&world.app).await.unwrap() };
    let tending = tending.instrument(tracing::info_span!("request"));
    story.cost("a look at the keys, each minute", tending).await;
}

async fn record_registrations(story: &mut CostRecorder) {
    let world = Arc::clone(&story.world);
    let token = crate::registration::initial_token(&world, &json!({})).await;
    let agent = json!({
        "redirect_uris": ["https://agent.example/cb"], "token_endpoint_auth_method": "none",
    });
    let send = async |method: &str, address: &str, token: &str, body: &Value| {
        let request = world.request(method, address).bearer_auth(token);
        HttpResponse::read(request.json(body).send().await.unwrap()).await
    };
    let made = send("POST", "/oauth/register", &token, &agent);
    let made = story.cost("registration", made).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let text = |name: &str| made.body[name].as_str().unwrap().to_owned();
    let (address, own) = (
        text("registration_client_uri"),
        text("registration_access_token"),
    );
    let look = send("GET", &address, &own, &agent);
    story.cost("registration read", look).await.ok();
    let mut again = agent.clone();
    again["client_id"] = json!(text("client_id"));
    for safeguard in made.body.as_object().unwrap().keys() {
        if again.get(safeguard).is_none() && !OMITTED_MEMBERS.contains(&safeguard.as_str()) {
            again[safeguard] = made.body[safeguard].clone();
        }
    }
    let put = send("PUT", &address, &own, &again);
    story.cost("registration replaced", put).await.ok();
    let deletion = send("DELETE", &address, &own, &agent);
    let deletion = story.cost("registration ended", deletion).await;
    assert_eq!(deletion.status, 204);
}

/// Members that an update of a registration must omit (RFC 7592 section 2.2).
const OMITTED_MEMBERS: [&str; 4] = [
    "client_id_issued_at",
    "client_secret_expires_at",
    "registration_access_token",
    "registration_client_uri",
];

async fn record_all(story: &mut CostRecorder) {
    record_reads_and_machines(story).await;
    let ann = record_users(story).await;
    record_pushed_requests(story, &ann).await;
    record_devices(story, &ann).await;
    record_ends(story, &ann).await;
    record_registrations(story).await;
}

#[tokio::test]
async fn statements_per_response_match_the_cost_table() {
    let mut story = CostRecorder::begin().await;
    record_all(&mut story).await;
    let expected = [
        ("discovery", (0, 0)),
        ("jwks", (0, 0)),
        ("client credentials", (0, 0)),
        ("the same, by assertion", (1, 1)),
        ("the same, with a proof", (1, 1)),
        ("authorization, signed in", (2, 1)),
        ("code", (2, 1)),
        ("refresh", (2, 1)),
        ("userinfo", (1, 0)),
        ("introspection", (1, 0)),
        ("introspection, refresh token", (1, 0)),
        ("revocation", (1, 1)),
        ("revocation, refresh token", (3, 1)),
        ("push", (1, 1)),
        ("pushed request answered", (4, 1)),
        ("device authorization", (2, 1)),
        ("device asks, unanswered", (1, 1)),
        ("device asks, allowed", (2, 1)),
        ("sign-out by a site", (5, 1)),
        ("a look at the keys, each minute", (1, 0)),
        ("registration", (4, 1)),
        ("registration read", (1, 0)),
        ("registration replaced", (4, 1)),
        ("registration ended", (5, 1)),
    ];
    assert_eq!(story.seen, expected);
}
