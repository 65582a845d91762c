//! Tests the pages: the client library's texts, the ids that tests and clients depend on, and the headers.

use std::time::Duration;

use reqwest::Method;

use crate::visiting::TestInstallation;

/// A page without authentication: its path, status, title, and required parts.
type Row = (&'static str, u16, &'static str, &'static [&'static str]);

const PAGES: [Row; 8] = [
    (
        "signin",
        200,
        "Sign In",
        &[
            "action=\"/api/auth/signin/email\"",
            "id=\"input-email-for-email-provider\"",
            "type=\"email\"",
            "placeholder=\"email@example.com\"",
            "id=\"submitButton\"",
            ">Sign in with Email</button>",
            ">Email</label>",
        ],
    ),
    (
        "signout",
        200,
        "Sign Out",
        &[
            "Are you sure you want to sign out?",
            "action=\"/api/auth/signout\"",
            "id=\"submitButton\"",
            ">Sign out</button>",
            ">Stay signed in</a>",
        ],
    ),
    (
        "verify-request",
        200,
        "Verify Request",
        &[
            "Check your email",
            "A sign in link has been sent to your email address.",
        ],
    ),
    ("error", 200, "Error", &["id=\"home-link\""]),
    (
        "error?error=Configuration",
        500,
        "Error",
        &[
            "Server error",
            "There is a problem with the server configuration. Check the server logs for more information.",
            "id=\"request-id\"",
            "id=\"home-link\"",
        ],
    ),
    (
        "error?error=AccessDenied",
        403,
        "Error",
        &[
            "Access Denied",
            "You do not have permission to sign in.",
            "id=\"signin-link\"",
        ],
    ),
    (
        "error/Verification",
        403,
        "Error",
        &[
            "Unable to sign in",
            "The sign in link is no longer valid. It may have been used already or it may have expired.",
            "id=\"signin-link\"",
        ],
    ),
    (
        "error?error=constructor",
        200,
        "Error",
        &["id=\"home-link\""],
    ),
];

// row: pages-2, pages-6, stricter-5, seed-1, seed-2
#[tokio::test]
async fn every_page_has_its_words_and_its_ids() {
    let world = TestInstallation::new().await;
    for (path, status, title, parts) in PAGES {
        let page = world.browser().get(&format!("/api/auth/{path}")).await;
        assert_eq!(page.status, status, "{path}");
        assert_eq!(
            page.header("content-type"),
            "text/html; charset=utf-8",
            "{path}"
        );
        assert!(
            page.body.contains(&format!("<title>{title}</title>")),
            "{path}: {}",
            page.body
        );
        for part in parts {
            assert!(
                page.body.contains(part),
                "{path} lacks {part}: {}",
                page.body
            );
        }
    }
}

// row: stricter-24, stricter-27
#[tokio::test]
async fn every_page_is_closed_to_frames_scripts_and_caches() {
    for passkeys in ["off", "on"] {
        every_page_is_closed(passkeys).await;
    }
}

async fn every_page_is_closed(passkeys: &str) {
    let world = TestInstallation::with(&[("IDP_PASSKEYS", passkeys)]).await;
    for (path, ..) in PAGES {
        let page = world.browser().get(&format!("/api/auth/{path}")).await;
        let policy = page.header("content-security-policy");
        // The policy allows one script, which asks a device for a passkey.
        let (closed, script) = policy.split_at(policy.find("; script-src").unwrap_or(policy.len()));
        assert_eq!(
            closed,
            "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"
        );
        let expected = match (passkeys, path) {
            ("on", "signin") => {
                "; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
            }
            _ => "",
        };
        assert_eq!(script, expected, "{path}");
        for (name, value) in [
            ("cache-control", "no-store"),
            ("referrer-policy", "no-referrer"),
            ("x-content-type-options", "nosniff"),
            ("cross-origin-opener-policy", "same-origin"),
            ("x-robots-tag", "noindex"),
        ] {
            assert_eq!(page.header(name), value, "{path}");
        }
        let scripts = page.body.matches("<script").count();
        let ours = page
            .body
            .matches("<script src=\"/oauth/assets/passkey-")
            .count();
        let most = usize::from((passkeys, path) == ("on", "signin"));
        assert_eq!((scripts, ours), (most, most), "{path}");
        for forbidden in [" style=", "<style", " onclick", "javascript:"] {
            assert!(!page.body.contains(forbidden), "{path} has {forbidden}");
        }
        assert!(
            page.body.contains("<html lang=\"en\">")
                && page.body.contains("<h1 id=\"page-title\">"),
            "{path}"
        );
    }
}

