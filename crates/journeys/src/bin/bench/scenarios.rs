//! The scenarios, prepared on one engine: people, a website, a rich customer and a thousand others.

use std::net::SocketAddr;

use journeys::people::{BackEnd, Person};
use journeys::world::{Engine, World};

use crate::load::Scenario;
use crate::pinned;

/// Customers of the scenario with many accounts.
const CUSTOMERS: usize = 1_000;
/// More than any run can spend.
const PLENTY: i64 = 1_000_000_000;
const ONE: &str = "one@example.com";

/// A world that is ready to be measured.
pub(crate) struct Prepared {
    scenarios: Vec<Scenario>,
    address: SocketAddr,
    process: u32,
    _world: World,
}

impl Prepared {
    /// Makes the people and their credits.
    pub(crate) async fn new(engine: Engine) -> Self {
        let mut world = World::quiet(engine).await;
        let owner = Person::arrive(&world.place, "owner@example.com").await;
        let shop = BackEnd::of(
            &world.place,
            &owner.register_website(&world.place, "Shop").await,
        );
        grant(&shop, ONE).await;
        for number in 0..CUSTOMERS {
            grant(&shop, &customer(number)).await;
        }
        let secret = world.client_secret();
        let (address, process) = (world.process().address, world.process().id());
        pinned::pin_server(process);
        let scenarios = scenarios(&owner, shop.key(), &secret, session_read(engine));
        Self {
            scenarios,
            address,
            process,
            _world: world,
        }
    }

    /// All scenarios.
    pub(crate) fn scenarios(&self) -> &[Scenario] {
        &self.scenarios
    }

    /// Where the server listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The server's process id.
    pub(crate) fn process(&self) -> u32 {
        self.process
    }
}

async fn grant(shop: &BackEnd, email: &str) {
    let answer = shop.grant(&format!("welcome-{email}"), email, PLENTY).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
}

fn customer(number: usize) -> String {
    format!("customer-{number}@example.com")
}

/// Where sessions live is what a session read costs.
fn session_read(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => "session read (SQL)",
        Engine::Postgres => "session read (Redis)",
    }
}

fn scenarios(
    owner: &Person,
    key: &str,
    client_secret: &str,
    session_read: &'static str,
) -> Vec<Scenario> {
    let bearer = format!("Authorization: Bearer {}\r\n", owner.tokens.access_token);
    let cookies = format!("Cookie: {}\r\n", owner.browser.cookies().join("; "));
    let grant = format!(
        "grant_type=client_credentials&scope=idp.clients&client_id=product-api&client_secret={client_secret}"
    );
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let (one, many) = (key.to_owned(), key.to_owned());
    vec![
        Scenario::fixed("discovery", get("/.well-known/openid-configuration", "")),
        Scenario::fixed(
            "client_credentials token",
            post("/oauth/token", form, &grant),
        ),
        Scenario::fixed("userinfo", get("/oauth/userinfo", &bearer)),
        Scenario::fixed(session_read, get("/api/auth/session", &cookies)),
        Scenario::numbered("spend, one account", move |number| spend(&one, number, ONE)),
        Scenario::numbered("spend, 1,000 accounts", move |number| {
            spend(&many, number, &customer(number % CUSTOMERS))
        }),
    ]
}

fn get(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n")
}

fn post(path: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    )
}

fn spend(key: &str, number: usize, email: &str) -> String {
    let body = format!(r#"{{"customer":{{"email":"{email}"}},"amount":1}}"#);
    let headers = format!(
        "Authorization: Bearer {key}\r\nIdempotency-Key: bench-{number}\r\nContent-Type: application/json\r\n"
    );
    post("/v1/spends", &headers, &body)
}
