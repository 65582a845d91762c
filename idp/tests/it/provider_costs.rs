//! What each answer of the provider asks of the database: so many statements, and so many commits, for each of which the
//! disk is waited for. Nothing is remembered of the person from the request before; clients are.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::harness::{CHALLENGE, SECRET, VERIFIER};
use crate::visiting::{Answer, Browser, Place, Statements, World};

const CALLBACK: &str = "https://site.example/cb";

/// A site's back end and a browser of somebody who is signed in.
struct Story<'a> {
    world: &'a World,
    statements: &'a Statements,
    browser: Browser,
    seen: Vec<(&'static str, usize, usize)>,
}

impl Story<'_> {
    /// Notes what an answer asked for.
    async fn cost(&mut self, name: &'static str, asked: impl Future<Output = Answer>) -> Answer {
        // Longer than anybody is remembered.
        self.world.wait(Duration::from_secs(1));
        self.statements.taken();
        let answer = asked.await;
        let asked = self.statements.taken();
        assert!(answer.status < 400, "{name}: {answer:?}");
        self.seen.push((name, asked.statements(), asked.commits()));
        answer
    }
}

/// An authorization request.
fn authorize() -> String {
    let parameters = [
        ("client_id", "site"),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid profile email offline_access"),
        ("state", "s"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(parameters)
        .finish();
    format!("/oauth/authorize?{query}")
}

/// A request of the site's back end, in no browser.
async fn ask(world: &World, path: &str, fields: &[(&str, &str)]) -> Answer {
    let secret: String = url::form_urlencoded::byte_serialize(SECRET.as_bytes()).collect();
    let basic = format!("Basic {}", STANDARD.encode(format!("site:{secret}")));
    let headers = [("authorization", basic.as_str())];
    world.browser().post_with(path, &headers, fields).await
}

#[tokio::test]
async fn each_answer_asks_so_much_of_the_database() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("clients.json");
    let clients = json!([{
        "client_id": "site", "client_secret": SECRET, "first_party": true,
        "redirect_uris": [CALLBACK], "scope": "metrics.read",
        "grant_types": ["authorization_code", "refresh_token", "client_credentials"],
    }]);
    std::fs::write(&file, clients.to_string()).unwrap();
    let settings = [("IDP_CLIENTS_FILE", file.to_str().unwrap())];
    let world = World::at(Place::Postgres, &settings).await;
    let person = idp::testing::sign_in(&world.app, "ann@example.com", None);
    let person = person.await.unwrap();
    let (name, value) = person.cookie.split_once('=').unwrap();
    let statements = Statements::listen(&world).await;
    // The first look at a client is everybody's.
    ask(
        &world,
        "/oauth/token",
        &[("grant_type", "client_credentials")],
    )
    .await;
    let mut story = Story {
        world: &world,
        statements: &statements,
        browser: world.browser(),
        seen: Vec::new(),
    };
    story.browser.set_cookie(name, Some(value));
    tell(&mut story).await;
    let expected = [
        ("discovery", 0, 0),
        ("jwks", 0, 0),
        ("client_credentials", 0, 0),
        ("authorize, signed in", 5, 1),
        ("code", 3, 1),
        ("refresh", 3, 1),
        ("userinfo", 1, 0),
    ];
    assert_eq!(story.seen, expected);
}

async fn tell(story: &mut Story<'_>) {
    let world = story.world;
    let anybody = world.browser();
    let discovery = "/.well-known/openid-configuration";
    story.cost("discovery", anybody.get(discovery)).await;
    story.cost("jwks", anybody.get("/oauth/jwks")).await;
    let form = [("grant_type", "client_credentials")];
    let machine = ask(world, "/oauth/token", &form);
    story.cost("client_credentials", machine).await;
    let visitor = world.browser();
    visitor.take_cookies_of(&story.browser);
    let path = authorize();
    let answer = story.cost("authorize, signed in", visitor.get(&path)).await;
    let address = reqwest::Url::parse(answer.location()).unwrap();
    let code = address.query_pairs().find(|(name, _)| name == "code");
    let code = code.unwrap().1.into_owned();
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ];
    let first = story.cost("code", ask(world, "/oauth/token", &form)).await;
    let token = first.json()["refresh_token"].as_str().unwrap().to_owned();
    let form = [("grant_type", "refresh_token"), ("refresh_token", &token)];
    let second = story
        .cost("refresh", ask(world, "/oauth/token", &form))
        .await;
    let token = second.json()["access_token"].as_str().unwrap().to_owned();
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str())];
    let userinfo = anybody.post_with("/oauth/userinfo", &headers, &[]);
    story.cost("userinfo", userinfo).await;
}
