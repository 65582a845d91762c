//! Tests setting and replacing an email address: a proof is valid once, for its user and its address.

use std::sync::Arc;

use foundation::on_both_engines;

use super::{COOKIE, arrive, audit_entries, github, whoami};
use crate::visiting::{
    Browser, BrowserResponse, ReceivedEmail, TestInstallation, hidden, retry_while_busy, spawn,
};

const ANN: &str = "ann@example.com";
const NEW: &str = "new@example.com";
const EMAIL: &str = "/api/auth/account/email";
const CONFIRM: &str = "/api/auth/account/email/confirm";

pub(super) async fn ask(browser: &Browser, email: &str) -> BrowserResponse {
    let page = browser.get(EMAIL).await;
    let csrf = hidden(&page.body, "csrfToken");
    browser
        .post(EMAIL, &[("csrfToken", &csrf), ("email", email)])
        .await
}

pub(super) fn link_of(email: &ReceivedEmail) -> String {
    let mut words = email.text.split_whitespace();
    words
        .find(|word| word.contains(CONFIRM))
        .expect("a link")
        .to_owned()
}

pub(super) async fn press(browser: &Browser, link: &str) -> BrowserResponse {
    let page = browser.get(link).await;
    assert_eq!(page.status, 200, "{page:?}");
    let (csrf, token) = (hidden(&page.body, "csrfToken"), hidden(&page.body, "token"));
    browser
        .post(CONFIRM, &[("csrfToken", &csrf), ("token", &token)])
        .await
}

on_both_engines! {
    // row: E1
    async fn address_is_replaced_by_its_proof(world: TestInstallation) {
        let ann = world.signed_in(ANN).await;
        let before = ann.cookie(COOKIE).unwrap();
        assert!(ask(&ann, " New@Example.com ").await.body.contains("A link and a code are on their way"));
        assert_eq!(whoami(&ann).await, ANN, "asking changed it");
        let link = link_of(&world.wait_for_email(NEW, 1).await);
        assert_eq!(ann.get(&link).await.status, 200);
        assert_eq!(whoami(&ann).await, ANN, "looking changed it");
        let response = press(&ann, &link).await;
        assert_eq!(response.location(), "/api/auth/account?done=address");
        assert_eq!(whoami(&ann).await, NEW);
        assert_ne!(ann.cookie(COOKIE).unwrap(), before, "a new id");
        assert_eq!(audit_entries(&world, "user.email_changed").await.len(), 1);
        // The user gets an email at the old address, which no longer signs in; the new address does.
        assert!(world.wait_for_email(ANN, 2).await.subject.ends_with("was changed"));
        let again = world.signed_in(NEW).await;
        assert_eq!(whoami(&again).await, NEW);
        assert_eq!(world.text("SELECT CAST(count(*) AS TEXT) FROM users").await, "1");
        assert_eq!(press(&ann, &link).await.status, 403, "used twice");
    }

    // row: E2
    async fn address_proof_posted_fifty_times_counts_once(world: TestInstallation) {
        let world = Arc::new(world);
        let ann = world.signed_in(ANN).await;
        ask(&ann, NEW).await;
        let page = ann.get(&link_of(&world.wait_for_email(NEW, 1).await)).await;
        let (csrf, token) = (hidden(&page.body, "csrfToken"), hidden(&page.body, "token"));
        let cookies = ann.cookie_line();
        let presses: Vec<_> = (0..50).map(|_| {
            let (world, csrf, token, cookies) =
                (Arc::clone(&world), csrf.clone(), token.clone(), cookies.clone());
            spawn(async move {
                let browser = world.browser();
                let fields = [("csrfToken", csrf.as_str()), ("token", token.as_str())];
                let headers = [("cookie", cookies.as_str())];
                let press = || browser.post_with(CONFIRM, &headers, &fields);
                retry_while_busy(press).await.location().to_owned()
            })
        }).collect();
        let mut done = 0;
        for press in presses {
            done += usize::from(press.await.unwrap().ends_with("?done=address"));
        }
        assert_eq!(done, 50, "one browser sent all of them");
        assert_eq!(audit_entries(&world, "user.email_changed").await.len(), 1);
    }
}

