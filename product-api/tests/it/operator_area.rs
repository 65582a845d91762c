//! Tests the operator's API: everything of the installation for its operator, and nothing of it for other users.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::issuer::Behaviour;
use crate::operator::{add_platform_finding, operator_token};

pub(crate) async fn ask(world: &TestApi, path: &str) -> Value {
    let response = world.get(path, &operator_token(world)).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

fn texts<'a>(items: &'a Value, name: &str) -> Vec<&'a str> {
    let items = items["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item[name].as_str().unwrap())
        .collect()
}

fn known(world: &TestApi, people: &[&str]) {
    let mut all = world.issuer.people.lock().unwrap();
    all.extend(people.iter().map(|id| ((*id).to_owned(), true)));
}

/// Returns the operator's operations of the contract, about a user, this website or this finding.
fn operations(website: &str, finding: &str) -> Vec<(Method, String)> {
    let document: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let ours = paths
        .iter()
        .filter(|(path, _)| path.starts_with("/v1/operator/"));
    ours.flat_map(|(path, methods)| {
        let subject = match path.split('/').nth(3) {
            Some("websites") => website,
            Some("billing") => finding,
            _ => "usr_ada",
        };
        let path = path.replace("{id}", subject);
        let methods = methods.as_object().unwrap().keys();
        methods
            .map(move |method| (method.to_uppercase().parse().unwrap(), path.clone()))
            .collect::<Vec<_>>()
    })
    .collect()
}

on_both_engines! {
    async fn operator_area_requires_the_operator_role(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        known(&world, &["usr_ada"]);
        let scope = "openid profile email credits.read operator websites";
        let client = world.text("SELECT client_id FROM websites").await;
        let rows = [
            ("an owner", world.token("usr_1"), "insufficient-scope"),
            ("the role without the scope", world.token_with("usr_op", &json!({"roles": ["operator"]})), "insufficient-scope"),
            ("the scope without the role", world.token_with("usr_1", &json!({"scope": scope})), "insufficient-scope"),
            ("a program", world.token_with("usr_op", &json!({"scope": scope, "roles": ["operator"], "sid": null})), "insufficient-scope"),
            ("a website's client", world.token_with("usr_op", &json!({"scope": scope, "roles": ["operator"], "client_id": client})), "client-not-allowed"),
            ("an API key", shop.key.clone(), "insufficient-scope"),
        ];
        let finding = add_platform_finding(&world).await;
        let operations = operations(&shop.id, &finding);
        assert!(operations.len() >= 9, "{operations:?}");
        for (method, path) in &operations {
            for (who, credential, slug) in &rows {
                let response = send(&world, method, path, credential).await;
                assert_eq!(response.is_problem(403, slug)["status"], 403, "{method} {path} by {who}");
            }
            send(&world, method, path, "nonsense").await.is_problem(401, "unauthenticated");
            let control = send(&world, method, path, &operator_token(&world)).await;
            assert!(control.status < 300, "{method} {path}: {control:?}");
        }
    }
}

async fn send(world: &TestApi, method: &Method, path: &str, credential: &str) -> HttpResponse {
    let authorization = format!("Bearer {credential}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    let bodies = [
        ("/views", json!({"reason": "Ticket"})),
        ("/hand-over", json!({"user_id": "usr_1"})),
        ("/accept", json!({"reason": "Paid in cash"})),
        ("/billing/reconcile", json!({"dry_run": true})),
        (
            "/billing/replay",
            json!({"error": "Stripe is not available"}),
        ),
    ];
    let body = bodies.into_iter().find(|(end, _)| path.ends_with(end));
    let body = body.map(|(_, body)| body);
    let body = body.map(|body| body.to_string());
    world.send(method.clone(), path, &headers, body).await
}

