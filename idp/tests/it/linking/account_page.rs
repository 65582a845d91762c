//! Tests the account page: its list, and removal of sign-in methods.

use std::sync::Arc;
use std::time::Duration;

use foundation::on_both_engines;

use super::{
    COOKIE, PROVIDERS, arrive, audit_entries, github, google, id_of_ann, links, users, whoami,
};
use crate::sign_in::passkeys::add;
use crate::visiting::{
    Authenticator, Browser, BrowserResponse, ReceivedEmail, TestBackend, TestInstallation, hidden,
    spawn,
};

const ANN: &str = "ann@example.com";
const ACCOUNT: &str = "/api/auth/account";
const UNLINK: &str = "/api/auth/account/unlink";

/// Returns the id of the account at a provider.
async fn account_id(world: &TestInstallation, provider: &'static str) -> String {
    let mut reader = world.app.database.reader().await.unwrap();
    foundation::on_engine!(&mut reader.connection(), |c| {
        sqlx::query_scalar("SELECT id FROM accounts WHERE provider = $1")
            .bind(provider)
            .fetch_one(c)
            .await
    })
    .unwrap()
}

/// Submits the confirmation page.
async fn remove(browser: &Browser, id: &str) -> BrowserResponse {
    let page = browser.get(&format!("{UNLINK}?account={id}")).await;
    assert_eq!(page.status, 200, "{page:?}");
    let csrf = hidden(&page.body, "csrfToken");
    browser
        .post(UNLINK, &[("csrfToken", &csrf), ("account", id)])
        .await
}

on_every_store! {
    // row: decision-4
    async fn removed_sign_in_method_is_notified_by_email(backend: TestBackend) {
        let world = TestInstallation::at(backend, PROVIDERS).await;
        let ann = world.signed_in(ANN).await;
        arrive(&world, &ann, github("1", None)).await;
        arrive(&world, &ann, google("2", Some(ANN))).await;
        let page = ann.get(ACCOUNT).await;
        let github_id = account_id(&world, "github").await;
        for expected in ["GitHub", "Google", "added 2023-11-14", ANN, &format!("way-{github_id}")] {
            assert!(page.body.contains(expected), "no {expected} in {}", page.body);
        }
        let removal_page = ann.get(&format!("{UNLINK}?account={github_id}")).await;
        assert!(removal_page.body.contains("GitHub will no longer sign in to this account"));
        assert!(removal_page.body.contains("<li>Google</li>"), "{}", removal_page.body);
        assert_eq!(links(&world).await.len(), 2, "looking removed it");

        let before = ann.cookie(COOKIE).unwrap();
        let response = remove(&ann, &github_id).await;
        assert_eq!((response.status, response.location()), (303, "/api/auth/account?done=removed"));
        assert_ne!(ann.cookie(COOKIE).unwrap(), before, "a new id");
        assert!(ann.get(response.location()).await.body.contains("id=\"page-notice\""));
        assert_eq!(whoami(&ann).await, ANN);
        let copy = world.browser();
        copy.set_cookie(COOKIE, Some(&before));
        assert_eq!(whoami(&copy).await, "");
        let id = id_of_ann(&world).await;
        assert_eq!(links(&world).await, [format!("google/2 {id}")]);
        let audit_log = audit_entries(&world, "account.unlinked").await;
        assert_eq!(audit_log, [format!("{id} {{\"provider\":\"github\",\"reason\":\"asked\"}}")]);
        world.wait_for_email(ANN, 4).await;
        let matches = |email: &ReceivedEmail| {
            email.subject.contains("was removed") && email.text.starts_with("GitHub was removed")
        };
        assert!(world.emails_to(ANN).iter().any(matches));
        // The provider account may create a new user after its removal.
        assert!(arrive(&world, &world.browser(), github("1", None)).await.is_new);
    }
}

