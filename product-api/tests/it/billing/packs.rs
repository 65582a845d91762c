//! Tests packs and their versions over HTTP: rules, numbering, order, limits, and isolation of websites and modes.

use serde_json::{Value, json};

use crate::credits::Shop;
use crate::features::{priced, put};
use crate::harness::{HttpResponse, TestApi, change, on_both_engines};

/// Opens a shop of `usr_1` whose keys may change what is sold.
pub(super) async fn seller(world: &TestApi, name: &str) -> Shop {
    let shop = Shop::open(world, "usr_1", name).await;
    let_sell(world, &shop).await;
    shop
}

/// Gives the keys of a shop the scopes to change what is sold.
pub(super) async fn let_sell(world: &TestApi, shop: &Shop) {
    let more = "UPDATE api_keys SET scopes = scopes || ' billing.catalog' WHERE website_id = $1";
    world.sql(more, &[&shop.id]).await;
}

/// Saves a pack with a name.
pub(super) async fn save(world: &TestApi, key: &str, code: &str, changes: &Value) -> HttpResponse {
    let mut body = json!({"name": "500 credits"});
    change(&mut body, changes);
    put(world, &format!("/v1/packs/{code}"), key, &body).await
}

/// Adds a version of a pack for 9.00 euros.
pub(crate) async fn add(
    world: &TestApi,
    key: &str,
    (code, version): (&str, i64),
    changes: &Value,
) -> HttpResponse {
    let mut body = json!({"credits": 500, "prices": [{"currency": "eur", "amount_minor": 900}]});
    change(&mut body, changes);
    let path = format!("/v1/packs/{code}/versions/{version}");
    put(world, &path, key, &body).await
}

/// Saves a pack with a first version.
pub(crate) async fn priced_pack(world: &TestApi, key: &str, code: &str) -> Value {
    let saved = save(world, key, code, &json!({})).await;
    assert_eq!(saved.status, 200, "{saved:?}");
    let added = add(world, key, (code, 1), &json!({})).await;
    assert_eq!(added.status, 200, "{added:?}");
    added.json()
}

/// Returns the codes of a list of packs.
fn codes(page: &Value) -> Vec<&str> {
    let items = page["items"].as_array().unwrap().iter();
    items.map(|pack| pack["code"].as_str().unwrap()).collect()
}

on_both_engines! {
    async fn pack_is_created_changed_and_archived_under_its_code(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let key = shop.key.as_str();
        let text = json!({"description": " For a hundred pictures ", "position": 3});
        let saved = save(&world, key, "small", &text).await.json();
        assert!(saved["id"].as_str().unwrap().starts_with("pck_"), "{saved}");
        let at = "2027-01-15T08:00:00.000Z";
        assert_eq!(saved, json!({
            "id": saved["id"], "code": "small", "name": "500 credits", "description": "For a hundred pictures",
            "status": "active", "position": 3, "version": null, "created_at": at, "updated_at": at,
        }));
        world.clock.advance(std::time::Duration::from_mins(1));
        let again = save(&world, key, "small", &text).await.json();
        assert_eq!(again, saved, "a repeated request changes nothing");
        let changed = save(&world, key, "small", &json!({"name": "Small", "status": "archived"})).await.json();
        assert_eq!(changed, json!({
            "id": saved["id"], "code": "small", "name": "Small", "description": null, "status": "archived", "position": 0,
            "version": null, "created_at": at, "updated_at": "2027-01-15T08:01:00.000Z",
        }));
        assert_eq!(world.get("/v1/packs/small", key).await.json(), changed);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'pack.saved'").await, 2);
    }
}