on_both_engines! {
    async fn users_are_listed_with_local_data(world: TestApi) {
        let shop = Shop::open(&world, "usr_ada", "Pictures").await;
        known(&world, &["usr_ada", "usr_bob", "usr_op"]);
        let body = json!({"customer": {"sub": "usr_ada"}, "amount": 7, "kind": "promo"});
        post(&world, "/v1/grants", &shop.key, "g", body).await;
        let first = ask(&world, "/v1/operator/users").await;
        assert_eq!(texts(&first, "id"), ["usr_ada", "usr_bob"]);
        let (ada, bob) = (&first["items"][0], &first["items"][1]);
        assert_eq!((&ada["websites"], &ada["last_seen_at"], &ada["is_active"]), (&json!(1), &json!("2027-01-15T08:00:00.000Z"), &json!(true)));
        assert_eq!((&bob["websites"], &bob["last_seen_at"]), (&json!(0), &Value::Null));
        let next = format!("/v1/operator/users?cursor={}", first["next_cursor"].as_str().unwrap());
        let second = ask(&world, &next).await;
        assert_eq!((texts(&second, "id"), &second["next_cursor"]), (vec!["usr_op"], &Value::Null));
        assert_eq!(texts(&ask(&world, "/v1/operator/users?q=usr_b").await, "id"), ["usr_bob"]);
        let wrong = world.get("/v1/operator/users?cursor=x", &operator_token(&world)).await;
        assert_eq!(wrong.is_problem(400, "invalid-request")["errors"][0]["parameter"], "cursor");
        let one = ask(&world, "/v1/operator/users/usr_ada").await;
        assert_eq!((&one["email"], &one["sessions"][0]["id"], &one["accounts"][0]["provider"]), (&json!("usr_ada@example.com"), &json!("ses_usr_ada"), &json!("github")));
        assert_eq!((&one["customers"][0]["website"], &one["customers"][0]["available"]), (&json!("Pictures"), &json!(7)));
        world.get("/v1/operator/users/usr_none", &operator_token(&world)).await.is_problem(404, "not-found");
        world.issuer.behave(Behaviour::Away);
        world.get("/v1/operator/users", &operator_token(&world)).await.is_problem(503, "unavailable");
    }
}

on_both_engines! {
    async fn operator_actions_are_logged(world: TestApi) {
        known(&world, &["usr_ada"]);
        let operator = operator_token(&world);
        let ended = world.post("/v1/operator/users/usr_ada/end-sessions", &operator, &json!({"reason": " Ticket 7 "})).await;
        assert_eq!(ended.status, 204, "{ended:?}");
        assert_eq!(ask(&world, "/v1/operator/users/usr_ada").await["sessions"], json!([]));
        world.clock.advance(Duration::from_secs(1));
        world.post("/v1/operator/users/usr_none/end-sessions", &operator, &json!({})).await.is_problem(404, "not-found");
        let rotated = world.post("/v1/operator/signing-keys/rotate", &operator, &json!({})).await;
        assert_eq!((rotated.status, &rotated.json()["items"][1]["state"]), (201, &json!("announced")));
        let audit_log = ask(&world, "/v1/operator/audit?actor=usr_op").await;
        let mut acts = texts(&audit_log, "act");
        acts.sort_unstable();
        assert_eq!(acts, ["signing_keys.rotated", "signing_keys.rotation_asked", "user.sign_out_asked", "user.signed_out"]);
        let audit_log = ask(&world, "/v1/operator/audit?act=user.signed_out").await;
        let line = &audit_log["items"][0];
        assert_eq!(line["actor"], json!({"kind": "user", "id": "usr_op", "name": "Name of usr_op"}));
        assert_eq!((&line["subject"]["kind"], &line["subject"]["id"]), (&json!("user"), &json!("usr_ada")));
        assert!(line["jti"].is_string(), "{line}");
        assert_eq!((&line["session_id"], &line["detail"]), (&json!("sid-usr_op"), &json!({"reason": "Ticket 7"})));
        // A rotation that the identity provider refused has an audit entry of the request only.
        for (behaviour, requested, outcome) in [(Behaviour::Refuses, 2, (409, "conflict")), (Behaviour::Away, 3, (503, "unavailable"))] {
            world.issuer.behave(behaviour);
            let again = world.post("/v1/operator/signing-keys/rotate", &operator, &json!({})).await;
            again.is_problem(outcome.0, outcome.1);
            assert_ne!(again.header("retry-after"), "");
            for (act, count) in [("rotation_asked", requested), ("rotated", 1)] {
                let audit_log = ask(&world, &format!("/v1/operator/audit?act=signing_keys.{act}")).await;
                assert_eq!(audit_log["items"].as_array().unwrap().len(), count, "{behaviour:?}: {act}");
            }
        }
    }
}

