//! Tests the feed of user changes for a following client after a restore of the database from a backup.

use foundation::on_both_engines;
use idp::testing::TestBrowser;
use serde_json::{Value, json};

use crate::admin_merges::{ask, ask_as};
use crate::harness::TestIdp;

const CHANGES: &str = "/user-changes";
const MIGRATION: &str = include_str!("../../migrations/0078_user_change_ids.sql");

async fn switch(world: &TestIdp, user: &TestBrowser, active: bool) {
    let path = format!("/users/{}/active", user.user_id);
    let body = json!({ "active": active });
    ask_as(world, "idp.users", "PUT", &path, Some(&body))
        .await
        .ok();
}

async fn ids(world: &TestIdp) -> Vec<Value> {
    let response = ask(world, "GET", CHANGES).await.ok();
    let items = response["items"].as_array().unwrap();
    items.iter().map(|item| item["id"].clone()).collect()
}

async fn status(world: &TestIdp, after: i64, id: &Value) -> u16 {
    let id = id
        .as_str()
        .map_or_else(String::new, |id| format!("&after_id={id}"));
    let response = ask(world, "GET", &format!("{CHANGES}?after={after}{id}")).await;
    if response.status == 409 {
        assert_eq!(response.body["status"], 409, "{response:?}");
        assert!(
            response.body["detail"]
                .as_str()
                .unwrap()
                .contains("restored")
        );
    }
    response.status.as_u16()
}

on_both_engines!(change_of_another_database_is_refused_as_a_cursor);

/// Ann, Bob and Carol are deactivated (1, 2, 3). A backup from after the first is restored, and Dan is deactivated.
async fn change_of_another_database_is_refused_as_a_cursor(world: TestIdp) {
    let mut people = Vec::new();
    for name in ["ann", "bob", "carol", "dan"] {
        people.push(world.visitor(name).await);
    }
    for user in &people[..3] {
        switch(&world, user, false).await;
    }
    let before = ids(&world).await;
    let nothing = json!(null);
    let rows = [
        (0, &nothing, 200),
        (1, &before[0], 200),
        (3, &before[2], 200),
        (3, &nothing, 200),
        (3, &before[1], 409),
        (0, &before[0], 409),
        (4, &nothing, 409),
    ];
    for (after, id, expected) in rows {
        assert_eq!(status(&world, after, id).await, expected, "{after} {id}");
    }
    for statement in [
        "DELETE FROM user_switches WHERE sequence > 1",
        "DELETE FROM user_change_ids WHERE sequence > 1",
        "UPDATE user_merge_sequence SET last = 1",
    ] {
        world.change(statement).await;
    }
    assert_eq!(status(&world, 3, &before[2]).await, 409, "not there yet");
    assert_eq!(status(&world, 3, &nothing).await, 409, "not there yet");
    switch(&world, &people[3], false).await;
    switch(&world, &people[3], true).await;
    switch(&world, &people[3], false).await;
    assert_eq!(status(&world, 3, &before[2]).await, 409, "another change");
    assert_eq!(status(&world, 1, &before[0]).await, 200, "the one of then");
}

on_both_engines!(change_keeps_its_id_when_a_later_one_replaces_it);

async fn change_keeps_its_id_when_a_later_one_replaces_it(world: TestIdp) {
    let ann = world.visitor("ann").await;
    switch(&world, &ann, false).await;
    let first = ids(&world).await;
    switch(&world, &ann, true).await;
    assert_ne!(ids(&world).await, first);
    assert_eq!(status(&world, 1, &first[0]).await, 200);
    let response = ask(&world, "GET", &format!("{CHANGES}?after=1")).await.ok();
    assert_eq!(response["after_id"], first[0]);
}

on_both_engines!(changes_of_an_older_version_get_ids);

async fn changes_of_an_older_version_get_ids(world: TestIdp) {
    let (ann, bob) = (world.visitor("ann").await, world.visitor("bob").await);
    for user in [&ann, &bob, &ann] {
        switch(&world, user, false).await;
    }
    world.change("DELETE FROM user_change_ids").await;
    assert_eq!(ids(&world).await, [json!(null), json!(null)]);
    world.change(insert(world.app.database.engine())).await;
    let given = ids(&world).await;
    assert_ne!(given[0], given[1]);
    assert_eq!(world.count("SELECT COUNT(*) FROM user_change_ids").await, 3);
    assert_eq!(status(&world, 2, &given[1]).await, 200);
}

/// Returns the migration's statement that assigns ids on an engine.
fn insert(engine: &str) -> &'static str {
    let part = if engine == "sqlite" {
        "-- SQLite only\n"
    } else {
        "-- PostgreSQL only\n"
    };
    let (_, rest) = MIGRATION.split_once(part).unwrap();
    rest.split_once(";\n").unwrap().0
}
