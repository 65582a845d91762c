//! Tests merges of two users: after a proof of both, once, in one transaction, with emails to both addresses.

use std::sync::Arc;

use foundation::on_both_engines;

use super::super::adding::{press as press_link, way_back, world_with_github};
use super::super::{COOKIE, arrive, audit_entries, github, links, whoami};
use super::*;
use crate::visiting::{TestInstallation, retry_while_busy, spawn};

on_every_store! {
    // row: linking-8
    async fn two_users_become_one_by_an_address(world: TestInstallation) {
        let (ann, phone) = (world.signed_in(ANN).await, world.signed_in(ANN).await);
        let bob = world.signed_in(BOB).await;
        arrive(&world, &bob, github("7", None)).await;
        let (ann_id, bob_id) = (id_of(&world, ANN).await, id_of(&world, BOB).await);
        let offer = offer(&world, &ann, BOB, 1).await;
        let page = ann.get(&offer).await;
        for expected in [ANN, BOB, "Signing in by email with", "<li>GitHub</li>", "Its name, picture and profile", "seven days"] {
            assert!(page.body.contains(expected), "no {expected} in {}", page.body);
        }
        assert_eq!(whoami(&bob).await, BOB, "looking changed it");

        let before = ann.cookie_line();
        assert_eq!(take(&ann, &offer).await.location(), DONE);
        assert!(ann.get(DONE).await.body.contains("The accounts are one now."));
        assert_eq!((whoami(&ann).await.as_str(), whoami(&bob).await.as_str()), (ANN, ""));
        assert_eq!(whoami(&phone).await, "", "the other browser of who stays");
        assert_ne!(ann.cookie_line(), before, "a new id");
        assert_eq!(links(&world).await, [format!("github/7 {ann_id}")]);
        // Every sign-in method of the merged user signs the remaining user in.
        assert_eq!(whoami(&world.signed_in(BOB).await).await, ANN);
        let by_github = world.browser();
        assert!(!arrive(&world, &by_github, github("7", None)).await.is_new);
        assert_eq!(whoami(&by_github).await, ANN);
        let merged_into = "SELECT merged_into FROM users WHERE email = 'bob@example.com' AND NOT is_active";
        assert_eq!(world.text(merged_into).await, ann_id);
        let response = audit_entries(&world, "user.merged").await;
        assert!(response.len() == 1 && response[0].starts_with(&ann_id) && response[0].contains("\"way\":\"email\""), "{response:?}");
        let subject = "SELECT subject FROM audit WHERE action = 'user.merged'";
        assert_eq!(world.text(subject).await, bob_id);
        for (email, words) in [(ANN, "was merged into yours"), (BOB, "was merged into another one")] {
            let mut number = 1;
            while !world.wait_for_email(email, number).await.text.contains(words) {
                number += 1;
            }
        }
    }

    async fn every_session_of_both_ends_but_the_one_that_merges(world: TestInstallation) {
        let (ann, phone) = (world.signed_in(ANN).await, world.signed_in(ANN).await);
        let (bob, tablet) = (world.signed_in(BOB).await, world.signed_in(BOB).await);
        let (ann_id, bob_id) = (id_of(&world, ANN).await, id_of(&world, BOB).await);
        merge(&world, &ann, BOB, 1).await;
        // The server ends each session separately, so that its grants end and its clients get a logout token. A session that a
        // later check deletes would be ended only then.
        let ended = audit_entries(&world, "session.ended").await;
        let of = |id: &str| ended.iter().filter(|one| one.starts_with(id)).count();
        assert_eq!((of(&ann_id), of(&bob_id), ended.len()), (1, 2, 3), "{ended:?}");
        for ended_browser in [&phone, &bob, &tablet] {
            assert!(!ended_browser.is_signed_in().await);
        }
        assert_eq!(whoami(&ann).await, ANN);
    }
}

