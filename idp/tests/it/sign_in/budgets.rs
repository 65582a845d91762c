//! Tests shared limits of emails (family E13): of a network and of all users, each with an unchanged response.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use foundation::on_both_engines;
use foundation::testing::test_client;

use crate::visiting::{
    Browser, BrowserResponse, TestBackend, TestInstallation, retry_while_busy, spawn,
};

const PROXY: (&str, &str) = ("IDP_TRUSTED_PROXIES", "127.0.0.0/8");

async fn ask(world: &TestInstallation, email: &str, from: &str) -> BrowserResponse {
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("email", email)];
    let from = [("x-forwarded-for", from)];
    browser
        .post_with("/api/auth/signin/email", &from, &fields)
        .await
}

async fn links(world: &TestInstallation) -> String {
    world
        .text("SELECT CAST(COUNT(*) AS TEXT) FROM sign_in_tokens")
        .await
}

/// Returns a response without the values that differ in each.
fn shown(response: &BrowserResponse) -> (u16, String, String, usize) {
    let cookies = response.headers.get_all("set-cookie").iter();
    let length = cookies.map(poem::http::HeaderValue::len).sum();
    (
        response.status,
        response.location().to_owned(),
        response.body.clone(),
        length,
    )
}

// row: stricter-21
#[tokio::test]
async fn mail_over_the_networks_limit_is_withheld_with_the_same_response() {
    for backend in [TestBackend::Sqlite, TestBackend::Postgres] {
        let world = TestInstallation::at(backend, &[PROXY, ("IDP_MAILS_PER_NETWORK", "3")]).await;
        let first = ask(&world, "a1@example.com", "192.0.2.1").await;
        assert!(first.location().contains("/verify-request?provider=email"));
        for address in ["a2@example.com", "a3@example.com"] {
            ask(&world, address, "192.0.2.1").await;
        }
        assert_eq!(links(&world).await, "3");
        let refused = ask(&world, "a4@example.com", "192.0.2.1").await;
        assert_eq!(shown(&refused), shown(&first));
        assert_eq!(links(&world).await, "3", "a network got a fourth mail");
        let other = ask(&world, "a5@example.com", "192.0.2.2").await;
        assert_eq!(shown(&other), shown(&first));
        assert_eq!(links(&world).await, "4", "another network");
        for address in ["a1", "a2", "a3", "a5"] {
            world
                .wait_for_email(&format!("{address}@example.com"), 1)
                .await;
        }
        world.wait(Duration::from_mins(16));
        ask(&world, "a4@example.com", "192.0.2.1").await;
        assert_eq!(links(&world).await, "5", "a quarter of an hour later");
    }
}

#[tokio::test]
async fn total_mail_limit_keeps_the_response() {
    let world = TestInstallation::with(&[PROXY, ("IDP_MAILS_PER_HOUR", "2")]).await;
    let first = ask(&world, "a1@example.com", "192.0.2.1").await;
    ask(&world, "a2@example.com", "192.0.2.2").await;
    let refused = ask(&world, "a3@example.com", "192.0.2.3").await;
    assert_eq!(shown(&refused), shown(&first));
    assert_eq!(links(&world).await, "2");
    // Waits for the emails before the clock moves, because undelivered ones are then given up.
    for address in ["a1@example.com", "a2@example.com"] {
        world.wait_for_email(address, 1).await;
    }
    world.wait(Duration::from_hours(1));
    ask(&world, "a3@example.com", "192.0.2.3").await;
    assert_eq!(links(&world).await, "3", "an hour later");
}

/// Requests an email from each of six /64 networks of a /56.
async fn ask_from_household(world: &TestInstallation, household: u8) {
    for network in 0..6 {
        let from = format!("2001:db8:1:{household:x}{network:02x}::1");
        let email = format!("a{household}{network}@example.com");
        ask(world, &email, &from).await;
    }
}

