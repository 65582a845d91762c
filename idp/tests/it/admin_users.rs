//! Tests users and the audit log in the admin API, for machines with a scope for each.

use std::sync::Arc;

use foundation::on_both_engines;
use foundation::testing::drop_append_only;
use idp::testing::{TestBrowser, sign_in, sweep};
use serde_json::{Value, json};

use crate::harness::{HttpResponse, SECRET, TestIdp};
use crate::visiting::spawn;

async fn ask(world: &TestIdp, method: &str, path: &str, body: Option<&Value>) -> HttpResponse {
    let scope = if path.starts_with("/audit") {
        "idp.audit"
    } else {
        "idp.users"
    };
    let token = token(world, scope).await;
    let request = world.request(method, &format!("/admin/v1{path}"));
    let request = match body {
        Some(body) => request.json(body),
        None => request,
    };
    HttpResponse::read(request.bearer_auth(token).send().await.unwrap()).await
}

async fn token(world: &TestIdp, scope: &str) -> String {
    let form = [("grant_type", "client_credentials"), ("scope", scope)];
    let tokens = world.token(&form, Some(("product-api", SECRET))).await.ok();
    tokens["access_token"].as_str().unwrap().to_owned()
}

async fn put_active(world: &TestIdp, user_id: &str, active: bool) -> HttpResponse {
    let body = json!({ "active": active });
    ask(
        world,
        "PUT",
        &format!("/users/{user_id}/active"),
        Some(&body),
    )
    .await
}

async fn session(world: &TestIdp, visitor: &TestBrowser) -> Value {
    let response = world.get("/api/auth/session", Some(visitor)).await;
    response.json().await.unwrap()
}

async fn refresh(world: &TestIdp, tokens: &Value) -> HttpResponse {
    let token = tokens["refresh_token"].as_str().unwrap();
    let form = [("grant_type", "refresh_token"), ("refresh_token", token)];
    world.token(&form, Some(("backend", SECRET))).await
}

on_every_store!(deactivated_user_is_signed_out_and_cannot_sign_in);

// row: decision-10
async fn deactivated_user_is_signed_out_and_cannot_sign_in(world: TestIdp) {
    let (ann, bob) = (world.visitor("ann").await, world.visitor("bob").await);
    let tokens = world.site_tokens(&ann, "openid offline_access").await;
    let of_bob = world.site_tokens(&bob, "openid offline_access").await;
    let access = tokens["access_token"].as_str().unwrap();
    assert_eq!(world.userinfo(access).await.status, 200);
    assert_eq!(
        session(&world, &ann).await["user"]["email"],
        "ann@example.com"
    );

    let off = put_active(&world, &ann.user_id, false).await.ok();
    assert_eq!(
        (&off["id"], &off["is_active"]),
        (&json!(ann.user_id), &json!(false))
    );
    assert_eq!(session(&world, &ann).await, json!({}));
    assert_eq!(world.userinfo(access).await.status, 401);
    assert_eq!(
        refresh(&world, &tokens).await.refusal(),
        (400, "invalid_grant")
    );
    assert!(
        session(&world, &bob).await.get("user").is_some(),
        "another's"
    );
    assert_eq!(
        put_active(&world, &ann.user_id, false).await.ok(),
        off,
        "again"
    );

    come_back(&world, &ann, &tokens).await;
    refresh(&world, &of_bob).await.ok();
}

/// An activated user must sign in again, because earlier sessions and tokens remain ended.
async fn come_back(world: &TestIdp, ann: &TestBrowser, tokens: &Value) {
    let on = put_active(world, &ann.user_id, true).await.ok();
    assert_eq!(on["is_active"], true);
    assert_eq!(session(world, ann).await, json!({}), "an old session");
    let access = tokens["access_token"].as_str().unwrap();
    assert_eq!(world.userinfo(access).await.status, 401);
    let old = refresh(world, tokens).await;
    assert_eq!(old.refusal(), (400, "invalid_grant"));
    let again = world.visitor("ann").await;
    assert!(session(world, &again).await.get("user").is_some());
}

on_every_store!(signed_out_user_may_sign_in_again);

// row: decision-10
async fn signed_out_user_may_sign_in_again(world: TestIdp) {
    let (ann, bob) = (world.visitor("ann").await, world.visitor("bob").await);
    let path = format!("/users/{}/sessions", ann.user_id);
    assert_eq!(ask(&world, "DELETE", &path, None).await.status, 204);
    assert_eq!(session(&world, &ann).await, json!({}));
    assert!(session(&world, &bob).await.get("user").is_some());
    let again = world.visitor("ann").await;
    assert!(session(&world, &again).await.get("user").is_some());
    let unknown = ask(&world, "DELETE", "/users/usr_0/sessions", None).await;
    assert_eq!(unknown.status, 404);
}

on_every_store!(one_session_is_ended_and_others_remain);

