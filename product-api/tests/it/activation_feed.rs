//! Tests activation changes by other clients of the idp: they apply here once, in the idp's order.

use std::time::Duration;

use futures_util::future::join_all;
use product_api::{sweep, user_changes};
use serde_json::{Value, json};

use crate::credits::{Shop, post};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::issuer::Behaviour;
use crate::operator::operator_token;

/// The client of an application other than the product API.
const CLI: &str = "tollgate-cli";
const NOTES: &str = "SELECT count(*) FROM user_switches";
const ROWS: &str = "SELECT count(*) FROM users WHERE id = 'usr_ada'";
const OFF: &str = "SELECT count(*) FROM users WHERE id = 'usr_ada' AND NOT is_active";
/// Counts audit entries without an operator.
const FOLLOWED: &str = "SELECT count(*) FROM audit WHERE actor = 'system' AND session_id IS NULL AND subject = 'usr_ada' \
    AND action LIKE 'user.%activated' AND details = '{\"by\":\"tollgate-cli\"}'";
const LINES: &str =
    "SELECT count(*) FROM audit WHERE subject = 'usr_ada' AND action LIKE 'user.%activated'";

fn add_user_at_idp(world: &TestApi) {
    let mut people = world.issuer.people.lock().unwrap();
    people.insert("usr_ada".to_owned(), true);
}

async fn follow(world: &TestApi) -> usize {
    user_changes::once(&world.app).await.unwrap()
}

async fn switch(world: &TestApi, way: &str) -> HttpResponse {
    let path = format!("/v1/users/usr_ada/{way}");
    world.post(&path, &operator_token(world), &json!({})).await
}

on_both_engines! {
    async fn user_deactivated_at_the_idp_is_refused_until_activation(world: TestApi) {
        add_user_at_idp(&world);
        let own = Shop::open(&world, "usr_ada", "Pictures").await;
        let shop = Shop::open(&world, "usr_1", "Books").await;
        let ada = world.token("usr_ada");
        let body = json!({"customer": {"sub": "usr_ada"}, "amount": 5, "kind": "promo"});
        assert_eq!(post(&world, "/v1/grants", &shop.key, "a", &body).await.status, 200);
        world.issuer.switch("usr_ada", false, CLI);
        assert_eq!(world.get("/v1/me", &ada).await.status, 200, "the control");
        assert_eq!(follow(&world).await, 1);
        world.get("/v1/me", &ada).await.is_problem(403, "holder-inactive");
        world.get("/v1/customers", &own.key).await.is_problem(403, "website-suspended");
        post(&world, "/v1/grants", &shop.key, "b", &body).await.is_problem(403, "holder-inactive");
        assert_eq!(world.get("/v1/me", &world.token("usr_bob")).await.status, 200, "somebody else");
        assert_eq!(follow(&world).await, 0);
        world.issuer.switch("usr_ada", true, CLI);
        assert_eq!(follow(&world).await, 1);
        assert_eq!(world.get("/v1/me", &ada).await.status, 200);
        assert_eq!(world.get("/v1/customers", &own.key).await.status, 200);
        assert_eq!(post(&world, "/v1/grants", &shop.key, "b", &body).await.status, 200);
        assert_eq!((world.count(FOLLOWED).await, world.count(LINES).await), (2, 2));
    }
}

on_both_engines! {
    async fn deactivated_unknown_user_is_refused_and_not_created(world: TestApi) {
        add_user_at_idp(&world);
        for (active, rows) in [(false, 1), (true, 1), (false, 1)] {
            world.issuer.switch("usr_ada", active, CLI);
            assert_eq!(follow(&world).await, 1);
            assert_eq!((world.count(ROWS).await, world.count(OFF).await == 1), (rows, !active));
        }
        world.issuer.people.lock().unwrap().insert("usr_bob".to_owned(), false);
        // Deactivates and activates the user before the server reads either change.
        world.issuer.switch("usr_bob", true, CLI);
        assert_eq!(follow(&world).await, 1);
        assert_eq!(world.count("SELECT count(*) FROM users WHERE id = 'usr_bob'").await, 0);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE subject = 'usr_bob'").await, 0);
    }
}

