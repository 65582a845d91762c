//! Tests the catalogue that buyers see: active packs, newest versions, prices that can be bought.

use serde_json::{Value, json};

use super::packs::{add, priced_pack, save, seller};
use super::stripe::connect;
use crate::harness::{TestApi, on_both_engines};

fn names(catalog: &Value) -> Vec<(&str, i64)> {
    let packs = catalog["packs"].as_array().unwrap().iter();
    packs
        .map(|pack| {
            (
                pack["code"].as_str().unwrap(),
                pack["version"].as_i64().unwrap(),
            )
        })
        .collect()
}

/// Returns the catalogue of a website or the platform that sells nothing.
fn nothing(website: &Value, mode: &str) -> Value {
    json!({"website": website, "mode": mode, "unit": "credit", "scale": 0, "packs": [], "plans": []})
}

/// Returns a website as its catalogue names it.
fn named(id: &str, name: &str) -> Value {
    json!({"id": id, "name": name, "url": "https://shop.example.com"})
}

/// Returns the catalogue of a website in test mode as a user of this installation's app.
async fn as_buyer(world: &TestApi, website: &str) -> Value {
    let path = format!("/v1/me/catalog?website={website}&mode=test");
    let response = world.get(&path, &world.token("usr_9")).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

on_both_engines! {
    async fn catalog_has_the_newest_version_of_active_packs_that_can_be_bought(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let key = shop.test_key.as_str();
        let empty = nothing(&named(&shop.id, "Pictures"), "test");
        assert_eq!(world.get("/v1/catalog", key).await.json(), empty, "before the first pack");
        priced_pack(&world, key, "small").await;
        assert_eq!(world.get("/v1/catalog", key).await.json(), empty, "without a Stripe account");
        connect(&world, &shop).await;
        product_api::billing::sync_catalog(&world.app).await.unwrap();
        let second = json!({"credits": 600, "bonus": 60, "expires_days": 30, "first_only": true, "prices": [
            {"currency": "usd", "amount_minor": 1_000}, {"currency": "eur", "amount_minor": 900},
        ]});
        add(&world, key, ("small", 2), &second).await;
        save(&world, key, "first", &json!({"position": 0, "description": "Try it"})).await;
        add(&world, key, ("first", 1), &json!({})).await;
        save(&world, key, "small", &json!({"position": 1})).await;
        save(&world, key, "empty", &json!({})).await;
        priced_pack(&world, key, "old").await;
        save(&world, key, "old", &json!({"status": "archived"})).await;
        let catalog = world.get("/v1/catalog", key).await.json();
        assert_eq!(names(&catalog), [("first", 1), ("small", 2)]);
        assert_eq!(catalog["packs"][1], json!({
            "code": "small", "name": "500 credits", "description": null, "version": 2, "credits": 600, "bonus": 60,
            "expires_days": 30, "bonus_expires_days": null, "feature": null, "first_only": true,
            "prices": [{"currency": "eur", "amount_minor": 900}, {"currency": "usd", "amount_minor": 1_000}],
        }));
        assert_eq!(as_buyer(&world, &shop.id).await, catalog);
        world.sql("UPDATE catalog_price SET state = 'drifted', reason = 'price-archived' WHERE version = 2 AND currency = 'usd'", &[]).await;
        let catalog = world.get("/v1/catalog", key).await.json();
        assert_eq!(catalog["packs"][1]["prices"], json!([{"currency": "eur", "amount_minor": 900}]));
        world.sql("UPDATE catalog_price SET state = 'pending' WHERE version = 2", &[]).await;
        assert_eq!(names(&world.get("/v1/catalog", key).await.json()), [("first", 1)], "no older version is sold instead");
        save(&world, key, "old", &json!({})).await;
        let again = world.get("/v1/catalog", key).await.json();
        assert_eq!(names(&again), [("first", 1), ("old", 1)]);
    }
}

on_both_engines! {
    async fn buyer_reads_the_catalog_that_the_token_opens(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let other = seller(&world, "Songs").await;
        connect(&world, &shop).await;
        priced_pack(&world, &shop.test_key, "small").await;
        let client = world.text("SELECT client_id FROM websites WHERE name = 'Pictures'").await;
        let token = world.token_with("usr_9", &json!({"client_id": client, "scope": "openid credits.buy"}));
        for path in ["/v1/me/catalog?mode=test".to_owned(), format!("/v1/me/catalog?mode=test&website={}", shop.id)] {
            assert_eq!(names(&world.get(&path, &token).await.json()), [("small", 1)], "{path}");
        }
        let site = named(&shop.id, "Pictures");
        assert_eq!(world.get("/v1/me/catalog", &token).await.json(), nothing(&site, "live"), "in live mode");
        let foreign = format!("/v1/me/catalog?website={}", other.id);
        assert_eq!(world.get(&foreign, &token).await.is_problem(404, "not-found")["resource"], "website");
        let own = world.token("usr_9");
        assert_eq!(world.get("/v1/me/catalog", &own).await.json(), nothing(&Value::Null, "live"), "of the platform");
        world.get("/v1/me/catalog?website=web_none", &own).await.is_problem(404, "not-found");
        assert_eq!(names(&as_buyer(&world, &shop.id).await), [("small", 1)]);
        world.sql("UPDATE websites SET status = 'suspended' WHERE id = $1", &[&shop.id]).await;
        assert_eq!(as_buyer(&world, &shop.id).await, nothing(&site, "test"), "a suspended website sells nothing");
        world.get("/v1/me/catalog", &token).await.is_problem(403, "website-suspended");
    }
}

on_both_engines! {
    async fn newcomer_reads_the_seller_and_the_display_of_its_credits(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let path = format!("/v1/me/catalog?website={}&mode=test", shop.id);
        for statement in ["UPDATE websites SET scale = 2 WHERE id = $1", "UPDATE book SET scale = 2 WHERE website_id = $1"] {
            world.sql(statement, &[&shop.id]).await;
            let catalog = world.get(&path, &world.token("usr_9")).await.json();
            assert_eq!(catalog["scale"], 2, "{statement}");
        }
        connect(&world, &shop).await;
        priced_pack(&world, &shop.test_key, "small").await;
        let catalog = as_buyer(&world, &shop.id).await;
        assert_eq!((&catalog["website"], &catalog["mode"]), (&named(&shop.id, "Pictures"), &json!("test")));
        assert_eq!((&catalog["unit"], &catalog["scale"]), (&json!("credit"), &json!(2)));
    }
}
