//! Tests the table of linking, row by row, each with the resulting response of the session route.

use std::time::Duration;

use foundation::on_both_engines;

use super::{COOKIE, arrive, audit_entries, github, google, id_of_ann, links, users, whoami};
use crate::visiting::TestInstallation;

const ANN: &str = "ann@example.com";
const BOB: &str = "bob@example.com";

on_both_engines! {
    // row: linking-2
    async fn known_identity_signs_its_user_in(world: TestInstallation) {
        let first = world.browser();
        assert!(arrive(&world, &first, github("1", Some(ANN))).await.is_new);
        let again = world.browser();
        let came = arrive(&world, &again, github("1", Some(BOB))).await;
        assert_eq!((came.code, came.is_new), (None, false));
        assert_eq!(whoami(&again).await, ANN);
        assert_eq!(users(&world).await, "1");
    }

    // row: decision-4, linking-3, stricter-11
    async fn known_identity_of_the_signed_in_user_renews_the_session(world: TestInstallation) {
        let browser = world.browser();
        arrive(&world, &browser, github("1", None)).await;
        let before = browser.cookie(COOKIE).unwrap();
        let came = arrive(&world, &browser, github("1", Some(ANN))).await;
        assert_eq!((came.code, came.is_new), (None, false));
        assert_ne!(browser.cookie(COOKIE).unwrap(), before);
        assert_eq!(whoami(&browser).await, "Name of 1");
        // The earlier session id is invalid, and there is still one session only.
        browser.set_cookie(COOKIE, Some(&before));
        assert_eq!(whoami(&browser).await, "");
        assert_eq!(world.text("SELECT CAST(count(*) AS TEXT) FROM sessions").await, "1");
    }

    // row: linking-4
    async fn anothers_identity_is_not_linked_and_the_session_stays(world: TestInstallation) {
        arrive(&world, &world.browser(), github("1", None)).await;
        let ann = world.signed_in(ANN).await;
        let before = links(&world).await;
        let came = arrive(&world, &ann, github("1", None)).await;
        assert_eq!((came.code, came.session), (Some("OAuthAccountNotLinked"), None));
        assert_eq!(whoami(&ann).await, ANN);
        assert_eq!(links(&world).await, before);
    }

    // row: decision-4, linking-5
    async fn unknown_identity_is_linked_to_the_signed_in_user(world: TestInstallation) {
        world.signed_in(BOB).await;
        let ann = world.signed_in(ANN).await;
        let before = ann.cookie(COOKIE).unwrap();
        // The account is linked even with the address of a third user, and its profile is not copied.
        let came = arrive(&world, &ann, github("1", Some(BOB))).await;
        assert_eq!((came.code, came.is_new), (None, false));
        assert_eq!(whoami(&ann).await, ANN);
        assert_ne!(ann.cookie(COOKIE).unwrap(), before, "a new id at linking");
        let id = id_of_ann(&world).await;
        assert_eq!(links(&world).await, [format!("github/1 {id}")]);
        assert_eq!(audit_entries(&world, "account.linked").await, [format!("{id} {{\"provider\":\"github\"}}")]);
        // An email about it goes to the stored address.
        let email = world.wait_for_email(ANN, 2).await;
        assert_eq!(email.subject, format!("A new way to sign in to {}", world.base.split_once("://").unwrap().1));
        assert!(email.text.contains("/api/auth/account"));
        // From now on the account signs in.
        let elsewhere = world.browser();
        arrive(&world, &elsewhere, github("1", None)).await;
        assert_eq!(whoami(&elsewhere).await, ANN);
    }

    // row: linking-6, stricter-26
    async fn address_of_a_user_is_not_linked(world: TestInstallation) {
        world.signed_in(ANN).await;
        let visitor = world.browser();
        let came = arrive(&world, &visitor, github("1", Some(ANN))).await;
        assert_eq!((came.code, came.session), (Some("OAuthAccountNotLinked"), None));
        assert_eq!(whoami(&visitor).await, "");
        assert!(links(&world).await.is_empty());
        let failed = audit_entries(&world, "sign_in.failed").await;
        assert_eq!(failed, ["anonymous {\"way\":\"github\",\"code\":\"OAuthAccountNotLinked\"}"]);
    }

    // row: linking-7
    async fn unknown_identity_creates_a_user(world: TestInstallation) {
        let with_address = world.browser();
        let came = arrive(&world, &with_address, github("1", Some(ANN))).await;
        assert_eq!((came.code, came.is_new), (None, true));
        assert_eq!(whoami(&with_address).await, ANN);
        let without = world.browser();
        assert!(arrive(&world, &without, github("2", None)).await.is_new);
        assert_eq!(whoami(&without).await, "Name of 2");
        assert_eq!(users(&world).await, "2");
        let proven = "SELECT CAST(count(email_verified_at) AS TEXT) FROM users";
        assert_eq!(world.text(proven).await, "0");
    }
}

// row: decision-5, stricter-10
#[tokio::test]
async fn expired_session_counts_as_signed_out() {
    let world = TestInstallation::new().await;
    let ann = world.signed_in(ANN).await;
    world.wait(Duration::from_hours(30 * 24));
    let came = arrive(&world, &ann, github("1", None)).await;
    assert_eq!((came.code, came.is_new), (None, true));
    assert_eq!(whoami(&ann).await, "Name of 1");
    assert_eq!(users(&world).await, "2");
}