on_both_engines! {
    async fn own_activation_change_is_logged_once(world: TestApi) {
        add_user_at_idp(&world);
        assert_eq!(switch(&world, "deactivate").await.status, 200);
        assert_eq!(follow(&world).await, 1, "the feed was read after the row was written");
        assert_eq!((world.count(LINES).await, world.count(OFF).await), (1, 1));
        // The feed shows the change first, because the idp's response is delayed.
        let closed = world.issuer.people_gate.write().await;
        let switching = switch(&world, "activate");
        let following = async {
            while !world.issuer.may_sign_in("usr_ada") {
                tokio::task::yield_now().await;
            }
            let applied = (follow(&world).await, world.count(OFF).await);
            drop(closed);
            applied
        };
        let (response, applied) = tokio::join!(switching, following);
        assert_eq!((response.status, applied), (200, (1, 1)), "left to the operator's own");
        assert_eq!((world.count(LINES).await, world.count(OFF).await), (2, 0));
        let by_the_operator = "SELECT count(*) FROM audit WHERE subject = 'usr_ada' AND actor = 'usr_op'";
        assert_eq!(world.count(by_the_operator).await, 2);
        assert_eq!(world.count(NOTES).await, 0);
    }
}

on_both_engines! {
    async fn later_change_at_the_idp_is_not_overwritten_by_a_pending_one(world: TestApi) {
        add_user_at_idp(&world);
        let closed = world.issuer.people_gate.write().await;
        let switching = switch(&world, "deactivate");
        let following = async {
            while world.issuer.may_sign_in("usr_ada") {
                tokio::task::yield_now().await;
            }
            // Another client changes the state between the operator's request and its response.
            world.issuer.switch("usr_ada", true, CLI);
            let applied = follow(&world).await;
            drop(closed);
            applied
        };
        let (response, applied) = tokio::join!(switching, following);
        assert_eq!(applied, 1);
        let body = response.is_problem(409, "conflict");
        assert!(body["detail"].as_str().unwrap().contains("Look again"), "{body}");
        follow(&world).await;
        assert!(world.issuer.may_sign_in("usr_ada"));
        assert_eq!((world.count(OFF).await, world.count(NOTES).await), (0, 0));
    }
}

on_both_engines! {
    /// Operators here and another client at the idp change the state concurrently, and both sides end in one state.
    async fn activation_changes_of_both_services_converge(world: TestApi) {
        add_user_at_idp(&world);
        let replica = world.replica().await;
        let ways = ["activate", "deactivate"].into_iter().cycle().take(30);
        let here = join_all(ways.map(|way| switch(&world, way)));
        let there = async {
            for n in 0..30 {
                world.issuer.switch("usr_ada", n % 2 == 1, CLI);
                user_changes::once(&world.app).await.unwrap();
                user_changes::once(&replica.app).await.unwrap();
            }
        };
        tokio::join!(here, there);
        world.clock.advance(Duration::from_secs(61));
        sweep::once(&world.app).await.unwrap();
        follow(&world).await;
        let is_off = world.count(OFF).await == 1;
        assert_eq!(world.issuer.may_sign_in("usr_ada"), !is_off);
        assert_eq!(world.count(NOTES).await, 0);
    }
}

on_both_engines! {
    async fn incomplete_activation_change_is_rolled_back_and_its_feed_entry_ignored(world: TestApi) {
        add_user_at_idp(&world);
        assert_eq!(world.get("/v1/me", &world.token("usr_ada")).await.status, 200);
        world.issuer.behave(Behaviour::LosesResponse);
        switch(&world, "deactivate").await.is_problem(503, "unavailable");
        world.issuer.behave(Behaviour::Good);
        assert_eq!(follow(&world).await, 1);
        assert_eq!((world.count(OFF).await, world.count(NOTES).await), (0, 1), "nothing is changed, as the response said");
        sweep::once(&world.app).await.unwrap();
        assert!(world.issuer.may_sign_in("usr_ada"));
        assert_eq!(follow(&world).await, 1);
        assert_eq!((world.count(OFF).await, world.count(NOTES).await, world.count(LINES).await), (0, 0, 0));
    }
}

on_both_engines! {
    /// Another client deactivates the user, then our own request fails halfway: the other client's change remains.
    async fn activation_change_at_the_idp_survives_a_failed_equal_request(world: TestApi) {
        add_user_at_idp(&world);
        assert_eq!(world.get("/v1/me", &world.token("usr_ada")).await.status, 200);
        world.issuer.switch("usr_ada", false, CLI);
        world.issuer.behave(Behaviour::LosesResponse);
        switch(&world, "deactivate").await.is_problem(503, "unavailable");
        world.issuer.behave(Behaviour::Good);
        sweep::once(&world.app).await.unwrap();
        assert!(!world.issuer.may_sign_in("usr_ada"));
        assert_eq!((world.count(OFF).await, world.count(NOTES).await, world.count(FOLLOWED).await), (1, 0, 1));
    }
}

