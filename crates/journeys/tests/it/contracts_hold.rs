//! Contract tests: a bounded run of Schemathesis finds no response that contradicts the contract of its operation.

use std::time::Duration;

use foundation::Clock;
use foundation::testing::{TestEngine, test_client};
use journeys::installation::TestInstallation;
use journeys::operator;
use journeys::relying_party::RelyingParty;
use journeys::schemathesis::check_contract;
use journeys::users::{self, TestUser, WebsiteBackEnd};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

const CALLBACK: &str = "https://shop.example/callback";
const FEATURE: &str = "image.large";
/// Lifetime of access tokens. The services refuse later requests, which then prove nothing.
const TOKEN_LIFE: Duration = Duration::from_mins(10);

/// An installation with one object of each kind.
struct ContractInstallation {
    world: TestInstallation,
    operator: TestUser,
    owner: TestUser,
    ann: TestUser,
}

impl ContractInstallation {
    async fn new() -> Self {
        let settings = [
            // Minutes pass between the sign-in and the last requests.
            ("API_STEP_UP_SECONDS", "3600"),
            // No event leaves this machine.
            ("API_WEBHOOK_POLL_SECONDS", "3600"),
        ];
        // PostgreSQL refuses texts and numbers that SQLite accepts.
        let mut world = TestInstallation::measured(TestEngine::Postgres, &settings).await;
        let operator = operator::arrive(&mut world).await;
        let owner = TestUser::arrive(&world.address, "owner@example.com").await;
        let ann = TestUser::arrive(&world.address, "ann@example.com").await;
        // The first request creates her user at the product API.
        ann.get(&world.address, "/v1/me").await;
        Self {
            world,
            operator,
            owner,
            ann,
        }
    }

    /// Returns the variables of the run's settings: the URL, credentials, and ids of existing objects.
    async fn variables(&self) -> Vec<(&'static str, String)> {
        let installation = &self.world.address;
        let registered = self.owner.register_website(installation, "Shop").await;
        let own = self.operator.register_website(installation, "Own").await;
        // The run suspends and deletes a website, so that this is none whose packs it reads.
        let spare = self.operator.register_website(installation, "Spare").await;
        let shop = WebsiteBackEnd::new(installation, &registered);
        let admin = users::admin_token(&self.world).await;
        let mut existing = self.people_and_clients(&admin, (&own, &spare)).await;
        existing.extend(self.credits(&shop).await);
        let existing: Value = existing.into_iter().collect();
        assert!(!existing.to_string().contains("null"), "{existing}");
        vec![
            ("ORIGIN", installation.base.clone()),
            ("OPERATOR", self.operator.tokens.access_token.clone()),
            ("OPERATORS_WEBSITE", text(&own, "/website/id")),
            ("API_KEY", shop.key().to_owned()),
            ("WEBSITE", text(&registered, "/website/id")),
            ("ADMIN", admin),
            ("ACCOUNT", self.account_token(&self.ann).await),
            ("OTHER_ACCOUNT", self.account_token(&self.owner).await),
            ("EXISTING", existing.to_string()),
        ]
    }

    async fn account_token(&self, person: &TestUser) -> String {
        let mut web_app = RelyingParty::web_app(&self.world.address.base);
        web_app.scopes = vec!["account"];
        web_app.sign_in(&person.browser).await.access_token
    }

    /// Returns path prefixes of operations on users, websites and clients, with ids for them.
    async fn people_and_clients(
        &self,
        admin: &str,
        (own, spare): (&Value, &Value),
    ) -> Vec<(&'static str, Value)> {
        let metadata = json!({ "redirect_uris": [CALLBACK] });
        users::register_client(&self.world, "shop", &metadata).await;
        let address = self.world.address.at("/admin/v1/initial-access-tokens");
        let request = test_client().post(address).bearer_auth(admin);
        let token = json_of(request.json(&json!({}))).await;
        let user = json!({ "id": self.ann.tokens.subject });
        let website = json!({ "id": spare["website"]["id"] });
        vec![
            ("/clients/{client_id}", json!({ "client_id": "shop" })),
            (
                "/initial-access-tokens/{token_id}",
                json!({ "token_id": token["id"] }),
            ),
            ("/users/{user_id}", json!({ "user_id": user["id"] })),
            ("/v1/api-keys/{id}", json!({ "id": own["api_key"]["id"] })),
            ("/v1/operator/users/{id}", user.clone()),
            ("/v1/operator/websites/{id}", website.clone()),
            ("/v1/users/{id}", user),
            ("/v1/websites/{id}", website),
        ]
    }

    /// Returns path prefixes of operations on credits, with ids; the operator is a customer too.
    async fn credits(&self, shop: &WebsiteBackEnd) -> Vec<(&'static str, Value)> {
        let installation = &self.world.address;
        let grant = shop.grant("grant", "ann@example.com", 100_000).await.json();
        shop.grant("other", "olga@example.com", 100).await;
        let spend = shop.spend("spend", "ann@example.com", 5).await.json();
        let hold = json!({ "customer": { "email": "ann@example.com" }, "amount": 50 });
        let hold = shop.post("/v1/holds", "hold", &hold).await.unwrap().json();
        let endpoint = json!({ "url": "https://shop.example/hooks" });
        let endpoint = shop.post("/v1/webhook-endpoints", "endpoint", &endpoint);
        let endpoint = endpoint.await.unwrap().json();
        let address = installation.at(&format!("/v1/features/{FEATURE}"));
        let request = test_client().request(Method::PUT, address);
        let request = request.bearer_auth(shop.key());
        json_of(request.json(&json!({ "name": "Large" }))).await;
        let own = self.operator.get(installation, "/v1/me/transactions").await;
        let balances = self.operator.get(installation, "/v1/me/credits").await;
        [
            ("/v1/customers/{id}", &grant["balance"]["customer_id"]),
            ("/v1/grants/{id}", &grant["transaction"]["id"]),
            ("/v1/holds/{id}", &hold["hold"]["id"]),
            (
                "/v1/me/credits/{id}",
                &balances["balances"][0]["customer_id"],
            ),
            ("/v1/me/transactions/{id}", &own["items"][0]["id"]),
            ("/v1/transactions/{id}", &spend["transaction"]["id"]),
            ("/v1/webhook-endpoints/{id}", &endpoint["endpoint"]["id"]),
        ]
        .into_iter()
        .map(|(path, id)| (path, json!({ "id": id })))
        .chain([("/v1/features/{code}", json!({ "code": FEATURE }))])
        .collect()
    }
}

async fn json_of(request: RequestBuilder) -> Value {
    let response = request.send().await.unwrap();
    let status = response.status();
    let body: Value = response.json().await.unwrap();
    assert!(status.is_success(), "{status}: {body}");
    body
}

#[track_caller]
fn text(value: &Value, pointer: &str) -> String {
    let found = value.pointer(pointer).and_then(Value::as_str);
    found
        .unwrap_or_else(|| panic!("no {pointer} in {value}"))
        .to_owned()
}

async fn holds(contract: &str) {
    let watch = Clock::system().stopwatch();
    let stage = ContractInstallation::new().await;
    let checked = check_contract(contract, &stage.variables().await);
    let taken = watch.elapsed();
    assert!(
        taken < TOKEN_LIFE,
        "the run took {taken:?}, and its tokens expire after {TOKEN_LIFE:?}: repeat it on an idle machine"
    );
    checked.unwrap_or_else(|report| panic!("{report}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn contract_of_the_product_api() {
    holds("product-api").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn contract_of_the_admin_api() {
    holds("idp").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn contract_of_the_account_api() {
    holds("account").await;
}
