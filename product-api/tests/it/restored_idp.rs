//! Tests an identity provider that was restored from a backup. The server reads its user changes from the beginning, and
//! repeats or undoes those that the backup lacks.

use std::time::Duration;

use product_api::user_changes::READ_AGAIN;
use product_api::{sweep, user_changes};
use serde_json::{Value, json};

use crate::credits::Shop;
use crate::harness::{TestApi, on_both_engines};
use crate::operator_area::ask;
use crate::restored_merges::{APART, MergedPairs, ONE};

/// The client of another application.
const CLI: &str = "tollgate-cli";
const OFF: &str = "SELECT COUNT(*) FROM users WHERE id = $1 AND NOT is_active";
const REWOUND: &str = "SELECT COUNT(*) FROM user_merge_cursor WHERE rewound_at IS NOT NULL";
const ID: &str = "SELECT change_id FROM user_merge_cursor WHERE change_sequence = sequence";

pub(crate) async fn follow(world: &TestApi) -> usize {
    user_changes::once(&world.app).await.unwrap()
}

/// Deactivates a user at the identity provider as another client.
fn switch_off(world: &TestApi, user_id: &str) {
    let mut people = world.issuer.people.lock().unwrap();
    people.entry(user_id.to_owned()).or_insert(true);
    drop(people);
    assert!(world.issuer.switch(user_id, false, CLI));
}

async fn is_off(world: &TestApi, user_id: &str) -> bool {
    world.count_of(OFF, &[user_id]).await == 1
}

async fn health(world: &TestApi) -> (Value, String) {
    let ready = world.get("/health/ready", "").await.json();
    let body = ask(world, "/v1/operator/health").await;
    let checks = body["checks"].as_array().unwrap();
    let check = checks.iter().find(|check| check["name"] == "user_changes");
    let check = check.unwrap();
    assert_eq!(check["state"], "ok", "{check}");
    let detail = check["detail"].as_str().unwrap_or_default();
    (ready["api_user_changes"].clone(), detail.to_owned())
}

on_both_engines! {
    /// The restored list is shorter than the last position, as long, or longer.
    async fn changes_of_a_restored_idp_are_read_from_the_beginning(world: TestApi) {
        assert_eq!(health(&world).await, (json!("ready"), String::new()), "the control");
        for since in [0, 1, 3] {
            switch_off(&world, &format!("usr_kept_{since}"));
            follow(&world).await;
            let backup = world.issuer.back_up();
            let lost = format!("usr_lost_{since}");
            switch_off(&world, &lost);
            assert_eq!(follow(&world).await, 1, "the control");
            world.issuer.restore(&backup);
            let others: Vec<String> = (0..since).map(|n| format!("usr_since_{since}_{n}")).collect();
            for other in &others {
                switch_off(&world, other);
            }
            world.clock.advance(Duration::from_mins(1));
            follow(&world).await;
            for user_id in others.iter().chain([&lost]) {
                assert!(is_off(&world, user_id).await, "{user_id} after {since}");
            }
            assert_eq!(follow(&world).await, 0, "once");
            let (word, detail) = health(&world).await;
            assert_eq!(word, READ_AGAIN);
            assert!(detail.contains("After a restore"), "{detail}");
            world.clock.advance(Duration::from_hours(8 * 24));
            assert_eq!(health(&world).await, (json!("ready"), String::new()), "a week later");
        }
        let unread = "SELECT COUNT(*) FROM user_merge_cursor WHERE is_reading_again";
        assert_eq!(world.count(unread).await, 0);
    }
}

on_both_engines! {
    /// The backup lists a user's activation by another client, and lacks the later deactivation.
    async fn user_deactivated_after_the_backup_remains_deactivated(world: TestApi) {
        switch_off(&world, "usr_eve");
        follow(&world).await;
        assert!(world.issuer.switch("usr_eve", true, CLI));
        follow(&world).await;
        assert!(!is_off(&world, "usr_eve").await, "the control");
        let backup = world.issuer.back_up();
        switch_off(&world, "usr_eve");
        follow(&world).await;
        world.issuer.restore(&backup);
        follow(&world).await;
        assert!(is_off(&world, "usr_eve").await);
        sweep::once(&world.app).await.unwrap();
        assert!(!world.issuer.may_sign_in("usr_eve"));
    }
}

