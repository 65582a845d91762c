//! Tests undone merges: moved data returns within a week, later merges first, and each user keeps a sign-in method.

use std::sync::Arc;
use std::time::Duration;

use foundation::on_both_engines;
use idp::testing::sweep;

use super::super::{arrive, audit_entries, github, google, links, whoami};
use super::*;
use crate::visiting::{TestInstallation, retry_while_busy, spawn};

const CAROL: &str = "carol@example.com";
const WEEK: Duration = Duration::from_hours(168);

on_every_store! {
    // row: linking-11
    async fn merge_is_undone_from_the_account_page(world: TestInstallation) {
        let ann = world.signed_in(ANN).await;
        let bob = world.signed_in(BOB).await;
        arrive(&world, &bob, github("7", None)).await;
        arrive(&world, &ann, google("8", None)).await;
        let (ann_id, bob_id) = (id_of(&world, ANN).await, id_of(&world, BOB).await);
        merge(&world, &ann, BOB, 1).await;
        let came_as_bob = world.signed_in(BOB).await;
        assert_eq!(whoami(&came_as_bob).await, ANN);
        let id = newest(&world).await;
        let page = ann.get("/api/auth/account").await;
        assert!(page.body.contains(&format!("id=\"merge-{id}\"")) && page.body.contains("2023-11-21"), "{}", page.body);
        let response = ann.get(&format!("{UNDO}?merge={id}")).await;
        assert!(response.status == 200 && response.body.contains(BOB), "{response:?}");
        let before = ann.cookie_line();
        assert_eq!(undo(&ann, &id).await.location(), SEPARATE);
        assert!(ann.get(SEPARATE).await.body.contains("separate again"));
        assert_ne!(ann.cookie_line(), before, "a new id");
        assert_eq!((whoami(&ann).await.as_str(), whoami(&came_as_bob).await.as_str()), (ANN, ""));
        assert_eq!(whoami(&bob).await, "", "nothing of before lives again");
        assert_eq!(links(&world).await, [format!("github/7 {bob_id}"), format!("google/8 {ann_id}")]);
        assert_eq!(whoami(&world.signed_in(BOB).await).await, BOB);
        assert!(!ann.get("/api/auth/account").await.body.contains("merges-title"));
        assert_eq!(audit_entries(&world, "user.merge_undone").await.len(), 1);
        assert_eq!(undo(&ann, &id).await.status, 409, "twice");
        // The users can be merged again.
        merge(&world, &ann, BOB, 2).await;
    }
}

on_both_engines! {
    // row: linking-11
    async fn merge_undone_fifty_times_at_once_is_undone_once(world: TestInstallation) {
        let world = Arc::new(world);
        let ann = world.signed_in(ANN).await;
        let _bob = world.signed_in(BOB).await;
        merge(&world, &ann, BOB, 1).await;
        let (id, csrf, cookies) = (newest(&world).await, ann.csrf().await, ann.cookie_line());
        let presses: Vec<_> = (0..50).map(|_| {
            let (world, id, csrf, cookies) =
                (Arc::clone(&world), id.clone(), csrf.clone(), cookies.clone());
            spawn(async move {
                let browser = world.browser();
                let fields = [("csrfToken", csrf.as_str()), ("merge", id.as_str())];
                let headers = [("cookie", cookies.as_str())];
                retry_while_busy(|| browser.post_with(UNDO, &headers, &fields)).await.location().to_owned()
            })
        }).collect();
        let mut done = 0;
        for press in presses {
            done += usize::from(press.await.unwrap() == SEPARATE);
        }
        assert_eq!(done, 50, "one browser sent all of them");
        assert_eq!(audit_entries(&world, "user.merge_undone").await.len(), 1);
        assert_eq!(world.text("SELECT CAST(last AS TEXT) FROM user_merge_sequence").await, "2");
    }

    // row: linking-11
    async fn chains_are_followed_and_undone_from_their_end(world: TestInstallation) {
        let carol = world.signed_in(CAROL).await;
        arrive(&world, &carol, github("3", None)).await;
        let carol_id = id_of(&world, CAROL).await;
        let bob = world.signed_in(BOB).await;
        let bob_id = id_of(&world, BOB).await;
        merge(&world, &bob, CAROL, 1).await;
        let first = newest(&world).await;
        let ann = world.signed_in(ANN).await;
        let ann_id = id_of(&world, ANN).await;
        merge(&world, &ann, BOB, 1).await;
        let second = newest(&world).await;
        assert_eq!(links(&world).await, [format!("github/3 {ann_id}")]);
        assert_eq!(whoami(&world.signed_in(CAROL).await).await, ANN, "in one step");
        assert_eq!(undo(&ann, &first).await.status, 404, "it is Bob's");
        assert_eq!(undo(&ann, &second).await.location(), SEPARATE);
        assert_eq!(links(&world).await, [format!("github/3 {bob_id}")]);
        let by_carol = world.signed_in(CAROL).await;
        assert_eq!(whoami(&by_carol).await, BOB);
        assert_eq!(undo(&by_carol, &first).await.location(), SEPARATE);
        assert_eq!(links(&world).await, [format!("github/3 {carol_id}")]);
        assert_eq!(whoami(&world.signed_in(CAROL).await).await, CAROL);
    }

    async fn merge_records_are_deleted_when_the_undo_expires(world: TestInstallation) {
        let ann = world.signed_in(ANN).await;
        let bob = world.signed_in(BOB).await;
        arrive(&world, &bob, github("7", None)).await;
        let bob_id = id_of(&world, BOB).await;
        merge(&world, &ann, BOB, 1).await;
        let moves = "SELECT CAST(count(*) AS TEXT) FROM user_merge_moves";
        assert_eq!(world.text(moves).await, "1");
        world.wait(WEEK);
        sweep(&world.app).await.unwrap();
        let ann = world.signed_in(ANN).await;
        assert_eq!(undo(&ann, &newest(&world).await).await.location(), SEPARATE);
        assert_eq!(links(&world).await, [format!("github/7 {bob_id}")]);

        merge(&world, &ann, BOB, 2).await;
        world.wait(WEEK + Duration::from_mins(59));
        sweep(&world.app).await.unwrap();
        assert_eq!(world.text(moves).await, "1", "of the newer one alone");
        world.wait(Duration::from_mins(1));
        sweep(&world.app).await.unwrap();
        assert_eq!(world.text(moves).await, "0");
        // The merge itself remains forever, and leads to the remaining user.
        assert_eq!(world.text("SELECT CAST(count(*) AS TEXT) FROM user_merges").await, "2");
        assert_eq!(whoami(&world.signed_in(BOB).await).await, ANN);
    }
}

