//! Tests deleted users in the admin API. The feed lists them after their merges, with the users that were merged into them.
//! They cannot be found or activated.

use foundation::on_both_engines;
use futures_util::future::join_all;

use idp::testing::{merge, sweep};
use serde_json::{Value, json};

use crate::admin_merges::{ask, ask_as, list};
use crate::harness::TestIdp;

/// Migration of an older version's database.
const MIGRATION: &str = include_str!("../../migrations/0057_user_deletions.sql");

/// Lets the deletion of a user be overdue.
async fn leaves(world: &TestIdp, user_id: &str) {
    let statement = "UPDATE users SET leaves_at = 1 WHERE id = $1";
    world.execute(statement, user_id).await;
}

fn deletion(user_id: &str, sequence: i64) -> Value {
    json!({
        "sequence": sequence, "kind": "deleted", "user_id": user_id, "changed_at": "2027-01-15T08:00:00.000Z",
    })
}

on_both_engines!(deletion_is_listed_after_merges_with_merged_users);

// row: account-8
async fn deletion_is_listed_after_merges_with_merged_users(world: TestIdp) {
    let (bob, carol) = (world.visitor("bob").await, world.visitor("carol").await);
    merge(&world.app, &bob, "carol@example.com").await.unwrap();
    let ann = world.visitor("ann").await;
    let ann = merge(&world.app, &ann, "bob@example.com").await.unwrap();
    let dan = world.visitor("dan").await;
    leaves(&world, &ann.user_id).await;
    // Several servers sweep concurrently.
    let swept = join_all((0..5).map(|_| sweep(&world.app))).await;
    assert!(swept.iter().any(Result::is_ok));
    sweep(&world.app).await.unwrap();
    let (response, _) = list(&world, "").await;
    let kinds: Vec<_> = response
        .iter()
        .map(|item| item["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["merged", "merged", "deleted", "deleted", "deleted"]);
    let mut deleted = [&bob.user_id, &carol.user_id];
    deleted.sort();
    let expected = [
        deletion(&ann.user_id, 3),
        deletion(deleted[0], 4),
        deletion(deleted[1], 5),
    ];
    assert_eq!(response[2..], expected);
    let (page, next) = list(&world, "?after=2&limit=2").await;
    assert_eq!((page.as_slice(), next), (&expected[..2], json!("4")));
    assert_eq!(
        list(&world, "?after=4").await,
        (vec![expected[2].clone()], Value::Null)
    );
    sweep(&world.app).await.unwrap();
    assert_eq!(
        list(&world, "?after=5").await.0,
        Vec::<Value>::new(),
        "once"
    );
    for id in [&ann.user_id, &bob.user_id] {
        assert_eq!(
            ask(&world, "GET", &format!("/users/{id}")).await.status,
            404
        );
        for active in [true, false] {
            let (path, body) = (format!("/users/{id}/active"), json!({ "active": active }));
            let response = ask_as(&world, "idp.users", "PUT", &path, Some(&body)).await;
            assert_eq!(response.status, 404, "{active}");
        }
    }
    let left = ask(&world, "GET", "/users").await.ok();
    let ids: Vec<_> = left["users"]
        .as_array()
        .unwrap()
        .iter()
        .map(|user| user["id"].clone())
        .collect();
    assert_eq!(ids, [json!(dan.user_id)]);
    // A new user with the address has another id.
    let again = world.visitor("ann").await;
    assert_ne!(again.user_id, ann.user_id);
    assert_eq!(list(&world, "?after=5").await.0, Vec::<Value>::new());
}

on_both_engines!(cancelled_deletion_is_not_listed);

// row: account-8
async fn cancelled_deletion_is_not_listed(world: TestIdp) {
    let ann = world.visitor("ann").await;
    world
        .execute(
            "UPDATE users SET leaves_at = 9000000000000000 WHERE id = $1",
            &ann.user_id,
        )
        .await;
    sweep(&world.app).await.unwrap();
    assert_eq!(list(&world, "").await.0, Vec::<Value>::new());
    // Reading the list uses up no sequence number.
    world.visitor("bob").await;
    merge(&world.app, &ann, "bob@example.com").await.unwrap();
    assert_eq!(list(&world, "").await.0[0]["sequence"], 1);
}

on_both_engines!(deletion_by_an_older_version_is_listed);

// row: account-8
async fn deletion_by_an_older_version_is_listed(world: TestIdp) {
    let bob = world.visitor("bob").await;
    let ann = world.visitor("ann").await;
    let ann = merge(&world.app, &ann, "bob@example.com").await.unwrap();
    let dan = world.visitor("dan").await;
    leaves(&world, &ann.user_id).await;
    sweep(&world.app).await.unwrap();
    world.change("DROP TABLE user_deletions").await;
    world
        .change("UPDATE user_merge_sequence SET last = 1")
        .await;
    for statement in MIGRATION.split_inclusive(";\n") {
        world.change(statement).await;
    }
    let (response, _) = list(&world, "").await;
    let mut deleted = [&ann.user_id, &bob.user_id];
    deleted.sort();
    assert_eq!(
        response[1..],
        [deletion(deleted[0], 2), deletion(deleted[1], 3)]
    );
    leaves(&world, &dan.user_id).await;
    sweep(&world.app).await.unwrap();
    assert_eq!(
        list(&world, "?after=3").await.0,
        [deletion(&dan.user_id, 4)]
    );
}

on_both_engines!(deletion_deletes_the_profiles_of_the_user_and_merged_users);

async fn deletion_deletes_the_profiles_of_the_user_and_merged_users(world: TestIdp) {
    let ann = world.visitor("ann").await;
    world.visitor("bob").await;
    let profile = "UPDATE users SET profile = '{\"locale\":\"de\"}' WHERE id <> $1";
    world.execute(profile, "").await;
    let ann = merge(&world.app, &ann, "bob@example.com").await.unwrap();
    let statement = "SELECT COUNT(*) FROM users WHERE profile IS NOT NULL";
    assert_eq!(
        world.count(statement).await,
        2,
        "undoing the merge finds it"
    );
    leaves(&world, &ann.user_id).await;
    sweep(&world.app).await.unwrap();
    assert_eq!(world.count(statement).await, 0);
}