on_both_engines! {
    async fn audit_log_is_filtered_paged_and_exported(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "=Pictures").await;
        world.clock.advance(Duration::from_mins(1));
        for n in 0..3 {
            let body = json!({"name": format!("Key {n}"), "scopes": ["credits.spend"]});
            let made = as_owner(&world, "/v1/api-keys", &shop, &body).await;
            assert_eq!(made.status, 201, "{made:?}");
        }
        let all = ask(&world, "/v1/operator/audit").await;
        // A website is registered with two keys at one instant.
        let mut acts = texts(&all, "act");
        acts.sort_unstable();
        assert_eq!(acts, ["key.made", "key.made", "key.made", "key.made", "key.made", "website.registered"]);
        for (query, count) in [
            ("actor=usr_1", 6), ("actor=usr_2", 0), ("act=website.registered", 1), ("act=key", 0),
            ("from=2027-01-15T08:00:30Z", 3), ("to=2027-01-15T08:01:00Z", 3), ("from=2027-01-15T08:01:00Z&to=2027-01-15T08:01:00Z", 0),
        ] {
            let outcome = ask(&world, &format!("/v1/operator/audit?{query}")).await;
            assert_eq!(outcome["items"].as_array().unwrap().len(), count, "{query}");
        }
        let subject = shop.id.as_str();
        let about = ask(&world, &format!("/v1/operator/audit?subject={subject}")).await;
        assert_eq!(texts(&about, "act"), ["website.registered"]);
        assert_eq!(about["items"][0]["subject"], json!({"kind": "website", "id": subject, "name": "=Pictures"}));
        assert_eq!(about["items"][0]["website_name"], "=Pictures");
        let of_key = all["items"][0]["subject"]["name"].as_str().unwrap();
        assert!(of_key.starts_with("Key "), "{all}");
        let mut paged = Vec::new();
        let mut path = "/v1/operator/audit?limit=3".to_owned();
        loop {
            let page = ask(&world, &path).await;
            paged.extend(texts(&page, "id").into_iter().map(ToOwned::to_owned));
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            path = format!("/v1/operator/audit?limit=3&cursor={cursor}");
            let other = format!("/v1/operator/audit?limit=3&actor=usr_1&cursor={cursor}");
            world.get(&other, &operator_token(&world)).await.is_problem(400, "invalid-request");
        }
        assert_eq!(paged, texts(&all, "id"));
        let authorization = format!("Bearer {}", operator_token(&world));
        let headers = [("authorization", authorization.as_str()), ("accept", "text/csv")];
        let file = world.send(Method::GET, "/v1/operator/audit?act=key.made", &headers, None).await;
        assert_eq!((file.status, file.header("content-type")), (200, "text/csv; charset=utf-8"));
        assert!(file.header("content-disposition").contains("audit.csv"));
        assert_eq!(file.body.lines().count(), 6, "{}", file.body);
        assert!(file.body.starts_with("id,at,actor_kind,"));
        let wrong = world.get("/v1/operator/audit?from=today", &operator_token(&world)).await;
        assert_eq!(wrong.is_problem(400, "invalid-request")["errors"][0]["parameter"], "from");
    }
}

async fn as_owner(world: &TestApi, path: &str, shop: &Shop, body: &Value) -> HttpResponse {
    let authorization = format!("Bearer {}", world.token("usr_1"));
    let headers = [
        ("authorization", authorization.as_str()),
        ("tollgate-website", shop.id.as_str()),
        ("content-type", "application/json"),
    ];
    world
        .send(Method::POST, path, &headers, Some(body.to_string()))
        .await
}

