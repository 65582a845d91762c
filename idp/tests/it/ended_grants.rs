//! Tests the admin API's list of grants that ended early: complete, in order and without gaps.

use foundation::testing::TestDatabase;
use foundation::{on_both_engines, on_engine};
use futures_util::future::join_all;
use idp::testing::{TestBrowser, sign_out_everywhere, sweep};
use serde_json::{Value, json};

use crate::admin_merges::{ask, ask_as};
use crate::harness::{HttpResponse, SECRET, TestIdp, VERIFIER, claims};
use crate::keys;

const LIST: &str = "/ended-grants";

/// Returns a page of the list: its items, and `next`.
async fn list(world: &TestIdp, query: &str) -> (Vec<Value>, Value) {
    let response = ask(world, "GET", &format!("{LIST}{query}")).await.ok();
    let items = response["items"].as_array().unwrap();
    (items.clone(), response["next"].clone())
}

/// Returns the query for the page after an item.
fn after(item: &Value) -> String {
    let id = item["grant_id"].as_str().unwrap();
    format!("?after={}&after_id={id}", item["sequence"])
}

fn ids(items: &[Value]) -> Vec<Value> {
    items.iter().map(|item| item["grant_id"].clone()).collect()
}

fn grant_of(tokens: &Value) -> Value {
    claims(tokens["access_token"].as_str().unwrap())["grant_id"].clone()
}

/// Ends a grant by using its code twice.
async fn use_code_twice(world: &TestIdp, visitor: &TestBrowser) -> Value {
    let code = world.code(visitor, &[]).await;
    let tokens = world.redeem(&code).await.ok();
    assert_eq!(world.redeem(&code).await.refusal(), (400, "invalid_grant"));
    grant_of(&tokens)
}

/// Ends a grant by revoking its refresh token.
async fn revoke_refresh_token(world: &TestIdp, visitor: &TestBrowser) -> Value {
    let tokens = world.site_tokens(visitor, "openid").await;
    let form = [("token", tokens["refresh_token"].as_str().unwrap())];
    let secret: String = url::form_urlencoded::byte_serialize(SECRET.as_bytes()).collect();
    let request = world.request("POST", "/oauth/revoke").form(&form);
    let request = request.basic_auth("backend", Some(secret));
    let response = HttpResponse::read(request.send().await.unwrap()).await;
    assert_eq!(response.status, 200);
    grant_of(&tokens)
}

/// Ends a grant by deleting its client.
async fn delete_client(world: &TestIdp, visitor: &TestBrowser) -> Value {
    let callback = "https://spa.example/cb";
    let changes = [("client_id", "spa"), ("redirect_uri", callback)];
    let code = world.code(visitor, &changes).await;
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", "spa"),
        ("code", &*code),
        ("redirect_uri", callback),
        ("code_verifier", VERIFIER),
    ];
    let tokens = world.token(&form, None).await.ok();
    let response = keys::ask(world, "DELETE", "/clients/spa").await;
    assert_eq!(response.status, 204, "{}", response.body);
    grant_of(&tokens)
}

on_both_engines!(every_end_of_a_grant_is_listed_in_order);

async fn every_end_of_a_grant_is_listed_in_order(world: TestIdp) {
    assert_eq!(list(&world, "").await, (Vec::new(), Value::Null));
    let ann = world.visitor("ann").await;
    let living = grant_of(&world.tokens(&ann).await);
    let mut expected = Vec::new();
    world.wait(1);
    expected.push(use_code_twice(&world, &ann).await);
    world.wait(1);
    expected.push(revoke_refresh_token(&world, &ann).await);
    for name in ["bob", "carol", "dan"] {
        world.wait(1);
        let user = world.visitor(name).await;
        expected.push(grant_of(&world.tokens(&user).await));
        let path = format!("/users/{}", user.user_id);
        match name {
            "bob" => sign_out_everywhere(&world.app, &user.user_id)
                .await
                .unwrap(),
            "carol" => {
                let path = format!("{path}/active");
                let off = json!({ "active": false });
                let response = ask_as(&world, "idp.users", "PUT", &path, Some(&off)).await;
                assert_eq!(response.status, 200, "{}", response.body);
            }
            _ => {
                let response = ask(&world, "DELETE", &format!("{path}/consents/web")).await;
                assert_eq!(response.status, 204, "{}", response.body);
            }
        }
    }
    world.wait(1);
    expected.push(delete_client(&world, &ann).await);

    let (items, next) = list(&world, "").await;
    assert_eq!((ids(&items), next), (expected.clone(), Value::Null));
    assert!(!expected.contains(&living));
    let first = json!({
        "sequence": 1, "grant_id": expected[0], "ended_at": "2027-01-15T08:00:01.000Z",
        "tokens_end_at": "2027-01-15T08:11:06.000Z",
    });
    assert_eq!(items[0], first);
    assert_eq!(read_in_pages(&world).await, items);
    let last = items.last().unwrap();
    assert_eq!(
        list(&world, &after(last)).await,
        (Vec::new(), Value::Null),
        "each once"
    );
}

/// Reads the list in pages of one item.
async fn read_in_pages(world: &TestIdp) -> Vec<Value> {
    let mut read: Vec<Value> = Vec::new();
    loop {
        let query = read
            .last()
            .map_or_else(|| "?limit=1".to_owned(), |last| after(last) + "&limit=1");
        let (page, next) = list(world, &query).await;
        assert_eq!(page.len(), 1);
        read.extend(page);
        if next.is_null() {
            return read;
        }
        assert_eq!(next, read.last().unwrap()["sequence"].to_string());
    }
}

