//! Tests the portal, on which buyers change cards and see invoices.

use serde_json::{Value, json};

use super::sales::{Seller, at_stripe, call, text};
use super::stripe::{ACCOUNT, call_stripe};
use crate::credits::post;
use crate::harness::{TestApi, on_both_engines};

const PATH: &str = "/v1/portal-sessions";

fn body(customer: &Value) -> Value {
    json!({"customer": customer, "return_url": "https://shop.example.com/cart"})
}

on_both_engines! {
    async fn portal_shows_a_buyer_and_makes_no_customer(world: TestApi) {
        let seller = Seller::open(&world).await;
        let ada = json!({"external_id": "ada"});
        let problem = post(&world, PATH, seller.test_key(), "k", body(&ada)).await.is_problem(404, "not-found");
        assert_eq!(problem["resource"], "customer");
        seller.started(&world, &json!({})).await;
        crate::merges::give(&world, (seller.test_key(), "g"), json!({"external_id": "bob"}), 1, None).await;
        let bob = json!({"external_id": "bob"});
        let problem = post(&world, PATH, seller.test_key(), "k", body(&bob)).await.is_problem(404, "not-found");
        assert_eq!(problem["resource"], "portal");
        let opened = post(&world, PATH, seller.test_key(), "k", body(&ada)).await;
        assert_eq!(opened.status, 200, "{opened:?}");
        assert!(text(&opened.json()["url"]).contains("/portal/"), "{opened:?}");
        let again = post(&world, PATH, seller.test_key(), "k", body(&ada)).await;
        assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &opened.body));
        post(&world, PATH, seller.test_key(), "k", body(&bob)).await.is_problem(422, "idempotency-key-reused");
        let mut foreign = body(&ada);
        foreign["return_url"] = "https://evil.example/".into();
        let problem = post(&world, PATH, seller.test_key(), "f", foreign).await.is_problem(400, "invalid-request");
        assert_eq!(problem["errors"][0]["pointer"], "/return_url");
        post(&world, PATH, seller.test_key(), "second", body(&ada)).await;
        let configurations = at_stripe(&world, "/v1/billing_portal/configurations").await;
        assert_eq!(configurations.len(), 1, "one for the book");
        assert_eq!(configurations[0]["features"]["payment_method_update"]["enabled"], true);
        assert_eq!(configurations[0]["features"]["subscription_cancel"]["enabled"], false);
        assert_eq!(at_stripe(&world, "/v1/customers").await.len(), 1);
    }
}

on_both_engines! {
    async fn missing_configuration_is_made_again_and_a_missing_customer_is_not(world: TestApi) {
        let seller = Seller::open(&world).await;
        seller.started(&world, &json!({})).await;
        world.sql("UPDATE book_billing SET portal_configuration = 'bpc_missing'", &[]).await;
        let ada = json!({"external_id": "ada"});
        assert_eq!(post(&world, PATH, seller.test_key(), "a", body(&ada)).await.status, 200);
        assert_eq!(at_stripe(&world, "/v1/billing_portal/configurations").await.len(), 1);
        let customer = text(&at_stripe(&world, "/v1/customers").await[0]["id"]);
        call_stripe(&world, ACCOUNT, false, &format!("DELETE /v1/customers/{customer}")).await;
        post(&world, PATH, seller.test_key(), "b", body(&ada)).await.is_problem(404, "not-found");
        assert_eq!(at_stripe(&world, "/v1/customers").await.len(), 0);
    }
}

on_both_engines! {
    async fn user_opens_the_own_portal(world: TestApi) {
        let seller = Seller::open(&world).await;
        let client = world.text("SELECT client_id FROM websites WHERE name = 'Pictures'").await;
        let token = world.token_with("usr_9", &json!({"client_id": client, "scope": "openid credits.buy"}));
        let asked = json!({"mode": "test", "return_url": "https://shop.example.com/cart"});
        let operation = "POST /v1/me/portal-sessions";
        call(&world, operation, &token, "k", &asked).await.is_problem(404, "not-found");
        seller.started(&world, &json!({"customer": {"sub": "usr_9"}})).await;
        let opened = call(&world, operation, &token, "k", &asked).await;
        assert_eq!(opened.status, 200, "{opened:?}");
        let other = world.token_with("usr_8", &json!({"client_id": client, "scope": "openid credits.buy"}));
        call(&world, operation, &other, "k", &asked).await.is_problem(404, "not-found");
    }
}
