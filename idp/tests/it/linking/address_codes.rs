//! Tests the six-digit code that proves an email address: for the user who requested it, once, with few guesses.

use std::sync::Arc;

use foundation::on_both_engines;

use super::{COOKIE, audit_entries, whoami};
use crate::visiting::{
    Browser, BrowserResponse, TestInstallation, hidden, retry_while_busy, spawn,
};

const ANN: &str = "ann@example.com";
const NEW: &str = "new@example.com";
const EMAIL: &str = "/api/auth/account/email";
const CONFIRM: &str = "/api/auth/account/email/confirm";

async fn ask(browser: &Browser, email: &str) -> BrowserResponse {
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("email", email)];
    browser.post(EMAIL, &fields).await
}

async fn type_code(browser: &Browser, code: &str) -> BrowserResponse {
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("code", code)];
    retry_while_busy(|| browser.post(CONFIRM, &fields)).await
}

/// Returns another code.
fn other_than(code: &str) -> String {
    let first = if code.starts_with('0') { "1" } else { "0" };
    format!("{first}{}", &code[1..])
}

on_both_engines! {
    async fn address_is_proven_by_its_code(world: TestInstallation) {
        let ann = world.signed_in(ANN).await;
        let before = ann.cookie(COOKIE).unwrap();
        let page = ask(&ann, NEW).await;
        assert!(page.body.contains("id=\"code-form\"") && page.body.contains("id=\"input-code\""));
        assert!(!hidden(&page.body, "csrfToken").is_empty());
        let code = world.wait_for_email(NEW, 1).await.code();
        let wrong = type_code(&ann, &other_than(&code)).await;
        assert_eq!(wrong.status, 422);
        assert!(wrong.body.contains("That code did not work."), "{wrong:?}");
        assert_eq!(whoami(&ann).await, ANN);
        // The code may contain spaces and hyphens, as if pasted.
        let spaced = format!(" {}-{} ", &code[..3], &code[3..]);
        assert_eq!(type_code(&ann, &spaced).await.location(), "/api/auth/account?done=address");
        assert_eq!(whoami(&ann).await, NEW);
        assert_ne!(ann.cookie(COOKIE).unwrap(), before, "a new id");
        assert_eq!(type_code(&ann, &code).await.status, 422, "used twice");
    }

    // row: E2
    async fn address_code_typed_fifty_times_counts_once(world: TestInstallation) {
        let world = Arc::new(world);
        let ann = world.signed_in(ANN).await;
        ask(&ann, NEW).await;
        let code = world.wait_for_email(NEW, 1).await.code();
        let (csrf, cookies) = (ann.csrf().await, ann.cookie_line());
        let crowd: Vec<_> = (0..50).map(|_| {
            let (world, csrf, code, cookies) =
                (Arc::clone(&world), csrf.clone(), code.clone(), cookies.clone());
            spawn(async move {
                let browser = world.browser();
                let fields = [("csrfToken", csrf.as_str()), ("code", code.as_str())];
                let headers = [("cookie", cookies.as_str())];
                let response = retry_while_busy(|| browser.post_with(CONFIRM, &headers, &fields)).await;
                response.location().to_owned()
            })
        }).collect();
        let mut done = 0;
        for one in crowd {
            done += usize::from(one.await.unwrap().ends_with("?done=address"));
        }
        assert_eq!(done, 50, "one browser sent all of them");
        assert_eq!(audit_entries(&world, "user.email_changed").await.len(), 1);
    }

    async fn code_is_invalid_after_five_guesses_and_its_link_remains_valid(world: TestInstallation) {
        let ann = world.signed_in(ANN).await;
        ask(&ann, NEW).await;
        let email = world.wait_for_email(NEW, 1).await;
        let code = email.code();
        for _ in 0..5 {
            assert_eq!(type_code(&ann, &other_than(&code)).await.status, 422);
        }
        assert_eq!(type_code(&ann, &code).await.status, 422, "after five guesses");
        let mut words = email.text.split_whitespace();
        let link = words.find(|word| word.contains(CONFIRM)).unwrap();
        let page = ann.get(link).await;
        let (csrf, token) = (hidden(&page.body, "csrfToken"), hidden(&page.body, "token"));
        let fields = [("csrfToken", csrf.as_str()), ("token", token.as_str())];
        assert_eq!(ann.post(CONFIRM, &fields).await.status, 303, "the link");
        assert_eq!(whoami(&ann).await, NEW);
    }
}

/// Each email allows five guesses, and an address twenty over all emails and users, including guesses at sign-in.
#[tokio::test]
async fn code_guesses_are_limited_to_twenty_per_address() {
    let world = TestInstallation::new().await;
    let mut ann = world.signed_in(ANN).await;
    for mail in 1..=4 {
        if mail == 4 {
            // The limit of emails to the address has ended; changes of sign-in methods need a recent sign-in.
            world.wait(std::time::Duration::from_mins(16));
            ann = world.signed_in(ANN).await;
        }
        // A repeated request within ten seconds sends no second email.
        world.wait(std::time::Duration::from_secs(11));
        ask(&ann, NEW).await;
        let code = world.wait_for_email(NEW, mail).await.code();
        for _ in 0..5 {
            assert_eq!(type_code(&ann, &other_than(&code)).await.status, 422);
        }
    }
    world.wait(std::time::Duration::from_secs(11));
    ask(&ann, NEW).await;
    let code = world.wait_for_email(NEW, 5).await.code();
    assert_eq!(type_code(&ann, &code).await.status, 422, "the twenty-first");
    assert_eq!(whoami(&ann).await, ANN);
    // The guesses of one address do not count for another address of this user.
    ask(&ann, "other@example.com").await;
    let code = world.wait_for_email("other@example.com", 1).await.code();
    assert_eq!(type_code(&ann, &code).await.status, 303, "the control");
}

#[tokio::test]
async fn code_counts_for_its_own_user_and_no_sign_in() {
    let world = TestInstallation::new().await;
    let ann = world.signed_in(ANN).await;
    let mallory = world.signed_in("mallory@example.com").await;
    ask(&ann, NEW).await;
    let code = world.wait_for_email(NEW, 1).await.code();
    ask(&mallory, "mail@mallory.example").await;
    assert_eq!(type_code(&mallory, &code).await.status, 422);
    let nobody = world.browser();
    nobody.ask(NEW).await;
    let csrf = nobody.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("code", code.as_str())];
    let response = nobody.post("/api/auth/callback/email", &fields).await;
    assert!(
        response.location().contains("verify-request?error=Code"),
        "{response:?}"
    );
    assert_eq!(type_code(&nobody, &code).await.status, 403, "signed out");
    assert_eq!(type_code(&ann, &code).await.status, 303, "the control");
    assert_eq!(whoami(&ann).await, NEW);
    assert_eq!(whoami(&mallory).await, "mallory@example.com");
}

#[tokio::test]
async fn code_ends_with_its_time() {
    let world = TestInstallation::new().await;
    let ann = world.signed_in(ANN).await;
    ask(&ann, NEW).await;
    let code = world.wait_for_email(NEW, 1).await.code();
    world.wait(std::time::Duration::from_mins(15));
    assert_eq!(type_code(&ann, &code).await.status, 422);
}
