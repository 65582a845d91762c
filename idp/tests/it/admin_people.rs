//! Tests more of the admin API: searches for users, their accounts, the audit log, the server's state.

use foundation::on_both_engines;
use idp::testing::{TestBrowser, TestProfile, sign_in_by_provider};
use serde_json::{Value, json};

use crate::harness::{SECRET, TestIdp, VERIFIER};
use crate::keys::ask;

async fn from_provider(world: &TestIdp, id: &str, email: Option<&str>) -> String {
    let profile = TestProfile {
        provider: "acme",
        id,
        email,
        token: "token-of-the-provider",
    };
    let came = sign_in_by_provider(&world.app, profile, None, None)
        .await
        .unwrap();
    assert!(came.session.is_some(), "{came:?}");
    let found = ask(world, "GET", &format!("/users?search=Name%20of%20{id}")).await;
    let found = found.ok();
    found["users"][0]["id"].as_str().unwrap().to_owned()
}

on_both_engines!(users_are_searched_by_prefix_of_address_or_name);

async fn users_are_searched_by_prefix_of_address_or_name(world: TestIdp) {
    for name in ["ann", "anna", "bob"] {
        world.visitor(name).await;
        world.wait(1);
    }
    let _zoe = from_provider(&world, "zoe", None).await;
    for (search, expected) in [
        ("ann", vec!["anna@example.com", "ann@example.com"]),
        ("ANN", vec!["anna@example.com", "ann@example.com"]),
        ("ann@", vec!["ann@example.com"]),
        ("Name%20of", vec!["-"]),
        ("name%20of", vec![]),
        ("nn", vec![]),
        ("%25", vec![]),
        ("_", vec![]),
    ] {
        let response = ask(&world, "GET", &format!("/users?search={search}")).await;
        let response = response.ok();
        let email = |user: &Value| user["email"].as_str().unwrap_or("-").to_owned();
        let found: Vec<_> = response["users"]
            .as_array()
            .unwrap()
            .iter()
            .map(email)
            .collect();
        assert_eq!(found, expected, "{search}");
    }
    let first = ask(&world, "GET", "/users?search=ann&limit=1").await.ok();
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = format!("/users?search=ann&limit=1&cursor={cursor}");
    let second = ask(&world, "GET", &second).await.ok();
    assert_eq!(second["users"][0]["email"], "ann@example.com");
    assert_eq!(second["next_cursor"], Value::Null);
    let nothing = ask(&world, "GET", "/users?search=%00").await;
    assert!(nothing.status == 400 || nothing.status == 200);
}

on_both_engines!(accounts_are_listed_and_unlinked_except_the_last_sign_in_method);

