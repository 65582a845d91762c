//! Tests every route of the contract with the ids of another website's objects (attacks K1, K10).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::rows::{ROWS, Row};
use super::things::{OWN_TEST_KEY, ObjectIds, RouteCaller, absent, furnish, other_callers, seen};
use crate::credits::Shop;
use crate::harness::{HttpResponse, TestApi, on_both_engines};

/// Returns a response without the requested ids and the members that differ between any two requests.
fn essence(response: &HttpResponse, things: &ObjectIds) -> (u16, String) {
    let mut body: Value = serde_json::from_str(&response.body).unwrap_or_default();
    blank(&mut body);
    let mut text = body.to_string();
    for id in things.values() {
        text = text.replace(&format!("\"{id}\""), "\"…\"");
        text = text.replace(&format!("\\\"{id}\\\""), "…");
    }
    (response.status, text)
}

/// Members that are new in each response, or that background work sets later.
const FRESH: [&str; 12] = [
    "request_id",
    "instance",
    "id",
    "secret",
    "key",
    "prefix",
    "run",
    "snippet",
    "last_used_at",
    "client_id",
    "client_secret",
    "test_link",
];

fn blank(value: &mut Value) {
    forget(value, &FRESH);
}

pub(super) fn forget(value: &mut Value, names: &[&str]) {
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

// row: K1, K10
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

on_both_engines! {
    // row: K1, K10
    async fn every_route_with_anothers_ids_responds_as_if_they_were_absent(world: TestApi) {
        let (one, two) = (Shop::open(&world, "usr_1", "One").await, Shop::open(&world, "usr_2", "Two").await);
        let things = furnish(&world, &one).await;
        let nobody = absent();
        let owner = [
            RouteCaller::new("its key", &one.key, None),
            RouteCaller::new("its owner", &world.token("usr_1"), Some(&one.id)),
            RouteCaller::new("the operator", &world.token_with("usr_op", &json!({"scope": "openid operator", "roles": ["operator"]})), None),
        ];
        let before = [seen(&world, &owner[0], &things).await, seen(&world, &owner[1], &things).await];
        let other_callers = other_callers(&world, &one, &two);
        // Runs the rows that create features, packs and plans last, because those are no longer absent for their caller.
        let (making, others): (Vec<&Row>, Vec<&Row>) = ROWS.iter().partition(|row| makes_by_code(row));
        for rows in [others, making] {
            for other_caller in &other_callers {
                for row in &rows {
                    assert_refused_alike(&world, other_caller, row, (&things, &nobody)).await;
                }
            }
        }
        let after = [seen(&world, &owner[0], &things).await, seen(&world, &owner[1], &things).await];
        assert_eq!(before, after, "nothing was changed");
        for row in ROWS.iter().filter(|row| !row.1.is_empty() || row.2.contains('{')) {
            let mut statuses = Vec::new();
            for asker in &owner {
                let response = asker.call(&world, row, &things).await;
                statuses.push(response.status);
                if response.status < 300 {
                    break;
                }
            }
            assert!(statuses.iter().any(|status| *status < 300), "{}: the control, {statuses:?}", row.0);
        }
    }
}

/// Returns whether an operation is called without a credential.
pub(super) fn is_public(operation: &str) -> bool {
    operation.contains(" /v1/public/")
}

fn makes_by_code(row: &Row) -> bool {
    let made = ["PUT /v1/features", "PUT /v1/packs", "PUT /v1/plans"];
    made.iter().any(|begin| row.0.starts_with(begin))
}

/// Asserts that a foreign caller gets equal responses for another website's objects and for absent ones.
async fn assert_refused_alike(
    world: &TestApi,
    other_caller: &RouteCaller,
    row: &Row,
    (things, nobody): (&ObjectIds, &ObjectIds),
) {
    let is_of_ids = !row.1.is_empty() || row.2.contains("{customer}");
    let is_of_the_site = other_caller.name == OWN_TEST_KEY;
    // Websites sell to each user and to visitors, so that their ids are public there.
    let is_sale =
        ["POST /v1/me/checkout-sessions", "PUT /v1/me/top-up"].contains(&row.0) || is_public(row.0);
    if is_of_the_site && !is_of_ids || is_sale {
        return;
    }
    let foreign = other_caller.call(world, row, things).await;
    let none = other_caller.call(world, row, nobody).await;
    let what = format!("{} by {}", row.0, other_caller.name);
    if ["POST /v1/me/portal-sessions", "POST /v1/me/top-up/retry"].contains(&row.0) {
        // The detail says that the user has not bought there, which is no secret either.
        assert_eq!(foreign.status, none.status, "{what}");
        return;
    }
    assert_eq!(essence(&foreign, things), essence(&none, nobody), "{what}");
    // These two operations report refusals in a successful response.
    let has_result_in_body = ["POST /v1/check", "POST /v1/spends:batch"].contains(&row.0);
    let may_be_done = makes_by_code(row) || has_result_in_body || !is_of_ids;
    assert!(
        foreign.status < 300 && may_be_done
            || [400, 401, 403, 404, 409, 422].contains(&foreign.status),
        "{what}: {foreign:?}"
    );
    let leaked = leaked_id(&foreign, things);
    assert!(
        is_of_the_site || leaked.is_none(),
        "{what} reveals {leaked:?}"
    );
}

/// Returns an id of another website in a response, apart from a `detail` that repeats the requested id.
fn leaked_id(response: &HttpResponse, things: &ObjectIds) -> Option<String> {
    let mut body: Value = serde_json::from_str(&response.body).unwrap_or_default();
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
