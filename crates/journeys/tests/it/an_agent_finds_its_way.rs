//! An agent that knows only the URL of the product API: its refusal leads it to the registration, the scopes and the
//! authorization server, and it returns with a token (RFC 9728, RFC 8414, RFC 7591, RFC 8707).

use foundation::on_both_engines;
use foundation::testing::{TestEngine, TestServer};
use journeys::browser::Browser;
use journeys::installation::TestInstallation;
use journeys::users::TestUser;
use poem::endpoint::make_sync;
use poem::{EndpointExt, Response, Route, get};
use serde_json::{Value, json};

const CALL: &str = "/v1/me/credits";
const CALLBACK: &str = "https://agent.example/cb";
/// RFC 7636 appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// Metadata that the agent found, beginning at a refusal.
struct FoundMetadata {
    resource: String,
    scopes: String,
    server: Value,
}

async fn json_at(address: &str) -> Value {
    let http = foundation::testing::test_client();
    let response = http.get(address).send().await.unwrap();
    assert_eq!(response.status().as_u16(), 200, "{address}");
    response.json().await.unwrap()
}

async fn find_out(call: &str) -> FoundMetadata {
    let http = foundation::testing::test_client();
    let refused = http.get(call).send().await.unwrap();
    assert_eq!(refused.status().as_u16(), 401);
    let challenge = refused.headers()["www-authenticate"]
        .to_str()
        .unwrap()
        .to_owned();
    let address = challenge.split("resource_metadata=\"").nth(1).unwrap();
    let resource = json_at(address.split('"').next().unwrap()).await;
    assert!(call.starts_with(resource["resource"].as_str().unwrap()));
    let issuer = resource["authorization_servers"][0].as_str().unwrap();
    let server = json_at(&format!("{issuer}/.well-known/oauth-authorization-server")).await;
    assert_eq!(server["issuer"], issuer);
    let scopes = resource["scopes_supported"].as_array().unwrap();
    FoundMetadata {
        resource: resource["resource"].as_str().unwrap().to_owned(),
        scopes: scopes[0].as_str().unwrap().to_owned(),
        server,
    }
}

impl FoundMetadata {
    fn endpoint(&self, name: &str) -> &str {
        self.server[name].as_str().unwrap()
    }

    /// Completes the flow: a user allows the agent its scopes, and the refused call then identifies its user.
    async fn come_back(&self, client_id: &str, browser: &Browser, call: &str) {
        let parameters = [
            ("client_id", client_id),
            ("redirect_uri", CALLBACK),
            ("response_type", "code"),
            ("scope", &self.scopes),
            ("resource", &self.resource),
            ("state", "s"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
        ];
        let address =
            reqwest::Url::parse_with_params(self.endpoint("authorization_endpoint"), parameters)
                .unwrap();
        let page = browser.open(address.as_str()).await;
        assert!(
            page.body.contains("id=\"consent-allow\""),
            "a person is asked: {} {}",
            page.url,
            page.body
        );
        let page = browser.submit_page(&page, "consent-allow").await;
        let code = page
            .parameter("code")
            .unwrap_or_else(|| panic!("no code at {}", page.url));
        assert_eq!(
            page.parameter("iss").as_deref(),
            self.server["issuer"].as_str()
        );
        let http = foundation::testing::test_client();
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", client_id),
            ("code", &code),
            ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER),
            ("resource", &self.resource),
        ];
        let response = http
            .post(self.endpoint("token_endpoint"))
            .form(&form)
            .send()
            .await
            .unwrap();
        let tokens: Value = response.json().await.unwrap();
        let token = tokens["access_token"]
            .as_str()
            .unwrap_or_else(|| panic!("{tokens}"));
        let called = http.get(call).bearer_auth(token).send().await.unwrap();
        assert_eq!(called.status().as_u16(), 200, "what was allowed is read");
        let credits: Value = called.json().await.unwrap();
        assert!(credits["balances"].is_array(), "{credits}");
    }
}

on_both_engines!(agent_that_is_a_document_finds_its_way);

async fn agent_that_is_a_document_finds_its_way(engine: TestEngine) {
    let (listener, base) = TestServer::bind().await;
    let id = format!("{base}/agent.json");
    let document =
        json!({ "client_id": id, "client_name": "An agent", "redirect_uris": [CALLBACK] })
            .to_string();
    let response = make_sync(move |_| {
        Response::builder()
            .content_type("application/json")
            .body(document.clone())
    });
    let route = Route::new().at("/agent.json", get(response));
    let _site = TestServer::start(listener, route.map_to_response().boxed());
    let settings = [
        ("IDP_CLIENT_DOCUMENTS", "on"),
        ("IDP_CLIENT_DOCUMENT_SCOPE", "credits.read"),
        ("IDP_OUTBOUND_ALLOW", base.strip_prefix("http://").unwrap()),
    ];
    let mut world = TestInstallation::measured(engine, &settings).await;
    let ann = TestUser::arrive(&world.address, "ann@example.com").await;
    let call = world.address.at(CALL);
    let found = find_out(&call).await;
    assert_eq!(found.server["client_id_metadata_document_supported"], true);
    found.come_back(&id, &ann.browser, &call).await;
    let _running = world.process();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agent_with_an_initial_access_token_registers_and_finds_its_way() {
    let mut world = TestInstallation::new(TestEngine::Sqlite).await;
    let ann = TestUser::arrive(&world.address, "ann@example.com").await;
    let call = world.address.at(CALL);
    let found = find_out(&call).await;
    let http = foundation::testing::test_client();
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", "idp.clients"),
    ];
    let request = http.post(found.endpoint("token_endpoint")).form(&form);
    let tokens = request
        .basic_auth("product-api", Some(world.client_secret()))
        .send()
        .await
        .unwrap();
    let tokens: Value = tokens.json().await.unwrap();
    let body = json!({ "scope": "credits.read" });
    let made = http
        .post(world.address.at("/admin/v1/initial-access-tokens"))
        .bearer_auth(tokens["access_token"].as_str().unwrap())
        .json(&body);
    let made: Value = made.send().await.unwrap().json().await.unwrap();
    let agent = json!({
        "client_name": "An agent", "redirect_uris": [CALLBACK], "token_endpoint_auth_method": "none",
    });
    let registered = http
        .post(found.endpoint("registration_endpoint"))
        .bearer_auth(made["token"].as_str().unwrap())
        .json(&agent);
    let registered: Value = registered.send().await.unwrap().json().await.unwrap();
    found
        .come_back(
            registered["client_id"].as_str().unwrap(),
            &ann.browser,
            &call,
        )
        .await;
    let _running = world.process();
}