async fn accounts_are_listed_and_unlinked_except_the_last_sign_in_method(world: TestIdp) {
    let zoe = from_provider(&world, "zoe", Some("zoe@example.com")).await;
    let only = from_provider(&world, "kai", None).await;
    let path = format!("/users/{zoe}/accounts");
    let listed = ask(&world, "GET", &path).await.ok();
    let accounts = listed["accounts"].as_array().unwrap();
    assert_eq!(accounts.len(), 1);
    assert_eq!(accounts[0]["provider"], "acme");
    assert!(!listed.to_string().contains("token-of-the-provider"));
    let one = format!("{path}/{}", accounts[0]["id"].as_str().unwrap());

    let of_other = one.replace(&zoe, &only);
    assert_eq!(ask(&world, "DELETE", &of_other).await.status, 404);
    let sessions = format!("/users/{zoe}/sessions");
    let before = ask(&world, "GET", &sessions).await.ok();
    assert_eq!(before["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(ask(&world, "DELETE", &one).await.status, 204);
    assert_eq!(ask(&world, "DELETE", &one).await.status, 404, "again");
    let after = ask(&world, "GET", &sessions).await.ok();
    assert_eq!(after["sessions"], json!([]));

    let path = format!("/users/{only}/accounts");
    let listed = ask(&world, "GET", &path).await.ok();
    let last = format!("{path}/{}", listed["accounts"][0]["id"].as_str().unwrap());
    assert_eq!(ask(&world, "DELETE", &last).await.status, 409);
    assert_eq!(ask(&world, "GET", &path).await.ok(), listed, "it stays");
    assert_eq!(
        ask(&world, "GET", "/users/usr_0/accounts").await.status,
        404
    );

    let audit_log = ask(&world, "GET", "/audit?action=account.unlinked")
        .await
        .ok();
    let events = audit_log["events"].as_array().unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["actor"], "keeper");
    assert_eq!(events[0]["details"]["reason"], "by-order");
}

on_both_engines!(audit_log_is_filtered_by_client_and_network);

async fn audit_log_is_filtered_by_client_and_network(world: TestIdp) {
    let zoe = from_provider(&world, "zoe", Some("zoe@example.com")).await;
    let sessions = format!("/users/{zoe}/sessions");
    assert_eq!(ask(&world, "DELETE", &sessions).await.status, 204);
    let count = async |query: &str| {
        let response = ask(&world, "GET", &format!("/audit?{query}")).await.ok();
        let events = response["events"].as_array().unwrap();
        events.len()
    };
    assert_eq!(count("client_id=keeper").await, 1);
    assert_eq!(count("client_id=web").await, 0);
    assert_eq!(count("client_id=keeper&network=127.0.0.1").await, 0);
    assert!(count("network=127.0.0.1").await > 0, "the sign-in");
    assert_eq!(count("network=192.0.2.1").await, 0);
    let all = count("limit=200").await;
    assert!(all > count("network=127.0.0.1").await);
}

on_both_engines!(health_lists_each_dependency);

async fn health_lists_each_dependency(world: TestIdp) {
    let response = ask(&world, "GET", "/status").await.ok();
    assert_eq!(response["issuer"], world.base.as_str());
    assert_eq!(response["time"], "2027-01-15T08:00:00.000Z");
    let engine = world.app.database.engine();
    assert_eq!(
        response["database"],
        json!({ "kind": engine, "ready": true })
    );
    assert_eq!(
        response["sessions"],
        json!({ "kind": "sql", "ready": true })
    );
    let mail = json!({
        "route": "directory", "ready": true, "waiting": 0, "tried": 0
    });
    assert_eq!(response["mail"], mail);
    let waiting = "INSERT INTO outgoing_mail (id, sealed, token, attempts, next_attempt_at, expires_at) \
        VALUES ($1, '', '', 2, 1800003600000000, 1800003600000000)";
    world.execute(waiting, "mail_1").await;
    let response = ask(&world, "GET", "/status").await.ok();
    assert_eq!(
        (&response["mail"]["waiting"], &response["mail"]["tried"]),
        (&json!(1), &json!(1))
    );
    let refused = world.request("GET", "/admin/v1/status").send().await;
    assert_eq!(refused.unwrap().status(), 401);
}

on_both_engines!(user_consents_are_listed_and_revoked);

async fn user_consents_are_listed_and_revoked(world: TestIdp) {
    let (ann, bob) = (world.visitor("ann").await, world.visitor("bob").await);
    let (of_ann, of_bob) = (
        shop_token(&world, &ann).await,
        shop_token(&world, &bob).await,
    );
    let path = format!("/users/{}/consents", ann.user_id);
    let listed = ask(&world, "GET", &path).await.ok();
    let expected = json!([{
        "client_id": "shop", "client_name": "The <b>Shop</b>", "scope": "email openid",
        "used_at": "2027-01-15T08:00:00.000Z",
    }]);
    assert_eq!(listed["consents"], expected);
    assert_eq!(world.userinfo(&of_ann).await.status, 200);

    let one = format!("{path}/shop");
    assert_eq!(ask(&world, "DELETE", &one).await.status, 204);
    assert_eq!(ask(&world, "DELETE", &one).await.status, 404, "again");
    assert_eq!(ask(&world, "GET", &path).await.ok()["consents"], json!([]));
    assert_eq!(world.userinfo(&of_ann).await.status, 401);
    assert_eq!(world.userinfo(&of_bob).await.status, 200, "another's");
    let unknown = ask(&world, "GET", "/users/usr_0/consents").await;
    assert_eq!(unknown.status, 404);
    let audit_log = ask(&world, "GET", "/audit?action=consent.revoked")
        .await
        .ok();
    let events = audit_log["events"].as_array().unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["actor"], "keeper");
}

/// Returns an access token of the client `shop`, to which the user consented before.
async fn shop_token(world: &TestIdp, visitor: &TestBrowser) -> String {
    let remembered = "INSERT INTO consents (user_id, client_id, scope, updated_at) \
        VALUES ($1, 'shop', 'openid email', 1800000000000000)";
    world.execute(remembered, &visitor.user_id).await;
    let changes = [
        ("client_id", "shop"),
        ("redirect_uri", "https://shop.example/cb"),
        ("scope", "openid email"),
    ];
    let code = world.code(visitor, &changes).await;
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", "https://shop.example/cb"),
        ("code_verifier", VERIFIER),
    ];
    let tokens = world.token(&form, Some(("shop", SECRET))).await.ok();
    tokens["access_token"].as_str().unwrap().to_owned()
}

on_both_engines!(clients_are_listed_page_by_page);

async fn clients_are_listed_page_by_page(world: TestIdp) {
    let all = ask(&world, "GET", "/clients?limit=200").await.ok();
    assert_eq!(all["next_cursor"], Value::Null);
    let all = all["clients"].as_array().unwrap();
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = ask(&world, "GET", &format!("/clients?limit=2{cursor}"))
            .await
            .ok();
        let clients = page["clients"].as_array().unwrap();
        assert!(!clients.is_empty() && clients.len() <= 2);
        found.extend(clients.iter().cloned());
        let Some(next) = page["next_cursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(&found, all);
    let shop = all
        .iter()
        .find(|client| client["client_id"] == "shop")
        .unwrap();
    assert_eq!(shop["client_name"], "The <b>Shop</b>");
    assert_eq!(shop["grant_types"], json!(["authorization_code"]));
    assert_eq!(
        (&shop["is_active"], &shop["registered_by"]),
        (&json!(true), &json!("bootstrap"))
    );
    assert!(
        all.iter()
            .all(|client| client.get("client_secret").is_none())
    );
    let users = ask(&world, "GET", "/users?limit=1").await.ok();
    assert_eq!(users["next_cursor"], Value::Null);
    for wrong in ["x", "%00"] {
        let response = ask(&world, "GET", &format!("/clients?cursor={wrong}")).await;
        assert_eq!(response.status, 400, "{wrong}");
    }
}