// row: pages-1, stricter-5, seed-2
#[tokio::test]
async fn sign_in_page_says_each_error_in_the_seeds_words() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let other = "Try signing in with a different account.";
    let rows = [
        ("Signin", other),
        ("OAuthSignin", other),
        ("OAuthCallback", other),
        ("OAuthCreateAccount", other),
        ("EmailCreateAccount", other),
        ("Callback", other),
        (
            "OAuthAccountNotLinked",
            "To confirm your identity, sign in with the same account you used originally.",
        ),
        ("EmailSignin", "The e-mail could not be sent."),
        (
            "CredentialsSignin",
            "Sign in failed. Check the details you provided are correct.",
        ),
        ("SessionRequired", "Please sign in to access this page."),
    ];
    for (code, sentence) in rows {
        for path in [
            format!("error?error={code}"),
            format!("error/{code}"),
            format!("error?error={code}&provider=email"),
        ] {
            let moved = browser.get(&format!("/api/auth/{path}")).await;
            let expected = format!("{}/api/auth/signin?error={code}", world.base);
            assert_eq!((moved.status, moved.location()), (302, expected.as_str()));
        }
        let page = browser.get(&format!("/api/auth/signin?error={code}")).await;
        assert_eq!(page.status, 200);
        let alert = format!("id=\"page-error\" role=\"alert\">{sentence}</div>");
        assert!(page.body.contains(&alert), "{code}: {}", page.body);
    }
    for (query, shown) in [
        ("error=Nonsense", true),
        ("error=", false),
        ("csrf=true", false),
        ("error=a&error=b", false),
    ] {
        let page = browser.get(&format!("/api/auth/signin?{query}")).await;
        assert_eq!(page.body.contains("Unable to sign in."), shown, "{query}");
    }
}

// row: routes-4, stricter-4
#[tokio::test]
async fn query_of_the_sign_in_page_fills_in_an_address_and_nothing_else() {
    let world = TestInstallation::new().await;
    let page = world
        .browser()
        .get("/api/auth/signin?email=ann%40example.com&csrfToken=planted-by-an-attacker&providers=x&callbackUrl=https%3A%2F%2Fevil.example")
        .await;
    assert_eq!(page.status, 200);
    assert!(
        page.body
            .contains("name=\"email\" value=\"ann@example.com\"")
    );
    assert!(
        !page.body.contains("planted-by-an-attacker") && !page.body.contains("evil"),
        "{}",
        page.body
    );
}

#[tokio::test]
async fn code_field_is_shown_in_the_requesting_browser() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let before = browser.get("/api/auth/verify-request").await;
    assert!(!before.body.contains("input-code"));
    let response = browser.ask("ann@example.com").await;
    let page = browser.get(response.location()).await;
    for part in [
        "id=\"input-code\"",
        "inputmode=\"numeric\"",
        "autocomplete=\"one-time-code\"",
        "id=\"resend-form\"",
        "<strong id=\"email\">ann@example.com</strong>",
        "<a id=\"change-link\" href=\"/api/auth/signin\">",
        "data-wait=\"60\" data-words=\"Send again in {}\">Send again</button>",
        "UTC. It can take a minute; check your spam folder too.</p>",
    ] {
        assert!(page.body.contains(part), "{part} in {}", page.body);
    }
    assert!(!page.body.contains("page-error") && !page.body.contains("webmail-link"));
    let wrong = browser.get("/api/auth/verify-request?error=Code").await;
    assert!(wrong.body.contains("That code did not work."));
    world.wait(Duration::from_secs(18));
    let later = browser.get("/api/auth/verify-request").await;
    assert!(later.body.contains("data-wait=\"42\""), "{}", later.body);
    // The page for another address shows the current one.
    let change = browser.get("/api/auth/signin").await;
    assert!(
        change
            .body
            .contains("name=\"email\" value=\"ann@example.com\"")
    );
}

#[tokio::test]
async fn refusal_for_a_browser_is_a_page_with_a_way_on() {
    let world = TestInstallation::with(&[("IDP_PASSWORDS", "sign-in")]).await;
    let foreign = ("origin", "https://evil.example");
    let rows = [
        (
            "DELETE",
            "signin",
            400,
            "This action with HTTP DELETE is not supported.",
        ),
        (
            "GET",
            "nothing",
            400,
            "This action with HTTP GET is not supported.",
        ),
        (
            "GET",
            "callback/credentials",
            500,
            "is not supported by GET.",
        ),
        (
            "POST",
            "signout",
            403,
            "This request came from another site.",
        ),
    ];
    for (method, path, status, sentence) in rows {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let path = format!("/api/auth/{path}");
        for (accept, is_page) in [("text/html,*/*;q=0.8", true), ("application/json", false)] {
            let headers = [("accept", accept), foreign];
            let response = world
                .browser()
                .send(method.clone(), &path, &headers, None)
                .await;
            assert_eq!(response.status, status, "{path}");
            assert!(
                response.body.contains(sentence),
                "{path}: {}",
                response.body
            );
            let has_way = response.body.contains("id=\"home-link\" href=\"/\"");
            assert_eq!(has_way, is_page, "{path}: {}", response.body);
        }
    }
}

#[tokio::test]
async fn stylesheet_of_a_page_is_there_and_kept_for_ever() {
    let world = TestInstallation::new().await;
    let page = world.browser().get("/api/auth/signin").await;
    let (_, rest) = page
        .body
        .split_once("<link rel=\"stylesheet\" href=\"")
        .unwrap();
    let path = rest.split('"').next().unwrap();
    let sheet = world.browser().get(path).await;
    assert_eq!(sheet.status, 200);
    assert_eq!(
        sheet.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert!(sheet.body.contains("--canvas:") && sheet.body.contains(".card"));
    assert!(page.body.len() + sheet.body.len() < 16 * 1024);
}