#[tokio::test]
async fn way_in_is_added_after_a_fresh_sign_in_only() {
    let world = TestInstallation::new().await;
    let ann = world.signed_in(ANN).await;
    world.wait(Duration::from_mins(10) + Duration::from_micros(1));
    let came = arrive(&world, &ann, github("1", None)).await;
    assert_eq!(came.code, Some("OAuthAccountNotLinked"));
    assert!(links(&world).await.is_empty());
    assert_eq!(whoami(&ann).await, ANN);
    // After another sign-in the account can be linked.
    let ann = world.signed_in(ANN).await;
    world.wait(Duration::from_mins(10));
    assert_eq!(arrive(&world, &ann, github("1", None)).await.code, None);
    assert_eq!(links(&world).await.len(), 1);
}

// row: D8
#[tokio::test]
async fn same_address_at_another_provider_is_not_linked() {
    let world = TestInstallation::new().await;
    arrive(&world, &world.browser(), github("1", Some(ANN))).await;
    let visitor = world.browser();
    let came = arrive(&world, &visitor, google("1", Some(ANN))).await;
    assert_eq!(
        (came.code, came.session),
        (Some("OAuthAccountNotLinked"), None)
    );
    assert_eq!(whoami(&visitor).await, "");
    // The control: the first provider still signs in, and another address creates a user.
    assert_eq!(
        arrive(&world, &world.browser(), github("1", Some(ANN)))
            .await
            .code,
        None
    );
    assert!(
        arrive(&world, &world.browser(), google("2", Some(BOB)))
            .await
            .is_new
    );
}

// row: D13
#[tokio::test]
async fn reassigned_address_or_name_signs_no_user_in() {
    let world = TestInstallation::new().await;
    arrive(&world, &world.browser(), google("old", Some(ANN))).await;
    // The provider has assigned Ann's address to another account.
    let newcomer = world.browser();
    let came = arrive(&world, &newcomer, google("new", Some(ANN))).await;
    assert_eq!(came.code, Some("OAuthAccountNotLinked"));
    assert_eq!(whoami(&newcomer).await, "");
    // Ann's account signs in with another address at the provider.
    let ann = world.browser();
    arrive(&world, &ann, google("old", Some(BOB))).await;
    assert_eq!(whoami(&ann).await, ANN);
    // An id is valid at its own provider only, and compared by bytes.
    for profile in [
        github("old", None),
        google("OLD", None),
        google("old ", None),
    ] {
        assert!(arrive(&world, &world.browser(), profile).await.is_new);
    }
}

// row: D12
#[tokio::test]
async fn linking_belongs_to_the_session_that_began_it() {
    let world = TestInstallation::new().await;
    let ann = world.signed_in(ANN).await;
    let bob = world.signed_in(BOB).await;
    let id = id_of_ann(&world).await;
    let began = ann.cookie(COOKIE).unwrap();
    let session = bob.cookie(COOKIE).unwrap();
    let elsewhere = world.signed_in(ANN).await.cookie(COOKIE).unwrap();
    let linking = Some((id.as_str(), began.as_str()));
    for presented in [
        Some(session.as_str()),
        Some(elsewhere.as_str()),
        None,
        Some("0"),
    ] {
        let came =
            idp::testing::sign_in_by_provider(&world.app, github("1", None), presented, linking);
        assert_eq!(
            came.await.unwrap().code,
            Some("OAuthAccountNotLinked"),
            "{presented:?}"
        );
    }
    assert!(links(&world).await.is_empty());
    assert_eq!(
        (whoami(&ann).await, whoami(&bob).await),
        (ANN.to_owned(), BOB.to_owned())
    );
    let came =
        idp::testing::sign_in_by_provider(&world.app, github("1", None), Some(&began), linking);
    assert_eq!(came.await.unwrap().code, None);
    assert_eq!(links(&world).await, [format!("github/1 {id}")]);
}

// row: D20
#[tokio::test]
async fn failed_sign_in_leaves_the_session_as_it_was() {
    let world = TestInstallation::new().await;
    arrive(&world, &world.browser(), github("1", None)).await;
    let ann = world.signed_in(ANN).await;
    let before = "SELECT id || sid || auth_time || expires_at || amr FROM sessions ORDER BY created_at DESC, id LIMIT 1";
    let row = world.text(before).await;
    let came = arrive(&world, &ann, github("1", Some(ANN))).await;
    assert_eq!(came.code, Some("OAuthAccountNotLinked"));
    assert_eq!(world.text(before).await, row);
    assert_eq!(whoami(&ann).await, ANN);
}

// row: G1
#[tokio::test]
async fn planted_session_id_is_never_taken_over() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let planted = "a".repeat(43);
    browser.set_cookie(COOKIE, Some(&planted));
    arrive(&world, &browser, github("1", None)).await;
    assert_ne!(browser.cookie(COOKIE).as_deref(), Some(planted.as_str()));
    assert_eq!(whoami(&browser).await, "Name of 1");
    let attacker = world.browser();
    attacker.set_cookie(COOKIE, Some(&planted));
    assert_eq!(whoami(&attacker).await, "");
}

#[tokio::test]
async fn deactivated_user_is_refused() {
    let world = TestInstallation::new().await;
    arrive(&world, &world.browser(), github("1", None)).await;
    switch_off(&world).await;
    let browser = world.browser();
    let came = arrive(&world, &browser, github("1", None)).await;
    assert_eq!((came.code, came.session), (Some("AccessDenied"), None));
    assert!(arrive(&world, &browser, github("2", None)).await.is_new);
}

async fn switch_off(world: &TestInstallation) {
    let mut transaction = world.app.database.begin().await.unwrap();
    foundation::on_engine!(&mut transaction.connection(), |c| {
        sqlx::query("UPDATE users SET is_active = FALSE")
            .execute(c)
            .await
            .map(|_| ())
    })
    .unwrap();
    transaction.commit().await.unwrap();
}