on_both_engines! {
    async fn each_wrong_pack_and_version_is_a_400_that_names_the_place(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let key = shop.key.as_str();
        for code in ["Small", "_a", "a%20b", "%C3%A4", "a~", &"x".repeat(65)] {
            let wrong = save(&world, key, code, &json!({})).await;
            assert_eq!(wrong.is_problem(400, "invalid-request")["errors"][0]["parameter"], "code", "{code}");
        }
        let rows = [
            (json!({"name": null}), "/name"),
            (json!({"name": " "}), "/name"),
            (json!({"name": "x".repeat(81)}), "/name"),
            (json!({"description": "x".repeat(301)}), "/description"),
            (json!({"description": "a\u{202e}b"}), "/description"),
            (json!({"status": "deleted"}), "/status"),
            (json!({"position": -1}), "/position"),
            (json!({"position": 1_000_001}), "/position"),
            (json!({"price": 5}), "/price"),
        ];
        for (changes, pointer) in rows {
            let problem = save(&world, key, "small", &changes).await.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{changes}");
        }
        assert_eq!(world.count("SELECT count(*) FROM catalog_item").await, 0);
        save(&world, key, "small", &json!({})).await;
        let price = |currency: &str, amount: Value| json!({"currency": currency, "amount_minor": amount});
        let largest = 9_007_199_254_740_991_i64;
        let rows = [
            (json!({"credits": null}), "/credits"),
            (json!({"credits": 0}), "/credits"),
            (json!({"credits": 1.5}), "/credits"),
            (json!({"credits": largest + 1}), "/credits"),
            (json!({"bonus": -1}), "/bonus"),
            (json!({"credits": largest, "bonus": 1}), "/bonus"),
            (json!({"expires_days": 0}), "/expires_days"),
            (json!({"expires_days": 3_651}), "/expires_days"),
            (json!({"bonus_expires_days": 30}), "/bonus_expires_days"),
            (json!({"bonus": 1, "bonus_expires_days": 3_651}), "/bonus_expires_days"),
            (json!({"feature": ""}), "/feature"),
            (json!({"first_only": "yes"}), "/first_only"),
            (json!({"version": 1}), "/version"),
            (json!({"prices": null}), "/prices"),
            (json!({"prices": []}), "/prices"),
            (json!({"prices": vec![price("eur", 5.into()); 21]}), "/prices"),
            (json!({"prices": [price("EUR", 5.into())]}), "/prices/0/currency"),
            (json!({"prices": [price("ugx", 500.into())]}), "/prices/0/currency"),
            (json!({"prices": [price("eur", 5.into()), price("eur", 6.into())]}), "/prices/1/currency"),
            (json!({"prices": [price("eur", 0.into())]}), "/prices/0/amount_minor"),
            (json!({"prices": [price("eur", 1.5.into())]}), "/prices/0/amount_minor"),
            (json!({"prices": [price("eur", 100_000_000.into())]}), "/prices/0/amount_minor"),
            (json!({"prices": [price("usd", 5.into()), price("isk", 150.into())]}), "/prices/1/amount_minor"),
            (json!({"prices": [price("kwd", 1_234.into())]}), "/prices/0/amount_minor"),
            (json!({"prices": [{"currency": "eur", "amount_minor": 5, "free": true}]}), "/prices/0/free"),
        ];
        for (changes, pointer) in rows {
            let problem = add(&world, key, ("small", 1), &changes).await.is_problem(400, "invalid-request");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{changes}");
        }
        add(&world, key, ("small", 1), &json!({"feature": "image"})).await.is_problem(422, "unknown-feature");
        assert_eq!(world.count("SELECT count(*) FROM pack_version").await, 0);
        let whole = json!({"credits": largest, "expires_days": 3_650, "prices": [price("jpy", 99_999_999.into()), price("isk", 100.into())]});
        assert_eq!(add(&world, key, ("small", 1), &whole).await.status, 200, "the control");
    }
}

