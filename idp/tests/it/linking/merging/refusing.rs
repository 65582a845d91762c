//! Tests refused merges: of operators, of deactivated or unconfirmed users, and by foreign or expired offers.

use std::time::Duration;

use sqlx::{Connection, PgConnection, Row};

use super::super::adding::{press as press_link, way_back, world_with_github};
use super::super::{arrive, github, google, whoami};
use super::*;
use crate::visiting::{TestBackend, retry_while_busy, spawn};

/// Asserts that no user was merged.
async fn nothing_changed(world: &TestInstallation) {
    let merges = "SELECT CAST(count(*) AS TEXT) FROM user_merges";
    assert_eq!(world.text(merges).await, "0");
    let users = "SELECT CAST(count(*) AS TEXT) FROM users WHERE merged_into IS NOT NULL";
    assert_eq!(world.text(users).await, "0");
    let number = "SELECT CAST(last AS TEXT) FROM user_merge_sequence";
    assert_eq!(world.text(number).await, "0", "a number was used up");
}

// row: linking-10
#[tokio::test]
async fn operator_is_never_merged_away() {
    let world = TestInstallation::new().await;
    let (ann, bob) = (world.signed_in(ANN).await, world.signed_in(BOB).await);
    world
        .change("UPDATE users SET is_operator = TRUE WHERE email = 'bob@example.com'")
        .await;
    let offer = offer(&world, &ann, BOB, 1).await;
    let page = ann.get(&offer).await;
    assert_eq!(page.status, 409);
    assert!(
        page.body
            .contains("The other account operates the installation")
    );
    let csrf = ann.csrf().await;
    let sealed = offer.split_once("offer=").unwrap().1;
    let fields = [("csrfToken", csrf.as_str()), ("offer", sealed)];
    assert_eq!(ann.post(MERGE, &fields).await.status, 409);
    assert!(bob.is_signed_in().await);
    nothing_changed(&world).await;
    // An operator may merge another user, and the page mentions the operator's rights.
    let offer = super::offer(&world, &bob, ANN, 1).await;
    assert!(bob.get(&offer).await.body.contains("id=\"merge-operator\""));
    assert_eq!(take(&bob, &offer).await.location(), DONE);
    let operators = "SELECT email FROM users WHERE is_operator";
    assert_eq!(world.text(operators).await, BOB);
}

// row: linking-10
#[tokio::test]
async fn deactivated_user_is_not_merged() {
    let world = TestInstallation::new().await;
    let ann = world.signed_in(ANN).await;
    let _bob = world.signed_in(BOB).await;
    let offer = offer(&world, &ann, BOB, 1).await;
    let (csrf, sealed) = fields(&ann, &offer).await;
    world
        .change("UPDATE users SET is_active = FALSE WHERE email = 'bob@example.com'")
        .await;
    assert_eq!(ann.get(&offer).await.status, 409);
    let fields = [("csrfToken", csrf.as_str()), ("offer", sealed.as_str())];
    assert_eq!(ann.post(MERGE, &fields).await.status, 409);
    // A second proof is refused as well.
    assert_eq!(prove(&world, &ann, BOB, 2).await.status, 409);
    nothing_changed(&world).await;
}

