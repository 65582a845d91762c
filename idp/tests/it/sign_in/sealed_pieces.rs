//! Tests sessions in several cookies because one would be too long.

use poem::http::Method;

use crate::visiting::{Browser, BrowserResponse, TestBackend, TestInstallation};

const COOKIE: &str = "tollgate.session-token";
const ANN: &str = "ann@example.com";
const FULL: usize = 3933;
const DAY: std::time::Duration = std::time::Duration::from_hours(24);

/// Signs a user in whose session needs two cookies.
async fn browser_with_two_cookies(world: &TestInstallation) -> Browser {
    world.signed_in(ANN).await;
    let image = format!("https://example.com/{}", "x".repeat(3500));
    lengthen(world, &image).await;
    let browser = world.browser();
    browser.ask(ANN).await;
    let link = world.wait_for_email(ANN, 2).await.link();
    let response = browser.post(&link, &[]).await;
    assert_eq!(cookie_suffixes(&response), [".0", ".1"], "{response:?}");
    browser
}

async fn lengthen(world: &TestInstallation, image: &str) {
    let mut transaction = world.app.database.begin().await.unwrap();
    foundation::on_engine!(&mut transaction.connection(), |c| {
        sqlx::query("UPDATE users SET image = $1")
            .bind(image)
            .execute(c)
            .await
            .map(|_| ())
    })
    .unwrap();
    transaction.commit().await.unwrap();
}

/// Returns the suffixes of the session cookies that a response sets.
fn cookie_suffixes(response: &BrowserResponse) -> Vec<String> {
    lines(response, |line| !line.contains("Max-Age=0"))
}

/// Returns the suffixes of the session cookies that a response deletes.
fn deleted(response: &BrowserResponse) -> Vec<String> {
    lines(response, |line| line.contains("Max-Age=0"))
}

fn lines(response: &BrowserResponse, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let lines = response.headers.get_all("set-cookie").iter();
    let lines = lines.map(|line| line.to_str().unwrap());
    lines
        .filter(|line| is_wanted(line))
        .filter_map(|line| line.strip_prefix(COOKIE))
        .map(|rest| rest.split('=').next().unwrap().to_owned())
        .collect()
}

/// Returns all suffixes that a response may delete.
fn the_range() -> Vec<String> {
    let pieces = (0..10).map(|number| format!(".{number}"));
    std::iter::once(String::new()).chain(pieces).collect()
}

async fn read(world: &TestInstallation, cookies: &str) -> BrowserResponse {
    let headers = [("cookie", cookies)];
    let browser = world.browser();
    browser
        .send(Method::GET, "/api/auth/session", &headers, None)
        .await
}

// row: seed-9
#[tokio::test]
async fn long_session_comes_and_goes_in_pieces() {
    let world = TestInstallation::at(TestBackend::Cookie, &[]).await;
    let browser = browser_with_two_cookies(&world).await;
    let piece = |number: u32| browser.cookie(&format!("{COOKIE}.{number}")).unwrap();
    assert_eq!(piece(0).len(), FULL);
    assert!(piece(1).len() < FULL && browser.cookie(COOKIE).is_none());
    assert!(browser.is_signed_in().await);
    // The server accepts the pieces in any order.
    let turned = format!("{COOKIE}.1={}; {COOKIE}.0={}", piece(1), piece(0));
    assert!(read(&world, &turned).await.body.contains(ANN));
    // The response that sets a single cookie again deletes the pieces.
    lengthen(&world, "https://example.com/x").await;
    world.wait(DAY);
    let response = browser.get("/api/auth/session").await;
    assert_eq!(cookie_suffixes(&response), [""]);
    assert_eq!(deleted(&response), the_range()[1..]);
    assert!(browser.is_signed_in().await);
    // The session is split again when it is too long.
    lengthen(&world, &format!("https://example.com/{}", "y".repeat(3500))).await;
    world.wait(DAY);
    let response = browser.get("/api/auth/session").await;
    assert_eq!(cookie_suffixes(&response), [".0", ".1"]);
    assert_eq!(deleted(&response).len(), 9);
    assert!(browser.is_signed_in().await);
    let token = browser.csrf().await;
    let response = browser
        .post("/api/auth/signout", &[("csrfToken", &token)])
        .await;
    assert_eq!(deleted(&response), the_range());
    assert!(!browser.is_signed_in().await);
}

