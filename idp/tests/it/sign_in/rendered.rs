//! Tests the rendered pages row by row: status, heading, text and links of each code, and the order of parts on the
//! sign-in page.

use crate::visiting::{Browser, TestInstallation, hidden};

/// Returns the content of the only block with a class.
fn block<'a>(page: &'a str, class: &str) -> &'a str {
    let marker = format!("<div class=\"{class}\">");
    let (_, rest) = page
        .split_once(&marker)
        .unwrap_or_else(|| panic!("no {class} in {page}"));
    rest.split("<div class=\"foot\">").next().unwrap()
}

/// Returns the text of an element by its id; `None` if it is missing.
fn text_of(page: &str, id: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("id=\"{id}\""))?;
    let (_, rest) = rest.split_once('>')?;
    Some(rest.split("</").next()?.to_owned())
}

/// Returns every link of a block: its id, its address, its text.
fn links(block: &str) -> Vec<(String, String, String)> {
    let part = |text: &str, name: &str| {
        let after = text.split_once(&format!("{name}=\"")).unwrap().1;
        after.split('"').next().unwrap().to_owned()
    };
    block
        .split("<a ")
        .skip(1)
        .map(|link| {
            let words = link.split_once('>').unwrap().1.split("</a>").next();
            (
                part(link, "id"),
                part(link, "href"),
                words.unwrap().to_owned(),
            )
        })
        .collect()
}

/// Expected parts of an error page.
#[derive(Clone, Copy)]
struct ErrorPageTexts {
    status: u16,
    heading: &'static str,
    text: Option<&'static str>,
    offers_sign_in: bool,
}

const OTHER: ErrorPageTexts = ErrorPageTexts {
    status: 200,
    heading: "Error",
    text: None,
    offers_sign_in: false,
};
const CONFIGURATION: ErrorPageTexts = ErrorPageTexts {
    status: 500,
    heading: "Server error",
    text: Some(
        "There is a problem with the server configuration. Check the server logs for more information.",
    ),
    offers_sign_in: false,
};
const DENIED: ErrorPageTexts = ErrorPageTexts {
    status: 403,
    heading: "Access Denied",
    text: Some("You do not have permission to sign in."),
    offers_sign_in: true,
};
const VERIFICATION: ErrorPageTexts = ErrorPageTexts {
    status: 403,
    heading: "Unable to sign in",
    text: Some(
        "The sign in link is no longer valid. It may have been used already or it may have expired.",
    ),
    offers_sign_in: true,
};

const ERRORS: [(&str, ErrorPageTexts); 25] = [
    ("error", OTHER),
    ("error?error=", OTHER),
    ("error?error=Default", OTHER),
    ("error?error=constructor", OTHER),
    ("error?error=__proto__", OTHER),
    ("error?error=toString", OTHER),
    ("error/hasOwnProperty", OTHER),
    ("error?error=%3Cscript%3E", OTHER),
    ("error?error=%00", OTHER),
    ("error?error=oauthcallback", OTHER),
    ("error?error=SIGNIN", OTHER),
    ("error?error=AccessDenied%20", OTHER),
    ("error?error=AccessDenied&error=Verification", OTHER),
    ("error?Error=AccessDenied", OTHER),
    ("error?error=Configuration", CONFIGURATION),
    ("error?error=configuration", CONFIGURATION),
    ("error/CONFIGURATION", CONFIGURATION),
    ("error?error=AccessDenied", DENIED),
    ("error?error=ACCESSDENIED", DENIED),
    ("error?error=AccessDenied&provider=github", DENIED),
    ("error/accessdenied", DENIED),
    ("error/AccessDenied/x", DENIED),
    ("error?error=Verification", VERIFICATION),
    ("error?error=vERIFICATION", VERIFICATION),
    ("error/Verification", VERIFICATION),
];

// row: pages-2, stricter-5, seed-2
#[tokio::test]
async fn each_code_has_its_status_its_heading_its_words_and_one_way_on() {
    let world = TestInstallation::new().await;
    let host = world.base.replace("http://", "");
    let no_utf8 = world.browser().get("/api/auth/error?error=%ff").await;
    assert_eq!(no_utf8.status, 400);
    for (path, says) in ERRORS {
        let page = world.browser().get(&format!("/api/auth/{path}")).await;
        assert_eq!(page.status, says.status, "{path}");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert!(page.body.contains("<title>Error</title>"), "{path}");
        let block = block(&page.body, "error");
        let heading = text_of(block, "page-title");
        assert_eq!(heading.as_deref(), Some(says.heading), "{path}");
        assert_eq!(text_of(block, "page-text").as_deref(), says.text, "{path}");
        let way = if says.offers_sign_in {
            ("signin-link", "/api/auth/signin", "Sign in")
        } else {
            ("home-link", world.base.as_str(), host.as_str())
        };
        let way = (way.0.to_owned(), way.1.to_owned(), way.2.to_owned());
        assert_eq!(links(block), [way], "{path}");
        assert!(!block.contains("<form") && !page.body.contains("<script"));
    }
}

