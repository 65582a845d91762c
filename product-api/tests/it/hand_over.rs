//! Tests transfers of websites by the operator to an active user. A transferred website stays suspended until it is resumed.

use product_api::user_changes;
use serde_json::{Value, json};

use crate::credits::{Shop, grant, spend};
use crate::harness::{HttpResponse, TestApi, on_both_engines};
use crate::operator::operator_token;

async fn hand_over(world: &TestApi, credential: &str, website: &str, body: Value) -> HttpResponse {
    let path = format!("/v1/operator/websites/{website}/hand-over");
    world.post(&path, credential, &body).await
}

async fn switch(world: &TestApi, credential: &str, website: &str, way: &str) -> HttpResponse {
    let path = format!("/v1/websites/{website}/{way}");
    world.post(&path, credential, &Value::Null).await
}

on_both_engines! {
    async fn website_of_a_deleted_owner_resumes_by_its_new_owner(world: TestApi) {
        let shop = Shop::open(&world, "usr_ada", "Pictures").await;
        grant(&world, &shop, "g", "bob", 30).await;
        world.issuer.delete("usr_ada");
        user_changes::once(&world.app).await.unwrap();
        let (operator, eve) = (operator_token(&world), world.token("usr_eve"));
        let listed = world.get("/v1/operator/websites", &operator).await.json();
        let owner = json!({"id": "usr_ada", "name": null, "email": null, "is_deleted": true});
        assert_eq!(listed["items"][0]["owner"], owner);
        switch(&world, &operator, &shop.id, "resume").await.is_problem(403, "website-suspended");
        world.get("/v1/websites", &eve).await;
        for body in [json!({"user_id": "usr_eve", "reason": " Ticket 7 "}), json!({"user_id": "usr_eve"})] {
            let outcome = hand_over(&world, &operator, &shop.id, body).await;
            assert_eq!((outcome.status, outcome.body.as_str()), (204, ""), "{outcome:?}");
        }
        let line = "SELECT details FROM audit WHERE action = 'website.handed_over' AND actor = 'usr_op'";
        let details: Value = serde_json::from_str(&world.text(line).await).unwrap();
        assert_eq!(details, json!({"from": "usr_ada", "to": "usr_eve", "reason": "Ticket 7"}));
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'website.handed_over'").await, 1, "once");
        let sites = world.get("/v1/websites", &eve).await.json();
        assert_eq!((&sites["items"][0]["id"], &sites["items"][0]["suspended_by"]), (&json!(shop.id), &json!("owner")));
        world.get("/v1/customers", &shop.key).await.is_problem(403, "website-suspended");
        let on = switch(&world, &eve, &shop.id, "resume").await;
        assert_eq!((on.status, &on.json()["status"]), (200, &json!("active")));
        assert_eq!(spend(&world, &shop, "s", 1).await.status, 402, "of somebody without credits");
        let clients = world.issuer.clients.lock().unwrap();
        assert_eq!(clients.values().filter(|client| client["is_active"] == json!(false)).count(), 0);
    }
}

on_both_engines! {
    async fn website_is_not_handed_to_an_unknown_user(world: TestApi) {
        let shop = Shop::open(&world, "usr_ada", "Pictures").await;
        let operator = operator_token(&world);
        for user in ["usr_off", "usr_merged_away", "usr_deleted"] {
            assert_eq!(world.get("/v1/me", &world.token(user)).await.status, 200);
        }
        world.sql("UPDATE users SET is_active = FALSE WHERE id = 'usr_off'", &[]).await;
        world.issuer.merge("mrg_1", "usr_merged_away", "usr_ada", "merged");
        world.issuer.delete("usr_deleted");
        user_changes::once(&world.app).await.unwrap();
        for user in ["usr_never", "usr_off", "usr_merged_away", "usr_deleted"] {
            let outcome = hand_over(&world, &operator, &shop.id, json!({"user_id": user})).await;
            let problem = outcome.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], "/user_id", "{user}");
        }
        let body = json!({"user_id": "usr_ada"});
        hand_over(&world, &operator, "web_none", body.clone()).await.is_problem(404, "not-found");
        hand_over(&world, &world.token("usr_ada"), &shop.id, body).await.is_problem(403, "insufficient-scope");
        assert_eq!(world.text("SELECT owner_user_id FROM websites").await, "usr_ada");
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'website.handed_over'").await, 0);
    }
}

on_both_engines! {
    /// A website that the operator has suspended stays suspended under its new owner.
    async fn website_that_the_operator_has_suspended_stays_that(world: TestApi) {
        let shop = Shop::open(&world, "usr_ada", "Pictures").await;
        let operator = operator_token(&world);
        world.get("/v1/me", &world.token("usr_eve")).await;
        assert_eq!(switch(&world, &operator, &shop.id, "suspend").await.status, 200);
        world.issuer.delete("usr_ada");
        user_changes::once(&world.app).await.unwrap();
        assert_eq!(world.text("SELECT suspended_by FROM websites").await, "operator");
        switch(&world, &operator, &shop.id, "resume").await.is_problem(403, "website-suspended");
        assert_eq!(hand_over(&world, &operator, &shop.id, json!({"user_id": "usr_eve"})).await.status, 204);
        switch(&world, &world.token("usr_eve"), &shop.id, "resume").await.is_problem(403, "website-suspended");
        assert_eq!(switch(&world, &operator, &shop.id, "resume").await.status, 200);
    }
}
