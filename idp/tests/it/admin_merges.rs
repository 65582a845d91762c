//! Tests merges in the admin API: the ordered feed of user changes, undoing, and no activation of merged users.

use foundation::on_both_engines;
use idp::testing::{TestBrowser, merge};
use serde_json::{Value, json};

use crate::harness::{HttpResponse, SECRET, TestIdp};

const MERGES: &str = "/user-merges";
const CHANGES: &str = "/user-changes";

pub(crate) async fn ask_as(
    world: &TestIdp,
    scope: &str,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> HttpResponse {
    let form = [("grant_type", "client_credentials"), ("scope", scope)];
    let tokens = world.token(&form, Some(("product-api", SECRET))).await.ok();
    let token = tokens["access_token"].as_str().unwrap();
    let request = world.request(method, &format!("/admin/v1{path}"));
    let request = match body {
        Some(body) => request.json(body),
        None => request,
    };
    HttpResponse::read(request.bearer_auth(token).send().await.unwrap()).await
}

pub(crate) async fn ask(world: &TestIdp, method: &str, path: &str) -> HttpResponse {
    ask_as(world, "idp.users", method, path, None).await
}

async fn is_signed_in(world: &TestIdp, visitor: &TestBrowser) -> bool {
    let response = world.get("/api/auth/session", Some(visitor)).await;
    let session: Value = response.json().await.unwrap();
    session.get("user").is_some()
}

/// Returns a page of the list: its items without their ids, and the next value of `after`.
pub(crate) async fn list(world: &TestIdp, query: &str) -> (Vec<Value>, Value) {
    let mut response = ask(world, "GET", &format!("{CHANGES}{query}")).await.ok();
    let items = response["items"].as_array_mut().unwrap();
    for item in &mut *items {
        let id = item.as_object_mut().unwrap().remove("id").unwrap();
        assert!(id.is_null() || id.as_str().unwrap().starts_with("chg_"));
    }
    (items.clone(), response["next"].clone())
}

on_both_engines!(changes_are_listed_in_order_without_gaps);

// row: linking-11
async fn changes_are_listed_in_order_without_gaps(world: TestIdp) {
    assert_eq!(list(&world, "").await, (Vec::new(), Value::Null));
    let (bob, carol) = (world.visitor("bob").await, world.visitor("carol").await);
    let ann = world.visitor("ann").await;
    let ann = merge(&world.app, &ann, "bob@example.com").await.unwrap();
    world.wait(60);
    let ann = merge(&world.app, &ann, "carol@example.com").await.unwrap();
    let (items, next) = list(&world, "").await;
    let first = json!({
        "merge_id": items[0]["merge_id"], "user_id": bob.user_id, "into_user_id": ann.user_id,
        "kind": "merged", "changed_at": "2027-01-15T08:00:00.000Z", "sequence": 1,
    });
    assert_eq!((&items[0], items.len(), &next), (&first, 2, &Value::Null));
    assert_eq!(items[1]["user_id"], carol.user_id.as_str());
    let (page, next) = list(&world, "?limit=1").await;
    assert_eq!((page.as_slice(), &next), (&items[..1], &json!("1")));
    let (page, next) = list(&world, "?after=1&limit=1").await;
    assert_eq!((page.as_slice(), &next), (&items[1..], &Value::Null));
    // A later change follows all earlier ones.
    world.wait(60);
    let id = items[0]["merge_id"].as_str().unwrap();
    let undone = ask(&world, "POST", &format!("{MERGES}/{id}/undo"))
        .await
        .ok();
    assert_eq!(
        (&undone["state"], &undone["sequence"]),
        (&json!("undone"), &json!(3))
    );
    assert_eq!(undone["changed_at"], "2027-01-15T08:02:00.000Z");
    let (newest, _) = list(&world, "?after=2").await;
    let expected = json!({
        "merge_id": id, "user_id": bob.user_id, "into_user_id": ann.user_id,
        "kind": "undone", "changed_at": "2027-01-15T08:02:00.000Z", "sequence": 3,
    });
    assert_eq!(newest, std::slice::from_ref(&expected));
    let (all, _) = list(&world, "?after=0&limit=1000").await;
    assert_eq!(all, [items[1].clone(), expected]);
    for wrong in ["x", "-1", "1.5", "", "99999999999999999999"] {
        let response = ask(&world, "GET", &format!("{CHANGES}?after={wrong}")).await;
        assert_eq!(response.status, 400, "{wrong:?}");
    }
}

on_both_engines!(operator_undoes_a_merge_and_both_are_signed_out);

// row: linking-11
async fn operator_undoes_a_merge_and_both_are_signed_out(world: TestIdp) {
    let (bob, ann) = (world.visitor("bob").await, world.visitor("ann").await);
    let ann = merge(&world.app, &ann, "bob@example.com").await.unwrap();
    assert!(is_signed_in(&world, &ann).await && !is_signed_in(&world, &bob).await);
    // A merged user cannot be activated or deactivated.
    for active in [true, false] {
        let path = format!("/users/{}/active", bob.user_id);
        let body = json!({ "active": active });
        let response = ask_as(&world, "idp.users", "PUT", &path, Some(&body)).await;
        assert_eq!(response.status, 409);
    }
    let found = ask(&world, "GET", &format!("/users/{}", bob.user_id))
        .await
        .ok();
    assert_eq!(found["is_active"], false);
    let id = list(&world, "").await.0[0]["merge_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("{MERGES}/{id}/undo");
    let undone = ask(&world, "POST", &path).await.ok();
    assert!(
        !is_signed_in(&world, &ann).await,
        "the undo ended all sessions"
    );
    let again = world.visitor("bob").await;
    assert_eq!(again.user_id, bob.user_id);
    assert!(is_signed_in(&world, &again).await);
    assert_eq!(ask(&world, "POST", &path).await.ok(), undone, "again");
    assert!(is_signed_in(&world, &again).await, "again");
    let client = "SELECT client_id FROM audit WHERE action = 'user.merge_undone'";
    assert_eq!(world.text(client).await, "product-api");
}

on_both_engines!(merge_that_cannot_be_undone_remains);

// row: linking-11
async fn merge_that_cannot_be_undone_remains(world: TestIdp) {
    let bob = world.visitor("bob").await;
    world.visitor("carol").await;
    merge(&world.app, &bob, "carol@example.com").await.unwrap();
    let ann = world.visitor("ann").await;
    merge(&world.app, &ann, "bob@example.com").await.unwrap();
    let (items, _) = list(&world, "").await;
    let path = |item: &Value| format!("{MERGES}/{}/undo", item["merge_id"].as_str().unwrap());
    assert_eq!(
        ask(&world, "POST", &path(&items[0])).await.status,
        409,
        "a later one"
    );
    assert_eq!(list(&world, "").await.0, items);
    let unknown = ask(&world, "POST", &format!("{MERGES}/mrg_0/undo")).await;
    assert_eq!(unknown.status, 404);
    world.wait(7 * 24 * 3600 + 1);
    assert_eq!(
        ask(&world, "POST", &path(&items[1])).await.status,
        409,
        "too late"
    );
    for (method, path) in [("GET", CHANGES.to_owned()), ("POST", path(&items[1]))] {
        let response = ask_as(&world, "idp.audit", method, &path, None).await;
        assert_eq!(response.status, 403, "another scope: {method}");
    }
}
