//! Tests client branding: the admin API sets it, and only pages of the client's own requests show it.

use foundation::on_both_engines;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::admin_clients::{put, without_body};
use crate::harness::{CHALLENGE, SECRET};
use crate::visiting::{Browser, BrowserResponse, TestInstallation};

const COLOR: &str = "#c2410c";
const LOGO: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const CALLBACK: &str = "https://shop.example/cb";
/// A name with markup and with a change of the text direction.
const NAME: &str = "The <b>Shop</b>\u{5d0}";

fn site(more: &Value) -> Value {
    let mut site = json!({ "client_name": "A site", "redirect_uris": ["https://site.example/cb"] });
    let members = site.as_object_mut().unwrap();
    members.extend(more.as_object().unwrap().clone());
    site
}

on_both_engines!(branding_is_set_read_and_deleted);

async fn branding_is_set_read_and_deleted(world: crate::harness::TestIdp) {
    let look = site(&json!({ "brand_color": "#C2410C", "logo_uri": LOGO }));
    assert_eq!(put(&world, "site", &look).await.status, 201);
    for _ in 0..2 {
        let found = without_body(&world, "GET", "site").await.ok();
        assert_eq!(found["brand_color"], COLOR);
        assert_eq!(found["logo_uri"], LOGO);
        assert_eq!(put(&world, "site", &look).await.status, 200);
    }
    assert_eq!(put(&world, "site", &site(&json!({}))).await.status, 200);
    let found = without_body(&world, "GET", "site").await.ok();
    assert_eq!(found.get("brand_color"), None);
    assert_eq!(found.get("logo_uri"), None);
}

// row: A29
#[tokio::test]
async fn invalid_branding_is_refused_with_its_member() {
    let world = crate::harness::TestIdp::new().await;
    let svg = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=";
    let renamed = svg.replace("svg+xml", "png");
    let rows = [
        ("brand_color", "red", "brand_color"),
        ("brand_color", "#fff;}*{display:none}", "brand_color"),
        ("logo_uri", svg, "logo_uri"),
        ("logo_uri", renamed.as_str(), "logo_uri"),
    ];
    for (member, value, named) in rows {
        let response = put(&world, "site", &site(&json!({ member: value }))).await;
        assert_eq!(response.status, 400, "{value}");
        let detail = response.body["detail"].as_str().unwrap();
        assert!(detail.contains(named), "{detail}");
    }
    assert_eq!(without_body(&world, "GET", "site").await.status, 404);
    let good = site(&json!({ "brand_color": COLOR, "logo_uri": LOGO }));
    assert_eq!(put(&world, "site", &good).await.status, 201);
}

/// Opens an idp with a branded shop, and a branded web app of the installation.
async fn world_with_a_shop() -> (TestInstallation, TempDir) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("clients.json");
    let clients = json!([
        {
            "client_id": "shop", "client_name": NAME, "client_secret": SECRET,
            "redirect_uris": [CALLBACK], "brand_color": COLOR, "logo_uri": LOGO,
            "client_uri": "https://shop.example/", "policy_uri": "https://shop.example/privacy?a=b&c",
        },
        {
            "client_id": "bare", "client_name": "Paper Plane", "client_secret": SECRET,
            "redirect_uris": [CALLBACK],
        },
        {
            "client_id": "web", "token_endpoint_auth_method": "none", "first_party": true,
            "redirect_uris": [CALLBACK], "brand_color": COLOR, "logo_uri": LOGO,
            "policy_uri": "https://shop.example/privacy",
        },
    ]);
    std::fs::write(&file, clients.to_string()).unwrap();
    let file = file.display().to_string();
    (
        TestInstallation::with(&[("IDP_CLIENTS_FILE", &file)]).await,
        folder,
    )
}