on_both_engines! {
    // row: linking-8
    async fn pair_merged_fifty_times_at_once_merges_once(world: TestInstallation) {
        let world = Arc::new(world);
        let ann = world.signed_in(ANN).await;
        let bob = world.signed_in(BOB).await;
        arrive(&world, &bob, github("7", None)).await;
        let offer = offer(&world, &ann, BOB, 1).await;
        let (csrf, offer) = fields(&ann, &offer).await;
        let cookies = ann.cookie_line();
        let presses: Vec<_> = (0..50).map(|_| {
            let (world, csrf, offer, cookies) =
                (Arc::clone(&world), csrf.clone(), offer.clone(), cookies.clone());
            spawn(async move {
                let browser = world.browser();
                let fields = [("csrfToken", csrf.as_str()), ("offer", offer.as_str())];
                let headers = [("cookie", cookies.as_str())];
                retry_while_busy(|| browser.post_with(MERGE, &headers, &fields)).await
            })
        }).collect();
        let mut done = 0;
        for press in presses {
            let response = press.await.unwrap();
            assert!([303, 403, 409].contains(&response.status), "{response:?}");
            done += usize::from(response.location() == DONE);
        }
        assert_eq!(done, 50, "one browser sent all of them");
        assert_eq!(world.text("SELECT CAST(count(*) AS TEXT) FROM user_merges").await, "1");
        assert_eq!(world.text("SELECT CAST(last AS TEXT) FROM user_merge_sequence").await, "1");
        assert_eq!(audit_entries(&world, "user.merged").await.len(), 1);
    }

    // row: linking-8
    async fn accounts_merged_into_each_other_at_once_merge_once(world: TestInstallation) {
        let (ann, bob) = (world.signed_in(ANN).await, world.signed_in(BOB).await);
        let mut ready = Vec::new();
        for (browser, other) in [(ann, BOB), (bob, ANN)] {
            let offer = offer(&world, &browser, other, 1).await;
            let (csrf, offer) = fields(&browser, &offer).await;
            ready.push((browser, csrf, offer));
        }
        let presses: Vec<_> = ready.into_iter().map(|(browser, csrf, offer)| spawn(async move {
            let fields = [("csrfToken", csrf.as_str()), ("offer", offer.as_str())];
            retry_while_busy(|| browser.post(MERGE, &fields)).await.location().to_owned()
        })).collect();
        let mut done = 0;
        for press in presses {
            done += usize::from(press.await.unwrap() == DONE);
        }
        assert_eq!(done, 1);
        assert_eq!(world.text("SELECT CAST(count(*) AS TEXT) FROM users WHERE is_active").await, "1");
    }
}

// row: linking-8
#[tokio::test]
async fn two_users_become_one_by_a_providers_identity() {
    let (world, _github) = world_with_github().await;
    let bob = world.browser();
    arrive(&world, &bob, github("42", Some(BOB))).await;
    let ann = world.signed_in(ANN).await;
    let ann_id = id_of(&world, ANN).await;
    let departure = press_link(&ann).await;
    let response = ann.get(&way_back(&departure)).await;
    let offer = response.location().to_owned();
    assert!(
        offer.contains("/api/auth/account/merge?offer="),
        "{response:?}"
    );
    assert_eq!(whoami(&bob).await, BOB, "coming back changed it");
    let page = ann.get(&offer).await;
    assert!(
        page.body.contains("because it is not confirmed"),
        "{}",
        page.body
    );
    assert_eq!(take(&ann, &offer).await.location(), DONE);
    assert_eq!(links(&world).await, [format!("github/42 {ann_id}")]);
    assert_eq!(whoami(&bob).await, "");
    // An unconfirmed address is released, so its owner becomes a new user.
    let new_user = world.signed_in(BOB).await;
    assert_eq!(whoami(&new_user).await, BOB);
    assert_ne!(id_of(&world, BOB).await, ann_id);
    // The undo returns the provider account, but the address belongs to the new user now.
    assert_eq!(undo(&ann, &newest(&world).await).await.location(), SEPARATE);
    let back = world.browser();
    arrive(&world, &back, github("42", None)).await;
    assert_eq!(whoami(&back).await, "Name of 42");
    assert_eq!(whoami(&new_user).await, BOB);
    assert!(ann.cookie(COOKIE).is_some());
}
