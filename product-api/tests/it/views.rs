//! Tests views, in which an operator sees the product as a user does: their start, their end, their refusals.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::credits::{Shop, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::operator::operator_token;

/// Scopes of the operator's own client.
const SCOPE: &str = "openid profile email credits.read operator websites";

/// Adds a user to the idp.
fn known(world: &TestApi, id: &str, is_active: bool) {
    let mut people = world.issuer.people.lock().unwrap();
    people.insert(id.to_owned(), is_active);
}

async fn ask(world: &TestApi, id: &str, body: &Value) -> HttpResponse {
    let path = format!("/v1/operator/users/{id}/views");
    world.post(&path, &operator_token(world), body).await
}

/// Begins a view of a user by the operator `usr_op`.
pub(crate) async fn view_of(world: &TestApi, id: &str) -> String {
    known(world, id, true);
    let begun = ask(world, id, &json!({"reason": "Ticket 4711"})).await;
    assert_eq!(begun.status, 201, "{begun:?}");
    begun.json()["view"].as_str().unwrap().to_owned()
}

async fn see(world: &TestApi, credential: &str, path: &str, view: &str) -> HttpResponse {
    let authorization = format!("Bearer {credential}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("tollgate-view-as", view),
    ];
    world.send(Method::GET, path, &headers, None).await
}

on_both_engines! {
    async fn view_shows_the_users_data(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let body = json!({"customer": {"sub": "usr_ada"}, "amount": 7, "kind": "promo"});
        post(&world, "/v1/grants", &shop.key, "g", body).await;
        let ada = world.token("usr_ada");
        assert_eq!(world.get("/v1/me", &ada).await.status, 200);
        let view = view_of(&world, "usr_ada").await;
        for path in ["/v1/me", "/v1/me/credits", "/v1/me/transactions", "/v1/websites"] {
            let (own, seen) = (world.get(path, &ada).await, see(&world, &operator_token(&world), path, &view).await);
            assert_eq!((seen.status, seen.json()), (200, own.json()), "{path}");
        }
        let own = world.get("/v1/me", &operator_token(&world)).await;
        assert_eq!(own.json()["id"], "usr_op", "without the header nothing is different");
    }
}

on_both_engines! {
    async fn view_requires_a_reason_that_is_logged(world: TestApi) {
        known(&world, "usr_ada", true);
        for wrong in [json!({}), json!({"reason": ""}), json!({"reason": "  "}), json!({"reason": "x".repeat(201)})] {
            ask(&world, "usr_ada", &wrong).await.is_problem(400, "invalid-request");
        }
        ask(&world, "usr_none", &json!({"reason": "Ticket"})).await.is_problem(404, "not-found");
        assert_eq!(world.count("SELECT count(*) FROM audit").await, 0);
        let begun = ask(&world, "usr_ada", &json!({"reason": " Ticket 4711 "})).await;
        let outcome = begun.json();
        assert_eq!((begun.status, &outcome["expires_at"]), (201, &json!("2027-01-15T08:30:00.000Z")));
        assert_eq!(outcome["user"], json!({"id": "usr_ada", "name": "Name of usr_ada", "email": "usr_ada@example.com"}));
        let audit_log = world.get("/v1/operator/audit", &operator_token(&world)).await.json();
        let line = &audit_log["items"][0];
        assert_eq!((&line["act"], &line["actor"]["id"]), (&json!("user.viewed"), &json!("usr_op")));
        assert_eq!((&line["subject"]["kind"], &line["subject"]["id"]), (&json!("user"), &json!("usr_ada")));
        assert_eq!(line["detail"], json!({"reason": "Ticket 4711"}));
    }
}

on_both_engines! {
    async fn operators_and_deactivated_users_cannot_be_viewed(world: TestApi) {
        known(&world, "usr_off", false);
        known(&world, "usr_op", true);
        known(&world, "usr_new", true);
        // The user is an operator here already, and the identity provider's response is older.
        let promoted = world.token_with("usr_new", &json!({"roles": ["operator"]}));
        assert_eq!(world.get("/v1/me", &promoted).await.status, 200);
        for id in ["usr_off", "usr_op", "usr_new"] {
            ask(&world, id, &json!({"reason": "Ticket"})).await.is_problem(403, "not-viewable");
        }
        assert_eq!(world.count("SELECT count(*) FROM audit").await, 0);
    }
}