/// A provider assigns a /56 to a household and a /48 to a company. Limits of /64 networks alone would not bound them.
#[tokio::test]
async fn wider_networks_of_ipv6_have_budgets_as_well() {
    for backend in [TestBackend::Sqlite, TestBackend::Postgres] {
        let world = TestInstallation::at(backend, &[PROXY, ("IDP_MAILS_PER_NETWORK", "1")]).await;
        let mut sent = 0;
        for household in 0..5 {
            ask_from_household(&world, household).await;
            // The limits are four networks of a household, and sixteen of a company.
            sent = (sent + 4).min(16);
            assert_eq!(
                links(&world).await,
                sent.to_string(),
                "household {household}"
            );
        }
        ask(&world, "other@example.com", "2001:db8:2::1").await;
        assert_eq!(links(&world).await, "17", "another company");
    }
}

#[tokio::test]
async fn part_of_the_total_budget_is_reserved_for_known_addresses() {
    for backend in [TestBackend::Sqlite, TestBackend::Postgres] {
        let world = TestInstallation::at(backend, &[PROXY, ("IDP_MAILS_PER_HOUR", "10")]).await;
        world.signed_in("known@example.com").await;
        world.wait(Duration::from_hours(1));
        let sent = async || links(&world).await;
        for number in 0..12 {
            let from = format!("192.0.2.{number}");
            ask(&world, &format!("a{number}@example.com"), &from).await;
        }
        assert_eq!(sent().await, "8", "addresses that nobody knows");
        for expected in ["9", "10", "10"] {
            ask(&world, "known@example.com", "192.0.2.200").await;
            assert_eq!(sent().await, expected);
        }
    }
}

async fn ask_by(browser: &Browser, path: &str, email: &str) -> (u16, String, String) {
    let csrf = browser.csrf().await;
    let fields = [("csrfToken", csrf.as_str()), ("email", email)];
    let response = browser.post(path, &fields).await;
    let body = response.body.replace(email, "");
    (response.status, response.location().to_owned(), body)
}

