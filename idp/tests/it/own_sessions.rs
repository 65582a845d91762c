//! Tests a user's sessions: their list, and ending one or all others, with each session store.

use std::time::Duration;

use crate::visiting::{Browser, BrowserResponse, TestInstallation};

const LIST: &str = "/api/auth/account/sessions";
/// Time within which every replica knows that a session has ended.
const A_SECOND: Duration = Duration::from_secs(1);
const FIREFOX: (&str, &str) = (
    "user-agent",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
);

/// Signs in by a link with an additional header.
async fn signed_in_with(world: &TestInstallation, email: &str, header: (&str, &str)) -> Browser {
    let browser = world.browser();
    let count = world.emails_to(email).len();
    browser.ask(email).await;
    let link = world.wait_for_email(email, count + 1).await.link();
    browser.post_with(&link, &[header], &[]).await;
    browser
}

/// Returns the ids of the listed sessions, this browser's first.
fn listed(page: &str) -> Vec<String> {
    let mut names: Vec<(bool, String)> = page
        .split("<li id=\"")
        .skip(1)
        .map(|item| {
            let name = item.split('"').next().unwrap().to_owned();
            (!item.contains("(this browser)"), name)
        })
        .collect();
    names.sort();
    names.into_iter().map(|(_, name)| name).collect()
}

async fn press(browser: &Browser, field: (&str, &str)) -> BrowserResponse {
    let token = browser.csrf().await;
    browser.post(LIST, &[("csrfToken", &token), field]).await
}

on_every_store! {
    async fn session_list_has_device_network_and_times(world: TestInstallation) {
        let browser = signed_in_with(&world, "ann@example.com", FIREFOX).await;
        world.wait(Duration::from_mins(1));
        world.signed_in("ann@example.com").await;
        let other_user = world.signed_in("bob@example.com").await;
        let page = browser.get(LIST).await;
        assert_eq!(page.status, 200);
        assert_eq!(listed(&page.body).len(), 2, "{page:?}");
        for words in [
            "<strong>Firefox on Linux</strong> (this browser)",
            "From 127.0.0.1.",
            "Signed in 2023-11-14 22:13 UTC",
            "Signed in 2023-11-14 22:14 UTC",
            "id=\"end-others\"",
        ] {
            assert!(page.body.contains(words), "{words}: {}", page.body);
        }
        assert!(page.header("cache-control").contains("no-store"));
        let other_page = other_user.get(LIST).await.body;
        assert_eq!(listed(&other_page).len(), 1);
        assert!(!other_page.contains("end-others"));
    }

    async fn one_ended_session_leaves_the_others(world: TestInstallation) {
        let browser = world.signed_in("ann@example.com").await;
        let lost = world.signed_in("ann@example.com").await;
        let remaining = world.signed_in("ann@example.com").await;
        let name = listed(&lost.get(LIST).await.body)[0].clone();
        let response = press(&browser, ("sid", &name)).await;
        assert_eq!((response.status, response.location()), (303, LIST));
        assert!(!lost.is_signed_in().await);
        assert!(remaining.is_signed_in().await && browser.is_signed_in().await);
        let audit_log = world
            .text("SELECT details FROM audit WHERE action = 'session.ended' AND actor = subject AND network = '127.0.0.1'")
            .await;
        assert_eq!(audit_log, format!("{{\"sid\":\"{name}\",\"why\":\"ended-elsewhere\"}}"));
        let own = listed(&browser.get(LIST).await.body)[0].clone();
        let response = press(&browser, ("sid", &own)).await;
        assert_eq!(response.location(), "/oauth/logout");
        assert!(browser.get("/oauth/logout").await.body.contains("You are signed out here."));
        assert!(!browser.is_signed_in().await && remaining.is_signed_in().await);
    }

    async fn ending_all_other_sessions_keeps_the_current_one(world: TestInstallation) {
        let browser = world.signed_in("ann@example.com").await;
        let others = [
            world.signed_in("ann@example.com").await,
            world.signed_in("ann@example.com").await,
        ];
        let other_user = world.signed_in("bob@example.com").await;
        press(&browser, ("others", "all")).await;
        for other in &others {
            assert!(!other.is_signed_in().await);
        }
        assert!(browser.is_signed_in().await && other_user.is_signed_in().await);
    }

    async fn session_of_another_user_cannot_be_ended(world: TestInstallation) {
        let victim = world.signed_in("ann@example.com").await;
        let name = listed(&victim.get(LIST).await.body)[0].clone();
        let attacker = world.signed_in("mallory@example.com").await;
        assert_eq!(press(&attacker, ("sid", &name)).await.status, 303);
        let forged = attacker.post(LIST, &[("csrfToken", "0"), ("others", "all")]).await;
        assert_eq!(forged.status, 403);
        let foreign = [("origin", "https://evil.example")];
        let token = victim.csrf().await;
        let fields = [("csrfToken", token.as_str()), ("sid", name.as_str())];
        assert_eq!(victim.post_with(LIST, &foreign, &fields).await.status, 403);
        assert!(victim.is_signed_in().await && attacker.is_signed_in().await);
        // The valid counterpart ends the session.
        assert_eq!(victim.post(LIST, &fields).await.status, 303);
        assert!(!victim.is_signed_in().await);
        let nobody = world.browser();
        let led = nobody.get(LIST).await;
        assert!(led.location().contains("/signin?error=SessionRequired&callbackUrl="), "{led:?}");
    }

    async fn end_counts_on_every_replica_within_a_second(world: TestInstallation) {
        let replica = world.replica().await;
        let browser = world.signed_in("ann@example.com").await;
        let lost = world.signed_in("ann@example.com").await;
        let elsewhere = replica.browser_like(&lost);
        let stored = replica.browser_like(&browser);
        assert!(elsewhere.is_signed_in().await && stored.is_signed_in().await);
        press(&browser, ("others", "all")).await;
        world.wait(A_SECOND);
        assert!(!elsewhere.is_signed_in().await);
        assert!(stored.is_signed_in().await);
        let token = browser.csrf().await;
        browser.post("/api/auth/signout", &[("csrfToken", &token)]).await;
        world.wait(A_SECOND);
        assert!(!stored.is_signed_in().await);
    }

    async fn session_ended_fifty_times_at_once_ends_once(world: TestInstallation) {
        let browser = world.signed_in("ann@example.com").await;
        let lost = world.signed_in("ann@example.com").await;
        let name = listed(&lost.get(LIST).await.body)[0].clone();
        let token = browser.csrf().await;
        let fields = [("csrfToken", token.as_str()), ("sid", name.as_str())];
        let all = (0..50).map(|_| browser.post(LIST, &fields));
        futures_util::future::join_all(all).await;
        assert!(!lost.is_signed_in().await && browser.is_signed_in().await);
        let ends = world
            .text("SELECT CAST(COUNT(*) AS TEXT) FROM audit WHERE action = 'session.ended'")
            .await;
        assert_eq!(ends, "1", "each end is written down once");
    }
}
