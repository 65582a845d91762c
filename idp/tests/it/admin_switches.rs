//! Tests activation of users in the admin API: the feed names each user's last change and its client.

use foundation::on_both_engines;
use futures_util::future::join_all;

use idp::testing::{TestBrowser, merge, sweep};
use serde_json::{Value, json};

use crate::admin_merges::{ask, list};
use crate::harness::{SECRET, TestIdp};

/// Migrations of an older version's database.
const MIGRATIONS: [&str; 2] = [
    include_str!("../../migrations/0058_user_switches.sql"),
    include_str!("../../migrations/0059_switches_confirmed.sql"),
];

async fn switch(world: &TestIdp, user: &TestBrowser, active: bool) -> u16 {
    switch_by(world, "product-api", user, active).await
}

async fn switch_by(world: &TestIdp, client: &str, user: &TestBrowser, active: bool) -> u16 {
    put_active(world, client, user, &json!({ "active": active })).await
}

async fn put_active(world: &TestIdp, client: &str, user: &TestBrowser, wish: &Value) -> u16 {
    let form = [("grant_type", "client_credentials"), ("scope", "idp.users")];
    let tokens = world.token(&form, Some((client, SECRET))).await.ok();
    let path = format!("/admin/v1/users/{}/active", user.user_id);
    let request = world.request("PUT", &path).json(wish);
    let token = tokens["access_token"].as_str().unwrap();
    let response = request.bearer_auth(token).send().await.unwrap();
    response.status().as_u16()
}

fn listed_change(kind: &str, user: &TestBrowser, sequence: i64, by: &str) -> Value {
    json!({
        "sequence": sequence, "kind": kind, "user_id": user.user_id, "switched_by": by,
        "changed_at": "2027-01-15T08:00:00.000Z",
    })
}

on_both_engines!(last_activation_change_is_listed_with_its_client);

async fn last_activation_change_is_listed_with_its_client(world: TestIdp) {
    let (ann, bob) = (world.visitor("ann").await, world.visitor("bob").await);
    assert_eq!(switch(&world, &ann, true).await, 200);
    assert_eq!(
        list(&world, "").await.0,
        Vec::<Value>::new(),
        "nothing changed"
    );
    for (user, active) in [(&ann, false), (&bob, false), (&bob, false)] {
        assert_eq!(switch(&world, user, active).await, 200);
    }
    let (seen, _) = list(&world, "").await;
    let [first, second] = seen.as_slice() else {
        panic!("{seen:?}");
    };
    let number = |item: &Value| item["sequence"].as_i64().unwrap();
    assert!(number(first) < number(second));
    let expected = [
        listed_change("deactivated", &ann, number(first), "product-api"),
        listed_change("deactivated", &bob, number(second), "product-api"),
    ];
    assert_eq!(seen, expected);
    // A later activation follows all earlier changes and replaces the deactivation.
    assert_eq!(switch(&world, &ann, true).await, 200);
    let (all, _) = list(&world, "").await;
    assert_eq!(all[0], expected[1]);
    let last = number(&all[1]);
    assert!(last > number(second));
    assert_eq!(
        all[1..],
        [listed_change("activated", &ann, last, "product-api")]
    );
    let (page, next) = list(&world, &format!("?after={}", number(second))).await;
    assert_eq!((page.as_slice(), next), (&all[1..], Value::Null));
}

on_both_engines!(repeated_activation_change_by_another_client_is_listed_again);

/// A change without effect enters the feed if another client made the last one, which might otherwise revert it.
async fn repeated_activation_change_by_another_client_is_listed_again(world: TestIdp) {
    let (ann, bob) = (world.visitor("ann").await, world.visitor("bob").await);
    assert_eq!(switch(&world, &ann, false).await, 200);
    let (first, _) = list(&world, "").await;
    let before = first[0]["sequence"].as_i64().unwrap();
    for (client, user) in [("keeper", &ann), ("keeper", &ann), ("keeper", &bob)] {
        let active = user.user_id == bob.user_id;
        assert_eq!(switch_by(&world, client, user, active).await, 200);
    }
    let (seen, _) = list(&world, "").await;
    let sequence = seen[0]["sequence"].as_i64().unwrap();
    assert!(sequence > before);
    let mut both = listed_change("deactivated", &ann, sequence, "keeper");
    both["confirmed_by"] = "product-api".into();
    assert_eq!(seen, [both]);
    let lines = "SELECT count(*) FROM audit WHERE action = 'user.deactivated' AND actor = 'keeper'";
    assert_eq!(world.count(lines).await, 1);
    // The next change names only its own client again.
    assert_eq!(switch_by(&world, "keeper", &ann, true).await, 200);
    let (seen, _) = list(&world, "").await;
    let sequence = seen[0]["sequence"].as_i64().unwrap();
    assert_eq!(seen, [listed_change("activated", &ann, sequence, "keeper")]);
}

on_both_engines!(conditional_activation_change_overwrites_no_later_one);