on_both_engines! {
    /// The restored idp admits users who were deactivated since the backup, and clients of suspended websites.
    async fn restored_idp_is_read_again_for_missing_changes(world: TestApi) {
        let shop = Shop::open(&world, "usr_1", "Pictures").await;
        Shop::open(&world, "usr_2", "Books").await;
        switch_off(&world, "usr_ada");
        follow(&world).await;
        world.issuer.people.lock().unwrap().insert("usr_bob".to_owned(), true);
        let backup = world.issuer.back_up();
        switch_off(&world, "usr_bob");
        follow(&world).await;
        let path = format!("/v1/websites/{}/suspend", shop.id);
        assert_eq!(world.post(&path, &world.token("usr_1"), &Value::Null).await.status, 200);
        let let_in = |is_active: bool| {
            let mut clients = world.issuer.clients.lock().unwrap();
            for client in clients.values_mut() {
                client["is_active"] = is_active.into();
            }
        };
        let active = || {
            let clients = world.issuer.clients.lock().unwrap();
            clients.values().filter(|client| client["is_active"] == json!(true)).count()
        };
        world.issuer.restore(&backup);
        let_in(true);
        follow(&world).await;
        assert!(world.issuer.may_sign_in("usr_bob"), "the control");
        sweep::once(&world.app).await.unwrap();
        assert!(!world.issuer.may_sign_in("usr_bob") && is_off(&world, "usr_bob").await);
        assert_eq!(active(), 1, "the website that is not suspended");
        // A client that the operator has deactivated at the idp stays deactivated.
        follow(&world).await;
        let_in(false);
        world.issuer.restore(&backup);
        follow(&world).await;
        sweep::once(&world.app).await.unwrap();
        assert_eq!(active(), 0);
        assert_eq!(world.count("SELECT COUNT(*) FROM user_switches").await, 0);
        assert_eq!(world.count("SELECT COUNT(*) FROM websites WHERE client_behind").await, 0);
    }
}

/// Returns everything that a user change may change, as one text.
async fn state(world: &TestApi) -> String {
    let mut found = Vec::new();
    for statement in [
        "SELECT CAST(SUM(updated_at) + SUM(COALESCE(deleted_at, 0)) AS TEXT) FROM users",
        "SELECT CAST(SUM(updated_at) AS TEXT) || '/' || CAST(COUNT(user_id) AS TEXT) || '/' || CAST(COUNT(merged_into) AS TEXT) FROM customers",
        "SELECT CAST(COUNT(*) AS TEXT) || '/' || CAST(COUNT(suspended_by) AS TEXT) FROM websites",
        "SELECT CAST(COUNT(*) AS TEXT) FROM audit",
        "SELECT CAST(COUNT(*) AS TEXT) FROM txn",
    ] {
        found.push(world.text(statement).await);
    }
    found.join(" ")
}

on_both_engines! {
    /// The server reads an equal list with other ids a second time, without effect.
    async fn repeated_list_read_changes_nothing(world: TestApi) {
        Shop::open(&world, "usr_deleted", "Books").await;
        let merged = MergedPairs::open(&world).await;
        MergedPairs::set_merges(&world, "merged");
        world.issuer.merge("mrg_2", "usr_c", "usr_d", "undone");
        world.issuer.delete("usr_deleted");
        switch_off(&world, "usr_ada");
        let expected = [ONE[0], ONE[1], APART[2], APART[3]];
        assert_eq!(merged.now(&world).await, expected);
        let before = state(&world).await;
        world.clock.advance(Duration::from_secs(5));
        for id in world.issuer.change_ids.lock().unwrap().values_mut() {
            id.push('x');
        }
        for body in world.issuer.user_changes.lock().unwrap().values_mut() {
            body["id"] = format!("{}x", body["id"].as_str().unwrap()).into();
        }
        assert!(follow(&world).await > 0, "read again");
        sweep::once(&world.app).await.unwrap();
        assert_eq!(merged.now(&world).await, expected);
        assert_eq!(state(&world).await, before);
    }
}

on_both_engines! {
    /// The server accepts a cursor without an id once, because older versions, their replicas and older idps store none.
    async fn versions_without_ids_are_followed_and_get_an_id_with_the_next_response(world: TestApi) {
        let id_at = |sequence: i64| world.issuer.change_ids.lock().unwrap()[&sequence].clone();
        switch_off(&world, "usr_one");
        assert_eq!(follow(&world).await, 1);
        world.sql("UPDATE user_merge_cursor SET change_id = NULL, change_sequence = NULL", &[]).await;
        assert_eq!(follow(&world).await, 0);
        assert_eq!(world.text(ID).await, id_at(1));
        switch_off(&world, "usr_two");
        world.sql("UPDATE user_merge_cursor SET sequence = 2", &[]).await;
        assert_eq!(follow(&world).await, 0, "an older replica has applied it");
        assert_eq!(world.text(ID).await, id_at(2));
        world.issuer.has_no_ids.store(true, std::sync::atomic::Ordering::SeqCst);
        switch_off(&world, "usr_three");
        assert_eq!(follow(&world).await, 1);
        assert_eq!(follow(&world).await, 0);
        world.issuer.has_no_ids.store(false, std::sync::atomic::Ordering::SeqCst);
        assert_eq!(follow(&world).await, 0);
        assert_eq!((world.text(ID).await, world.count(REWOUND).await), (id_at(3), 0));
    }
}