on_both_engines! {
    async fn view_ends_after_half_an_hour_or_with_its_reason(world: TestApi) {
        let ada = world.token("usr_ada");
        assert_eq!(world.get("/v1/me", &ada).await.status, 200);
        let view = view_of(&world, "usr_ada").await;
        let seen = async || see(&world, &operator_token(&world), "/v1/me", &view).await;
        world.clock.advance(Duration::from_secs(30 * 60 - 1));
        assert_eq!(seen().await.status, 200);
        world.sql("UPDATE users SET is_active = FALSE WHERE id = 'usr_ada'", &[]).await;
        seen().await.is_problem(403, "view-ended");
        world.sql("UPDATE users SET is_active = TRUE, is_operator = TRUE WHERE id = 'usr_ada'", &[]).await;
        seen().await.is_problem(403, "view-ended");
        world.sql("UPDATE users SET is_operator = FALSE WHERE id = 'usr_ada'", &[]).await;
        assert_eq!(seen().await.status, 200, "the control");
        world.clock.advance(Duration::from_secs(1));
        seen().await.is_problem(403, "view-ended");
    }
}

on_both_engines! {
    async fn view_is_valid_for_its_operator_only(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let client = world.text("SELECT client_id FROM websites").await;
        let view = view_of(&world, "usr_ada").await;
        let operating = |sub: &str, changes: Value| {
            let mut claims = json!({"scope": SCOPE, "roles": ["operator"]});
            crate::harness::change(&mut claims, &changes);
            world.token_with(sub, &claims)
        };
        let rows = [
            ("a person", world.token("usr_2"), "insufficient-scope"),
            ("the person", world.token("usr_ada"), "insufficient-scope"),
            ("the role without the scope", world.token_with("usr_op", &json!({"roles": ["operator"]})), "insufficient-scope"),
            ("another operator", operating("usr_op2", json!({})), "view-ended"),
            ("a website's client", operating("usr_op", json!({"client_id": client})), "client-not-allowed"),
            ("a program", world.token_with("usr_op", &json!({"scope": SCOPE, "roles": ["operator"], "sid": null})), "view-only"),
            ("an API key", shop.key.clone(), "view-only"),
            ("the scope without the role", world.token_with("usr_op", &json!({"scope": SCOPE})), "insufficient-scope"),
        ];
        for (who, credential, slug) in rows {
            for path in ["/v1/me", "/v1/me/credits", "/v1/websites"] {
                let refused = see(&world, &credential, path, &view).await.is_problem(403, slug);
                assert_eq!(refused["status"], 403, "{path} by {who}");
            }
        }
        see(&world, "nonsense", "/v1/me", &view).await.is_problem(401, "unauthenticated");
    }
}

on_both_engines! {
    async fn view_ends_with_the_operator_role(world: TestApi) {
        let view = view_of(&world, "usr_ada").await;
        let old = operator_token(&world);
        assert_eq!(see(&world, &old, "/v1/me", &view).await.status, 200, "the control");
        world.clock.advance(Duration::from_secs(5));
        let newer = world.token_with("usr_op", &json!({"scope": SCOPE}));
        assert_eq!(world.get("/v1/me", &newer).await.json()["is_operator"], false);
        for token in [old, newer] {
            see(&world, &token, "/v1/me", &view).await.is_problem(403, "insufficient-scope");
        }
    }
}

on_both_engines! {
    async fn invalid_view_is_refused(world: TestApi) {
        let view = view_of(&world, "usr_ada").await;
        let operator = operator_token(&world);
        let flipped = format!("{}{}", &view[..view.len() - 1], if view.ends_with('A') { 'B' } else { 'A' });
        for wrong in ["", "usr_ada", &view[1..], &flipped, &"x".repeat(5000)] {
            see(&world, &operator, "/v1/me", wrong).await.is_problem(403, "view-ended");
        }
        let authorization = format!("Bearer {operator}");
        let twice = [("authorization", authorization.as_str()), ("tollgate-view-as", view.as_str()), ("tollgate-view-as", view.as_str())];
        world.send(Method::GET, "/v1/me", &twice, None).await.is_problem(403, "view-ended");
        // A view does not widen the scopes of the token.
        let narrow = world.token_with("usr_op", &json!({"scope": "openid operator", "roles": ["operator"]}));
        let refused = see(&world, &narrow, "/v1/me/credits", &view).await.is_problem(403, "insufficient-scope");
        assert_eq!(refused["required_scope"], "credits.read");
        assert_eq!(see(&world, &operator, "/v1/me/credits", &view).await.status, 200, "the control");
    }
}

on_both_engines! {
    async fn viewed_unknown_user_is_not_created(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let body = json!({"customer": {"sub": "usr_bob"}, "amount": 7, "kind": "promo"});
        post(&world, "/v1/grants", &shop.key, "g", body).await;
        let view = view_of(&world, "usr_bob").await;
        let me = see(&world, &operator_token(&world), "/v1/me", &view).await.json();
        assert_eq!((&me["id"], &me["name"], &me["is_operator"]), (&json!("usr_bob"), &Value::Null, &json!(false)));
        let credits = see(&world, &operator_token(&world), "/v1/me/credits", &view).await.json();
        assert_eq!(credits["balances"][0]["available"], 7, "{credits}");
        assert_eq!(world.count("SELECT count(*) FROM users WHERE id = 'usr_bob'").await, 0);
    }
}
