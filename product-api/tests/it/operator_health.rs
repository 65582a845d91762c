//! Tests the health of the installation: the operator sees no good state that could not be verified.

use serde_json::{Value, json};

use crate::credits::{Shop, grant};
use crate::harness::{TestApi, on_both_engines};
use crate::issuer::Behaviour;
use crate::operator::operator_token;
use crate::operator_area::ask;

const PATH: &str = "/v1/operator/health";

/// Returns the state and the detail of a check.
fn check(health: &Value, name: &str) -> Option<(String, String)> {
    let checks = health["checks"].as_array().unwrap();
    let check = checks.iter().find(|check| check["name"] == name)?;
    let detail = check["detail"].as_str().unwrap_or_default();
    Some((
        check["state"].as_str().unwrap().to_owned(),
        detail.to_owned(),
    ))
}

fn state(health: &Value, name: &str) -> Option<String> {
    check(health, name).map(|(state, _)| state)
}

on_both_engines! {
    async fn health_lists_unavailable_dependencies(world: TestApi) {
        let health = ask(&world, PATH).await;
        assert_eq!(state(&health, "database").as_deref(), Some("ok"));
        assert_eq!(state(&health, "identity_provider").as_deref(), Some("ok"));
        assert_eq!(state(&health, "mail").as_deref(), Some("failing"));
        assert_eq!(health["mail"], json!({"due": 3, "failing": 2}));
        assert_eq!(health["ledger"], json!({"last_verified_at": null, "findings": 0, "frozen": 0}));
        assert_eq!(health["versions"]["database"], world.app.database.engine());
        world.issuer.behave(Behaviour::Away);
        let health = ask(&world, PATH).await;
        assert_eq!(state(&health, "identity_provider").as_deref(), Some("failing"));
        assert_eq!((state(&health, "mail"), &health["mail"]["due"]), (None, &Value::Null));
    }
}

/// Returns the state and the detail of the books.
async fn ledger(world: &TestApi) -> (String, String) {
    check(&ask(world, PATH).await, "ledger").unwrap()
}

on_both_engines! {
    async fn books_are_not_called_good_while_they_cannot_be_read(world: TestApi) {
        let good = ("ok".to_owned(), String::new());
        assert_eq!(ledger(&world).await, good);
        for (away, back) in [
            ("ALTER TABLE webhook_endpoint RENAME TO away", "ALTER TABLE away RENAME TO webhook_endpoint"),
            ("ALTER TABLE verification RENAME TO away", "ALTER TABLE away RENAME TO verification"),
            ("INSERT INTO verification (id, scope, begun_at, held_until, ended_at, findings) VALUES ('ver_x', 'all', 1, 1, 1, 'no JSON')", "DELETE FROM verification"),
        ] {
            world.sql(away, &[]).await;
            let (state, detail) = ledger(&world).await;
            assert_eq!((state.as_str(), detail.contains("the log says why")), ("failing", true), "{away}: {detail}");
            world.sql(back, &[]).await;
            assert_eq!(ledger(&world).await, good);
        }
    }
}

on_both_engines! {
    async fn books_with_findings_are_unhealthy(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        grant(&world, &shop, "g", "ada", 100).await;
        world.sql("UPDATE customers SET credits = 71", &[]).await;
        let operator = operator_token(&world);
        let body = world.get("/v1/ledger/verification", &operator).await.json();
        let failing = |detail: &str| ("failing".to_owned(), detail.to_owned());
        assert_eq!(ledger(&world).await, failing("Findings of the last verification: 1."));
        // A freed account is not thereby sound.
        let free = format!("/v1/ledger/accounts/{}/unfreeze", body["frozen"][0]["account"].as_str().unwrap());
        assert_eq!(world.post(&free, &operator, &json!({})).await.status, 200);
        assert_eq!(ledger(&world).await, failing("Findings of the last verification: 1."));
        let health = ask(&world, PATH).await;
        assert_eq!(health["ledger"], json!({"last_verified_at": "2027-01-15T08:00:00.000Z", "findings": 1, "frozen": 0}));
        world.sql("UPDATE customers SET credits = 100", &[]).await;
        world.clock.advance(std::time::Duration::from_mins(1));
        world.get("/v1/ledger/verification", &operator).await;
        assert_eq!(ledger(&world).await, ("ok".to_owned(), String::new()));
        world.sql("UPDATE account SET frozen_at = 1 WHERE kind = 'wallet'", &[]).await;
        assert_eq!(ledger(&world).await, failing("Frozen accounts: 1."));
    }
}

on_both_engines! {
    async fn verification_that_broke_off_verified_nothing(world: TestApi) {
        let operator = operator_token(&world);
        world.sql("INSERT INTO verification (id, scope, begun_at, held_until, ended_at) VALUES ('ver_x', 'all', 1, 1, 1)", &[]).await;
        let (state, detail) = ledger(&world).await;
        assert_eq!((state.as_str(), detail.contains("broken off")), ("failing", true), "{detail}");
        assert_eq!(verified(&world).await, ("failing".to_owned(), Value::Null));
        let at = json!("2027-01-15T08:00:00.000Z");
        world.get("/v1/ledger/verification", &operator).await;
        assert_eq!(verified(&world).await, ("ok".to_owned(), at.clone()));
        world.sql("INSERT INTO verification (id, scope, begun_at, held_until, ended_at) SELECT 'ver_y', 'all', begun_at, 1, ended_at + 1 FROM verification WHERE id <> 'ver_x'", &[]).await;
        assert_eq!(verified(&world).await, ("failing".to_owned(), at));
    }
}

/// Returns the state of the books and the time of their last verification.
async fn verified(world: &TestApi) -> (String, Value) {
    let health = ask(world, PATH).await;
    let state = state(&health, "ledger").unwrap();
    (state, health["ledger"]["last_verified_at"].clone())
}
