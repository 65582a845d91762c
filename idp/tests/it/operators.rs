//! Tests the operator's link: printed while there is no operator, and valid for one operator.

use std::sync::Arc;

use foundation::{on_both_engines, on_engine};
use idp::operators::issue_link;

use crate::visiting::{Browser, TestInstallation, hidden, holds, retry_while_busy, spawn};

const OLGA: &str = "olga@example.com";

/// Returns the addresses of all operators.
async fn operators(world: &TestInstallation) -> Vec<String> {
    let mut reader = world.app.database.reader().await.unwrap();
    on_engine!(&mut reader.connection(), |c| {
        sqlx::query_scalar("SELECT email FROM users WHERE is_operator ORDER BY email")
            .fetch_all(c)
            .await
    })
    .unwrap()
}

async fn press(browser: &Browser, link: &str) -> u16 {
    let page = browser.get(link).await;
    let (csrf, token) = (hidden(&page.body, "csrfToken"), hidden(&page.body, "token"));
    let fields = [("csrfToken", csrf.as_str()), ("token", token.as_str())];
    browser.post("/admin/claim", &fields).await.status
}

on_both_engines! {
    async fn operator_link_makes_one_user_operator(world: TestInstallation) {
        let link = issue_link(&world.app).await.unwrap().unwrap();
        assert!(link.starts_with(&format!("{}/admin/claim?token=", world.base)));
        // Without a session the link leads through sign-in and back to itself.
        let browser = world.browser();
        let away = browser.get(&link).await;
        assert_eq!(away.status, 303);
        let (_, token) = link.split_once("token=").unwrap();
        assert!(!away.location().contains(token));
        let page = browser.get(away.location()).await;
        let claim = format!("{}/admin/claim", world.base);
        assert_eq!(hidden(&page.body, "callbackUrl"), claim);
        assert!(page.body.contains("id=\"operator-hint\""), "it says what the sign-in is for");
        let other_page = world.browser().get(away.location()).await;
        assert!(!other_page.body.contains("operator-hint"), "without the link it says nothing of it");
        browser.ask(OLGA).await;
        let email = world.wait_for_email(OLGA, 1).await;
        let arrived = browser.post(&email.link(), &[]).await;
        assert_eq!(arrived.location(), claim);
        assert!(!email.text.contains(token) && !email.html.contains(token));
        // A browser that opens the email elsewhere has never had the link.
        let elsewhere = world.signed_in("else@example.com").await;
        assert_eq!(elsewhere.get(&claim).await.status, 403);

        let page = browser.get(&claim).await;
        assert_eq!(page.status, 200);
        assert!(page.body.contains(OLGA) && page.body.contains("id=\"submitButton\""));
        assert!(
            operators(&world).await.is_empty(),
            "looking made an operator"
        );
        let copied = world.browser();
        copied.take_cookies_of(&browser);
        assert!(copied.is_signed_in().await, "the control");
        assert_eq!(press(&browser, &claim).await, 200);
        assert_eq!(operators(&world).await, [OLGA]);
        assert_eq!(browser.cookie("tollgate.operator-link"), None);
        // The session gets a new id with the operator's rights, so an earlier copy is invalid.
        assert!(browser.is_signed_in().await && !copied.is_signed_in().await);

        let late = world.signed_in("late@example.com").await;
        assert_eq!(late.get(&link).await.status, 403);
        assert_eq!(issue_link(&world.app).await.unwrap(), None);
        assert_eq!(operators(&world).await, [OLGA]);
    }
}

#[tokio::test]
async fn newer_link_replaces_an_older_one() {
    let world = TestInstallation::new().await;
    let older = issue_link(&world.app).await.unwrap().unwrap();
    let newer = issue_link(&world.app).await.unwrap().unwrap();
    let browser = world.signed_in(OLGA).await;
    assert_eq!(browser.get(&older).await.status, 403);
    assert_eq!(press(&browser, &newer).await, 200);
    assert_eq!(operators(&world).await, [OLGA]);
}

#[tokio::test]
async fn forged_or_empty_claim_changes_nothing() {
    let world = TestInstallation::new().await;
    let link = issue_link(&world.app).await.unwrap().unwrap();
    let (_, token) = link.split_once("token=").unwrap();
    let browser = world.signed_in("mallory@example.com").await;
    for path in [
        "/admin/claim",
        "/admin/claim?token=",
        "/admin/claim?token=0",
        "/admin/claim?token=%00",
    ] {
        assert_eq!(browser.get(path).await.status, 403, "{path}");
    }
    let csrf = browser.csrf().await;
    for fields in [
        [("csrfToken", ""), ("token", token)],
        [("csrfToken", "0"), ("token", token)],
        [("csrfToken", csrf.as_str()), ("token", "")],
        [("csrfToken", csrf.as_str()), ("token", "\u{0}")],
    ] {
        assert_eq!(
            browser.post("/admin/claim", &fields).await.status,
            403,
            "{fields:?}"
        );
    }
    let foreign = [("sec-fetch-site", "cross-site")];
    let fields = [("csrfToken", csrf.as_str()), ("token", token)];
    let response = browser.post_with("/admin/claim", &foreign, &fields).await;
    assert_eq!(response.status, 403);
    let nobody = world.browser();
    let csrf = nobody.csrf().await;
    let response = nobody
        .post("/admin/claim", &[("csrfToken", &csrf), ("token", token)])
        .await;
    assert_eq!(response.status, 303);
    assert!(operators(&world).await.is_empty());
    assert!(
        !holds(&world.dump(), token.as_bytes()),
        "the token is in the database"
    );
}

on_both_engines! {
    async fn operator_link_opened_by_ten_users_at_once_admits_one(world: TestInstallation) {
        let world = Arc::new(world);
        let link = Arc::new(issue_link(&world.app).await.unwrap().unwrap());
        let mut people = Vec::new();
        for number in 0..10 {
            people.push(
                world
                    .signed_in(&format!("person{number}@example.com"))
                    .await,
            );
        }
        let presses = people.into_iter().map(|browser| {
            let link = Arc::clone(&link);
            spawn(async move {
                let csrf = browser.csrf().await;
                let (_, token) = link.split_once("token=").unwrap();
                let fields = [("csrfToken", csrf.as_str()), ("token", token)];
                let press = || browser.post("/admin/claim", &fields);
                retry_while_busy(press).await.status
            })
        });
        let mut statuses = Vec::new();
        for press in presses.collect::<Vec<_>>() {
            statuses.push(press.await.unwrap());
        }
        statuses.sort_unstable();
        assert_eq!(
            statuses,
            [200, 403, 403, 403, 403, 403, 403, 403, 403, 403]);
        assert_eq!(operators(&world).await.len(), 1);
    }
}