/// A conditional change fails after a change that the client has not seen. Without effect it adds nothing to the feed.
async fn conditional_activation_change_overwrites_no_later_one(world: TestIdp) {
    let (ann, bob) = (world.visitor("ann").await, world.visitor("bob").await);
    let last = async || {
        let (seen, _) = list(&world, "").await;
        let sequence = seen
            .last()
            .map_or(0, |item| item["sequence"].as_i64().unwrap());
        (sequence, seen)
    };
    let wish = |active, since| json!({"active": active, "if_unchanged_since": since});
    assert_eq!(switch_by(&world, "product-api", &ann, false).await, 200);
    let (ours, _) = last().await;
    assert_eq!(switch_by(&world, "keeper", &ann, false).await, 200);
    let (theirs, response) = last().await;
    assert!(theirs > ours);
    assert_eq!(
        put_active(&world, "product-api", &ann, &wish(true, ours)).await,
        412
    );
    assert_eq!(
        put_active(&world, "product-api", &ann, &wish(false, ours)).await,
        412
    );
    assert_eq!(
        put_active(&world, "product-api", &ann, &wish(false, theirs)).await,
        200
    );
    assert_eq!(
        put_active(&world, "product-api", &bob, &wish(true, 0)).await,
        200,
        "never switched"
    );
    assert_eq!(last().await, (theirs, response), "nothing changed");
    let path = format!("/users/{}", ann.user_id);
    assert_eq!(ask(&world, "GET", &path).await.ok()["is_active"], false);
    assert_eq!(
        put_active(&world, "product-api", &ann, &wish(true, theirs)).await,
        200,
        "the control"
    );
    assert_eq!(ask(&world, "GET", &path).await.ok()["is_active"], true);
    let lines =
        "SELECT count(*) FROM audit WHERE action LIKE 'user.%activated' AND actor = 'product-api'";
    assert_eq!(world.count(lines).await, 2);
}

on_both_engines!(switches_at_once_are_numbered_one_by_one);

async fn switches_at_once_are_numbered_one_by_one(world: TestIdp) {
    let (ann, bob) = (world.visitor("ann").await, world.visitor("bob").await);
    let switches = (0..20).map(|n| switch(&world, if n % 2 == 0 { &ann } else { &bob }, n % 4 < 2));
    assert!(join_all(switches).await.iter().all(|status| *status == 200));
    let (seen, _) = list(&world, "").await;
    for item in &seen {
        let path = format!("/users/{}", item["user_id"].as_str().unwrap());
        let is_active = ask(&world, "GET", &path).await.ok()["is_active"].clone();
        assert_eq!(json!(item["kind"] == "activated"), is_active, "{item}");
    }
}

on_both_engines!(deleted_user_is_listed_as_deleted_only);

async fn deleted_user_is_listed_as_deleted_only(world: TestIdp) {
    let bob = world.visitor("bob").await;
    let ann = world.visitor("ann").await;
    for active in [false, true] {
        assert_eq!(switch(&world, &bob, active).await, 200);
    }
    let ann = merge(&world.app, &ann, "bob@example.com").await.unwrap();
    assert_eq!(
        switch(&world, &bob, false).await,
        409,
        "a merged user is not switched"
    );
    assert_eq!(switch(&world, &ann, false).await, 200);
    let leaves = "UPDATE users SET leaves_at = 1 WHERE id = $1";
    world.execute(leaves, &ann.user_id).await;
    sweep(&world.app).await.unwrap();
    assert_eq!(switch(&world, &ann, true).await, 404);
    let (seen, _) = list(&world, "").await;
    let kinds: Vec<_> = seen
        .iter()
        .map(|item| item["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["merged", "deleted", "deleted"]);
}

on_both_engines!(user_deactivated_before_the_update_is_listed);

async fn user_deactivated_before_the_update_is_listed(world: TestIdp) {
    let user = world.visitor("leaver").await;
    let leaves = "UPDATE users SET leaves_at = 1 WHERE id = $1";
    world.execute(leaves, &user.user_id).await;
    sweep(&world.app).await.unwrap();
    world.visitor("bob").await;
    let (ann, carol) = (world.visitor("ann").await, world.visitor("carol").await);
    merge(&world.app, &carol, "bob@example.com").await.unwrap();
    assert_eq!(switch(&world, &ann, false).await, 200);
    world.change("DROP TABLE user_switches").await;
    for statement in MIGRATIONS.iter().flat_map(|one| one.split_inclusive(";\n")) {
        world.change(statement).await;
    }
    // Assigns the ids as migration 0078 does.
    let numbered = "INSERT INTO user_change_ids (sequence, id) SELECT sequence, 'chg_' || user_id FROM user_switches \
                    WHERE sequence NOT IN (SELECT sequence FROM user_change_ids)";
    world.change(numbered).await;
    let (seen, _) = list(&world, "").await;
    let [deleted, merged, off] = seen.as_slice() else {
        panic!("{seen:?}");
    };
    assert_eq!(
        (&deleted["kind"], &merged["kind"]),
        (&json!("deleted"), &json!("merged"))
    );
    let sequence = off["sequence"].as_i64().unwrap();
    assert_eq!(*off, listed_change("deactivated", &ann, sequence, "idp"));
    assert_eq!(switch(&world, &carol, false).await, 200);
    let (seen, _) = list(&world, &format!("?after={sequence}")).await;
    assert_eq!(seen[0]["user_id"], carol.user_id.as_str());
}
