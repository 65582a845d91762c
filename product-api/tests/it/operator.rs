//! Tests that the operator activates and deactivates users here and at the idp, or at neither.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;

use crate::credits::{Shop, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::issuer::Behaviour;

/// Scopes of the operator's own client.
const SCOPE: &str = "openid profile email credits.buy credits.read operator websites";

/// Returns a token of the operator.
pub(crate) fn operator_token(world: &TestApi) -> String {
    world.token_with("usr_op", &json!({"scope": SCOPE, "roles": ["operator"]}))
}

/// Adds a disconnected Stripe account of the platform with an open finding. Returns the finding's id.
pub(crate) async fn add_platform_finding(world: &TestApi) -> String {
    for statement in [
        "INSERT INTO stripe_connection (id, owner_kind, owner_id, mode, account_id, account_name, country, api_key, key_hint, state, \
             delivery, created_at, updated_at) \
         VALUES ('scn_platform', 'platform', '', 'test', 'acct_platform', 'Platform', 'DE', '', '', 'disconnected', 'poll', 1, 1)",
        "INSERT INTO reconcile_finding (id, connection_id, kind, object_kind, object_id, ours, theirs, state, run_id, created_at, \
             updated_at) \
         VALUES ('fnd_platform', 'scn_platform', 'granted-not-paid', 'payment', 'pi_platform', 'paid', 'canceled', 'open', 'rec_1', 1, 1)",
    ] {
        world.sql(statement, &[]).await;
    }
    "fnd_platform".to_owned()
}

async fn switch(world: &TestApi, credential: &str, user_id: &str, way: &str) -> HttpResponse {
    world
        .issuer
        .people
        .lock()
        .unwrap()
        .entry("usr_ada".to_owned())
        .or_insert(true);
    world
        .post(
            &format!("/v1/users/{user_id}/{way}"),
            credential,
            &json!({}),
        )
        .await
}

async fn lines(world: &TestApi) -> i64 {
    world.count("SELECT count(*) FROM audit WHERE action LIKE 'user.%' AND actor = 'usr_op' AND subject = 'usr_ada'").await
}

on_both_engines! {
    async fn deactivated_user_is_refused_until_activation(world: TestApi) {
        let shop = Shop::open(&world, "usr_ada", "Pictures").await;
        let ada = world.token("usr_ada");
        let operator = operator_token(&world);
        assert_eq!(world.get("/v1/me", &ada).await.status, 200);
        let off = switch(&world, &operator, "usr_ada", "deactivate").await;
        assert_eq!(off.status, 200, "{off:?}");
        assert_eq!((&off.json()["id"], &off.json()["is_active"]), (&json!("usr_ada"), &json!(false)));
        assert!(!world.issuer.may_sign_in("usr_ada"));
        world.get("/v1/me", &ada).await.is_problem(403, "holder-inactive");
        world.get("/v1/customers", &shop.key).await.is_problem(403, "website-suspended");
        assert_eq!(world.get("/v1/me", &world.token("usr_bob")).await.status, 200, "somebody else");
        let again = switch(&world, &operator, "usr_ada", "deactivate").await;
        assert_eq!((again.status, &again.json()), (200, &off.json()));
        assert_eq!(lines(&world).await, 1, "what changes nothing is not written down");

        let on = switch(&world, &operator, "usr_ada", "activate").await;
        assert_eq!((on.status, &on.json()["is_active"]), (200, &json!(true)));
        assert!(world.issuer.may_sign_in("usr_ada"));
        assert_eq!(world.get("/v1/me", &ada).await.status, 200);
        assert_eq!(world.get("/v1/customers", &shop.key).await.status, 200);
        assert_eq!(lines(&world).await, 2);
        assert_eq!(world.count("SELECT count(*) FROM user_switches").await, 0);
    }
}

on_both_engines! {
    async fn deactivated_users_credits_cannot_move(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let body = json!({"customer": {"sub": "usr_ada"}, "amount": 5, "kind": "promo"});
        assert_eq!(post(&world, "/v1/grants", &shop.key, "a", &body).await.status, 200);
        // The user has never signed in here, and is deactivated all the same.
        let operator = operator_token(&world);
        assert_eq!(switch(&world, &operator, "usr_ada", "deactivate").await.status, 200);
        post(&world, "/v1/grants", &shop.key, "b", &body).await.is_problem(403, "holder-inactive");
        assert_eq!(switch(&world, &operator, "usr_ada", "activate").await.status, 200);
        assert_eq!(post(&world, "/v1/grants", &shop.key, "b", &body).await.status, 200);
    }
}

on_both_engines! {
    async fn only_an_operators_own_token_may_change_activation(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        let client = world.text("SELECT client_id FROM websites").await;
        let rows = [
            ("the role without the scope", world.token_with("usr_op", &json!({"roles": ["operator"]}))),
            ("the scope without the role", world.token_with("usr_1", &json!({"scope": SCOPE}))),
            ("a program", world.token_with("usr_op", &json!({"scope": SCOPE, "roles": ["operator"], "sid": null}))),
            ("an API key", shop.key.clone()),
        ];
        for (who, credential) in rows {
            for way in ["activate", "deactivate"] {
                let response = switch(&world, &credential, "usr_ada", way).await;
                let body = response.is_problem(403, "insufficient-scope");
                assert_eq!(body["required_scope"], "operator", "{who}");
            }
        }
        let lent = json!({"scope": SCOPE, "roles": ["operator"], "client_id": client});
        let lent = world.token_with("usr_op", &lent);
        switch(&world, &lent, "usr_ada", "deactivate").await.is_problem(403, "client-not-allowed");
        switch(&world, "nonsense", "usr_ada", "deactivate").await.is_problem(401, "unauthenticated");
        assert!(world.issuer.may_sign_in("usr_ada"));
        assert_eq!(lines(&world).await, 0);
        let operator = operator_token(&world);
        assert_eq!(switch(&world, &operator, "usr_ada", "deactivate").await.status, 200, "the control");
    }
}

on_both_engines! {
    async fn removed_operator_role_is_refused_with_an_older_token(world: TestApi) {
        let old = operator_token(&world);
        assert_eq!(switch(&world, &old, "usr_ada", "deactivate").await.status, 200);
        world.clock.advance(Duration::from_secs(5));
        let newer = world.token_with("usr_op", &json!({"scope": SCOPE}));
        assert_eq!(world.get("/v1/me", &newer).await.json()["is_operator"], false);
        switch(&world, &old, "usr_ada", "activate").await.is_problem(403, "insufficient-scope");
        assert!(!world.issuer.may_sign_in("usr_ada"));
    }
}

on_both_engines! {
    async fn operator_cannot_deactivate_self_or_unknown_users(world: TestApi) {
        let operator = operator_token(&world);
        let body = switch(&world, &operator, "usr_op", "deactivate").await.is_problem(400, "invalid-request");
        assert_eq!(body["errors"][0]["parameter"], "id");
        let body = switch(&world, &operator, "usr_merged", "activate").await.is_problem(400, "invalid-request");
        assert!(body["detail"].as_str().unwrap().contains("merged into another"), "{body}");
        for unknown in ["usr_none", "a%2Fb", ".%2e"] {
            switch(&world, &operator, unknown, "deactivate").await.is_problem(404, "not-found");
        }
        assert_eq!(world.count("SELECT count(*) FROM user_switches").await, 0);
        assert_eq!(world.get("/v1/me", &operator).await.status, 200);
    }
}

on_both_engines! {
    async fn unavailable_idp_leaves_no_partial_change(world: TestApi) {
        let (ada, operator) = (world.token("usr_ada"), operator_token(&world));
        assert_eq!(world.get("/v1/me", &ada).await.status, 200);
        for behaviour in [Behaviour::Away, Behaviour::LosesResponse] {
            switch(&world, &operator, "usr_ada", "activate").await;
            world.issuer.behave(behaviour);
            let response = switch(&world, &operator, "usr_ada", "deactivate").await;
            let body = response.is_problem(503, "unavailable");
            assert!(body["detail"].as_str().unwrap().contains("Nothing is changed"), "{body}");
            assert_eq!(world.get("/v1/me", &ada).await.status, 200, "{behaviour:?}");
            let is_lost = behaviour == Behaviour::LosesResponse;
            assert_eq!(world.issuer.may_sign_in("usr_ada"), !is_lost, "the double did it, and its response was lost");
            // The note stays while the idp is unavailable; then the sweep sets the idp to our state.
            world.issuer.behave(Behaviour::Away);
            product_api::sweep::once(&world.app).await.unwrap();
            assert_eq!(world.count("SELECT count(*) FROM user_switches").await, 1);
            world.issuer.behave(Behaviour::Good);
            product_api::sweep::once(&world.app).await.unwrap();
            assert_eq!(world.count("SELECT count(*) FROM user_switches").await, 0);
            assert!(world.issuer.may_sign_in("usr_ada"));
        }
        // A repeated request succeeds without the sweep.
        world.issuer.behave(Behaviour::LosesResponse);
        switch(&world, &operator, "usr_ada", "deactivate").await.is_problem(503, "unavailable");
        world.issuer.behave(Behaviour::Good);
        assert_eq!(switch(&world, &operator, "usr_ada", "deactivate").await.status, 200);
        product_api::sweep::once(&world.app).await.unwrap();
        assert!(!world.issuer.may_sign_in("usr_ada"));
        world.get("/v1/me", &ada).await.is_problem(403, "holder-inactive");
    }
}

on_both_engines! {
    async fn fifty_concurrent_activation_changes_leave_both_services_equal(world: TestApi) {
        let operator = operator_token(&world);
        assert_eq!(world.get("/v1/me", &world.token("usr_ada")).await.status, 200);
        let ways = ["activate", "deactivate"].into_iter().cycle().take(50);
        let responses = join_all(ways.map(|way| switch(&world, &operator, "usr_ada", way))).await;
        let done = responses.iter().filter(|response| response.status == 200).count();
        assert!(done >= 1);
        for response in responses.iter().filter(|response| response.status != 200) {
            response.is_problem(409, "conflict");
        }
        let here = world.count("SELECT count(*) FROM users WHERE id = 'usr_ada' AND is_active").await == 1;
        assert_eq!(world.issuer.may_sign_in("usr_ada"), here);
        assert_eq!(world.count("SELECT count(*) FROM user_switches").await, 0);
    }
}
