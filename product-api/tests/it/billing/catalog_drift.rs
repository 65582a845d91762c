//! Tests that changes of prices and products at Stripe are seen here, and that a price is made again.

use foundation::testing::TestEngine;
use serde_json::{Value, json};

use super::catalog_sync::{connected, newest, repair, state};
use super::inbox::{InboxSetup, snapshot};
use super::packs::{add, let_sell, priced_pack, save};
use super::stripe::{ACCOUNT, call_stripe, with_deliveries};
use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines};

/// Delivers the events of the double, and applies the objects that they mark, until nothing is left.
async fn deliver(world: &TestApi) {
    while world.stripe.deliver_due().await.unwrap() > 0 {}
    product_api::billing::inbox::once(&world.app).await.unwrap();
    let waiting = "SELECT count(*) FROM stripe_object WHERE state IN ('waiting', 'dead')";
    assert_eq!(world.count(waiting).await, 0);
}

/// Returns Stripe's id of the first price of a version.
fn price_id(version: &Value) -> String {
    let id = &version["prices"][0]["stripe"]["stripe_price_id"];
    id.as_str().unwrap().to_owned()
}

fn archive(world: &TestApi, price: &str) {
    let archived = world
        .stripe
        .control("archive_price", &json!({ "price": price }));
    archived.unwrap();
}

/// Returns the path of the product of the pack `small`.
async fn product_path(world: &TestApi, shop: &Shop) -> String {
    let pack = world.get("/v1/packs/small", &shop.test_key).await.json();
    format!("/v1/products/tollgate_{}", pack["id"].as_str().unwrap())
}

on_both_engines! {
    async fn price_that_is_archived_at_stripe_is_not_sold_until_it_is_made_again(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let (shop, _) = connected(&world).await;
        let key = shop.test_key.as_str();
        let price = price_id(&priced_pack(&world, key, "small").await);
        deliver(&world).await;
        assert_eq!(state(&newest(&world, &shop).await), ("synced", None), "the control");
        archive(&world, &price);
        deliver(&world).await;
        assert_eq!(state(&newest(&world, &shop).await), ("drifted", Some("price-archived")));
        assert_eq!(world.get("/v1/catalog", key).await.json()["packs"], json!([]));
        let repaired = repair(&world, key, 1, "eur").await.json();
        assert_eq!((state(&repaired), price_id(&repaired)), (("synced", None), price.clone()));
        deliver(&world).await;
        assert_eq!(newest(&world, &shop).await, repaired);

        archive(&world, &price);
        deliver(&world).await;
        assert_eq!(state(&newest(&world, &shop).await).0, "drifted");
        call_stripe(&world, ACCOUNT, false, &format!("POST /v1/prices/{price} active=true")).await;
        deliver(&world).await;
        assert_eq!(newest(&world, &shop).await, repaired, "the owner activated it at Stripe");
    }
}

on_both_engines! {
    async fn product_that_is_archived_at_stripe_marks_its_prices_as_drifted(engine: TestEngine) {
        let world = with_deliveries(engine).await;
        let (shop, _) = connected(&world).await;
        let key = shop.test_key.as_str();
        let first = priced_pack(&world, key, "small").await;
        priced_pack(&world, key, "other").await;
        let product = product_path(&world, &shop).await;
        call_stripe(&world, ACCOUNT, false, &format!("POST {product} active=false")).await;
        deliver(&world).await;
        assert_eq!(state(&newest(&world, &shop).await), ("drifted", Some("product-archived")));
        let catalog = world.get("/v1/catalog", key).await.json();
        assert_eq!(catalog["packs"].as_array().unwrap().len(), 1, "the other pack is sold");
        call_stripe(&world, ACCOUNT, false, &format!("POST {product} active=true")).await;
        deliver(&world).await;
        assert_eq!(newest(&world, &shop).await, first);

        call_stripe(&world, ACCOUNT, false, &format!("POST {product} active=false")).await;
        deliver(&world).await;
        save(&world, key, "small", &json!({"name": "Small"})).await;
        let found = call_stripe(&world, ACCOUNT, false, &format!("GET {product}")).await;
        assert_eq!(found["active"], false, "a name activates nothing");
        add(&world, key, ("small", 2), &json!({"credits": 600})).await;
        deliver(&world).await;
        assert_eq!(state(&newest(&world, &shop).await), ("synced", None), "a new version is to be sold");
        let found = call_stripe(&world, ACCOUNT, false, &format!("GET {product}")).await;
        assert_eq!((&found["active"], &found["name"]), (&json!(true), &json!("Small")));
        let versions = world.get("/v1/packs/small/versions", key).await.json();
        assert_eq!(versions["items"][1], first);
        call_stripe(&world, ACCOUNT, false, &format!("POST {product} active=false")).await;
        deliver(&world).await;
        assert_eq!(state(&repair(&world, key, 2, "eur").await.json()), ("synced", None));
        deliver(&world).await;
        let found = call_stripe(&world, ACCOUNT, false, &format!("GET {product}")).await;
        assert_eq!(found["active"], true);
    }
}

