//! Tests which operations require a recent sign-in of a user: all that change data, with documented exceptions.

use std::collections::BTreeSet;

use foundation::testing::inline_components;
use serde_json::{Value, json};

use super::rows::{ROWS, Row};
use super::things::{ObjectIds, RouteCaller, absent};
use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi, on_both_engines};

/// Operations that change data without a recent sign-in, each with the reason. All other changes require one.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("DELETE /v1/webhook-endpoints/{id}", "ends what is sent"),
    (
        "POST /v1/api-keys/{id}/revoke",
        "ends access, in an emergency at once",
    ),
    ("POST /v1/check", "changes nothing"),
    (
        "POST /v1/checkout-sessions",
        "takes nothing before the buyer pays at Stripe",
    ),
    (
        "POST /v1/checkout-sessions/{id}/expire",
        "ends an unpaid checkout",
    ),
    (
        "POST /v1/checkout-sessions/{id}/sync",
        "grants what was paid",
    ),
    (
        "POST /v1/me/checkout-sessions",
        "takes nothing before the buyer pays at Stripe",
    ),
    (
        "POST /v1/me/checkout-sessions/{id}/expire",
        "ends an unpaid checkout",
    ),
    (
        "POST /v1/me/checkout-sessions/{id}/sync",
        "grants what was paid",
    ),
    (
        "POST /v1/me/portal-sessions",
        "returns a page, and changes nothing",
    ),
    (
        "POST /v1/portal-sessions",
        "returns a page, and changes nothing",
    ),
    ("POST /v1/holds", "uses credits at the price that is set"),
    ("POST /v1/holds/{id}/capture", "uses credits that are held"),
    ("POST /v1/holds/{id}/extend", "keeps a hold"),
    ("POST /v1/holds/{id}/void", "frees a hold"),
    ("POST /v1/spends", "uses credits at the price that is set"),
    (
        "POST /v1/spends:batch",
        "uses credits at the price that is set",
    ),
    (
        "POST /v1/webhook-endpoints/{id}/deliveries/{event_id}/resend",
        "repeats an event",
    ),
    ("POST /v1/webhook-endpoints/{id}/resend", "repeats events"),
    (
        "POST /v1/webhook-endpoints/{id}/test",
        "sends no data of a customer",
    ),
    (
        "POST /v1/stripe-connections/{id}/check",
        "repairs what the server repairs by itself",
    ),
    (
        "POST /v1/packs/{code}/versions/{version}/prices/{currency}/repair",
        "makes what was decided before",
    ),
    (
        "POST /v1/plans/{code}/versions/{version}/prices/{currency}/repair",
        "makes what was decided before",
    ),
    (
        "POST /v1/subscriptions/{id}/preview",
        "returns a price, and changes nothing",
    ),
    (
        "POST /v1/subscriptions/{id}/change",
        "takes what the buyer has seen in a preview",
    ),
    (
        "POST /v1/subscriptions/{id}/cancel",
        "takes no money, and can be taken back",
    ),
    (
        "POST /v1/subscriptions/{id}/resume",
        "goes on with what was bought",
    ),
    (
        "POST /v1/me/subscriptions/{id}/preview",
        "returns a price, and changes nothing",
    ),
    (
        "POST /v1/me/subscriptions/{id}/change",
        "takes what the user has seen in a preview",
    ),
    (
        "POST /v1/me/subscriptions/{id}/cancel",
        "takes no money, and can be taken back",
    ),
    (
        "POST /v1/me/subscriptions/{id}/resume",
        "goes on with what was bought",
    ),
    (
        "DELETE /v1/customers/{id}/top-up",
        "ends what is bought automatically",
    ),
    (
        "PUT /v1/customers/{id}/top-up",
        "lowers what is bought automatically",
    ),
    ("DELETE /v1/me/top-up", "ends what is bought automatically"),
    (
        "POST /v1/me/top-up/retry",
        "buys what the user has agreed to",
    ),
    (
        "PUT /v1/me/top-up",
        "needs the sentence that the user has agreed to",
    ),
    ("POST /v1/websites", "changes nothing that exists"),
    ("PUT /v1/alerts", "decides about messages only"),
    ("PUT /v1/features/{code}", "gives a name, and no price"),
    ("PUT /v1/packs/{code}", "gives a name, and no price"),
    ("PUT /v1/plans/{code}", "gives a name, and no price"),
];

