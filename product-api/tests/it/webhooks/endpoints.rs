//! Tests webhook endpoints: creation, changes, deletion, refusals, and isolation of websites and modes.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::{WebhookSetup, add, call};
use crate::credits::{Shop, grant};
use crate::harness::{HttpResponse, TestApi, on_both_engines};

const PATH: &str = "/v1/webhook-endpoints";

async fn as_owner(
    world: &TestApi,
    method: Method,
    path: &str,
    (owner, website): (&str, &str),
    body: Option<Value>,
) -> HttpResponse {
    let authorization = format!("Bearer {}", world.token(owner));
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
        ("tollgate-website", website),
    ];
    world
        .send(method, path, &headers, body.map(|body| body.to_string()))
        .await
}

on_both_engines! {
    // row: I1, I2
    async fn only_public_endpoint_urls_are_accepted(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for url in [
            "http://pictures.example.com/hooks",
            "https://localhost/hooks",
            "https://127.0.0.1/hooks",
            "https://2130706433/hooks",
            "https://[::1]/hooks",
            "https://[::ffff:a9fe:a9fe]/latest",
            "https://169.254.169.254/latest",
            "https://10.0.0.7:8443/hooks",
            "https://user:word@pictures.example.com/hooks",
            "file:///etc/passwd",
            "hooks",
        ] {
            let refused = call(&world, Method::POST, PATH, &shop.key, Some(json!({"url": url}))).await;
            let outcome = refused.is_problem(400, "invalid-request");
            assert_eq!(outcome["errors"][0]["pointer"], "/url", "{url}: {outcome}");
        }
        let events = json!({"url": "https://pictures.example.com/", "events": ["credits.*"]});
        let refused = call(&world, Method::POST, PATH, &shop.key, Some(events)).await;
        assert_eq!(refused.is_problem(400, "invalid-request")["errors"][0]["pointer"], "/events");
        assert_eq!(world.count("SELECT count(*) FROM webhook_endpoint").await, 0);
        add(&world, &shop.key, "https://pictures.example.com/hooks", &json!(null)).await;
        for n in 1..20 {
            add(&world, &shop.key, &format!("https://pictures.example.com/{n}"), &json!(null)).await;
        }
        let many = call(&world, Method::POST, PATH, &shop.key, Some(json!({"url": "https://pictures.example.com/"}))).await;
        many.is_problem(400, "invalid-request");
        assert_eq!(world.count("SELECT count(*) FROM webhook_endpoint").await, 20);
    }
}

on_both_engines! {
    async fn secret_is_shown_once_and_every_step_is_written_down(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, .. } = &hooked;
        for path in [PATH.to_owned(), format!("{PATH}/{}", hooked.endpoint)] {
            let outcome = call(world, Method::GET, &path, &hooked.shop.key, None).await;
            assert_eq!(outcome.status, 200);
            assert!(!outcome.body.contains("whsec"), "{outcome:?}");
        }
        let off = hooked.call(Method::PATCH, "", Some(json!({"status": "off", "events": ["credits.low", "credits.low"]}))).await;
        assert_eq!((&off.json()["status"], &off.json()["events"]), (&json!("off"), &json!(["credits.low"])));
        assert_eq!(world.count("SELECT CAST(MAX(heard) AS BIGINT) FROM book").await, 0);
        hooked.call(Method::PATCH, "", Some(json!({"url": "https://127.0.0.1/"}))).await.is_problem(400, "invalid-request");
        assert_eq!(hooked.call(Method::PATCH, "", Some(json!({}))).await.json()["status"], "off");
        let moved = json!({"url": "https://pictures.example.com/", "status": "active", "events": ["credits.spent"]});
        assert_eq!(hooked.call(Method::PATCH, "", Some(moved)).await.json()["url"], "https://pictures.example.com/");
        assert_eq!(world.count("SELECT CAST(MAX(heard) AS BIGINT) FROM book").await, 2);
        assert_eq!(hooked.call(Method::POST, "/rotate-secret", Some(json!({}))).await.status, 200);
        let deleted = hooked.call(Method::DELETE, "", None).await;
        assert_eq!((deleted.status, deleted.body.as_str()), (204, ""));
        hooked.call(Method::GET, "", None).await.is_problem(404, "not-found");
        assert_eq!(world.count("SELECT CAST(MAX(heard) AS BIGINT) FROM book").await, 0);
        let audit_log = "SELECT count(*) FROM audit WHERE action LIKE 'webhook.%' AND actor LIKE 'key_%'";
        assert_eq!(world.count(audit_log).await, 6);
        let outcome = "SELECT count(*) FROM audit WHERE action LIKE 'webhook.%' AND (details LIKE '%whsec%' OR details LIKE '%http%')";
        assert_eq!(world.count(outcome).await, 0, "no secret and no address in the audit log");
    }
}