on_both_engines! {
    async fn price_that_stripe_does_not_have_is_missing_and_made_again(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let (world, shop) = (&inbox.world, &inbox.shop);
        let_sell(world, shop).await;
        let made = price_id(&priced_pack(world, &shop.test_key, "small").await);
        world.sql("UPDATE catalog_price SET stripe_price_id = 'price_missing'", &[]).await;
        let event = snapshot("evt_1", "price.deleted", &json!({"id": "price_missing", "object": "price"}));
        assert_eq!(inbox.deliver(&event).await.status, 200);
        inbox.work().await;
        assert_eq!(state(&newest(world, shop).await), ("drifted", Some("price-missing")));
        let repaired = repair(world, &shop.test_key, 1, "eur").await.json();
        assert_eq!((state(&repaired), price_id(&repaired)), (("synced", None), made.clone()), "found by its lookup key");

        // The owner gave the lookup key away: the price is made again, under the key of a second request.
        let other = call_stripe(world, ACCOUNT, false, &format!("GET /v1/prices/{made}")).await;
        let lookup_key = other["lookup_key"].as_str().unwrap();
        let product = other["product"].as_str().unwrap();
        call_stripe(world, ACCOUNT, false, &format!(
            "POST /v1/prices product={product}&currency=eur&unit_amount=5&lookup_key={lookup_key}&transfer_lookup_key=true"
        )).await;
        world.sql("UPDATE catalog_price SET stripe_price_id = 'price_missing', state = 'drifted', reason = 'price-missing'", &[]).await;
        let again = repair(world, &shop.test_key, 1, "eur").await.json();
        assert_eq!(state(&again), ("synced", None));
        assert_ne!(price_id(&again), made);
        let price = call_stripe(world, ACCOUNT, false, &format!("GET /v1/prices/{}", price_id(&again))).await;
        assert_eq!((&price["unit_amount"], price["lookup_key"].as_str()), (&json!(900), Some(lookup_key)));
    }
}

on_both_engines! {
    async fn objects_of_others_are_foreign_and_ours_without_a_row_are_dead(world: TestApi) {
        let inbox = InboxSetup::new(world).await;
        let (world, shop) = (&inbox.world, &inbox.shop);
        let_sell(world, shop).await;
        priced_pack(world, &shop.test_key, "small").await;
        let ours = format!("metadata[tollgate_connection]={}", inbox.connection);
        let known = world.text("SELECT CAST(MIN(id) AS TEXT) FROM catalog_price").await;
        let product = |form: String| async move {
            let made = call_stripe(world, ACCOUNT, false, &format!("POST /v1/products name=Pack{form}")).await;
            made["id"].as_str().unwrap().to_owned()
        };
        let parent = product(String::new()).await;
        let price = |form: String| {
            let call = format!("POST /v1/prices product={parent}&currency=eur&unit_amount=5{form}");
            async move {
                let made = call_stripe(world, ACCOUNT, false, &call).await;
                made["id"].as_str().unwrap().to_owned()
            }
        };
        let rows = [
            ("price", price(String::new()).await, "foreign"),
            ("price", "price_none".to_owned(), "foreign"),
            ("price", price("&metadata[tollgate_connection]=scn_other&metadata[tollgate_price]=7".to_owned()).await, "foreign"),
            ("price", price(format!("&{ours}&metadata[tollgate_price]=7")).await, "dead"),
            ("price", price(format!("&{ours}&metadata[tollgate_price]=seven")).await, "dead"),
            ("price", price(format!("&{ours}&metadata[tollgate_price]={known}")).await, "idle"),
            ("product", parent.clone(), "foreign"),
            ("product", "tollgate_other".to_owned(), "foreign"),
            ("product", "tollgate_pck_none".to_owned(), "foreign"),
            ("product", product(format!("&id=tollgate_pck_7&{ours}")).await, "dead"),
            ("product", product("&id=tollgate_pck_8&metadata[tollgate_connection]=scn_other".to_owned()).await, "foreign"),
        ];
        for (number, (kind, id, expected)) in rows.iter().enumerate() {
            let object = json!({"id": id, "object": kind});
            let event = snapshot(&format!("evt_{number}"), &format!("{kind}.updated"), &object);
            assert_eq!(inbox.deliver(&event).await.status, 200);
            inbox.work().await;
            let found = "SELECT COUNT(*) FROM stripe_object WHERE kind = $1 AND object_id = $2 AND state = $3";
            assert_eq!(world.count_of(found, &[kind, id, expected]).await, 1, "{number} {id} {expected}");
        }
        assert_eq!(state(&newest(world, shop).await), ("synced", None));
    }
}