fn request(client_id: &str, more: &[(&str, &str)]) -> String {
    let mut parameters = vec![
        ("client_id", client_id),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid"),
        ("state", "s"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    parameters.extend(more);
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(parameters)
        .finish();
    format!("/oauth/authorize?{query}")
}

/// Follows a request to the sign-in page.
async fn led_to_sign_in(browser: &Browser, request: &str) -> BrowserResponse {
    let led = browser.get(request).await;
    let to = led.location();
    assert!(to.starts_with("/api/auth/signin?callbackUrl="), "{led:?}");
    browser.get(to).await
}

/// Asserts that a page shows the shop in place of our logo, and our host in the footer.
fn shows_the_shop(page: &BrowserResponse, world: &TestInstallation) {
    let html = &page.body;
    let host = world.base.strip_prefix("http://").unwrap();
    let secured = format!("<span id=\"secured-by\">Secured by {host}</span>");
    for part in [
        "<bdi>The &#60;b&#62;Shop&#60;/b&#62;\u{5d0}</bdi>",
        "<span class=\"faint\" id=\"brand-place\">shop.example</span>",
        secured.as_str(),
        "<img class=\"logo\" id=\"brand-logo\" src=\"/oauth/brand.png?client_id=shop&#38;v=",
        "<link rel=\"stylesheet\" href=\"/oauth/brand.css?client_id=shop&#38;v=",
    ] {
        assert!(html.contains(part), "no {part} in {html}");
    }
    assert!(!html.contains("style=") && !html.contains("<b>"), "{html}");
    assert!(!html.contains("class=\"mark\""), "{html}");
    assert!(!html.contains("id=\"brand-initial\""), "{html}");
    let policy = page.header("content-security-policy");
    let ours = "default-src 'none'; style-src 'self'; img-src 'self' data:;";
    assert!(policy.starts_with(ours), "{policy}");
}

/// Asserts that a page has the name of the shop in its heading.
fn shows_its_heading(page: &BrowserResponse) {
    let heading =
        "<h1 id=\"page-title\">Sign in to <bdi>The &#60;b&#62;Shop&#60;/b&#62;\u{5d0}</bdi></h1>";
    assert!(page.body.contains(heading), "{}", page.body);
}

/// Asserts that a page links to the pages that the shop has.
fn shows_its_links(page: &BrowserResponse, kind: &str) {
    for (id, address) in [
        ("home", "https://shop.example/"),
        ("policy", "https://shop.example/privacy?a=b&#38;c"),
    ] {
        let link = format!(
            "<a id=\"{kind}-{id}\" href=\"{address}\" rel=\"external nofollow noopener noreferrer\" target=\"_blank\">"
        );
        assert!(page.body.contains(&link), "no {link} in {}", page.body);
    }
    assert!(
        !page.body.contains(&format!("{kind}-terms")),
        "{}",
        page.body
    );
}

// row: A29
#[tokio::test]
async fn pages_show_the_requesting_client_and_name_us_in_the_footer() {
    let (world, _folder) = world_with_a_shop().await;
    let browser = world.browser();
    let sign_in = led_to_sign_in(&browser, &request("shop", &[])).await;
    shows_the_shop(&sign_in, &world);
    shows_its_heading(&sign_in);
    shows_its_links(&sign_in, "client");
    let response = browser.ask("ann@example.com").await;
    shows_the_shop(&browser.get(response.location()).await, &world);
    shows_the_shop(
        &browser.get("/api/auth/error?error=Verification").await,
        &world,
    );
    let link = world.wait_for_email("ann@example.com", 1).await.link();
    let opened = browser.get(&link).await;
    shows_the_shop(&opened, &world);
    shows_its_heading(&opened);
    // Another browser that opens the link sees the shop as well.
    shows_the_shop(&world.browser().get(&link).await, &world);
    let signed_in = browser.post(&link, &[]).await;
    let consent = browser.get(signed_in.location()).await;
    assert!(consent.body.contains("id=\"consent-allow\""), "{consent:?}");
    shows_the_shop(&consent, &world);
    shows_its_links(&consent, "consent");
    // After the sign-in, pages show no client.
    let later = browser.get("/api/auth/signin").await;
    assert!(!later.body.contains("id=\"brand\""), "{}", later.body);
}

#[tokio::test]
async fn client_without_a_logo_is_shown_by_its_initial() {
    let (world, _folder) = world_with_a_shop().await;
    let page = led_to_sign_in(&world.browser(), &request("bare", &[])).await;
    for part in [
        "<span class=\"initial\" id=\"brand-initial\" aria-hidden=\"true\">P</span>",
        "Sign in to <bdi>Paper Plane</bdi></h1>",
        "<span class=\"faint\" id=\"brand-place\">shop.example</span>",
    ] {
        assert!(page.body.contains(part), "no {part} in {}", page.body);
    }
    for absent in ["class=\"mark\"", "brand-logo", "brand.css"] {
        assert!(!page.body.contains(absent), "{absent} in {}", page.body);
    }
}

#[tokio::test]
async fn request_that_waits_is_known_by_its_client_too() {
    let (world, _folder) = world_with_a_shop().await;
    let waiting = request("shop", &[("prompt", "login")]);
    let browser = world.browser();
    let led = browser.get(&waiting).await;
    assert!(led.location().contains("resume"), "{led:?}");
    shows_the_shop(&browser.get(led.location()).await, &world);
    let nobody =
        "/api/auth/signin?callbackUrl=%2Foauth%2Fauthorize%3Fresume%3Dnobody%26client_id%3Dshop";
    let page = world.browser().get(nobody).await;
    assert!(!page.body.contains("id=\"brand\""), "{}", page.body);
}

#[tokio::test]
async fn only_requests_of_third_parties_are_branded() {
    let (world, _folder) = world_with_a_shop().await;
    let own = led_to_sign_in(&world.browser(), &request("web", &[])).await;
    assert!(!own.body.contains("id=\"brand\""), "{}", own.body);
    assert!(!own.body.contains("/privacy"), "{}", own.body);
    let of = |query: &str| format!("/oauth/authorize?{query}");
    let registered = "redirect_uri=https%3A%2F%2Fshop.example%2Fcb";
    let rows = [
        String::new(),
        "/".to_owned(),
        of(""),
        of("client_id=shop"),
        of("client_id=shop&redirect_uri=https%3A%2F%2Fevil.example%2Fcb"),
        of(&format!("client_id=nobody&{registered}")),
        of(&format!("client_id=shop&client_id=shop&{registered}")),
        of(&format!("client_id=shop&{registered}&{registered}")),
        format!("/account?client_id=shop&{registered}"),
        format!("/oauth/authorize/x?client_id=shop&{registered}"),
        format!("//evil.example/oauth/authorize?client_id=shop&{registered}"),
        format!("https://evil.example/oauth/authorize?client_id=shop&{registered}"),
    ];
    let page = async |callback: &str| {
        let encoded: String = url::form_urlencoded::byte_serialize(callback.as_bytes()).collect();
        let path = format!("/api/auth/signin?callbackUrl={encoded}");
        world.browser().get(&path).await
    };
    for callback in rows {
        let page = page(&callback).await;
        assert_eq!(page.status, 200);
        assert!(!page.body.contains("brand"), "{callback}: {}", page.body);
    }
    shows_the_shop(
        &page(&of(&format!("client_id=shop&{registered}"))).await,
        &world,
    );
}

#[tokio::test]
async fn mail_for_a_website_names_it_and_has_the_code_in_its_subject() {
    let (world, _folder) = world_with_a_shop().await;
    let rows = [
        (
            "bare",
            "bea@example.com",
            "Paper Plane",
            "background:#1b1e26;color:#ffffff",
        ),
        ("web", "wim@example.com", "", ""),
    ];
    for (client, address, name, colors) in rows {
        let browser = world.browser();
        led_to_sign_in(&browser, &request(client, &[])).await;
        browser.ask(address).await;
        let email = world.wait_for_email(address, 1).await;
        let host = world.base.strip_prefix("http://").unwrap();
        let (subject, heading) = if name.is_empty() {
            (format!("Sign in to {host}"), format!("Sign in to {host}\n"))
        } else {
            let subject = format!("{} is your code for {name}", email.code());
            (subject, format!("Sign in to {name}\n"))
        };
        assert_eq!(email.subject, subject);
        assert!(
            email.text.replace('\r', "").starts_with(&heading),
            "{}",
            email.text
        );
        assert!(email.html.contains(colors), "{}", email.html);
        let preview = format!("Your code is {}.", email.code());
        assert!(email.html.contains(&preview), "{}", email.html);
    }
}

/// Returns the address of a page's file.
fn file_of(page: &BrowserResponse, path: &str) -> String {
    let (_, after) = page.body.split_once(&format!("\"{path}?")).expect("a file");
    let (query, _) = after.split_once('"').expect("its end");
    format!("{path}?{}", query.replace("&#38;", "&"))
}

#[tokio::test]
async fn colour_and_logo_are_served_under_the_name_of_their_content_alone() {
    let (world, _folder) = world_with_a_shop().await;
    let browser = world.browser();
    let page = led_to_sign_in(&browser, &request("shop", &[])).await;
    let css = file_of(&page, "/oauth/brand.css");
    let styles = browser.get(&css).await;
    assert_eq!(
        (styles.status, styles.header("content-type")),
        (200, "text/css; charset=utf-8")
    );
    assert!(
        styles.body.contains("--primary:#c2410c;"),
        "{}",
        styles.body
    );
    assert!(
        styles.body.contains("--primary-ink:#ffffff;"),
        "{}",
        styles.body
    );
    let logo = file_of(&page, "/oauth/brand.png");
    let picture = browser.get(&logo).await;
    assert_eq!(
        (picture.status, picture.header("content-type")),
        (200, "image/png")
    );
    assert_eq!(picture.header("x-content-type-options"), "nosniff");
    assert_eq!(
        picture.header("content-security-policy"),
        "default-src 'none'; sandbox"
    );
    for response in [styles, picture] {
        assert_eq!(
            response.header("cache-control"),
            "public, max-age=31536000, immutable"
        );
        assert_eq!(
            response.header("cross-origin-resource-policy"),
            "same-origin"
        );
        assert!(response.headers.get("set-cookie").is_none());
    }
    let rows = [
        "/oauth/brand.css".to_owned(),
        "/oauth/brand.css?client_id=shop".to_owned(),
        "/oauth/brand.css?client_id=shop&v=".to_owned(),
        css.replace("brand.css", "brand.png"),
        logo.replace("brand.png", "brand.css"),
        css.replace("client_id=shop", "client_id=nobody"),
    ];
    for path in rows {
        assert_eq!(browser.get(&path).await.status, 404, "{path}");
    }
}
