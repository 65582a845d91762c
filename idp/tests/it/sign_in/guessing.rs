//! Tests guesses of codes over many emails, and the earlier code after another request.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use foundation::on_both_engines;

use crate::visiting::{Browser, BrowserResponse, TestInstallation, retry_while_busy, spawn};

const ANN: &str = "ann@example.com";

async fn type_code(browser: &Browser, code: &str) -> BrowserResponse {
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("code", code)];
    browser.post("/api/auth/callback/email", &fields).await
}

fn wrong(code: &str, step: u32) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + step) % 1_000_000)
}

on_both_engines! {
    async fn after_twenty_wrong_codes_an_address_is_proven_by_links_only(world: TestInstallation) {
        let refused = format!("{}/api/auth/verify-request?error=Code", world.base);
        for mail in 1..=4 {
            let browser = world.browser();
            browser.ask(ANN).await;
            let code = world.wait_for_email(ANN, mail).await.code();
            for step in 1..=5 {
                let response = type_code(&browser, &wrong(&code, step)).await;
                assert_eq!(response.location(), refused);
            }
            world.wait(Duration::from_mins(15));
        }
        let browser = world.browser();
        browser.ask(ANN).await;
        let email = world.wait_for_email(ANN, 5).await;
        let response = type_code(&browser, &email.code()).await;
        assert_eq!(response.location(), refused, "the 21st try counted");
        assert!(!browser.is_signed_in().await);
        let bob = world.browser();
        bob.ask("bob@example.com").await;
        let code = world.wait_for_email("bob@example.com", 1).await.code();
        type_code(&bob, &code).await;
        assert!(bob.is_signed_in().await, "another address pays for it");

        // A sign-in by the link allows codes again.
        browser.post(&email.link(), &[]).await;
        assert!(browser.is_signed_in().await);
        let again = world.browser();
        again.ask(ANN).await;
        let code = world.wait_for_email(ANN, 6).await.code();
        type_code(&again, &code).await;
        assert!(again.is_signed_in().await);
    }
}

#[tokio::test]
async fn request_over_the_budget_keeps_the_last_code() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    for number in 1..=3 {
        // A sooner request would count as repeated.
        world.wait(Duration::from_secs(11));
        browser.ask(ANN).await;
        world.wait_for_email(ANN, number).await;
    }
    world.wait(Duration::from_secs(11));
    let sent = browser.cookie("tollgate.attempt");
    let response = browser.ask(ANN).await;
    assert_eq!(response.set_cookies("tollgate.attempt").len(), 1);
    assert_ne!(browser.cookie("tollgate.attempt"), sent, "it shows");
    world.wait_for_email(ANN, 3).await;
    let emails = world.emails_to(ANN);
    for email in &emails {
        type_code(&browser, &email.code()).await;
    }
    assert!(browser.is_signed_in().await, "the last code is dead");
}

on_every_store! {
    // row: E2
    async fn fifty_uses_of_one_code_make_one_session(world: TestInstallation) {
        let world = Arc::new(world);
        let asker = world.browser();
        asker.ask(ANN).await;
        let code = Arc::new(world.wait_for_email(ANN, 1).await.code());
        let csrf = asker.csrf().await;
        let uses: Vec<_> = (0..50)
            .map(|_| {
                let (world, code, csrf) = (Arc::clone(&world), Arc::clone(&code), csrf.clone());
                let browser = world.browser();
                browser.take_cookies_of(&asker);
                spawn(async move {
                    let fields = [("csrfToken", csrf.as_str()), ("code", code.as_str())];
                    let typing = || browser.post("/api/auth/callback/email", &fields);
                    let response = retry_while_busy(typing).await;
                    let is_signed_in = browser.is_signed_in().await;
                    assert_eq!(is_signed_in, response.location() == world.base, "{response:?}");
                    is_signed_in.then(|| browser.cookie("tollgate.session-token")).flatten()
                })
            })
            .collect();
        let mut sessions = BTreeSet::new();
        for one in uses {
            sessions.extend(one.await.unwrap());
        }
        assert_eq!(sessions.len(), 1);
        let statement = "SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = 'sign_in.succeeded'";
        assert_eq!(world.text(statement).await, "1");
    }
}

#[tokio::test]
async fn callback_url_is_deleted_after_the_sign_in() {
    let world = TestInstallation::new().await;
    for by_code in [false, true] {
        let browser = world.browser();
        browser
            .get("/api/auth/signin?callbackUrl=/account/credits")
            .await;
        browser.ask(ANN).await;
        let email = world.wait_for_email(ANN, 1 + usize::from(by_code)).await;
        let arrived = if by_code {
            type_code(&browser, &email.code()).await
        } else {
            browser.post(&email.link(), &[]).await
        };
        assert_eq!(
            arrived.location(),
            format!("{}/account/credits", world.base)
        );
        let csrf = browser.csrf().await;
        let out = browser
            .post("/api/auth/signout", &[("csrfToken", &csrf)])
            .await;
        assert_eq!(out.location(), world.base, "by code: {by_code}");
    }
}
