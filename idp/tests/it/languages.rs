//! Tests the languages of pages and emails: their selection, and the exact English texts of the client library.

use reqwest::Method;

use crate::visiting::{Browser, TestInstallation};

const GERMAN: (&str, &str) = ("accept-language", "de-AT, de;q=0.9, en;q=0.5");

/// Every page without authentication: its path, then title and a text in English and in German.
const PAGES: [(&str, [&str; 2], [&str; 2]); 13] = [
    (
        "signin",
        ["Sign In", "Anmelden"],
        ["Sign in with Email", "Mit E-Mail anmelden"],
    ),
    (
        "signin?error=OAuthAccountNotLinked",
        ["Sign In", "Anmelden"],
        [
            "To confirm your identity, sign in with the same account you used originally.",
            "Um Ihre Identität zu bestätigen",
        ],
    ),
    (
        "signin?error=EmailSignin",
        ["Sign In", "Anmelden"],
        [
            "The e-mail could not be sent.",
            "Die E-Mail konnte nicht gesendet werden.",
        ],
    ),
    (
        "signin?error=CredentialsSignin",
        ["Sign In", "Anmelden"],
        [
            "Sign in failed. Check the details you provided are correct.",
            "Die Anmeldung ist fehlgeschlagen.",
        ],
    ),
    (
        "signin?error=SessionRequired",
        ["Sign In", "Anmelden"],
        [
            "Please sign in to access this page.",
            "Bitte melden Sie sich an",
        ],
    ),
    (
        "signin?error=OAuthCallback",
        ["Sign In", "Anmelden"],
        [
            "Try signing in with a different account.",
            "mit einem anderen Konto anzumelden.",
        ],
    ),
    (
        "signin?error=anything",
        ["Sign In", "Anmelden"],
        ["Unable to sign in.", "Anmeldung nicht möglich."],
    ),
    (
        "signout",
        ["Sign Out", "Abmelden"],
        [
            "Are you sure you want to sign out?",
            "Möchten Sie sich wirklich abmelden?",
        ],
    ),
    (
        "verify-request",
        ["Verify Request", "E-Mail bestätigen"],
        [
            "A sign in link has been sent to your email address.",
            "Ein Link zur Anmeldung wurde an Ihre E-Mail-Adresse gesendet.",
        ],
    ),
    (
        "error?error=Configuration",
        ["Error", "Fehler"],
        [
            "There is a problem with the server configuration. Check the server logs for more information.",
            "Es gibt ein Problem mit der Konfiguration des Servers.",
        ],
    ),
    (
        "error?error=AccessDenied",
        ["Error", "Fehler"],
        [
            "You do not have permission to sign in.",
            "Sie dürfen sich hier nicht anmelden.",
        ],
    ),
    (
        "error?error=Verification",
        ["Error", "Fehler"],
        [
            "The sign in link is no longer valid. It may have been used already or it may have expired.",
            "Der Link zur Anmeldung gilt nicht mehr.",
        ],
    ),
    (
        "password/new",
        ["Password", "Passwort"],
        [
            "We send you a link by which you set it.",
            "Wir senden Ihnen einen Link",
        ],
    ),
];

// row: pages-5
#[tokio::test]
async fn every_page_is_whole_in_both_languages() {
    let world = TestInstallation::with(&[("IDP_PASSWORDS", "register")]).await;
    for (path, titles, texts) in PAGES {
        is_whole(&world, path, "en", &[], [titles[0], texts[0]]).await;
        is_whole(&world, path, "de", &[GERMAN], [titles[1], texts[1]]).await;
    }
}

async fn is_whole(
    world: &TestInstallation,
    path: &str,
    tag: &str,
    headers: &[(&str, &str)],
    [title, text]: [&str; 2],
) {
    let url = format!("/api/auth/{path}");
    let page = world.browser().send(Method::GET, &url, headers, None).await;
    assert_eq!(page.header("content-language"), tag, "{path}");
    assert_eq!(page.header("vary"), "Accept-Language, Cookie", "{path}");
    let lang = format!("<html lang=\"{tag}\">");
    let title = format!("<title>{title}</title>");
    for part in [&lang, &title, text] {
        assert!(
            page.body.contains(part),
            "{path} lacks {part}: {}",
            page.body
        );
    }
}

async fn spoken(browser: &Browser, path: &str, headers: &[(&str, &str)]) -> String {
    let page = browser.send(Method::GET, path, headers, None).await;
    page.header("content-language").to_owned()
}

