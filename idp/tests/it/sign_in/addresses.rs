//! Tests the addresses to which sign-in and sign-out redirect.

use crate::visiting::{Browser, TestInstallation};

/// Returns the address to which a sign-out of this browser redirects.
async fn destination(browser: &Browser, query: &str, in_body: Option<&str>) -> String {
    let token = browser.csrf().await;
    let mut fields = vec![("csrfToken", token.as_str())];
    fields.extend(in_body.map(|value| ("callbackUrl", value)));
    let response = browser
        .post(&format!("/api/auth/signout{query}"), &fields)
        .await;
    assert_eq!(response.status, 302, "{response:?}");
    response.location().to_owned()
}

fn query_of(value: &str) -> String {
    let pairs = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("callbackUrl", value)
        .finish();
    format!("?{pairs}")
}

// row: callback-url-1
#[tokio::test]
async fn body_comes_before_the_query_and_the_query_before_the_cookie() {
    let world = TestInstallation::new().await;
    let base = &world.base;
    let browser = world.browser();
    assert_eq!(destination(&browser, "", None).await, *base);
    browser
        .get("/api/auth/signin?callbackUrl=/from-the-cookie")
        .await;
    assert_eq!(
        destination(&browser, "", None).await,
        format!("{base}/from-the-cookie")
    );
    let body = destination(&browser, "?callbackUrl=/query", Some("/body")).await;
    assert_eq!(body, format!("{base}/body"));
    let query = destination(&browser, "?callbackUrl=/query", None).await;
    assert_eq!(query, format!("{base}/query"));
    // The last address remains in the cookie.
    assert_eq!(
        destination(&browser, "", None).await,
        format!("{base}/query")
    );
    assert_eq!(
        destination(&browser, "", Some("")).await,
        format!("{base}/query")
    );
}

// row: callback-url-2
#[tokio::test]
async fn own_callback_urls_are_unchanged() {
    let world = TestInstallation::new().await;
    let base = &world.base;
    let upper = base.to_ascii_uppercase();
    let rows = [
        ("/dash?a=1#f".to_owned(), format!("{base}/dash?a=1#f")),
        (format!("{base}/in"), format!("{base}/in")),
        (format!("{upper}/up"), format!("{upper}/up")),
        (base.clone(), base.clone()),
    ];
    let browser = world.browser();
    for (value, expected) in rows {
        assert_eq!(destination(&browser, "", Some(&value)).await, expected);
        assert_eq!(
            destination(&browser, &query_of(&value), None).await,
            expected
        );
    }
}

// row: callback-url-3, stricter-1, stricter-2
#[tokio::test]
async fn foreign_and_broken_callback_urls_redirect_home() {
    let world = TestInstallation::new().await;
    let at_us = format!("{}@evil.example", world.base);
    let below_us = format!("{}.evil.example", world.base);
    let long = format!("/{}", "a".repeat(10_000));
    let rows = [
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/%5cevil.example",
        "/%09/evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        " //evil.example",
        "https:evil.example",
        "https:/evil.example",
        "https://evil.example",
        "http://evil.example#x",
        at_us.as_str(),
        below_us.as_str(),
        "/x\r\nSet-Cookie: a=b",
        "/%0d%0aSet-Cookie:a=b",
        "\u{ff0f}\u{ff0f}evil.example",
        "http://[::1]/",
        "http://2130706433/",
        "javascript:alert(1)",
        "data:text/html,x",
        "mailto:a@b.example",
        "dash",
        "%",
        long.as_str(),
    ];
    let browser = world.browser();
    let token = browser.csrf().await;
    let fields = [("csrfToken", token.as_str()), ("callbackUrl", "/x\u{0}")];
    let refused = browser.post("/api/auth/signout", &fields).await;
    assert_eq!(refused.status, 400, "a NUL");
    for value in rows {
        let browser = world.browser();
        let seen = destination(&browser, "", Some(value)).await;
        assert_eq!(seen, world.base, "body {value:?}");
        let browser = world.browser();
        let seen = destination(&browser, &query_of(value), None).await;
        assert_eq!(seen, world.base, "query {value:?}");
    }
}

// row: callback-url-3, stricter-1, stricter-2
#[tokio::test]
async fn bad_callback_cookie_is_replaced() {
    let world = TestInstallation::new().await;
    for bad in [
        "https%3A%2F%2Fevil.example",
        "dash",
        "javascript%3Aalert(1)",
        "%",
        "%ff",
    ] {
        let browser = world.browser();
        browser.set_cookie("tollgate.callback-url", Some(bad));
        let page = browser.get("/api/auth/signin").await;
        assert_eq!(page.status, 200, "{bad}");
        let stored = browser.cookie("tollgate.callback-url").unwrap();
        assert_eq!(stored, world.base.replace(':', "%3A").replace('/', "%2F"));
        assert_eq!(destination(&browser, "", None).await, world.base, "{bad}");
    }
}

#[tokio::test]
async fn address_too_long_for_a_cookie_travels_in_the_form() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let long = format!("/oauth/authorize?state={}", "a%2F".repeat(900));
    let page = browser
        .get(&format!("/api/auth/signin{}", query_of(&long)))
        .await;
    assert_eq!(browser.cookie("tollgate.callback-url"), None);
    let carried = crate::visiting::hidden(&page.body, "callbackUrl");
    assert_eq!(carried, format!("{}{long}", world.base));
    let token = browser.csrf().await;
    let fields = [
        ("csrfToken", token.as_str()),
        ("email", "ann@example.com"),
        ("callbackUrl", &carried),
    ];
    browser.post("/api/auth/signin/email", &fields).await;
    let link = world.wait_for_email("ann@example.com", 1).await.link();
    let response = browser.post(&link, &[]).await;
    assert_eq!(response.location(), carried);
}