on_both_engines! {
    async fn version_is_numbered_and_never_changes(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let key = shop.key.as_str();
        priced(&world, key, "image", 2, 1).await;
        save(&world, key, "small", &json!({})).await;
        let first = json!({
            "bonus": 50, "expires_days": 365, "bonus_expires_days": 90, "feature": "image", "first_only": true,
            "prices": [{"currency": "usd", "amount_minor": 1_000}, {"currency": "eur", "amount_minor": 900}],
        });
        let added = add(&world, key, ("small", 1), &first).await.json();
        let expected = json!({
            "version": 1, "credits": 500, "bonus": 50, "expires_days": 365, "bonus_expires_days": 90, "feature": "image",
            "first_only": true, "created_at": "2027-01-15T08:00:00.000Z",
            "prices": [
                {"currency": "eur", "amount_minor": 900, "stripe": null},
                {"currency": "usd", "amount_minor": 1_000, "stripe": null},
            ],
        });
        assert_eq!(added, expected);
        world.clock.advance(std::time::Duration::from_mins(1));
        let mut reordered = first.clone();
        reordered["prices"].as_array_mut().unwrap().reverse();
        assert_eq!(add(&world, key, ("small", 1), &reordered).await.json(), expected, "the order of prices says nothing");
        for changes in [json!({}), json!({"bonus": 51}), json!({"feature": null}), json!({"first_only": false})] {
            let mut other = first.clone();
            change(&mut other, &changes);
            if changes == json!({}) {
                other["prices"][0]["amount_minor"] = json!(1_001);
            }
            let taken = add(&world, key, ("small", 1), &other).await.is_problem(409, "catalog-version-taken");
            assert_eq!(taken["latest"], 1, "{changes}");
        }
        for version in [0, -1, 3, i64::MAX, i64::MIN] {
            let taken = add(&world, key, ("small", version), &first).await.is_problem(409, "catalog-version-taken");
            assert_eq!(taken["latest"], 1, "{version}");
        }
        assert_eq!(add(&world, key, ("small", 2), &json!({})).await.status, 200);
        let pack = world.get("/v1/packs/small", key).await.json();
        assert_eq!((&pack["version"]["version"], &pack["updated_at"]), (&json!(2), &json!("2027-01-15T08:01:00.000Z")));
        let page = world.get("/v1/packs/small/versions?limit=1", key).await.json();
        assert_eq!(page["items"][0], pack["version"]);
        let cursor = page["next_cursor"].as_str().unwrap();
        let rest = world.get(&format!("/v1/packs/small/versions?limit=1&cursor={cursor}"), key).await.json();
        assert_eq!(rest, json!({"items": [expected], "next_cursor": null}));
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'pack_version.added'").await, 2);
        for path in ["/v1/packs/none", "/v1/packs/none/versions"] {
            assert_eq!(world.get(path, key).await.is_problem(404, "not-found")["resource"], "pack");
        }
        let absent = add(&world, key, ("none", 1), &json!({})).await;
        assert_eq!(absent.is_problem(404, "not-found")["resource"], "pack");
    }
}

on_both_engines! {
    async fn one_of_fifty_different_versions_is_added(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        priced_pack(&world, &shop.key, "small").await;
        let adding = (1..=50).map(|credits| {
            let (world, shop) = (&world, &shop);
            async move { add(world, &shop.key, ("small", 2), &json!({"credits": credits})).await }
        });
        let responses = futures_util::future::join_all(adding).await;
        let added: Vec<Value> = responses.iter().filter(|response| response.status == 200).map(HttpResponse::json).collect();
        for refused in responses.iter().filter(|response| response.status != 200) {
            assert_eq!(refused.is_problem(409, "catalog-version-taken")["latest"], 2);
        }
        assert_eq!(added.len(), 1);
        assert_eq!(world.get("/v1/packs/small", &shop.key).await.json()["version"], added[0]);
        assert_eq!(world.count("SELECT count(*) FROM version_price").await, 2);
        assert_eq!(world.count("SELECT count(*) FROM audit WHERE action = 'pack_version.added'").await, 2);
    }
}

on_both_engines! {
    async fn fifty_equal_saves_make_one_pack(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        // The book is opened before, so that the race is about the pack alone.
        save(&world, &shop.key, "other", &json!({})).await;
        let saving = (0..50).map(|_| {
            let (world, shop) = (&world, &shop);
            async move { save(world, &shop.key, "small", &json!({})).await }
        });
        let responses = futures_util::future::join_all(saving).await;
        assert!(responses.iter().all(|response| response.status == 200 && response.body == responses[0].body), "{responses:?}");
        assert_eq!(world.count("SELECT count(*) FROM catalog_item WHERE code = 'small'").await, 1);
    }
}

