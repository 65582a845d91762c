//! Tests account pre-hijacking: an attacker who created an account loses all access when the address's owner signs in.

use super::{COOKIE, arrive, audit_entries, github, google, links, users, whoami};
use crate::visiting::{Browser, TestInstallation};

const ANN: &str = "ann@example.com";

on_every_store! {
    // row: stricter-9
    async fn first_email_proof_ends_earlier_sessions_and_accounts(world: TestInstallation) {
        // Mallory has a Google account with the address, and links a GitHub account without it.
        let mallory = world.browser();
        assert!(arrive(&world, &mallory, google("1", Some(ANN))).await.is_new);
        assert_eq!(arrive(&world, &mallory, github("1", None)).await.code, None);
        assert_eq!(links(&world).await.len(), 2);
        assert_eq!(whoami(&mallory).await, ANN);

        world.wait_for_email(ANN, 1).await;

        // The owner signs in by email.
        let ann = world.signed_in(ANN).await;
        assert_eq!(whoami(&ann).await, ANN);
        assert_eq!(whoami(&mallory).await, "", "an older session lived on");
        let left = links(&world).await;
        assert!(left.len() == 1 && left[0].starts_with("google/1 "), "{left:?}");
        assert_eq!(audit_entries(&world, "account.unlinked").await.len(), 1);
        assert!(arrive(&world, &world.browser(), github("1", None)).await.is_new);
        let email = world.wait_for_email(ANN, 3).await;
        assert!(email.subject.contains("was removed"), "{email:?}");

        // A second proof revokes nothing, because the address belongs to the owner now.
        let again = world.signed_in(ANN).await;
        assert!(ann.is_signed_in().await && again.is_signed_in().await);
        assert_eq!(links(&world).await.iter().filter(|link| link.starts_with("google/1 ")).count(), 1);
    }
}

// row: stricter-9
/// The first proof deletes a password that the attacker set; the owner's own password remains.
#[tokio::test]
async fn first_proof_by_mail_ends_a_password_that_was_set_before() {
    let world = TestInstallation::with(&[("IDP_PASSWORDS", "sign-in")]).await;
    let mallory = world.browser();
    arrive(&world, &mallory, google("1", Some(ANN))).await;
    let owner = |mallorys: bool| {
        if mallorys {
            "mallory waits in here"
        } else {
            "gravel tulip anchovy"
        }
    };
    let set = async |browser: &Browser, password: &str| {
        let csrf = browser.csrf().await;
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("password", password),
            ("again", password),
        ];
        browser
            .post("/api/auth/password/change", &fields)
            .await
            .status
    };
    let opens = async |password: &str| {
        let browser = world.browser();
        let csrf = browser.csrf().await;
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("email", ANN),
            ("password", password),
        ];
        browser
            .post("/api/auth/callback/credentials", &fields)
            .await;
        browser.is_signed_in().await
    };
    assert_eq!(set(&mallory, owner(true)).await, 302);
    assert!(opens(owner(true)).await, "the control");
    world.wait_for_email(ANN, 1).await;
    let ann = world.signed_in(ANN).await;
    assert!(!opens(owner(true)).await && !mallory.is_signed_in().await);
    assert_eq!(set(&ann, owner(false)).await, 302);
    world.wait_for_email(ANN, 3).await;
    world.signed_in(ANN).await;
    assert!(opens(owner(false)).await, "a second proof took it away");
}

#[tokio::test]
async fn email_proof_by_a_signed_in_user_removes_nothing() {
    let world = TestInstallation::new().await;
    let ann = world.browser();
    arrive(&world, &ann, google("1", Some(ANN))).await;
    arrive(&world, &ann, github("1", None)).await;
    let elsewhere = world.browser();
    arrive(&world, &elsewhere, google("1", Some(ANN))).await;
    world.wait_for_email(ANN, 1).await;
    ann.ask(ANN).await;
    let link = world.wait_for_email(ANN, 2).await.link();
    ann.post(&link, &[]).await;
    assert!(ann.is_signed_in().await && elsewhere.is_signed_in().await);
    assert_eq!(links(&world).await.len(), 2);
    assert_eq!(users(&world).await, "1");
}

// row: decision-8, D9
#[tokio::test]
async fn unverified_address_is_neither_stored_nor_matched() {
    let world = TestInstallation::new().await;
    // The idp ignores an address that the provider did not verify, so there is no account to take over.
    let mallory = world.browser();
    arrive(&world, &mallory, github("1", None)).await;
    let ann = world.signed_in(ANN).await;
    assert_eq!(users(&world).await, "2");
    assert_eq!(
        (whoami(&mallory).await.as_str(), whoami(&ann).await.as_str()),
        ("Name of 1", ANN)
    );
    assert_ne!(mallory.cookie(COOKIE), ann.cookie(COOKIE));
    // The control: a verified address matches its user, and the response says so.
    let came = arrive(&world, &world.browser(), github("2", Some(ANN))).await;
    assert_eq!(came.code, Some("OAuthAccountNotLinked"));
}