/// Returns the sentence above the forms, `None` if there is none.
async fn sentence(browser: &Browser, query: &str) -> Option<String> {
    let page = browser.get(&format!("/api/auth/signin?{query}")).await;
    assert_eq!(page.status, 200, "{query}");
    assert!(page.body.contains("<title>Sign In</title>"), "{query}");
    let said = text_of(&page.body, "page-error");
    let alerts = page.body.matches("role=\"alert\"").count();
    assert_eq!(alerts, usize::from(said.is_some()), "{query}");
    said
}

// row: pages-1, stricter-5
#[tokio::test]
async fn sign_in_page_has_one_sentence_for_any_code_and_none_without() {
    let world = TestInstallation::with(&[("IDP_PASSKEYS", "off")]).await;
    let browser = world.browser();
    for code in [
        "emailsignin",
        "OAUTHCALLBACK",
        "AccessDenied",
        "Configuration",
        "Verification",
        "constructor",
        "__proto__",
        "%3Cb%3E",
        "%00",
        "Callback%20",
    ] {
        let said = sentence(&browser, &format!("error={code}")).await;
        assert_eq!(said.as_deref(), Some("Unable to sign in."), "{code}");
    }
    for silent in [
        "",
        "error=",
        "csrf=false",
        "error=Callback&error=Callback",
        "Error=Callback",
        "error%5B%5D=Callback",
        "provider=email&type=email",
    ] {
        assert_eq!(sentence(&browser, silent).await, None, "{silent}");
    }
    let said = sentence(&browser, "csrf=true").await;
    let stale = "This page was open for too long. Please send it again.";
    assert_eq!(said.as_deref(), Some(stale));
    let said = sentence(&browser, "csrf=true&error=EmailSignin").await;
    assert_eq!(said.as_deref(), Some("The e-mail could not be sent."));
}

const PROVIDERS: [(&str, &str); 4] = [
    ("IDP_GITHUB_CLIENT_ID", "tollgate"),
    ("IDP_GITHUB_CLIENT_SECRET", "a secret of the test"),
    ("IDP_GOOGLE_CLIENT_ID", "tollgate"),
    ("IDP_GOOGLE_CLIENT_SECRET", "a secret of the test"),
];
const PASSWORDS: (&str, &str) = ("IDP_PASSWORDS", "sign-in");

/// Settings, and the expected parts of the page.
type OfferedMethods<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str]);

/// Lists the addresses of a page's forms and the line between them, in their order.
fn order(page: &str) -> Vec<String> {
    page.split('<')
        .filter_map(|tag| match tag.split_once("action=\"") {
            Some((_, rest)) => Some(rest.split('"').next().unwrap().to_owned()),
            None => tag.contains("id=\"or\"").then(|| "or".to_owned()),
        })
        .collect()
}

// row: pages-6
#[tokio::test]
async fn ways_without_a_last_used_one_are_mail_then_providers_then_the_password() {
    let (github, google) = ("/api/auth/signin/github", "/api/auth/signin/google");
    let (email, password) = ("/api/auth/signin/email", "/api/auth/callback/credentials");
    let all = [PROVIDERS.as_slice(), &[PASSWORDS]].concat();
    let rows: [OfferedMethods<'_>; 4] = [
        (&[], &[email]),
        (&[PASSWORDS], &[email, "or", password]),
        (&PROVIDERS, &[email, "or", github, google]),
        (&all, &[email, "or", github, google, password]),
    ];
    for (settings, expected) in rows {
        let mut settings = settings.to_vec();
        settings.push(("IDP_PASSKEYS", "off"));
        let world = TestInstallation::with(&settings).await;
        let page = world.browser().get("/api/auth/signin").await.body;
        assert_eq!(order(&page), expected, "{settings:?}");
    }
}

#[tokio::test]
async fn way_that_was_used_last_is_first_and_alone_primary() {
    let all = [PROVIDERS.as_slice(), &[PASSWORDS]].concat();
    let world = TestInstallation::with(&all).await;
    let browser = world.browser();
    let primary = async |last: Option<&str>| {
        browser.set_cookie("tollgate.last-way", last);
        let page = browser.get("/api/auth/signin").await.body;
        let known = page.contains("id=\"known-way\"");
        let ways = page.split_once("<div class=\"signin\">").unwrap().1;
        let buttons: Vec<_> = ways
            .split("<button")
            .skip(1)
            .filter(|button| !button.starts_with(" class=\"quiet\""))
            .filter_map(|button| button.split_once("id=\"")?.1.split('"').next())
            .filter(|id| *id != "credentials-submit")
            .map(ToOwned::to_owned)
            .collect();
        (order(&page).remove(0), buttons, known)
    };
    let email = "/api/auth/signin/email";
    let rows = [
        (None, email, Some("submitButton"), false),
        (Some("email"), email, Some("submitButton"), true),
        (
            Some("google"),
            "/api/auth/signin/google",
            Some("google-submit"),
            true,
        ),
        (
            Some("passkey"),
            "/api/auth/callback/passkey",
            Some("passkey-button"),
            true,
        ),
        (
            Some("credentials"),
            "/api/auth/callback/credentials",
            None,
            true,
        ),
        (Some("gone"), email, Some("submitButton"), false),
        (Some("%3Cb%3E"), email, Some("submitButton"), false),
    ];
    for (last, first, button, is_known) in rows {
        let button: Vec<_> = button.map(ToOwned::to_owned).into_iter().collect();
        assert_eq!(
            primary(last).await,
            (first.to_owned(), button, is_known),
            "{last:?}"
        );
    }
}