/// A merge locks both users before it decides, so it sees a concurrent deactivation or precedes it.
#[tokio::test]
async fn concurrently_deactivated_user_is_not_merged() {
    let world = TestInstallation::at(TestBackend::Postgres, &[]).await;
    let ann = world.signed_in(ANN).await;
    let _bob = world.signed_in(BOB).await;
    let offer = offer(&world, &ann, BOB, 1).await;
    let (csrf, sealed) = fields(&ann, &offer).await;
    let mut operator = PgConnection::connect(world.database_url()).await.unwrap();
    let mut held = operator.begin().await.unwrap();
    sqlx::query("UPDATE users SET is_active = FALSE WHERE email = 'bob@example.com'")
        .execute(&mut *held)
        .await
        .unwrap();
    let merging = spawn(async move {
        let fields = [("csrfToken", csrf.as_str()), ("offer", sealed.as_str())];
        retry_while_busy(|| ann.post(MERGE, &fields)).await
    });
    let waiting = "SELECT count(*) AS n FROM pg_locks WHERE NOT granted \
         AND transactionid = pg_current_xact_id()::text::xid";
    while sqlx::query(waiting)
        .fetch_one(&mut *held)
        .await
        .unwrap()
        .get::<i64, _>("n")
        == 0
    {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    held.commit().await.unwrap();
    assert_eq!(merging.await.unwrap().status, 409);
    nothing_changed(&world).await;
}

// row: linking-10
#[tokio::test]
async fn unconfirmed_address_merges_no_users() {
    let world = TestInstallation::new().await;
    let ann = world.signed_in(ANN).await;
    // A provider's claim about the address is no proof, because another person may have created that user.
    arrive(&world, &world.browser(), google("9", Some(BOB))).await;
    let taken = prove(&world, &ann, BOB, 1).await;
    assert_eq!(taken.status, 409);
    assert!(
        taken
            .body
            .contains("This address has an account of its own")
    );
    nothing_changed(&world).await;
}

// row: linking-10
#[tokio::test]
async fn merge_target_must_have_confirmed_the_address() {
    let world = TestInstallation::new().await;
    let eve = "eve@example.com";
    let person = world.browser();
    arrive(&world, &person, google("9", Some(eve))).await;
    let _bob = world.signed_in(BOB).await;
    let offer = offer(&world, &person, BOB, 1).await;
    let page = person.get(&offer).await;
    assert_eq!(page.status, 409);
    assert!(page.body.contains("Confirm your address first"));
    nothing_changed(&world).await;
    // The user confirms the address and starts again.
    assert_eq!(prove(&world, &person, eve, 1).await.status, 303);
    merge(&world, &person, BOB, 2).await;
    assert_eq!(whoami(&person).await, eve);
}

// row: linking-10
#[tokio::test]
async fn offer_counts_in_its_own_session_for_ten_minutes_and_once() {
    let world = TestInstallation::new().await;
    let (ann, phone) = (world.signed_in(ANN).await, world.signed_in(ANN).await);
    let bob = world.signed_in(BOB).await;
    let offer = offer(&world, &ann, BOB, 1).await;
    let (csrf, sealed) = fields(&ann, &offer).await;
    for browser in [&phone, &bob] {
        assert_eq!(browser.get(&offer).await.status, 403);
        let csrf = browser.csrf().await;
        let fields = [("csrfToken", csrf.as_str()), ("offer", sealed.as_str())];
        assert_eq!(browser.post(MERGE, &fields).await.status, 403);
    }
    assert_eq!(world.browser().get(&offer).await.status, 303, "nobody");
    for wrong in ["", "x", &format!("{sealed}x"), &"x".repeat(5000)] {
        let fields = [("csrfToken", csrf.as_str()), ("offer", wrong)];
        assert_eq!(ann.post(MERGE, &fields).await.status, 403, "{wrong}");
    }
    let fields = [("csrfToken", "0"), ("offer", sealed.as_str())];
    assert_eq!(
        ann.post(MERGE, &fields).await.status,
        403,
        "the form's token"
    );
    let foreign = [("sec-fetch-site", "cross-site")];
    let fields = [("csrfToken", csrf.as_str()), ("offer", sealed.as_str())];
    assert_eq!(ann.post_with(MERGE, &foreign, &fields).await.status, 403);
    nothing_changed(&world).await;
    assert_eq!(ann.post(MERGE, &fields).await.location(), DONE);
    assert_eq!(undo(&ann, &newest(&world).await).await.location(), SEPARATE);
    assert_eq!(
        ann.post(MERGE, &fields).await.status,
        403,
        "the session has another id"
    );
}

// row: linking-10
#[tokio::test]
async fn merge_requires_two_recent_proofs() {
    let world = TestInstallation::new().await;
    let ann = world.signed_in(ANN).await;
    let _bob = world.signed_in(BOB).await;
    let offer = offer(&world, &ann, BOB, 1).await;
    let (csrf, sealed) = fields(&ann, &offer).await;
    let fields = [("csrfToken", csrf.as_str()), ("offer", sealed.as_str())];
    world.wait(Duration::from_mins(10) + Duration::from_micros(1));
    let response = ann.post(MERGE, &fields).await;
    assert!(
        response
            .location()
            .starts_with("/api/auth/signin?error=SessionRequired")
    );
    nothing_changed(&world).await;
    // A proof with an old sign-in offers no merge.
    ask(&world.signed_in("carol@example.com").await, BOB).await;
    let carol = world.signed_in("carol@example.com").await;
    ask(&carol, BOB).await;
    let link = proof(&world, BOB, 3).await;
    world.wait(Duration::from_mins(10) + Duration::from_micros(1));
    assert_eq!(press(&carol, &link).await.status, 409);
}

// row: linking-10
#[tokio::test]
async fn sign_in_and_a_linking_that_began_elsewhere_offer_nothing() {
    let (world, _github) = world_with_github().await;
    arrive(&world, &world.browser(), github("42", None)).await;
    let (ann, bob) = (world.signed_in(ANN).await, world.signed_in(BOB).await);
    let departure = press_link(&ann).await;
    // Uses all cookies of Ann's attempt with Bob's session.
    let session = bob.cookie(super::super::COOKIE).unwrap();
    ann.set_cookie(super::super::COOKIE, Some(&session));
    let response = ann.get(&way_back(&departure)).await;
    assert!(
        response
            .location()
            .ends_with("error?error=OAuthAccountNotLinked"),
        "{response:?}"
    );
    nothing_changed(&world).await;
}