on_both_engines! {
    async fn packs_are_listed_by_position_and_code(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let key = shop.key.as_str();
        assert_eq!(world.get("/v1/packs", key).await.json(), json!({"items": [], "next_cursor": null}));
        for (code, position) in [("c", 1), ("b", 1), ("a", 2), ("d", 0)] {
            save(&world, key, code, &json!({"position": position})).await;
        }
        save(&world, key, "b", &json!({"position": 1, "status": "archived"})).await;
        assert_eq!(codes(&world.get("/v1/packs", key).await.json()), ["d", "b", "c", "a"]);
        assert_eq!(codes(&world.get("/v1/packs?status=active", key).await.json()), ["d", "c", "a"]);
        assert_eq!(codes(&world.get("/v1/packs?status=archived", key).await.json()), ["b"]);
        let mut seen = Vec::new();
        let mut next = String::new();
        loop {
            let page = world.get(&format!("/v1/packs?limit=1{next}"), key).await.json();
            seen.extend(codes(&page).into_iter().map(ToOwned::to_owned));
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            next = format!("&cursor={cursor}");
        }
        assert_eq!(seen, ["d", "b", "c", "a"]);
        let foreign = world.get(&format!("/v1/packs?status=active{next}"), key).await;
        assert_eq!(foreign.is_problem(400, "invalid-request")["errors"][0]["parameter"], "cursor");
    }
}

on_both_engines! {
    async fn at_most_a_hundred_packs_are_active(world: TestApi) {
        let shop = seller(&world, "Pictures").await;
        let key = shop.key.as_str();
        for number in 0..100 {
            assert_eq!(save(&world, key, &format!("p{number}"), &json!({})).await.status, 200);
        }
        let full = save(&world, key, "more", &json!({})).await.is_problem(400, "invalid-request");
        assert_eq!(full["errors"][0]["pointer"], "/status");
        assert_eq!(save(&world, key, "more", &json!({"status": "archived"})).await.status, 200);
        save(&world, key, "more", &json!({})).await.is_problem(400, "invalid-request");
        assert_eq!(save(&world, key, "p7", &json!({"name": "Seven"})).await.status, 200, "those that are there can change");
        assert_eq!(save(&world, key, "p7", &json!({"status": "archived"})).await.status, 200);
        assert_eq!(save(&world, key, "more", &json!({})).await.status, 200);
        let (one, two) = tokio::join!(
            async { save(&world, key, "p8", &json!({"status": "archived"})).await },
            async { save(&world, key, "p9", &json!({"status": "archived"})).await },
        );
        assert_eq!((one.status, two.status), (200, 200));
        let racing = ["x1", "x2", "x3", "x4", "x5"].map(|code| {
            let world = &world;
            async move { save(world, key, code, &json!({})).await.status }
        });
        let statuses = futures_util::future::join_all(racing).await;
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 2, "{statuses:?}");
        assert_eq!(world.count("SELECT count(*) FROM catalog_item WHERE status = 'active'").await, 100);
    }
}

on_both_engines! {
    async fn packs_of_modes_and_websites_are_separate(world: TestApi) {
        let one = seller(&world, "One").await;
        let two = seller(&world, "Two").await;
        let live = priced_pack(&world, &one.key, "small").await;
        let test = save(&world, &one.test_key, "small", &json!({"name": "Trial"})).await.json();
        assert_eq!((&test["version"], live["version"].as_i64()), (&Value::Null, Some(1)));
        world.get("/v1/packs/small", &two.key).await.is_problem(404, "not-found");
        assert_eq!(world.get("/v1/packs", &two.key).await.json()["items"], json!([]));
        let narrow_shop = Shop::open(&world, "usr_1", "Narrow").await;
        let narrow = &narrow_shop.key;
        assert_eq!(world.get("/v1/packs", narrow).await.status, 200, "the first key reads");
        save(&world, narrow, "small", &json!({})).await.is_problem(403, "insufficient-scope");
        world.sql("UPDATE api_keys SET scopes = 'billing.sell' WHERE website_id = $1", &[&narrow_shop.id]).await;
        world.get("/v1/packs", narrow).await.is_problem(403, "insufficient-scope");
        save(&world, narrow, "small", &json!({})).await.is_problem(403, "insufficient-scope");
    }
}