// row: linking-11
#[tokio::test]
async fn merge_is_final_after_a_week() {
    let world = TestInstallation::new().await;
    let ann = world.signed_in(ANN).await;
    let _bob = world.signed_in(BOB).await;
    merge(&world, &ann, BOB, 1).await;
    let id = newest(&world).await;
    world.wait(WEEK + Duration::from_micros(1));
    let ann = world.signed_in(ANN).await;
    assert!(
        !ann.get("/api/auth/account")
            .await
            .body
            .contains("merges-title")
    );
    assert_eq!(ann.get(&format!("{UNDO}?merge={id}")).await.status, 404);
    assert_eq!(undo(&ann, &id).await.status, 409);
    assert_eq!(whoami(&world.signed_in(BOB).await).await, ANN);
}

// row: linking-11
#[tokio::test]
async fn undo_by_another_user_or_after_an_old_sign_in_is_refused() {
    let world = TestInstallation::new().await;
    let ann = world.signed_in(ANN).await;
    let _bob = world.signed_in(BOB).await;
    merge(&world, &ann, BOB, 1).await;
    let id = newest(&world).await;
    let mallory = world.signed_in(CAROL).await;
    assert_eq!(mallory.get(&format!("{UNDO}?merge={id}")).await.status, 404);
    assert_eq!(undo(&mallory, &id).await.status, 404);
    for (wrong, expected) in [("", 404), ("mrg_0", 404), ("\u{0}", 403)] {
        assert_eq!(undo(&ann, wrong).await.status, expected, "{wrong:?}");
    }
    let fields = [("csrfToken", "0"), ("merge", id.as_str())];
    assert_eq!(ann.post(UNDO, &fields).await.status, 403);
    world.wait(Duration::from_mins(10) + Duration::from_micros(1));
    assert_eq!(undo(&ann, &id).await.status, 303);
    assert_eq!(audit_entries(&world, "user.merge_undone").await.len(), 0);
    let again = world.signed_in(ANN).await;
    assert_eq!(undo(&again, &id).await.location(), SEPARATE);
}

// row: linking-11
#[tokio::test]
async fn undo_restores_no_removed_method_and_leaves_each_user_one() {
    let world = TestInstallation::new().await;
    let bob = world.browser();
    arrive(&world, &bob, github("7", None)).await;
    assert_eq!(prove(&world, &bob, BOB, 1).await.status, 303);
    let ann = world.signed_in(ANN).await;
    merge(&world, &ann, BOB, 2).await;
    let id = newest(&world).await;
    // The separated user keeps the address when the provider account no longer exists.
    world.change("DELETE FROM accounts").await;
    world
        .change("UPDATE users SET email = NULL WHERE email = 'bob@example.com'")
        .await;
    let response = undo(&ann, &id).await;
    assert_eq!(response.status, 409);
    assert!(
        response.body.contains("no way to sign in"),
        "{}",
        response.body
    );
    assert_eq!(audit_entries(&world, "user.merge_undone").await.len(), 0);
    world
        .change("UPDATE users SET email = 'bob@example.com' WHERE merged_into IS NOT NULL")
        .await;
    assert_eq!(undo(&ann, &id).await.location(), SEPARATE);
    assert!(links(&world).await.is_empty());
    assert_eq!(whoami(&ann).await, ANN);
}

#[tokio::test]
async fn account_of_a_removed_provider_is_no_method_for_the_restored_user() {
    let world = TestInstallation::new().await;
    let bob = world.browser();
    arrive(&world, &bob, github("7", None)).await;
    assert_eq!(prove(&world, &bob, BOB, 1).await.status, 303);
    let ann = world.signed_in(ANN).await;
    merge(&world, &ann, BOB, 2).await;
    let id = newest(&world).await;
    let let_go = "UPDATE users SET email = NULL WHERE email = 'bob@example.com'";
    world.change(let_go).await;
    let response = undo(&ann, &id).await;
    assert_eq!(response.status, 409, "nobody signs in by GitHub here");
    assert!(
        response.body.contains("no way to sign in"),
        "{}",
        response.body
    );
}