async fn status(world: &TestIdp, sequence: i64, id: &Value) -> u16 {
    let item = json!({ "sequence": sequence, "grant_id": id });
    let response = ask(world, "GET", &format!("{LIST}{}", after(&item))).await;
    if response.status == 409 {
        assert_eq!(response.body["status"], 409, "{response:?}");
    }
    response.status.as_u16()
}

on_both_engines!(cursor_of_another_database_is_refused);

/// A backup from after the first end is restored, and another grant ends.
async fn cursor_of_another_database_is_refused(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let first = use_code_twice(&world, &ann).await;
    world.wait(1);
    let second = use_code_twice(&world, &ann).await;
    assert_eq!(
        ids(&list(&world, "").await.0),
        [first.clone(), second.clone()]
    );
    for (sequence, id, expected) in [
        (1, &first, 200),
        (2, &second, 200),
        (2, &first, 409),
        (3, &second, 409),
    ] {
        assert_eq!(status(&world, sequence, id).await, expected, "{sequence}");
    }
    for statement in [
        "DELETE FROM ended_grants WHERE sequence > 1",
        "UPDATE ended_grant_sequence SET last = 1",
    ] {
        world.change(statement).await;
    }
    assert_eq!(status(&world, 2, &second).await, 409, "not there yet");
    let third = use_code_twice(&world, &ann).await;
    let (items, _) = list(&world, "").await;
    assert_eq!(ids(&items), [first.clone(), third]);
    assert_eq!(items[1]["sequence"], 2);
    assert_eq!(status(&world, 2, &second).await, 409, "another grant");
    assert_eq!(status(&world, 1, &first).await, 200, "the one of then");
}

on_both_engines!(grant_is_listed_while_its_tokens_may_be_in_use);

async fn grant_is_listed_while_its_tokens_may_be_in_use(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let id = use_code_twice(&world, &ann).await;
    let listed = list(&world, "").await.0;
    assert_eq!(ids(&listed), std::slice::from_ref(&id));
    world.wait(11 * 60 - 1);
    assert_eq!(list(&world, "").await.0, listed);
    world.wait(1);
    assert_eq!(list(&world, "").await.0, Vec::<Value>::new());
    assert_eq!(status(&world, 1, &id).await, 200);
    world.wait(3600);
    sweep(&world.app).await.unwrap();
    assert_eq!(world.count("SELECT COUNT(*) FROM ended_grants").await, 0);
    assert_eq!(status(&world, 1, &id).await, 409, "swept");
    let unread = use_code_twice(&world, &world.visitor("ann").await).await;
    world.wait(11 * 60);
    assert_eq!(list(&world, "").await.0, Vec::<Value>::new(), "{unread}");
}

on_both_engines!(listings_at_once_number_each_grant_once);

async fn listings_at_once_number_each_grant_once(world: TestIdp) {
    let ann = world.visitor("ann").await;
    for _ in 0..5 {
        use_code_twice(&world, &ann).await;
    }
    let pages = join_all((0..10).map(|_| list(&world, ""))).await;
    for (items, _) in &pages {
        let numbers: Vec<_> = items.iter().map(|item| &item["sequence"]).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5]);
        assert_eq!(*items, pages[0].0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn grant_that_ends_in_a_late_commit_is_listed_late() {
    let world = TestIdp::on(TestDatabase::postgres(&idp::MIGRATIONS).await).await;
    let ann = world.visitor("ann").await;
    let late = grant_of(&world.tokens(&ann).await);
    let mut open = world.app.database.begin().await.unwrap();
    let statement = "UPDATE grants SET revoked_at = 1800000000000000 WHERE id = $1";
    on_engine!(&mut open.connection(), |c| {
        let ending = sqlx::query(statement).bind(late.as_str().unwrap());
        ending.execute(c).await.map(drop)
    })
    .unwrap();
    world.wait(1);
    let early = use_code_twice(&world, &ann).await;
    let (first, _) = list(&world, "").await;
    assert_eq!(ids(&first), [early]);
    open.commit().await.unwrap();
    let (second, _) = list(&world, &after(&first[0])).await;
    assert_eq!(ids(&second), [late]);
}

#[tokio::test]
async fn wrong_query_or_scope_is_refused() {
    let world = TestIdp::new().await;
    for query in [
        "?after=0&after_id=grn_1",
        "?after=-1&after_id=grn_1",
        "?after=1.5&after_id=grn_1",
        "?after=x&after_id=grn_1",
        "?after=99999999999999999999&after_id=grn_1",
        "?after=1",
        "?after_id=grn_1",
        "?limit=x",
        "?since=1",
    ] {
        let response = ask(&world, "GET", &format!("{LIST}{query}")).await;
        assert_eq!(response.status, 400, "{query}");
        assert_eq!(response.header("content-type"), "application/problem+json");
    }
    let odd = ask(&world, "GET", &format!("{LIST}?after=1&after_id=%00")).await;
    assert_eq!(odd.status, 409);
    let response = ask_as(&world, "idp.audit", "GET", LIST, None).await;
    assert_eq!(response.status, 403);
}