async fn queued(world: &TestInstallation) -> usize {
    // An email is in the outbox until it is delivered.
    let waiting = "SELECT CAST(COUNT(*) AS TEXT) FROM outgoing_mail";
    while world.text(waiting).await != "0" {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let all = std::fs::read_dir(world.mail_folder()).unwrap();
    let is_letter = |path: &Path| path.extension().is_some_and(|ending| ending == "eml");
    all.filter(|one| is_letter(&one.as_ref().unwrap().path()))
        .count()
}

// row: E13
/// Emails with links to sign in, to set a password and to prove an address share the limits.
#[tokio::test]
async fn every_kind_of_mail_counts_in_the_same_budgets() {
    let (sign_in, password, proof) = (
        "/api/auth/signin/email",
        "/api/auth/password/new",
        "/api/auth/account/email",
    );
    for budget in ["IDP_MAILS_PER_NETWORK", "IDP_MAILS_PER_HOUR"] {
        for backend in [TestBackend::Sqlite, TestBackend::Postgres] {
            let world =
                TestInstallation::at(backend, &[(budget, "4"), ("IDP_PASSWORDS", "register")])
                    .await;
            let ann = world.signed_in("ann@example.com").await;
            let browser = world.browser();
            let first = [
                ask_by(&browser, sign_in, "a1@example.com").await,
                ask_by(&browser, password, "a2@example.com").await,
                ask_by(&ann, proof, "a3@example.com").await,
            ];
            assert_eq!(queued(&world).await, 4, "{budget}: the controls");
            let refused = [
                ask_by(&browser, sign_in, "b1@example.com").await,
                ask_by(&browser, password, "b2@example.com").await,
                ask_by(&ann, proof, "b3@example.com").await,
            ];
            assert_eq!(refused, first, "{budget}: the responses differ");
            assert_eq!(queued(&world).await, 4, "{budget}: a fifth mail");
            world.wait(Duration::from_hours(1));
            ask_by(&browser, password, "b2@example.com").await;
            assert_eq!(queued(&world).await, 5, "{budget}: an hour later");
        }
    }
}

// row: E13
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn burst_for_fifty_addresses_stays_within_a_networks_budget() {
    for backend in [TestBackend::Sqlite, TestBackend::Postgres] {
        let world = TestInstallation::at(backend, &[PROXY, ("IDP_MAILS_PER_NETWORK", "3")]).await;
        let world = Arc::new(world);
        let prompts: Vec<_> = (0..50).map(|one| spawn(ask_for(&world, one))).collect();
        for ask in prompts {
            assert_eq!(ask.await.unwrap(), 302);
        }
        assert_eq!(links(&world).await, "3");
    }
}

fn ask_for(world: &Arc<TestInstallation>, number: usize) -> impl Future<Output = u16> + use<> {
    let world = Arc::clone(world);
    async move {
        let address = format!("a{number}@example.com");
        let asking = || ask(&world, &address, "192.0.2.1");
        retry_while_busy(asking).await.status
    }
}

#[tokio::test]
async fn wrong_links_are_logged_up_to_a_limit_per_network() {
    let world = TestInstallation::with(&[PROXY]).await;
    let token = "0".repeat(64);
    let link = format!("/api/auth/callback/email?token={token}&email=ann%40example.com");
    let failed = async |from: &str, times: usize| {
        for _ in 0..times {
            let browser = world.browser();
            let from = [("x-forwarded-for", from)];
            let response = browser.post_with(&link, &from, &[]).await;
            assert!(response.location().ends_with("error=Verification"));
        }
        let written = "SELECT CAST(COUNT(*) AS TEXT) FROM audit WHERE action = 'sign_in.failed'";
        world.text(written).await
    };
    assert_eq!(failed("192.0.2.1", 1).await, "1");
    assert_eq!(failed("192.0.2.1", 70).await, "60");
    assert_eq!(failed("192.0.2.2", 1).await, "61", "another network");
    let audit_log = world.text("SELECT MAX(details) FROM audit").await;
    assert!(
        !audit_log.contains("ann") && !audit_log.contains(&token),
        "{audit_log}"
    );
}

on_both_engines!(thousand_mail_requests_get_equal_responses);

// row: E13
/// The response is equal for a thousand requests for one address, from as many networks (E13). It is also equal for a thousand
/// addresses from one network.
async fn thousand_mail_requests_get_equal_responses(backend: TestBackend) {
    let settings = [PROXY, ("IDP_MAILS_PER_NETWORK", "20")];
    let world = TestInstallation::at(backend, &settings).await;
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let (client, cookies) = (test_client(), browser.cookie_line());
    let url = world.at_server("/api/auth/signin/email");
    let asking = |number: usize| {
        let (address, network) = match number.checked_sub(1_000) {
            None => {
                let network = format!("10.0.{}.{}", number.div_euclid(250), number % 250);
                ("ann@example.com".to_owned(), network)
            }
            Some(rest) => (format!("a{rest}@example.com"), "192.0.2.1".to_owned()),
        };
        // Each request has its own return address, because repeats of a request by one browser count once.
        let bound_for = format!("/{number:04}");
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("email", &address),
            ("callbackUrl", &bound_for),
            ("json", "true"),
        ];
        let request = client
            .post(&url)
            .header("cookie", &cookies)
            .header("x-forwarded-for", network)
            .form(&fields);
        async move {
            let sending = || async {
                let response = request.try_clone().unwrap().send().await.unwrap();
                BrowserResponse {
                    status: response.status().as_u16(),
                    headers: response.headers().clone(),
                    body: response.text().await.unwrap(),
                }
            };
            shown(&retry_while_busy(sending).await)
        }
    };
    let first = asking(0).await;
    assert!(first.2.contains("/verify-request?provider=email"));
    for (from, queued) in [(0, "3"), (1_000, "23")] {
        for crowd in 0..20 {
            let prompts: Vec<_> = (0..50)
                .map(|one| spawn(asking(from + crowd * 50 + one)))
                .collect();
            for response in prompts {
                assert_eq!(response.await.unwrap(), first);
            }
        }
        assert_eq!(links(&world).await, queued, "after {from}");
    }
}
