//! Tests deleted users in the admin API. The feed lists them after their merges, with the users that were merged into them.
//! They cannot be found or activated.

use futures_util::future::join_all;

use idp::testing::{merge, sweep};
use serde_json::{Value, json};

use crate::admin_merges::{ask, ask_as, list};
use crate::harness::{TestIdp, both};

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

both!(who_is_deleted_is_told_after_the_merges_and_with_those_who_went_into_them);

// row: account-8
async fn who_is_deleted_is_told_after_the_merges_and_with_those_who_went_into_them(world: TestIdp) {
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
    let (told, _) = list(&world, "").await;
    let kinds: Vec<_> = told
        .iter()
        .map(|item| item["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["merged", "merged", "deleted", "deleted", "deleted"]);
    let mut gone = [&bob.user_id, &carol.user_id];
    gone.sort();
    let expected = [
        deletion(&ann.user_id, 3),
        deletion(gone[0], 4),
        deletion(gone[1], 5),
    ];
    assert_eq!(told[2..], expected);
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
            let told = ask_as(&world, "idp.users", "PUT", &path, Some(&body)).await;
            assert_eq!(told.status, 404, "{active}");
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

both!(whoever_comes_back_in_time_is_told_of_to_nobody);

// row: account-8
async fn whoever_comes_back_in_time_is_told_of_to_nobody(world: TestIdp) {
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

both!(whom_an_older_version_has_deleted_is_told_too);

// row: account-8
async fn whom_an_older_version_has_deleted_is_told_too(world: TestIdp) {
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
    let (told, _) = list(&world, "").await;
    let mut gone = [&ann.user_id, &bob.user_id];
    gone.sort();
    assert_eq!(told[1..], [deletion(gone[0], 2), deletion(gone[1], 3)]);
    leaves(&world, &dan.user_id).await;
    sweep(&world.app).await.unwrap();
    assert_eq!(
        list(&world, "?after=3").await.0,
        [deletion(&dan.user_id, 4)]
    );
}

both!(what_a_profile_says_goes_with_the_user_and_with_those_who_went_into_them);

async fn what_a_profile_says_goes_with_the_user_and_with_those_who_went_into_them(world: TestIdp) {
    let ann = world.visitor("ann").await;
    world.visitor("bob").await;
    let profile = "UPDATE users SET profile = '{\"locale\":\"de\"}' WHERE id <> $1";
    world.execute(profile, "").await;
    let ann = merge(&world.app, &ann, "bob@example.com").await.unwrap();
    let told = "SELECT COUNT(*) FROM users WHERE profile IS NOT NULL";
    assert_eq!(world.count(told).await, 2, "undoing the merge finds it");
    leaves(&world, &ann.user_id).await;
    sweep(&world.app).await.unwrap();
    assert_eq!(world.count(told).await, 0);
}