on_every_store! {
    // row: decision-4
    async fn sessions_of_a_removed_sign_in_method_end(world: TestInstallation) {
        let ann = world.signed_in(ANN).await;
        arrive(&world, &ann, github("1", None)).await;
        let (attacker, bob) = (world.browser(), world.signed_in("bob@example.com").await);
        arrive(&world, &attacker, github("1", None)).await;
        assert_eq!(whoami(&attacker).await, ANN);
        let id = account_id(&world, "github").await;
        assert_eq!(remove(&ann, &id).await.status, 303);
        assert_eq!(whoami(&attacker).await, "");
        assert_eq!(whoami(&ann).await, ANN, "the one who asked stays");
        assert_eq!(whoami(&bob).await, "bob@example.com", "another's");
        let ended = audit_entries(&world, "session.ended").await;
        assert!(ended.iter().any(|line| line.contains("everywhere")), "{ended:?}");
        // A later sign-in remains.
        let again = world.signed_in(ANN).await;
        assert_eq!(whoami(&again).await, ANN);
    }
}

on_both_engines! {
    async fn concurrent_removals_of_the_last_two_methods_refuse_one(backend: TestBackend) {
        let world = TestInstallation::at(backend, PROVIDERS).await;
        let world = Arc::new(world);
        let person = world.browser();
        arrive(&world, &person, github("1", None)).await;
        arrive(&world, &person, google("1", None)).await;
        let mut ready = Vec::new();
        for provider in ["github", "google"] {
            let browser = world.browser();
            arrive(&world, &browser, github("1", None)).await;
            let (id, csrf) = (account_id(&world, provider).await, browser.csrf().await);
            ready.push((browser, id, csrf));
        }
        let presses: Vec<_> = ready.into_iter().map(|(browser, id, csrf)| spawn(async move {
            browser.post(UNLINK, &[("csrfToken", &csrf), ("account", &id)]).await
        })).collect();
        let mut done = 0;
        for press in presses {
            let response = press.await.unwrap();
            // The other request is refused because its method is the last one, or because the first request ended its session.
            done += usize::from(response.location().ends_with("?done=removed"));
        }
        assert_eq!(done, 1);
        assert_eq!(links(&world).await.len(), 1);
    }
}

#[tokio::test]
async fn last_sign_in_method_is_not_removed() {
    let world = TestInstallation::new().await;
    let person = world.browser();
    arrive(&world, &person, github("1", None)).await;
    let id = account_id(&world, "github").await;
    let page = person.get(&format!("{UNLINK}?account={id}")).await;
    assert_eq!(page.status, 409);
    assert!(page.body.contains("This is your only way to sign in"));
    let csrf = person.csrf().await;
    let response = person
        .post(UNLINK, &[("csrfToken", &csrf), ("account", &id)])
        .await;
    assert_eq!(response.status, 409);
    assert_eq!(links(&world).await.len(), 1);
    assert!(person.is_signed_in().await);
    // A user with an email address has another sign-in method.
    let ann = world.browser();
    arrive(&world, &ann, google("1", Some(ANN))).await;
    let id = account_id(&world, "google").await;
    assert_eq!(remove(&ann, &id).await.status, 303);
}

/// Signs a user without an email address in by GitHub, and returns the id of that account.
async fn by_github(world: &TestInstallation) -> (Browser, String) {
    let person = world.browser();
    arrive(world, &person, github("1", None)).await;
    let id = account_id(world, "github").await;
    (person, id)
}

#[tokio::test]
async fn account_of_an_unconfigured_provider_does_not_count_as_last_method() {
    let world = TestInstallation::with(&PROVIDERS[..2]).await;
    let (person, id) = by_github(&world).await;
    arrive(&world, &person, google("1", None)).await;
    let response = person.get(&format!("{UNLINK}?account={id}")).await;
    assert_eq!(response.status, 409, "{response:?}");
    let csrf = person.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("account", &id)];
    assert_eq!(person.post(UNLINK, &fields).await.status, 409);
    // An account at a provider that is no longer configured may be removed.
    let dead = account_id(&world, "google").await;
    assert_eq!(remove(&person, &dead).await.status, 303);
    assert_eq!(links(&world).await.len(), 1);
}