on_both_engines! {
    async fn endpoint_move_is_logged_with_both_hosts(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let (added, _) = add(&world, &shop.key, "https://pictures.example.com/hooks?token=hush", &json!(null)).await;
        let path = format!("{PATH}/{added}");
        let outcome = "SELECT details FROM audit WHERE action LIKE 'webhook.%' ORDER BY at DESC LIMIT 1";
        let line = async || serde_json::from_str::<Value>(&world.text(outcome).await).unwrap();
        assert_eq!(line().await["host"], "pictures.example.com:443");
        for (change, moved) in [
            (json!({"events": ["credits.low"]}), Value::Null),
            (json!({"url": "https://pictures.example.com/hooks?token=hush"}), Value::Null),
            (json!({"url": "https://elsewhere.example:8443/"}), json!({"from": "pictures.example.com:443", "to": "elsewhere.example:8443"})),
            (json!({"url": "https://elsewhere.example:8443/deeper"}), json!({"from": "elsewhere.example:8443", "to": "elsewhere.example:8443"})),
        ] {
            world.clock.advance(Duration::from_secs(1));
            let changed = call(&world, Method::PATCH, &path, &shop.key, Some(change.clone())).await;
            assert_eq!(changed.status, 200, "{changed:?}");
            assert_eq!(line().await["moved"], moved, "{change}");
        }
    }
}

on_both_engines! {
    // row: K1
    /// Each route with another website's endpoint, or with the other mode's key, is 404, as if absent.
    async fn endpoints_and_logs_of_others_are_absent(world: TestApi) {
        let hooked = WebhookSetup::new(world).await;
        let WebhookSetup { world, shop, .. } = &hooked;
        let two = Shop::open(world, "usr_2", "Two").await;
        grant(world, shop, "g", "ada", 5).await;
        hooked.deliver().await;
        let event = hooked.delivery().await["event_id"].as_str().unwrap().to_owned();
        let range = json!({"from": "2027-01-01T00:00:00Z", "to": "2028-01-01T00:00:00Z"});
        let routes = [
            (Method::GET, String::new(), None),
            (Method::PATCH, String::new(), Some(json!({"status": "off"}))),
            (Method::POST, "/rotate-secret".to_owned(), Some(json!({}))),
            (Method::GET, "/deliveries".to_owned(), None),
            (Method::GET, format!("/deliveries/{event}"), None),
            (Method::POST, format!("/deliveries/{event}/resend"), None),
            (Method::POST, "/resend".to_owned(), Some(range)),
            (Method::DELETE, String::new(), None),
        ];
        for (method, path, body) in &routes {
            let path = format!("{PATH}/{}{path}", hooked.endpoint);
            for key in [&two.key, &two.test_key, &shop.test_key] {
                let response = call(world, method.clone(), &path, key, body.clone()).await;
                response.is_problem(404, "not-found");
            }
            for website in [&two.id, &shop.id] {
                as_owner(world, method.clone(), &path, ("usr_2", website), body.clone()).await.is_problem(404, "not-found");
            }
        }
        for key in [&two.key, &shop.test_key] {
            assert_eq!(call(world, Method::GET, PATH, key, None).await.json()["items"], json!([]));
        }
        world.sql("UPDATE api_keys SET scopes = 'credits.spend credits.grant customers.read' WHERE website_id = $1", &[&two.id]).await;
        for path in [PATH, "/v1/alerts"] {
            let narrow = call(world, Method::GET, path, &two.key, None).await.is_problem(403, "insufficient-scope");
            assert_eq!(narrow["required_scope"], "webhooks");
        }
        // The control uses the website's own key and its owner's token.
        for (method, path, body) in &routes {
            let path = format!("{PATH}/{}{path}", hooked.endpoint);
            let response = if *method == Method::DELETE {
                call(world, method.clone(), &path, &shop.key, body.clone()).await
            } else {
                as_owner(world, method.clone(), &path, ("usr_1", &shop.id), body.clone()).await
            };
            let is_off = path.ends_with("/resend");
            assert!(response.status < 300 || is_off && response.status == 400, "{path}: {response:?}");
        }
    }
}

on_both_engines! {
    async fn owner_in_user_sees_both_modes_and_says_which(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        for mode in ["live", "test"] {
            let body = json!({"url": "https://pictures.example.com/", "mode": mode});
            let added = as_owner(&world, Method::POST, PATH, ("usr_1", &shop.id), Some(body)).await;
            assert_eq!((added.status, &added.json()["endpoint"]["mode"]), (201, &json!(mode)));
        }
        let listed = as_owner(&world, Method::GET, PATH, ("usr_1", &shop.id), None).await.json();
        assert_eq!(listed["items"].as_array().unwrap().len(), 2);
        let body = json!({"url": "https://pictures.example.com/", "mode": "live"});
        let refused = call(&world, Method::POST, PATH, &shop.test_key, Some(body)).await;
        assert_eq!(refused.is_problem(400, "invalid-request")["errors"][0]["pointer"], "/mode");
    }
}
