//! A walk over every route of the contract with the ids of another website's things (attacks K1, K10).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{Answer, World, on_both};
use crate::receiver::Receiver;
use crate::webhooks::add;

/// What is in the places of a path or a body, by kind: another website's, or nobody's.
type Things = BTreeMap<&'static str, String>;

/// An operation, the things in its path in their order, and a body that fits.
type Row = (&'static str, &'static [&'static str], &'static str);

/// Each operation of the contract; those that change what others look at come last.
const ROWS: &[Row] = &[
    ("GET /v1/alerts", &[], ""),
    ("GET /v1/api-keys", &[], ""),
    ("GET /v1/api-keys/{id}", &["api_key"], ""),
    ("GET /v1/policies/signup-grant", &[], ""),
    (
        "POST /v1/api-keys",
        &[],
        r#"{"name": "More", "scopes": ["credits.spend"]}"#,
    ),
    (
        "PATCH /v1/api-keys/{id}",
        &["api_key"],
        r#"{"name": "Less"}"#,
    ),
    (
        "PUT /v1/api-keys/{id}/caps",
        &["api_key"],
        r#"{"per_operation": 5}"#,
    ),
    ("POST /v1/api-keys/{id}/rotate", &["api_key"], "{}"),
    ("POST /v1/api-keys/{id}/revoke", &["api_key"], "{}"),
    (
        "PUT /v1/policies/signup-grant",
        &[],
        r#"{"enabled": false, "amount": 5}"#,
    ),
    (
        "POST /v1/check",
        &[],
        r#"{"customer": {"id": "{customer}"}, "amount": 1}"#,
    ),
    (
        "POST /v1/check",
        &[],
        r#"{"customer": {"external_id": "own"}, "feature": "{feature}", "quantity": 1}"#,
    ),
    ("GET /v1/customers", &[], ""),
    ("GET /v1/customers/{id}", &["customer"], ""),
    ("GET /v1/customers/{id}/balance", &["customer"], ""),
    ("GET /v1/customers/{id}/holds", &["customer"], ""),
    ("GET /v1/customers/{id}/transactions", &["customer"], ""),
    ("GET /v1/features", &[], ""),
    ("GET /v1/features/{code}", &["feature"], ""),
    ("GET /v1/features/{code}/prices", &["feature"], ""),
    ("GET /v1/holds/{id}", &["hold"], ""),
    ("GET /v1/ledger/verification", &[], ""),
    ("GET /v1/me", &[], ""),
    ("GET /v1/me/credits", &[], ""),
    ("GET /v1/me/credits/{id}", &["customer"], ""),
    ("GET /v1/me/notices", &[], ""),
    ("GET /v1/me/transactions", &[], ""),
    ("GET /v1/me/transactions/{id}", &["transaction"], ""),
    ("GET /v1/transactions/{id}", &["transaction"], ""),
    ("GET /v1/webhook-endpoints", &[], ""),
    ("GET /v1/webhook-endpoints/{id}", &["endpoint"], ""),
    (
        "GET /v1/webhook-endpoints/{id}/deliveries",
        &["endpoint"],
        "",
    ),
    (
        "GET /v1/webhook-endpoints/{id}/deliveries/{event_id}",
        &["endpoint", "event"],
        "",
    ),
    ("GET /v1/websites", &[], ""),
    ("GET /v1/websites/{id}", &["website"], ""),
    (
        "POST /v1/grants",
        &[],
        r#"{"customer": {"id": "{customer}"}, "amount": 1, "kind": "promo"}"#,
    ),
    (
        "POST /v1/grants",
        &[],
        r#"{"customer": {"external_id": "own"}, "amount": 5, "kind": "promo", "feature": "{feature}"}"#,
    ),
    (
        "POST /v1/spends",
        &[],
        r#"{"customer": {"id": "{customer}"}, "amount": 1}"#,
    ),
    (
        "POST /v1/spends",
        &[],
        r#"{"customer": {"external_id": "own"}, "feature": "{feature}", "quantity": 1}"#,
    ),
    (
        "POST /v1/spends:batch",
        &[],
        r#"{"items": [{"idempotency_key": "{key}", "spend": {"customer": {"id": "{customer}"}, "amount": 1}}]}"#,
    ),
    (
        "POST /v1/spends:batch",
        &[],
        r#"{"atomic": true, "items": [{"idempotency_key": "{key}", "spend": {"customer": {"id": "{customer}"}, "amount": 1}}]}"#,
    ),
    (
        "POST /v1/holds",
        &[],
        r#"{"customer": {"id": "{customer}"}, "amount": 1}"#,
    ),
    (
        "POST /v1/holds",
        &[],
        r#"{"customer": {"external_id": "own"}, "feature": "{feature}", "quantity": 1}"#,
    ),
    (
        "POST /v1/holds/{id}/capture",
        &["hold"],
        r#"{"amount": 1, "final": false}"#,
    ),
    (
        "POST /v1/holds/{id}/capture",
        &["hold"],
        r#"{"feature": "{feature}", "quantity": 1, "final": false}"#,
    ),
    (
        "POST /v1/holds/{id}/extend",
        &["hold"],
        r#"{"ttl_seconds": 900}"#,
    ),
    ("POST /v1/holds/{id}/void", &["hold"], "{}"),
    ("POST /v1/transactions/{id}/reverse", &["spend"], "{}"),
    ("POST /v1/grants/{id}/void", &["transaction"], "{}"),
    (
        "PUT /v1/customers/{id}/overdraft-limit",
        &["customer"],
        r#"{"limit": 1}"#,
    ),
    ("POST /v1/ledger/accounts/{id}/unfreeze", &["account"], ""),
    (
        "POST /v1/webhook-endpoints",
        &[],
        r#"{"url": "https://two.example/hooks"}"#,
    ),
    (
        "PATCH /v1/webhook-endpoints/{id}",
        &["endpoint"],
        r#"{"status": "active"}"#,
    ),
    (
        "POST /v1/webhook-endpoints/{id}/resend",
        &["endpoint"],
        r#"{"from": "2027-01-15T07:00:00Z", "to": "2027-01-15T08:00:00Z"}"#,
    ),
    (
        "POST /v1/webhook-endpoints/{id}/deliveries/{event_id}/resend",
        &["endpoint", "event"],
        "",
    ),
    (
        "POST /v1/webhook-endpoints/{id}/rotate-secret",
        &["endpoint"],
        "{}",
    ),
    ("DELETE /v1/webhook-endpoints/{id}", &["endpoint"], ""),
    (
        "POST /v1/websites",
        &[],
        r#"{"name": "More", "url": "https://more.example", "redirect_uris": ["https://more.example/cb"]}"#,
    ),
    ("PUT /v1/alerts", &[], r#"{"low_credits": 5}"#),
    (
        "PUT /v1/features/{code}",
        &["feature"],
        r#"{"name": "Pictures"}"#,
    ),
    (
        "PUT /v1/features/{code}/prices/{version}",
        &["feature", "version"],
        r#"{"credits": 1, "per_units": 1}"#,
    ),
    ("POST /v1/websites/{id}/suspend", &["website"], ""),
    ("POST /v1/websites/{id}/resume", &["website"], ""),
    ("POST /v1/users/{id}/deactivate", &["user"], ""),
    ("POST /v1/users/{id}/activate", &["user"], ""),
];

/// Who asks: what for a name, with which credential, for which website.
struct Asker {
    name: &'static str,
    authorization: String,
    website: Option<String>,
}

impl Asker {
    fn new(name: &'static str, credential: &str, website: Option<&str>) -> Self {
        Self {
            name,
            authorization: format!("Bearer {credential}"),
            website: website.map(ToOwned::to_owned),
        }
    }

    /// Calls an operation with these things in its places.
    async fn call(
        &self,
        world: &World,
        (operation, places, body): &Row,
        things: &Things,
    ) -> Answer {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let key = format!("walk-{}", CALLS.fetch_add(1, Ordering::Relaxed));
        let (method, path) = operation.split_once(' ').unwrap();
        let mut path = path.to_owned();
        for place in *places {
            let (front, rest) = path.split_once('{').unwrap();
            let (_, rest) = rest.split_once('}').unwrap();
            path = format!("{front}{}{rest}", things[place]);
        }
        let mut body = body.replace("{key}", &key);
        for (kind, id) in things {
            body = body.replace(&format!("{{{kind}}}"), id);
        }
        let mut headers = vec![
            ("authorization", self.authorization.as_str()),
            ("content-type", "application/json"),
            ("idempotency-key", key.as_str()),
        ];
        headers.extend(self.website.as_deref().map(|id| ("tollgate-website", id)));
        let body = (!body.is_empty()).then_some(body);
        let method: Method = method.parse().unwrap();
        world.send(method, &path, &headers, body).await
    }
}

/// An answer without what differs between any two requests, and without the ids that were asked for.
fn essence(answer: &Answer, things: &Things) -> (u16, String) {
    let mut body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    blank(&mut body);
    let mut text = body.to_string();
    for id in things.values() {
        text = text.replace(&format!("\"{id}\""), "\"…\"");
        text = text.replace(&format!("\\\"{id}\\\""), "…");
    }
    (answer.status, text)
}

/// The one stranger who is of the same website, but not of the same books.
const OWN_TEST_KEY: &str = "its own test key";

/// What is made anew for each request, or told later by work beside it.
const FRESH: [&str; 9] = [
    "request_id",
    "instance",
    "id",
    "secret",
    "key",
    "prefix",
    "run",
    "snippet",
    "last_used_at",
];

fn blank(value: &mut Value) {
    forget(value, &FRESH);
}

fn forget(value: &mut Value, names: &[&str]) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if names.contains(&name.as_str()) {
                    *member = Value::Null;
                }
                forget(member, names);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| forget(item, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Nobody's things.
fn absent() -> Things {
    let nobody = [
        ("customer", "cus_none"),
        ("transaction", "txn_none"),
        ("spend", "txn_none"),
        ("hold", "hold_none"),
        ("api_key", "key_none"),
        ("feature", "nothing.huge"),
        ("version", "1"),
        ("endpoint", "whe_none"),
        ("event", "evt_none"),
        ("website", "web_none"),
        ("user", "usr_none"),
        ("account", "999999999"),
    ];
    nobody.map(|(kind, id)| (kind, id.to_owned())).into()
}

/// Everything that a website can have.
async fn furnish(world: &World, shop: &Shop) -> Things {
    let receiver = Receiver::start(world.take_listener());
    let (endpoint, _secret) = add(world, &shop.key, &receiver.url, &Value::Null).await;
    let owner = Asker::new("its key", &shop.key, None);
    let mut things = absent();
    things.insert("feature", "pictures.huge".to_owned());
    for row in ROWS
        .iter()
        .filter(|(operation, ..)| operation.starts_with("PUT /v1/features"))
    {
        assert_eq!(
            owner.call(world, row, &things).await.status,
            200,
            "{}",
            row.0
        );
    }
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let granted = grant(world, shop, "g", "ada", 100).await.json();
    world
        .sql(
            "UPDATE customers SET user_id = 'usr_1' WHERE external_id = 'ada'",
            &[],
        )
        .await;
    let who = json!({"customer": {"external_id": "ada"}, "amount": 9});
    let spent = post(world, "/v1/spends", &shop.key, "s", &who).await.json();
    let mut held = who.clone();
    held["feature"] = "pictures.huge".into();
    let held = post(world, "/v1/holds", &shop.key, "h", &held).await.json();
    product_api::webhooks::once(&world.app).await.unwrap();
    world.settles().await;
    let log = world
        .get(
            &format!("/v1/webhook-endpoints/{endpoint}/deliveries"),
            &shop.key,
        )
        .await
        .json();
    world
        .issuer
        .people
        .lock()
        .unwrap()
        .insert("usr_1".to_owned(), true);
    let keeper = Asker::new("its owner", &world.token("usr_1"), Some(&shop.id));
    let more = ROWS
        .iter()
        .find(|row| row.0 == "POST /v1/api-keys")
        .unwrap();
    let made = keeper.call(world, more, &things).await.json();
    things.extend([
        ("api_key", text(&made["api_key"]["id"])),
        ("customer", text(&granted["balance"]["customer_id"])),
        ("transaction", text(&granted["transaction"]["id"])),
        ("spend", text(&spent["transaction"]["id"])),
        ("hold", text(&held["hold"]["id"])),
        ("endpoint", endpoint),
        ("event", text(&log["items"][0]["event_id"])),
        ("website", shop.id.clone()),
        ("user", "usr_1".to_owned()),
        (
            "account",
            world
                .text("SELECT CAST(MIN(id) AS TEXT) FROM account WHERE kind = 'wallet'")
                .await,
        ),
    ]);
    things
}

/// What the website's owner sees of all of it.
async fn seen(world: &World, owner: &Asker, things: &Things) -> Vec<Value> {
    let mut all = Vec::new();
    for row in ROWS
        .iter()
        .filter(|(operation, ..)| operation.starts_with("GET /v1/"))
    {
        let is_run = row.0.contains("verification");
        if !is_run {
            let mut body = owner.call(world, row, things).await.json();
            forget(&mut body, &["request_id", "last_used_at"]);
            all.push(body);
        }
    }
    all
}

fn strangers(world: &World, one: &Shop, two: &Shop) -> [Asker; 6] {
    let owner = world.token("usr_2");
    [
        Asker::new("another's key", &two.key, None),
        Asker::new("another's test key", &two.test_key, None),
        Asker::new(OWN_TEST_KEY, &one.test_key, None),
        Asker::new("another's owner", &owner, Some(&two.id)),
        Asker::new("another's owner, with its name", &owner, Some(&one.id)),
        Asker::new("a person", &world.token("usr_3"), None),
    ]
}

#[test]
fn every_operation_of_the_contract_has_a_row() {
    let document: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
    let mut operations = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let methods = methods.as_object().unwrap().keys();
        operations.extend(methods.map(|method| format!("{} {path}", method.to_uppercase())));
    }
    let rows = ROWS
        .iter()
        .map(|(operation, ..)| (*operation).to_owned())
        .collect();
    assert_eq!(
        operations, rows,
        "a route of the contract and a row of this table go together"
    );
}

on_both! {
    async fn k1_k10_every_route_with_anothers_ids_answers_as_if_they_were_absent(world) {
        let (one, two) = (Shop::open(&world, "usr_1", "One").await, Shop::open(&world, "usr_2", "Two").await);
        let things = furnish(&world, &one).await;
        let nobody = absent();
        let owner = [
            Asker::new("its key", &one.key, None),
            Asker::new("its owner", &world.token("usr_1"), Some(&one.id)),
            Asker::new("the operator", &world.token_with("usr_op", &json!({"scope": "openid operator", "roles": ["operator"]})), None),
        ];
        let before = [seen(&world, &owner[0], &things).await, seen(&world, &owner[1], &things).await];
        let strangers = strangers(&world, &one, &two);
        // Whoever has made a feature of the same code has one, so that all look before anybody makes one.
        let (making, others): (Vec<&Row>, Vec<&Row>) = ROWS.iter().partition(|row| makes_a_feature(row));
        for rows in [others, making] {
            for stranger in &strangers {
                for row in &rows {
                    is_a_wall(&world, stranger, row, (&things, &nobody)).await;
                }
            }
        }
        let after = [seen(&world, &owner[0], &things).await, seen(&world, &owner[1], &things).await];
        assert_eq!(before, after, "nothing was changed");
        for row in ROWS.iter().filter(|row| !row.1.is_empty() || row.2.contains('{')) {
            let mut statuses = Vec::new();
            for asker in &owner {
                let answer = asker.call(&world, row, &things).await;
                statuses.push(answer.status);
                if answer.status < 300 {
                    break;
                }
            }
            assert!(statuses.iter().any(|status| *status < 300), "{}: the control, {statuses:?}", row.0);
        }
    }
}

fn makes_a_feature(row: &Row) -> bool {
    row.0.starts_with("PUT /v1/features")
}

/// Asserts that a stranger finds another's things as absent as nobody's.
async fn is_a_wall(
    world: &World,
    stranger: &Asker,
    row: &Row,
    (things, nobody): (&Things, &Things),
) {
    let is_of_ids = !row.1.is_empty() || row.2.contains("{customer}");
    let is_of_the_site = stranger.name == OWN_TEST_KEY;
    if is_of_the_site && !is_of_ids {
        return;
    }
    let foreign = stranger.call(world, row, things).await;
    let none = stranger.call(world, row, nobody).await;
    let what = format!("{} by {}", row.0, stranger.name);
    assert_eq!(essence(&foreign, things), essence(&none, nobody), "{what}");
    // These two tell their refusals in an answer.
    let is_told_in_words = ["POST /v1/check", "POST /v1/spends:batch"].contains(&row.0);
    let may_be_done = makes_a_feature(row) || is_told_in_words || !is_of_ids;
    assert!(
        foreign.status < 300 && may_be_done || [400, 401, 403, 404, 422].contains(&foreign.status),
        "{what}: {foreign:?}"
    );
    let tells = tells(&foreign, things);
    assert!(is_of_the_site || tells.is_none(), "{what} tells {tells:?}");
}

/// An id of somebody else's that an answer tells, beyond saying in a `detail` what was asked for.
fn tells(answer: &Answer, things: &Things) -> Option<String> {
    let mut body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    body["instance"] = Value::Null;
    let text = body.to_string();
    let telling = [
        "customer",
        "transaction",
        "spend",
        "hold",
        "endpoint",
        "event",
        "website",
    ];
    let mut ids = telling.iter().map(|kind| things[kind].clone());
    ids.find(|id| text.contains(id.as_str()))
}
