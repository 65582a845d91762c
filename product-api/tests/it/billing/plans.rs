//! Tests plans and their versions over HTTP: rules, numbering, families, the catalogue, and their prices at Stripe.

use serde_json::{Value, json};

use super::packs::{priced_pack, seller};
use super::stripe::connect;
use crate::features::{priced, put};
use crate::harness::{HttpResponse, TestApi, change, on_both_engines};

/// Saves a plan with a name.
async fn save(world: &TestApi, key: &str, code: &str, changes: &Value) -> HttpResponse {
    let mut body = json!({"name": "Pro"});
    change(&mut body, changes);
    put(world, &format!("/v1/plans/{code}"), key, &body).await
}

/// Adds a version of a monthly plan for 9.00 euros.
pub(crate) async fn add(
    world: &TestApi,
    key: &str,
    (code, version): (&str, i64),
    changes: &Value,
) -> HttpResponse {
    let mut body = json!({
        "interval": "month", "credits": 1_000, "prices": [{"currency": "eur", "amount_minor": 900}],
    });
    change(&mut body, changes);
    let path = format!("/v1/plans/{code}/versions/{version}");
    put(world, &path, key, &body).await
}

/// Saves a plan with a first version.
pub(crate) async fn priced_plan(world: &TestApi, key: &str, code: &str) -> Value {
    let saved = save(world, key, code, &json!({})).await;
    assert_eq!(saved.status, 200, "{saved:?}");
    let added = add(world, key, (code, 1), &json!({})).await;
    assert_eq!(added.status, 200, "{added:?}");
    added.json()
}

on_both_engines! {
    async fn plan_is_created_changed_and_archived_under_its_code(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let key = shop.key.as_str();
        priced_pack(&world, key, "pro").await;
        let saved = save(&world, key, "pro", &json!({"description": " For teams ", "position": 3})).await.json();
        assert!(saved["id"].as_str().unwrap().starts_with("pln_"), "{saved}");
        let at = "2027-01-15T08:00:00.000Z";
        assert_eq!(saved, json!({
            "id": saved["id"], "code": "pro", "name": "Pro", "description": "For teams", "status": "active", "position": 3,
            "family": "default", "version": null, "subscribers": 0, "created_at": at, "updated_at": at,
        }));
        let changed = json!({"status": "archived", "family": "storage"});
        let changed = save(&world, key, "pro", &changed).await.json();
        assert_eq!((&changed["status"], &changed["family"]), (&json!("archived"), &json!("storage")));
        assert_eq!(world.get("/v1/plans/pro", key).await.json(), changed);
        let pack = world.get("/v1/packs/pro", key).await.json();
        assert_eq!((&pack["name"], &pack["status"]), (&json!("500 credits"), &json!("active")), "a pack has codes of its own");
        assert_eq!(world.get("/v1/plans?status=active", key).await.json()["items"], json!([]));
        assert_eq!(world.get("/v1/plans", key).await.json()["items"], json!([changed]));
        world.get("/v1/plans/pro", &shop.test_key).await.is_problem(404, "not-found");
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'plan.saved'").await, 2);
    }
}

on_both_engines! {
    async fn each_wrong_plan_and_version_is_a_400_that_names_the_place(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let key = shop.key.as_str();
        for (changes, pointer) in [(json!({"name": null}), "/name"), (json!({"family": "Team"}), "/family"), (json!({"family": ""}), "/family")] {
            let problem = save(&world, key, "pro", &changes).await.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{changes}");
        }
        save(&world, key, "pro", &json!({})).await;
        let trial = |days: i64, credits: i64| json!({"trial": {"days": days, "credits": credits, "needs_card": false}});
        let feature = |code: &str, credits: i64| json!({"feature": code, "credits": credits});
        let rows = [
            (json!({"interval": null}), "/interval"),
            (json!({"interval": "day"}), "/interval"),
            (json!({"interval_count": 0}), "/interval_count"),
            (json!({"interval_count": 37}), "/interval_count"),
            (json!({"grant_every": "month"}), "/grant_every"),
            (json!({"credits": 0}), "/credits"),
            (json!({"rollover": "capped"}), "/rollover_cap"),
            (json!({"rollover_cap": 5}), "/rollover_cap"),
            (json!({"rollover": "all", "rollover_periods": 0}), "/rollover_periods"),
            (json!({"rollover_periods": 1}), "/rollover_periods"),
            (trial(0, 0), "/trial/days"),
            (trial(731, 0), "/trial/days"),
            (trial(1, -1), "/trial/credits"),
            (json!({"max_quantity": 10_001}), "/max_quantity"),
            (json!({"credits": 9_007_199_254_740_991_i64, "max_quantity": 2}), "/max_quantity"),
            (json!({"features": [feature("Image", 0)]}), "/features/0/feature"),
            (json!({"features": [feature("image", 0), feature("image", 1)]}), "/features/1/feature"),
            (json!({"features": [feature("image", -1)]}), "/features/0/credits"),
            (json!({"prices": []}), "/prices"),
            (json!({"prices": [{"currency": "eur", "amount_minor": 0}]}), "/prices/0/amount_minor"),
        ];
        for (changes, pointer) in rows {
            let problem = add(&world, key, ("pro", 1), &changes).await.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{changes}");
        }
        add(&world, key, ("pro", 1), &json!({"features": [feature("image", 5)]})).await.is_problem(422, "unknown-feature");
        assert_eq!(world.count("SELECT count(*) FROM plan_version").await, 0);
    }
}