/// Returns true for an operation that requires a recent sign-in.
fn needs_recent_sign_in(operation: &str) -> bool {
    let is_exception = EXCEPTIONS.iter().any(|(name, _reason)| *name == operation);
    !operation.starts_with("GET ") && !is_exception
}

const SLUG: &str = "step-up-required";

fn is_of_the_operator(operation: &str) -> bool {
    operation.contains(" /v1/operator/")
        || operation.contains(" /v1/users/")
        || operation.contains(" /v1/ledger/accounts/")
}

/// Returns a user as a caller, whose token has these claims changed.
fn asker(world: &TestApi, shop: &Shop, operation: &str, changes: &Value) -> RouteCaller {
    let mut claims = changes.clone();
    let who = if is_of_the_operator(operation) {
        claims["scope"] = "openid operator".into();
        claims["roles"] = json!(["operator"]);
        "usr_op"
    } else {
        "usr_1"
    };
    let website = (!is_of_the_operator(operation)).then_some(shop.id.as_str());
    RouteCaller::new("a person", &world.token_with(who, &claims), website)
}

fn requires_step_up(response: &HttpResponse) -> bool {
    response.status == 401 && response.body.contains(SLUG)
}

fn own(shop: &Shop) -> ObjectIds {
    let mut things = absent();
    things.insert("website", shop.id.clone());
    things
}

#[test]
fn contract_documents_step_up() {
    let document = inline_components(&product_api::openapi_document());
    let (mut found, mut operations) = (BTreeSet::new(), BTreeSet::new());
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            operations.insert(format!("{} {path}", method.to_uppercase()));
            let examples =
                &operation["responses"]["401"]["content"]["application/problem+json"]["examples"];
            if let Some(example) = examples.get(SLUG) {
                found.insert(format!("{} {path}", method.to_uppercase()));
                assert_eq!(example["value"]["max_age"], 300);
                assert!(
                    operation["description"].as_str().unwrap().contains(SLUG),
                    "{path}"
                );
            }
        }
    }
    let expected: BTreeSet<String> = operations
        .iter()
        .filter(|name| needs_recent_sign_in(name))
        .cloned()
        .collect();
    assert_eq!(found, expected);
    for (name, reason) in EXCEPTIONS {
        assert!(
            operations.contains(*name),
            "{name}, which {reason}, is missing"
        );
    }
}

on_both_engines! {
    async fn old_sign_in_requires_step_up_for_sensitive_operations(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let now = world.clock.now().seconds();
        let things = own(&shop);
        let stale = [json!({"auth_time": now - 301}), json!({"auth_time": null}), json!({"auth_time": now + 60})];
        for row in ROWS.iter() {
            let asks = needs_recent_sign_in(row.0);
            for changes in &stale {
                let response = asker(&world, &shop, row.0, changes).call(&world, row, &things).await;
                assert_eq!(requires_step_up(&response), asks, "{} with {changes}: {response:?}", row.0);
                if asks {
                    assert_step_up_challenge(&response);
                }
            }
            let fresh = asker(&world, &shop, row.0, &json!({"auth_time": now - 300}));
            let response = fresh.call(&world, row, &things).await;
            assert_ne!(response.status, 401, "{}: {response:?}", row.0);
        }
    }
}

/// Asserts a challenge by RFC 9470, section 3.
fn assert_step_up_challenge(response: &HttpResponse) {
    let body = response.is_problem(401, SLUG);
    assert_eq!(body["max_age"], 300);
    let challenge = response.header("www-authenticate");
    assert!(
        challenge
            .starts_with("Bearer error=\"insufficient_user_authentication\", error_description=\""),
        "{challenge}"
    );
    assert!(challenge.contains("\", max_age=300"), "{challenge}");
}

on_both_engines! {
    async fn step_up_excludes_keys_and_unauthorized_callers(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let things = own(&shop);
        let stale = json!({"auth_time": 1, "scope": "openid profile"});
        let is_affected = |row: &&Row| needs_recent_sign_in(row.0);
        for row in ROWS.iter().filter(is_affected) {
            let key = RouteCaller::new("its key", &shop.key, None).call(&world, row, &things).await;
            assert!(!requires_step_up(&key), "{}: {key:?}", row.0);
            let narrow = RouteCaller::new("a narrow token", &world.token_with("usr_1", &stale), Some(&shop.id));
            narrow.call(&world, row, &things).await.is_problem(403, "insufficient-scope");
        }
    }
}
