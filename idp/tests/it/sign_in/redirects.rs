//! Tests family H of the attacks: no given address leads out of our origin, at any place.

use url::Url;

use super::passkeys;
use crate::upstream::{self, fake_provider::FakeProvider};
use crate::visiting::{Browser, BrowserResponse, TestBackend, TestInstallation, hidden};

const ANN: &str = "ann@example.com";

/// Rows of the table; `good` is our own host and port.
const ROWS: [(&str, &[&str]); 5] = [
    (
        "H1",
        &[
            "//evil.example",
            "///evil.example",
            "////evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "\\/evil.example",
            "/%5cevil.example",
            "/%09/evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "/\r/evil.example",
            " //evil.example",
            "\t//evil.example",
            "\u{a0}//evil.example",
            "/.//evil.example",
            "/..//evil.example",
        ],
    ),
    (
        "H2",
        &[
            "https:evil.example",
            "https:/evil.example",
            "http:evil.example",
            "http:/evil.example",
            "http:good/x",
            "http://good@evil.example",
            "http://good.evil.example",
            "http://evil.example#good",
            "http://evil.example?good",
            "http://evil.example\\@good",
            "http://evil.example/good",
            "http://user@good/x",
            "http://user:password@good/x",
            "https://good/x",
            "ftp://good/x",
            "http://good0/x",
        ],
    ),
    (
        "H4",
        &[
            "/%0d%0aSet-Cookie:a=b",
            "/x\r\nSet-Cookie: a=b",
            "http://good/\r\nx",
            "/%00",
        ],
    ),
    (
        "H5",
        &[
            "\u{ff0f}\u{ff0f}evil.example",
            "/\u{2044}evil.example",
            "/\u{ff0f}evil.example",
            "http://evil\u{3002}example/",
            "http://xn--evl-rma.example/",
            "http://\u{435}vil.example/",
            "http://[::1]/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://localhost:0/",
        ],
    ),
    (
        "H6",
        &[
            "dash",
            "null",
            "%",
            "://",
            "http://",
            "?x",
            "#x",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "data:text/html,x",
            "mailto:a@b.example",
        ],
    ),
];

fn values(world: &TestInstallation) -> Vec<(&'static str, String)> {
    let good = world.base.strip_prefix("http://").unwrap();
    let mut values: Vec<_> = ROWS
        .iter()
        .flat_map(|(row, values)| {
            values
                .iter()
                .map(|value| (*row, value.replace("good", good)))
        })
        .collect();
    values.push(("H4", format!("/{}", "a".repeat(64 * 1024))));
    values
}

/// Returns whether a browser resolves an address to our origin.
fn is_ours(world: &TestInstallation, location: &str) -> bool {
    let ours = Url::parse(&world.base).unwrap();
    ours.join(location).unwrap().origin() == ours.origin()
}

async fn sign_out(browser: &Browser, query: &str, in_body: Option<&str>) -> String {
    let csrf = browser.csrf().await;
    let mut fields = vec![("csrfToken", csrf.as_str())];
    fields.extend(in_body.map(|value| ("callbackUrl", value)));
    let url = format!("/api/auth/signout{query}");
    browser.post(&url, &fields).await.location().to_owned()
}

fn query_of(value: &str) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    format!("?{}", query.append_pair("callbackUrl", value).finish())
}

// row: H1, H2, H4, H5, H6
#[tokio::test]
async fn urls_of_h1_to_h6_in_bodies_and_queries_redirect_home() {
    let world = TestInstallation::new().await;
    for (row, value) in values(&world) {
        let body = sign_out(&world.browser(), "", Some(&value)).await;
        assert_eq!(body, world.base, "{row} {value:?}");
        assert!(is_ours(&world, &body));
        if value.len() > 8_000 {
            continue;
        }
        let query = sign_out(&world.browser(), &query_of(&value), None).await;
        assert_eq!(query, world.base, "{row} {value:?}");
    }
    let nowhere = sign_out(&world.browser(), "", Some("/x\u{0}y")).await;
    assert_eq!(nowhere, "", "a form with NUL is refused");
    // The control: an own address is kept, at each of these places.
    let to = sign_out(&world.browser(), "", Some("/dash?a=1#f")).await;
    assert_eq!(to, format!("{}/dash?a=1#f", world.base));
    let to = sign_out(&world.browser(), &query_of("/dash?a=1#f"), None).await;
    assert_eq!(to, format!("{}/dash?a=1#f", world.base));
}