#[tokio::test]
async fn sign_in_leaves_its_way_in_the_browser_and_nothing_about_the_user() {
    let world = TestInstallation::new().await;
    let browser = world.signed_in("ann@example.com").await;
    assert_eq!(
        browser.cookie("tollgate.last-way").as_deref(),
        Some("email")
    );
    let csrf = browser.csrf().await;
    browser
        .post("/api/auth/signout", &[("csrfToken", &csrf)])
        .await;
    assert!(!browser.is_signed_in().await);
    let page = browser.get("/api/auth/signin").await.body;
    assert!(page.contains("id=\"known-way\""), "{page}");
    assert!(!page.contains("ann@example.com"), "{page}");
}

// row: pages-6
#[tokio::test]
async fn each_form_of_the_sign_in_page_has_its_fields_and_its_button() {
    let mut settings = PROVIDERS.to_vec();
    settings.extend([PASSWORDS, ("IDP_PASSKEYS", "off")]);
    let world = TestInstallation::with(&settings).await;
    let browser = world.browser();
    let url = "/api/auth/signin?callbackUrl=%2Fdash%3Fa%3D1&email=ann%40example.com&csrfToken=x";
    let page = browser.get(url).await.body;
    let token = browser.csrf().await;
    let forms: Vec<_> = page.split("<form ").skip(1).collect();
    let rows: [(&str, &[&str]); 4] = [
        (
            "Sign in with Email",
            &[
                "<label for=\"input-email-for-email-provider\">Email</label>",
                "<input id=\"input-email-for-email-provider\" type=\"email\" name=\"email\" value=\"ann@example.com\" placeholder=\"email@example.com\"",
                " required autofocus>",
                "<button id=\"submitButton\" type=\"submit\">",
            ],
        ),
        ("Sign in with GitHub", &["<svg class=\"sign full\""]),
        ("Sign in with Google", &["<svg class=\"sign full\""]),
        (
            "Sign in with Password",
            &[
                "<label for=\"input-email-for-credentials-provider\">Email</label>",
                "<label for=\"input-password-for-credentials-provider\">Password</label>",
                "type=\"password\" name=\"password\"",
            ],
        ),
    ];
    assert_eq!(forms.len(), rows.len());
    for (form, (button, parts)) in forms.iter().zip(rows) {
        let form = form.split("</form>").next().unwrap();
        assert!(form.contains("method=\"post\""), "{form}");
        assert_eq!(hidden(form, "csrfToken"), token, "{button}");
        let dash = format!("{}/dash?a=1", world.base);
        assert_eq!(hidden(form, "callbackUrl"), dash, "{button}");
        assert!(form.contains(&format!(">{button}</button>")), "{form}");
        for part in parts {
            assert!(form.contains(part), "{button} lacks {part}: {form}");
        }
    }
}

// row: pages-6
#[tokio::test]
async fn pages_of_sign_out_and_of_a_sent_mail_have_their_words_and_ways() {
    let world = TestInstallation::new().await;
    let host = world.base.replace("http://", "");
    let browser = world.browser();
    let page = browser
        .get("/api/auth/signout?callbackUrl=%2Fdash")
        .await
        .body;
    let out = block(&page, "signout");
    let heading = text_of(out, "page-title");
    assert_eq!(heading.as_deref(), Some("Signout"));
    let requested = text_of(out, "page-text");
    assert_eq!(
        requested.as_deref(),
        Some("Are you sure you want to sign out?")
    );
    assert_eq!(order(out), ["/api/auth/signout"]);
    assert_eq!(hidden(out, "csrfToken"), browser.csrf().await);
    assert_eq!(text_of(out, "submitButton").as_deref(), Some("Sign out"));
    let stay = format!("{}/dash", world.base);
    assert_eq!(links(out)[0].1, stay, "back to where the person was");

    let page = browser.get("/api/auth/verify-request").await.body;
    let sent = block(&page, "verify-request");
    let heading = text_of(sent, "page-title");
    assert_eq!(heading.as_deref(), Some("Check your email"));
    let text = text_of(sent, "page-text");
    let expected = "A sign in link has been sent to your email address.";
    assert_eq!(text.as_deref(), Some(expected));
    let home = ("home-link".to_owned(), world.base.clone(), host);
    assert!(links(sent).contains(&home), "{sent}");
}