on_both_engines! {
    async fn websites_and_deliveries_are_listed(world: TestApi) {
        let one = Shop::open(&world, "usr_1", "Pictures 100%").await;
        world.clock.advance(Duration::from_secs(1));
        let two = Shop::open(&world, "usr_2", "Songs").await;
        grant(&world, &one, "g", "ada", 5).await;
        let all = ask(&world, "/v1/operator/websites").await;
        assert_eq!(texts(&all, "id"), [two.id.as_str(), one.id.as_str()]);
        let pictures = &all["items"][1];
        assert_eq!((&pictures["customers"], &pictures["status"]), (&json!(1), &json!("active")));
        assert_eq!(pictures["owner"], json!({"id": "usr_1", "name": "Name of usr_1", "email": "usr_1@example.com", "is_deleted": false}));
        for (query, expected) in [
            ("q=song", vec![two.id.as_str()]), ("q=100%25", vec![one.id.as_str()]), ("q=%25", vec![one.id.as_str()]),
            ("q=usr_2@EXAMPLE", vec![two.id.as_str()]), ("q=usr_1", vec![one.id.as_str()]), ("q=nothing", vec![]),
        ] {
            assert_eq!(texts(&ask(&world, &format!("/v1/operator/websites?{query}")).await, "id"), expected, "{query}");
        }
        world.sql("UPDATE users SET email = 'ann@xn--bcher-kva.example' WHERE id = $1", &["usr_2"]).await;
        for address in ["ann@b\u{fc}cher.example", "Ann@XN--BCHER-KVA.example", "ann@bu\u{308}cher.example"] {
            let q: String = url::form_urlencoded::byte_serialize(address.as_bytes()).collect();
            let outcome = ask(&world, &format!("/v1/operator/websites?q={q}")).await;
            assert_eq!(texts(&outcome, "id"), [two.id.as_str()], "{address}");
        }
        let first = ask(&world, "/v1/operator/websites?limit=1").await;
        let next = format!("/v1/operator/websites?limit=1&cursor={}", first["next_cursor"].as_str().unwrap());
        let second = ask(&world, &next).await;
        assert_eq!((texts(&second, "id"), &second["next_cursor"]), (vec![one.id.as_str()], &Value::Null));
        assert_eq!(ask(&world, "/v1/operator/webhook-deliveries").await, json!({"items": [], "next_cursor": null}));
        let wrong = world.get("/v1/operator/webhook-deliveries?state=lost", &operator_token(&world)).await;
        assert_eq!(wrong.is_problem(400, "invalid-request")["errors"][0]["parameter"], "state");
    }
}

on_both_engines! {
    async fn website_is_found_by_any_part_of_its_name(world: TestApi) {
        let one = Shop::open(&world, "usr_1", "\u{c4}rzte \u{d6}LBAD").await;
        let two = Shop::open(&world, "usr_2", "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442} Caf\u{c9}").await;
        let (one, two) = (one.id.as_str(), two.id.as_str());
        let found = async |rows: &[(&str, &[&str])]| {
            for (query, expected) in rows {
                let outcome = ask(&world, &format!("/v1/operator/websites?q={query}")).await;
                assert_eq!(&texts(&outcome, "id"), expected, "{query}");
            }
        };
        found(&[
            ("\u{c4}rzte", &[one]), ("\u{e4}RZTE", &[one]), ("\u{f6}lb", &[one]), ("\u{d6}LB", &[one]), ("rzte", &[one]),
            ("\u{43f}\u{440}\u{418}", &[two]), ("caf\u{e9}", &[two]), ("CAF\u{c9}", &[two]), ("arzte", &[]),
        ]).await;
        let body = json!({"name": "Stra\u{df}e \u{dc}ber"});
        let authorization = format!("Bearer {}", world.token("usr_1"));
        let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
        let changed = world.send(Method::PATCH, &format!("/v1/websites/{one}"), &headers, Some(body.to_string())).await;
        assert_eq!(changed.status, 200, "{changed:?}");
        found(&[("\u{c4}rzte", &[]), ("\u{fc}BER", &[one]), ("E \u{dc}b", &[one])]).await;
        // Names that an older version stored are found by ASCII letters, and by all letters after the sweep.
        assert_eq!(world.sql("UPDATE websites SET name_folded = NULL", &[]).await, 2);
        found(&[("STRA", &[one])]).await;
        product_api::sweep::once(&world.app).await.unwrap();
        found(&[("\u{fc}ber", &[one]), ("\u{43f}\u{440}", &[two])]).await;
    }
}