async fn one_session_is_ended_and_others_remain(world: TestIdp) {
    let (lost, bob) = (world.visitor("ann").await, world.visitor("bob").await);
    let tokens = world.tokens(&lost).await;
    let access = tokens["access_token"].as_str().unwrap();
    assert_eq!(world.userinfo(access).await.status, 200);
    world.wait(60);
    let remaining = world.visitor("ann").await;
    let path = format!("/users/{}/sessions", lost.user_id);
    let listed = ask(&world, "GET", &path, None).await.ok();
    let sessions = listed["sessions"].as_array().unwrap();
    assert_eq!(sessions.len(), 2);
    let older = &sessions[1];
    assert_eq!(
        (&older["amr"], &older["created_at"], &older["expires_at"]),
        (
            &json!(["otp"]),
            &json!("2027-01-15T08:00:00.000Z"),
            &json!("2027-02-14T08:00:00.000Z")
        )
    );
    let text = listed.to_string();
    assert!(
        !text.contains(lost.cookie.split_once('=').unwrap().1),
        "an id"
    );
    let name = older["id"].as_str().unwrap();
    let of_bob = format!("/users/{}/sessions/{name}", bob.user_id);
    assert_eq!(ask(&world, "DELETE", &of_bob, None).await.status, 404);
    assert!(session(&world, &lost).await.get("user").is_some());
    let one = format!("{path}/{name}");
    assert_eq!(ask(&world, "DELETE", &one, None).await.status, 204);
    assert_eq!(session(&world, &lost).await, json!({}));
    assert_eq!(world.userinfo(access).await.status, 401);
    for other in [&remaining, &bob] {
        assert!(session(&world, other).await.get("user").is_some());
    }
    assert_eq!(ask(&world, "DELETE", &one, None).await.status, 404);
    for nobody in ["usr_0", "%00", "%ff", "%0d%0a"] {
        let path = format!("/users/{nobody}");
        for path in [&path, &format!("{path}/sessions")] {
            let response = ask(&world, "GET", path, None).await.status;
            assert!(response == 400 || response == 404, "{path} {response}");
        }
        let path = format!("{path}/sessions/{nobody}");
        let response = ask(&world, "DELETE", &path, None).await.status;
        assert!(response == 400 || response == 404, "{path} {response}");
    }
    let audit_log = ask(&world, "GET", "/audit?action=sessions.ended", None)
        .await
        .ok();
    let event = &audit_log["events"][0];
    assert_eq!(
        (&event["actor"], &event["subject"], &event["details"]["sid"]),
        (&json!("product-api"), &json!(lost.user_id), &json!(name))
    );
}

on_every_store!(oldest_of_too_many_sessions_end);

// row: G18
async fn oldest_of_too_many_sessions_end(world: TestIdp) {
    let mut browsers = Vec::new();
    for number in 0..105 {
        if number % 10 == 0 {
            world.wait(1);
        }
        browsers.push(world.visitor("ann").await);
    }
    let bob = world.visitor("bob").await;
    let path = format!("/users/{}/sessions", browsers[0].user_id);
    let listed = ask(&world, "GET", &path, None).await.ok();
    assert_eq!(listed["sessions"].as_array().unwrap().len(), 100);
    let mut live = Vec::new();
    for browser in &browsers {
        live.push(session(&world, browser).await.get("user").is_some());
    }
    assert!(live[10..].iter().all(|live| *live), "{live:?}");
    assert_eq!(live[..10].iter().filter(|live| **live).count(), 5);
    assert!(session(&world, &bob).await.get("user").is_some());
}

on_every_store!(concurrent_sign_ins_and_a_deactivation_leave_no_session);

async fn concurrent_sign_ins_and_a_deactivation_leave_no_session(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let crowd: Vec<_> = (0..50)
        .map(|_| {
            let app = Arc::clone(&world.app);
            spawn(async move { sign_in(&app, "ann@example.com", None).await })
        })
        .collect();
    put_active(&world, &ann.user_id, false).await.ok();
    let mut came = Vec::new();
    for one in crowd {
        came.extend(one.await.unwrap());
    }
    put_active(&world, &ann.user_id, true).await.ok();
    for visitor in &came {
        assert_eq!(session(&world, visitor).await, json!({}));
    }
    let again = world.visitor("ann").await;
    assert!(session(&world, &again).await.get("user").is_some());
}

on_both_engines!(users_are_found_by_id_by_address_and_page_by_page);