on_both_engines! {
    async fn version_of_a_plan_is_numbered_and_never_changes(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let key = shop.key.as_str();
        priced(&world, key, "image", 2, 1).await;
        priced(&world, key, "film", 2, 1).await;
        save(&world, key, "pro", &json!({})).await;
        let first = json!({
            "interval": "year", "grant_every": "month", "rollover": "capped", "rollover_cap": 500, "max_quantity": 20,
            "trial": {"days": 14, "credits": 100, "needs_card": true},
            "features": [{"feature": "image", "credits": 50}, {"feature": "film"}],
        });
        let added = add(&world, key, ("pro", 1), &first).await.json();
        let expected = json!({
            "version": 1, "interval": "year", "interval_count": 1, "grant_every": "month", "credits": 1_000,
            "rollover": "capped", "rollover_cap": 500, "rollover_periods": 1,
            "trial": {"days": 14, "credits": 100, "needs_card": true}, "max_quantity": 20,
            "features": [{"feature": "film", "credits": 0}, {"feature": "image", "credits": 50}],
            "prices": [{"currency": "eur", "amount_minor": 900, "stripe": null}], "created_at": "2027-01-15T08:00:00.000Z",
        });
        assert_eq!(added, expected);
        assert_eq!(add(&world, key, ("pro", 1), &first).await.json(), expected, "a repeated request");
        let other = add(&world, key, ("pro", 1), &json!({})).await.is_problem(409, "catalog-version-taken");
        assert_eq!(other["latest"], 1);
        add(&world, key, ("pro", 3), &json!({})).await.is_problem(409, "catalog-version-taken");
        let second = add(&world, key, ("pro", 2), &json!({})).await.json();
        assert_eq!((&second["trial"], &second["rollover_periods"]), (&Value::Null, &json!(0)));
        let versions = world.get("/v1/plans/pro/versions", key).await.json();
        assert_eq!(versions["items"], json!([second, expected]));
        assert_eq!(world.get("/v1/plans/pro", key).await.json()["version"], second);
        let absent = add(&world, key, ("none", 1), &json!({})).await;
        assert_eq!(absent.is_problem(404, "not-found")["resource"], "plan");
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'plan_version.added'").await, 2);
    }
}

on_both_engines! {
    async fn catalog_has_plans_that_can_be_bought(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let key = shop.test_key.as_str();
        priced_plan(&world, key, "pro").await;
        assert_eq!(world.get("/v1/catalog", key).await.json()["plans"], json!([]), "without a Stripe account");
        connect(&world, &shop).await;
        product_api::billing::sync_catalog(&world.app).await.unwrap();
        let plan = world.get("/v1/plans/pro", key).await.json();
        assert_eq!(plan["version"]["prices"][0]["stripe"]["state"], "synced", "{plan}");
        save(&world, key, "empty", &json!({})).await;
        priced_plan(&world, key, "old").await;
        save(&world, key, "old", &json!({"status": "archived"})).await;
        let catalog = world.get("/v1/catalog", key).await.json();
        assert_eq!(catalog["plans"], json!([{
            "code": "pro", "name": "Pro", "description": null, "family": "default", "version": 1, "interval": "month",
            "interval_count": 1, "grant_every": "interval", "credits": 1_000, "trial": null, "max_quantity": 1,
            "features": [], "prices": [{"currency": "eur", "amount_minor": 900}],
        }]));
        assert_eq!(catalog["packs"], json!([]));
        world.sql("UPDATE catalog_price SET state = 'drifted', reason = 'price-archived'", &[]).await;
        let path = "/v1/plans/pro/versions/1/prices/eur/repair";
        let repaired = world.post(path, key, &json!({})).await.json();
        assert_eq!(repaired["prices"][0]["stripe"]["state"], "synced", "{repaired}");
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'plan_price.repaired'").await, 1);
    }
}