// row: H1, H2, H4, H5, H6
#[tokio::test]
async fn callback_cookies_of_h1_to_h6_redirect_home() {
    let world = TestInstallation::new().await;
    for (row, value) in values(&world) {
        if value.len() > 8_000 {
            continue;
        }
        let browser = world.browser();
        let encoded: String = url::form_urlencoded::byte_serialize(value.as_bytes()).collect();
        let encoded = encoded.replace('+', "%20");
        browser.set_cookie("tollgate.callback-url", Some(&encoded));
        let page = browser.get("/api/auth/signin").await;
        assert_eq!(page.status, 200, "{row} {value:?}");
        assert_eq!(
            hidden(&page.body, "callbackUrl"),
            world.base,
            "{row} {value:?}"
        );
        assert_eq!(browser.get("/api/auth/session").await.status, 200);
        assert_eq!(
            sign_out(&browser, "", None).await,
            world.base,
            "{row} {value:?}"
        );
    }
    let browser = world.browser();
    browser.set_cookie("tollgate.callback-url", Some("%2Fdash"));
    let stored = sign_out(&browser, "", None).await;
    assert_eq!(stored, format!("{}/dash", world.base), "the control");
}

/// Returns one value of each row, and the control, each with its expected address.
fn one_of_each(world: &TestInstallation) -> Vec<(&'static str, String, String)> {
    let home = || world.base.clone();
    let mut rows: Vec<_> = ROWS
        .iter()
        .map(|(row, values)| (*row, values[0].to_owned(), home()))
        .collect();
    rows.push((
        "the control",
        "/dash".to_owned(),
        format!("{}/dash", home()),
    ));
    rows
}

// row: H1, H2, H4, H5, H6
#[tokio::test]
async fn urls_of_h1_to_h6_through_a_provider_redirect_home() {
    let double = FakeProvider::start().await;
    // Gives each provider its own user.
    double.lie(|says| says.claims = serde_json::json!({ "email": "bob@example.com" }));
    let world = TestInstallation::with(&upstream::settings(&double)).await;
    for (row, value, expected) in one_of_each(&world) {
        for provider in ["github", "google"] {
            let browser = world.browser();
            let csrf = browser.csrf().await;
            let fields = [("csrfToken", csrf.as_str()), ("callbackUrl", &value)];
            let path = format!("/api/auth/signin/{provider}");
            let away = browser.post(&path, &fields).await;
            assert!(away.location().starts_with(&double.address), "{row}");
            // An additional parameter of the provider does not change the address.
            let back = double.agree(away.location()) + "&callbackUrl=https%3A%2F%2Fevil.example";
            let landed = browser.get(&back).await;
            assert_eq!(landed.location(), expected, "{row} through {provider}");
        }
    }
}

// row: H1, H2, H4, H5, H6
#[tokio::test]
async fn urls_of_h1_to_h6_through_a_passkey_redirect_home() {
    let world = passkeys::world(TestBackend::Sqlite).await;
    let (_owner, mut device) = passkeys::ann_with_passkey(&world).await;
    for (row, value, expected) in one_of_each(&world) {
        for json in ["false", "true"] {
            let browser = world.browser();
            let (ceremony, public_key) = passkeys::begin_sign_in(&browser).await;
            let (csrf, credential) = (browser.csrf().await, device.sign(&public_key));
            let fields = [
                ("csrfToken", csrf.as_str()),
                ("ceremony", &ceremony),
                ("credential", &credential),
                ("callbackUrl", &value),
                ("json", json),
            ];
            let landed = browser.post("/api/auth/callback/passkey", &fields).await;
            let to = match json {
                "true" => landed.json()["url"].as_str().unwrap().to_owned(),
                _ => landed.location().to_owned(),
            };
            assert_eq!(to, expected, "{row} with {json}");
        }
    }
}

// row: H1, H2, H4, H5, H6
#[tokio::test]
async fn urls_of_h1_to_h6_through_a_mail_or_a_password_redirect_home() {
    let world = TestInstallation::with(&[("IDP_PASSWORDS", "sign-in")]).await;
    idp::testing::set_password(&world.app, ANN, "kiln tugboat 40")
        .await
        .unwrap();
    for (count, (row, value, expected)) in one_of_each(&world).iter().enumerate() {
        let expected = expected.as_str();
        let browser = world.browser();
        let csrf = browser.csrf().await;
        let fields = [
            ("csrfToken", csrf.as_str()),
            ("email", ANN),
            ("callbackUrl", value),
        ];
        browser.post("/api/auth/signin/email", &fields).await;
        let link = world.wait_for_email(ANN, count + 1).await.link();
        assert_eq!(
            browser.post(&link, &[]).await.location(),
            expected,
            "{row} by mail"
        );
        let plain = by_password(&world, value, "false").await;
        assert_eq!(plain.location(), expected, "{row} by password");
        let script = by_password(&world, value, "true").await;
        assert_eq!(script.json()["url"], expected, "{row} by script");
    }
}

async fn by_password(world: &TestInstallation, callback_url: &str, json: &str) -> BrowserResponse {
    let browser = world.browser();
    let csrf = browser.csrf().await;
    let fields = [
        ("csrfToken", csrf.as_str()),
        ("email", ANN),
        ("password", "kiln tugboat 40"),
        ("callbackUrl", callback_url),
        ("json", json),
    ];
    browser
        .post("/api/auth/callback/credentials", &fields)
        .await
}