on_both_engines! {
    async fn address_proven_by_two_users_at_once_belongs_to_one(world: TestInstallation) {
        let world = Arc::new(world);
        let mut ready = Vec::new();
        for (count, number) in ["1", "2"].into_iter().enumerate() {
            let browser = world.browser();
            arrive(&world, &browser, github(number, None)).await;
            ask(&browser, NEW).await;
            let page = browser.get(&link_of(&world.wait_for_email(NEW, count + 1).await)).await;
            let (csrf, token) = (hidden(&page.body, "csrfToken"), hidden(&page.body, "token"));
            ready.push((browser, csrf, token));
        }
        let presses: Vec<_> = ready.into_iter().map(|(browser, csrf, token)| spawn(async move {
            let fields = [("csrfToken", csrf.as_str()), ("token", token.as_str())];
            retry_while_busy(|| browser.post(CONFIRM, &fields)).await.location().to_owned()
        })).collect();
        let mut done = Vec::new();
        for press in presses {
            done.push(press.await.unwrap().ends_with("?done=address"));
        }
        done.sort_unstable();
        assert_eq!(done, [false, true]);
        let has = "SELECT CAST(count(*) AS TEXT) FROM users WHERE email = 'new@example.com'";
        assert_eq!(world.text(has).await, "1");
    }
}

// row: D12
#[tokio::test]
async fn proof_counts_for_its_own_user_and_address() {
    let world = TestInstallation::new().await;
    let ann = world.signed_in(ANN).await;
    let mallory = world.signed_in("mallory@example.com").await;
    ask(&ann, NEW).await;
    let link = link_of(&world.wait_for_email(NEW, 1).await);
    // The proof fails in another user's browser, without a session, and with an address added to the form.
    assert_eq!(press(&mallory, &link).await.status, 403);
    assert_eq!(world.browser().get(&link).await.status, 403);
    assert_eq!(whoami(&mallory).await, "mallory@example.com");
    let page = ann.get(&link).await;
    let (csrf, token) = (hidden(&page.body, "csrfToken"), hidden(&page.body, "token"));
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("token", token.as_str()),
        ("email", "victim@example.com"),
    ];
    assert_eq!(ann.post(CONFIRM, &fields).await.status, 303);
    assert_eq!(whoami(&ann).await, NEW);
    // A proof of an address is no sign-in link, and vice versa.
    let nobody = world.browser();
    let as_link = format!("/api/auth/callback/email?token={token}&email={NEW}");
    assert!(
        nobody
            .post(&as_link, &[])
            .await
            .location()
            .contains("Verification")
    );
    ann.ask(NEW).await;
    let sign_in = world.wait_for_email(NEW, 2).await.link();
    let (_, rest) = sign_in.split_once("token=").unwrap();
    let (sign_in_token, _) = rest.split_once('&').unwrap();
    let csrf = ann.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("token", sign_in_token)];
    assert_eq!(ann.post(CONFIRM, &fields).await.status, 403);
}

#[tokio::test]
async fn address_of_another_user_is_refused() {
    let world = TestInstallation::new().await;
    let bob = world.signed_in("bob@example.com").await;
    let person = world.browser();
    arrive(&world, &person, github("1", None)).await;
    let known = ask(&person, "bob@example.com").await;
    let unknown = ask(&person, NEW).await;
    assert_eq!((known.status, &known.body), (unknown.status, &unknown.body));
    // A newer link replaces the older one.
    let older = link_of(&world.wait_for_email("bob@example.com", 2).await);
    assert_eq!(press(&person, &older).await.status, 403);
    ask(&person, "bob@example.com").await;
    let link = link_of(&world.wait_for_email("bob@example.com", 3).await);
    // A proof of another user's address offers a merge; nothing else changes.
    let offered = press(&person, &link).await;
    assert!(
        offered
            .location()
            .starts_with("/api/auth/account/merge?offer="),
        "{offered:?}"
    );
    let again = press(&person, &link).await;
    assert_eq!(again.location(), offered.location(), "a second press");
    assert_eq!(press(&bob, &link).await.status, 403, "another browser");
    assert_eq!(whoami(&person).await, "Name of 1");
    assert!(bob.is_signed_in().await);
    for typed in ["", "ann", "a@x.com,b@y.com", "\"a\"@x.com"] {
        assert_eq!(ask(&person, typed).await.status, 422, "{typed:?}");
    }
}

#[tokio::test]
async fn proof_ends_with_its_time() {
    let world = TestInstallation::new().await;
    let ann = world.signed_in(ANN).await;
    ask(&ann, NEW).await;
    let link = link_of(&world.wait_for_email(NEW, 1).await);
    world.wait(std::time::Duration::from_mins(15));
    assert_eq!(press(&ann, &link).await.status, 403);
    assert_eq!(whoami(&ann).await, ANN);
}