#[tokio::test]
async fn account_is_removable_if_a_passkey_remains() {
    let passkeys = [
        ("IDP_BASE_URL", "http://localhost:8080"),
        ("IDP_PASSKEYS", "on"),
    ];
    let settings: Vec<_> = PROVIDERS.iter().copied().chain(passkeys).collect();
    let world = TestInstallation::with(&settings).await;
    let (person, id) = by_github(&world).await;
    let mut device = Authenticator::new("http://localhost:8080", "localhost");
    add(&person, &mut device, "Phone").await;
    let response = person.get(&format!("{UNLINK}?account={id}")).await;
    assert_eq!(response.status, 200, "{response:?}");
    assert!(
        response.body.contains("<li>A passkey</li>"),
        "{}",
        response.body
    );
    assert_eq!(remove(&person, &id).await.status, 303);
    assert!(links(&world).await.is_empty() && person.is_signed_in().await);
}

#[tokio::test]
async fn removal_by_another_user_or_after_an_old_sign_in_is_refused() {
    let world = TestInstallation::new().await;
    let ann = world.signed_in(ANN).await;
    arrive(&world, &ann, github("1", None)).await;
    let id = account_id(&world, "github").await;
    let mallory = world.signed_in("mallory@example.com").await;
    let csrf = mallory.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("account", id.as_str())];
    assert_eq!(mallory.post(UNLINK, &fields).await.status, 404);
    let csrf = ann.csrf().await;
    for fields in [
        [("csrfToken", "0"), ("account", id.as_str())],
        [("csrfToken", csrf.as_str()), ("account", "acc_0")],
        [("csrfToken", csrf.as_str()), ("account", "\u{0}")],
    ] {
        let status = ann.post(UNLINK, &fields).await.status;
        assert!([403, 404].contains(&status), "{fields:?}: {status}");
    }
    let foreign = [("sec-fetch-site", "cross-site")];
    let fields = [("csrfToken", csrf.as_str()), ("account", id.as_str())];
    assert_eq!(ann.post_with(UNLINK, &foreign, &fields).await.status, 403);
    world.wait(Duration::from_mins(10) + Duration::from_micros(1));
    let response = ann.post(UNLINK, &fields).await;
    let sign_in = "/api/auth/signin?error=SessionRequired&callbackUrl=%2Fapi%2Fauth%2Faccount";
    assert_eq!((response.status, response.location()), (303, sign_in));
    assert_eq!(links(&world).await.len(), 1);
    // Reading the page needs a sign-in, but no recent one.
    assert_eq!(ann.get(ACCOUNT).await.status, 200);
    assert_eq!(world.browser().get(ACCOUNT).await.location(), sign_in);
    assert_eq!(users(&world).await, "2");
}

// row: decision-9
#[tokio::test]
async fn unlinked_user_is_referred_to_the_account_page() {
    let world = TestInstallation::new().await;
    let page = world
        .browser()
        .get("/api/auth/signin?error=OAuthAccountNotLinked")
        .await;
    let hint = "To confirm your identity, sign in with the same account you used originally.";
    assert!(page.body.contains(hint) && page.body.contains("id=\"link-hint\""));
    assert!(page.body.contains("href=\"/api/auth/account\""));
    let page = world.browser().get("/api/auth/signin?error=Callback").await;
    assert!(!page.body.contains("link-hint"));
}

#[tokio::test]
async fn password_is_listed_if_passwords_are_enabled() {
    let world = TestInstallation::with(&[("IDP_PASSWORDS", "register")]).await;
    let ann = world.signed_in(ANN).await;
    let page = ann.get(ACCOUNT).await;
    assert!(page.body.contains("id=\"way-password\"") && page.body.contains("Not set"));
    assert!(page.body.contains("href=\"/api/auth/password/new\""));
    // A user without an email address, or an idp without passwords, has no password to set.
    let person = world.browser();
    arrive(&world, &person, github("1", None)).await;
    assert!(!person.get(ACCOUNT).await.body.contains("way-password"));
    let plain = TestInstallation::new().await;
    let ann = plain.signed_in(ANN).await;
    assert!(!ann.get(ACCOUNT).await.body.contains("way-password"));
}