async fn users_are_found_by_id_by_address_and_page_by_page(world: TestIdp) {
    let mut ids = Vec::new();
    for name in ["ann", "bob", "eve"] {
        ids.push(world.visitor(name).await.user_id);
        world.wait(1);
    }
    let found = ask(&world, "GET", &format!("/users/{}", ids[1]), None)
        .await
        .ok();
    assert_eq!(
        (&found["email"], &found["email_verified"]),
        (&json!("bob@example.com"), &json!(true))
    );
    assert_eq!(ask(&world, "GET", "/users/usr_0", None).await.status, 404);
    assert_eq!(put_active(&world, "usr_0", false).await.status, 404);
    let by_address = ask(&world, "GET", "/users?email=Bob@Example.com", None)
        .await
        .ok();
    assert_eq!(by_address["users"], json!([found]));
    for nobody in ["no", "none@example.com", "%00"] {
        let none = ask(&world, "GET", &format!("/users?email={nobody}"), None).await;
        assert!(
            none.status == 400 || none.ok()["users"] == json!([]),
            "{nobody}"
        );
    }
    let first = ask(&world, "GET", "/users?limit=2", None).await.ok();
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = ask(
        &world,
        "GET",
        &format!("/users?limit=2&cursor={cursor}"),
        None,
    )
    .await
    .ok();
    assert_eq!(second["next_cursor"], Value::Null);
    let pages = [&first, &second].map(|page| page["users"].as_array().unwrap().clone());
    let listed: Vec<_> = pages
        .iter()
        .flatten()
        .map(|user| user["id"].as_str().unwrap())
        .collect();
    ids.reverse();
    assert_eq!(listed, ids);
    for path in [
        "/users?cursor=x",
        &format!("/audit?cursor={cursor}"),
        "/audit?from=yesterday",
    ] {
        assert_eq!(ask(&world, "GET", path, None).await.status, 400, "{path}");
    }
}

on_both_engines!(audit_log_is_filtered_and_retained);

// row: audit-4
async fn audit_log_is_filtered_and_retained(world: TestIdp) {
    let (ann, bob) = (world.visitor("ann").await, world.visitor("bob").await);
    put_active(&world, &ann.user_id, false).await.ok();
    world.wait(60);
    put_active(&world, &ann.user_id, true).await.ok();
    world.wait(1);
    put_active(&world, &bob.user_id, false).await.ok();
    let count = async |query: &str| {
        let response = ask(&world, "GET", &format!("/audit?{query}"), None)
            .await
            .ok();
        response["events"].as_array().unwrap().len()
    };
    assert_eq!(count("actor=product-api").await, 3);
    assert_eq!(count("action=user.deactivated").await, 2);
    assert_eq!(
        count(&format!("subject={}&action=user.deactivated", ann.user_id)).await,
        1
    );
    assert_eq!(
        count("actor=product-api&from=2027-01-15T08:01:00Z").await,
        2
    );
    assert_eq!(count("actor=product-api&to=2027-01-15T08:01:00Z").await, 1);
    let first = ask(&world, "GET", "/audit?actor=product-api&limit=2", None)
        .await
        .ok();
    let cursor = first["next_cursor"].as_str().unwrap();
    assert_eq!(
        count(&format!("actor=product-api&cursor={cursor}")).await,
        1
    );
    assert_eq!(first["events"][0]["client_id"], "product-api");
    assert_eq!(first["events"][0]["action"], "user.deactivated");
    assert_eq!(first["events"][0]["subject"], bob.user_id.as_str());
    // The database compares with its own clock, which no test can move.
    drop_append_only(&world.app.database).await;
    // One more hour allows for clocks that differ.
    world.wait((400 * 24 + 1) * 3600 - 30);
    sweep(&world.app).await.unwrap();
    assert_eq!(count("actor=product-api").await, 2, "younger than 400 days");
}

// row: audit-4
#[tokio::test]
async fn each_scope_opens_its_own_operations_only() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let of_user = world.tokens(&ann).await["access_token"]
        .as_str()
        .unwrap()
        .to_owned();
    let rows = [
        ("idp.users", "/users", 200),
        ("idp.users", "/audit", 403),
        ("idp.users", "/clients/web", 403),
        ("idp.audit", "/audit", 200),
        ("idp.audit", "/users", 403),
        ("idp.clients", "/users", 403),
        ("idp.clients", "/clients/web", 200),
    ];
    for (scope, path, expected) in rows {
        let request = world.request("GET", &format!("/admin/v1{path}"));
        let response = request.bearer_auth(token(&world, scope).await).send().await;
        assert_eq!(
            response.unwrap().status().as_u16(),
            expected,
            "{scope} {path}"
        );
    }
    for path in ["/users", "/audit"] {
        let request = world.request("GET", &format!("/admin/v1{path}"));
        let refused = request.bearer_auth(&of_user).send().await.unwrap();
        assert_eq!(refused.status().as_u16(), 403, "a person's token: {path}");
    }
}

on_both_engines!(deactivation_ends_all_sessions_or_fails);

/// A failing deactivation changes nothing: the user and all sessions end together, or neither does.
async fn deactivation_ends_all_sessions_or_fails(world: TestIdp) {
    let ann = world.visitor("ann").await;
    world.break_deletes("sessions").await;
    let response = put_active(&world, &ann.user_id, false).await;
    assert!(response.status.is_server_error(), "{}", response.body);
    let is_on = "SELECT COUNT(*) FROM users WHERE is_active";
    assert_eq!(world.count(is_on).await, 1, "nothing was written");
    assert!(session(&world, &ann).await.get("user").is_some());
    world.mend_deletes("sessions").await;
    put_active(&world, &ann.user_id, false).await.ok();
    assert_eq!(world.count("SELECT COUNT(*) FROM sessions").await, 0);
    put_active(&world, &ann.user_id, true).await.ok();
    assert_eq!(
        session(&world, &ann).await,
        json!({}),
        "nothing lives again"
    );
}