on_both_engines! {
    /// Another client's later change wins over our request that failed halfway, even if it changes nothing at the idp.
    async fn incomplete_activation_change_does_not_overwrite_a_later_one(world: TestApi) {
        add_user_at_idp(&world);
        assert_eq!(world.get("/v1/me", &world.token("usr_ada")).await.status, 200);
        for left_by in [Behaviour::LosesResponse, Behaviour::Away] {
            world.issuer.behave(left_by);
            switch(&world, "deactivate").await.is_problem(503, "unavailable");
            world.issuer.behave(Behaviour::Good);
            assert_eq!(world.count(NOTES).await, 1);
            world.issuer.switch("usr_ada", false, CLI);
            sweep::once(&world.app).await.unwrap();
            assert!(!world.issuer.may_sign_in("usr_ada"), "{left_by:?}");
            assert_eq!((world.count(OFF).await, world.count(NOTES).await), (1, 0), "{left_by:?}");
            world.issuer.switch("usr_ada", true, CLI);
            follow(&world).await;
            assert_eq!(world.count(OFF).await, 0);
        }
        // The server decides nothing while the outcome at the idp is unknown.
        world.issuer.behave(Behaviour::LosesResponse);
        switch(&world, "deactivate").await.is_problem(503, "unavailable");
        world.issuer.behave(Behaviour::Away);
        sweep::once(&world.app).await.unwrap();
        assert_eq!((world.issuer.may_sign_in("usr_ada"), world.count(NOTES).await), (false, 1));
        world.issuer.behave(Behaviour::Good);
        sweep::once(&world.app).await.unwrap();
        assert_eq!((world.issuer.may_sign_in("usr_ada"), world.count(NOTES).await), (true, 0), "the control");
    }
}

on_both_engines! {
    /// Another client changes a user while the sweep repairs another one, and the sweep does not overwrite that change.
    async fn activation_request_during_a_sweep_is_not_overwritten(world: TestApi) {
        let ids = ["usr_ada", "usr_bob"];
        for id in ids {
            world.issuer.people.lock().unwrap().insert(id.to_owned(), true);
            assert_eq!(world.get("/v1/me", &world.token(id)).await.status, 200);
            world.issuer.behave(Behaviour::LosesResponse);
            let path = format!("/v1/users/{id}/deactivate");
            world.post(&path, &operator_token(&world), &json!({})).await.is_problem(503, "unavailable");
            world.issuer.behave(Behaviour::Good);
        }
        let closed = world.issuer.people_gate.write().await;
        let sweeping = sweep::once(&world.app);
        let concurrent = async {
            while !ids.iter().any(|id| world.issuer.may_sign_in(id)) {
                tokio::task::yield_now().await;
            }
            let second = ids.into_iter().find(|id| !world.issuer.may_sign_in(id)).unwrap();
            world.issuer.switch(second, false, CLI);
            drop(closed);
            second
        };
        let (swept, second) = tokio::join!(sweeping, concurrent);
        swept.unwrap();
        assert!(!world.issuer.may_sign_in(second), "another wants it so");
        assert_eq!(world.count(NOTES).await, 1, "the other one is brought back: the control");
        sweep::once(&world.app).await.unwrap();
        assert!(!world.issuer.may_sign_in(second));
        let off: String = world.text("SELECT id FROM users WHERE NOT is_active").await;
        assert_eq!((off.as_str(), world.count(NOTES).await), (second, 0));
    }
}

on_both_engines! {
    async fn deletion_outranks_activation_changes_and_those_without_a_client_are_ignored(world: TestApi) {
        add_user_at_idp(&world);
        world.issuer.delete("usr_ada");
        assert_eq!(follow(&world).await, 1);
        let found = json!({
            "kind": "activated", "user_id": "usr_ada", "merge_id": null, "into_user_id": null, "switched_by": CLI,
            "sequence": 2, "changed_at": "2027-01-15T08:00:00.000Z",
        });
        let report = |found: &Value| {
            let mut changes = world.issuer.user_changes.lock().unwrap();
            changes.insert("again".to_owned(), found.clone());
        };
        report(&found);
        assert_eq!(follow(&world).await, 1);
        assert_eq!((world.count(OFF).await, world.count(LINES).await), (1, 0));
        let mut wrong = found.clone();
        (wrong["sequence"], wrong["switched_by"]) = (3.into(), Value::Null);
        report(&wrong);
        assert!(user_changes::once(&world.app).await.is_err());
        assert_eq!(world.count("SELECT sequence FROM user_merge_cursor").await, 2);
    }
}