// row: stricter-25, G6
#[tokio::test]
async fn pieces_that_do_not_fit_are_no_session_and_the_fixed_range_goes() {
    let world = TestInstallation::at(TestBackend::Cookie, &[]).await;
    let browser = browser_with_two_cookies(&world).await;
    let piece = |number: u32| browser.cookie(&format!("{COOKIE}.{number}")).unwrap();
    let (first, last) = (piece(0), piece(1));
    let good = format!("{COOKIE}.0={first}; {COOKIE}.1={last}");
    let hundred: Vec<_> = (0..100)
        .map(|number| format!("{COOKIE}.{number}=abc"))
        .collect();
    for spoiled in [
        format!("{COOKIE}.0={first}"),
        format!("{COOKIE}.1={last}"),
        format!("{COOKIE}.0={last}; {COOKIE}.1={first}"),
        format!("{COOKIE}.0={first}; {COOKIE}.2={last}"),
        format!("{good}; {COOKIE}.0={first}"),
        format!("{good}; {COOKIE}.2=x"),
        format!("{good}; {COOKIE}.5=x"),
        format!("{good}; {COOKIE}={last}"),
        format!("{COOKIE}={first}{last}; {COOKIE}={first}{last}"),
        format!("{COOKIE}.00={first}; {COOKIE}.1={last}"),
        format!("{COOKIE}.0={first}; {COOKIE}.1={last}; {COOKIE}.1="),
        format!("{COOKIE}.0={first}\u{e9}; {COOKIE}.1={last}"),
        hundred.join("; "),
    ] {
        let response = read(&world, &spoiled).await;
        assert_eq!(
            (response.status, response.body.as_str()),
            (200, "{}"),
            "{spoiled}"
        );
        assert_eq!(deleted(&response), the_range(), "{spoiled}");
    }
    // The server ignores cookies with other names.
    for suffix in [".00", ".-1", ".1e1", ".10", ".99", ".", ".x", "-old", "0"] {
        let other = format!("{good}; {COOKIE}{suffix}=abc");
        let response = read(&world, &other).await;
        assert!(response.body.contains(ANN), "{suffix}: {response:?}");
        assert!(deleted(&response).is_empty());
    }
    assert!(read(&world, &good).await.body.contains(ANN), "the control");
}

// row: G6
/// A user can sign in with a browser that has any leftover cookies.
#[tokio::test]
async fn browser_full_of_pieces_can_sign_in() {
    let world = TestInstallation::at(TestBackend::Cookie, &[]).await;
    let browser = world.browser();
    for number in 0..100 {
        browser.set_cookie(&format!("{COOKIE}.{number}"), Some("abc"));
    }
    assert!(!browser.is_signed_in().await);
    assert!(browser.cookie(&format!("{COOKIE}.9")).is_none());
    assert!(
        browser.cookie(&format!("{COOKIE}.10")).is_some(),
        "not ours"
    );
    browser.ask(ANN).await;
    browser
        .post(&world.wait_for_email(ANN, 1).await.link(), &[])
        .await;
    assert!(browser.is_signed_in().await);
    // The HTTP server refuses 100 KB of cookies before any route.
    let endless: Vec<_> = (0..25)
        .map(|number| format!("{COOKIE}.{number}={}", "a".repeat(FULL)))
        .collect();
    let refused = read(&world, &endless.join("; ")).await;
    assert_eq!(refused.status, 431);
    assert!(browser.is_signed_in().await);
}