// row: pages-5
#[tokio::test]
async fn ui_locales_outrank_accept_language() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let page = "/api/auth/signin";
    assert_eq!(spoken(&browser, page, &[]).await, "en");
    assert_eq!(spoken(&browser, page, &[GERMAN]).await, "de");
    assert_eq!(
        browser.cookie("tollgate.language"),
        None,
        "no language was chosen"
    );
    // Unsupported languages are ignored.
    let named = |tags: &str| format!("{page}?ui_locales={tags}");
    assert_eq!(spoken(&browser, &named("fr%20it"), &[GERMAN]).await, "de");
    assert_eq!(browser.cookie("tollgate.language"), None);
    assert_eq!(
        spoken(&browser, &named("fr%20en-GB"), &[GERMAN]).await,
        "en"
    );
    assert_eq!(browser.cookie("tollgate.language").as_deref(), Some("en"));
    // Later pages keep the language without the parameter, until a request has another.
    assert_eq!(spoken(&browser, page, &[GERMAN]).await, "en");
    assert_eq!(spoken(&browser, &named("de"), &[]).await, "de");
    assert_eq!(spoken(&browser, page, &[]).await, "de");
    for odd in ["", "xx", "%ff", "de\"de"] {
        browser.set_cookie("tollgate.language", Some(odd));
        let found = spoken(&browser, page, &[GERMAN]).await;
        assert_eq!(found, "de", "{odd}: as the browser likes");
    }
}

#[tokio::test]
async fn page_links_to_itself_in_the_other_language() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let path = "/api/auth/signin?callbackUrl=%2Fdash%3Fa%3D1%26b&ui_locales=en&error=Signin";
    let page = browser.get(path).await;
    let link =
        "<a id=\"language-de\" lang=\"de\" hreflang=\"de\" href=\"?ui_locales=de\">Deutsch</a>";
    assert!(page.body.contains(link), "{}", page.body);
    assert!(!page.body.contains("language-en"), "{}", page.body);
    let german = browser.get("/api/auth/signin?ui_locales=de").await;
    assert!(german.body.contains("/dash?a=1&#38;b"), "{}", german.body);
    let link = "lang=\"en\" hreflang=\"en\" href=\"?ui_locales=en\">English</a>";
    assert!(german.body.contains(link), "{}", german.body);
    // A page that answers a POST has no address to reload in another language.
    let posted = browser.post("/oauth/consent", &[]).await;
    assert!(posted.body.contains("</html>"), "{posted:?}");
    assert!(!posted.body.contains("language-"), "{}", posted.body);
}

// row: pages-5
#[tokio::test]
async fn authorization_request_names_the_language_of_the_pages_after_it() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let address = "/oauth/authorize?client_id=shop&response_type=code&ui_locales=fr%20de";
    let response = browser.get(address).await;
    assert_eq!(
        response.header("content-language"),
        "de",
        "its refusal: {response:?}"
    );
    assert!(response.body.contains("Dieser Link funktioniert nicht"));
    let reason = "id=\"page-detail\">Kein Client hat diese client_id. (invalid_request)</p>";
    assert!(response.body.contains(reason), "{}", response.body);
    let way_on = "<a id=\"home-link\" href=\"/\">Zur Startseite</a>";
    assert!(response.body.contains(way_on), "{}", response.body);
    assert_eq!(spoken(&browser, "/api/auth/signin", &[]).await, "de");
}

// row: pages-5
#[tokio::test]
async fn email_has_the_language_of_its_page() {
    let world = TestInstallation::new().await;
    let rows = [
        (
            "ann@example.com",
            &[][..],
            "Sign in to ",
            "The link and the code work once",
        ),
        (
            "uta@example.com",
            &[GERMAN][..],
            "Bei ",
            "Link und Code gelten einmal",
        ),
    ];
    for (address, headers, subject, sentence) in rows {
        let browser = world.browser();
        let csrf = browser.csrf().await;
        let fields = [("csrfToken", csrf.as_str()), ("email", address)];
        browser
            .post_with("/api/auth/signin/email", headers, &fields)
            .await;
        let email = world.wait_for_email(address, 1).await;
        assert!(email.subject.starts_with(subject), "{}", email.subject);
        assert!(email.text.contains(sentence), "{}", email.text);
        assert!(email.html.contains(sentence), "{}", email.html);
        // The link signs in from an email in any language.
        browser.post(&email.link(), &[]).await;
        assert!(browser.is_signed_in().await, "{address}");
    }
}

#[tokio::test]
async fn api_responses_are_english() {
    let world = TestInstallation::new().await;
    let browser = world.signed_in("ann@example.com").await;
    let response = browser
        .send(Method::GET, "/api/auth/session", &[GERMAN], None)
        .await;
    assert!(response.json().get("user").is_some());
    let providers = world
        .browser()
        .send(Method::GET, "/api/auth/providers", &[GERMAN], None)
        .await;
    assert_eq!(providers.json()["email"]["name"], "Email");
}
