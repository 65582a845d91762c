//! Tests cookies and paths that only resemble ours (G5, G8, G12), with valid counterparts.

use reqwest::header::HeaderValue;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::visiting::{TestBackend, TestInstallation};

const ANN: &str = "ann@example.com";
const HTTPS: (&str, &str) = ("IDP_BASE_URL", "https://id.example.com");
const SESSION: &str = "__Host-tollgate.session-token";
const CSRF: &str = "__Host-tollgate.csrf-token";

/// Sends a request with cookie headers of any bytes; with a form it is a POST.
async fn send(
    world: &TestInstallation,
    path: &str,
    cookies: &[Vec<u8>],
    form: Option<&str>,
) -> (u16, String) {
    let (client, url) = (foundation::testing::test_client(), world.at_server(path));
    let mut request = match form {
        Some(form) => client
            .post(url)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form.to_owned()),
        None => client.get(url),
    };
    for line in cookies {
        request = request.header("cookie", HeaderValue::from_bytes(line).unwrap());
    }
    let response = request.send().await.unwrap();
    let (status, location) = (
        response.status().as_u16(),
        response.headers().get("location"),
    );
    let to = location.map(|to| to.to_str().unwrap().to_owned());
    (status, to.unwrap_or(response.text().await.unwrap()))
}

/// Returns imitations of a cookie with this name and value.
fn imitations(name: &str, value: &str) -> Vec<Vec<Vec<u8>>> {
    let bare = name.strip_prefix("__Host-").unwrap();
    let one: [String; 20] = [
        format!("{bare}={value}"),
        format!("__Secure-{bare}={value}"),
        format!("__host-{bare}={value}"),
        format!("__HOST-{bare}={value}"),
        format!("..Host-{bare}={value}"),
        format!("__Host-{}={value}", bare.to_uppercase()),
        format!("__Host- {bare}={value}"),
        format!("{name} ={value}"),
        format!("{name}\t={value}"),
        format!("{name}.={value}"),
        format!("{name}[]={value}"),
        format!("%5F%5FHost-{bare}={value}"),
        format!("\"{name}\"={value}"),
        format!("\"{name}={value}\""),
        format!("{name}=\"{value}\""),
        format!("$Version=1, {name}={value}"),
        format!("$Version=1; x=\"a; {name}={value}\""),
        format!("$Version=\"1\", x=y, {name}=\"{value}\"; $Path=\"/\""),
        format!("{name}={value}, {name}={value}"),
        name.to_owned(),
    ];
    let bytes: [Vec<u8>; 5] = [
        format!("\u{2000}{name}={value}").into_bytes(),
        format!("\u{a0}{name}={value}").into_bytes(),
        format!("{name}\u{a0}={value}").into_bytes(),
        format!("{name}={value}\u{a0}").into_bytes(),
        [name.as_bytes(), b"=\xff", value.as_bytes()].concat(),
    ];
    let twice = [
        (format!("{name}={value}"), format!("{name}={value}")),
        (format!("{name}={value}"), format!("{name}=x")),
        (format!("{name}=x"), format!("{name}={value}")),
        (format!("{name}="), format!("{name}={value}")),
    ];
    let joined = twice
        .iter()
        .map(|(a, b)| vec![format!("{a}; {b}").into_bytes()]);
    let apart = twice
        .iter()
        .map(|(a, b)| vec![a.clone().into_bytes(), b.clone().into_bytes()]);
    one.into_iter()
        .map(|line| vec![line.into_bytes()])
        .chain(bytes.into_iter().map(|line| vec![line]))
        .chain(joined)
        .chain(apart)
        .collect()
}

/// Signs a user in under https; returns the values of the session cookie and of the CSRF cookie.
async fn pair(world: &TestInstallation) -> (String, String) {
    let browser = world.browser();
    browser.ask(ANN).await;
    let link = world.wait_for_email(ANN, 1).await.link();
    browser.post(&link, &[]).await;
    browser.csrf().await;
    (
        browser.cookie(SESSION).unwrap(),
        browser.cookie(CSRF).unwrap(),
    )
}

// row: cookies-2, G5
#[tokio::test]
async fn similar_cookie_name_is_no_session() {
    for backend in [TestBackend::Sqlite, TestBackend::Cookie] {
        let world = TestInstallation::at(backend, &[HTTPS]).await;
        let (session, _) = pair(&world).await;
        for cookies in imitations(SESSION, &session) {
            let response = send(&world, "/api/auth/session", &cookies, None).await;
            assert_eq!(response, (200, "{}".to_owned()), "{backend:?} {cookies:?}");
        }
        // The controls: the cookie alone, among others, and with cookies that a sibling subdomain could set.
        for honest in [
            format!("{SESSION}={session}"),
            format!("a=\u{e9}; {SESSION}={session}; b"),
            format!(
                "tollgate.session-token=x; {SESSION}={session}; ..Host-tollgate.session-token=x"
            ),
        ] {
            let cookies = [honest.clone().into_bytes()];
            let (status, response) = send(&world, "/api/auth/session", &cookies, None).await;
            assert!(
                status == 200 && response.contains(ANN),
                "{honest}: {response}"
            );
        }
    }
}

// row: G5
#[tokio::test]
async fn cookie_name_similar_to_the_tokens_authorizes_no_form() {
    let world = TestInstallation::with(&[HTTPS]).await;
    let (session, csrf) = pair(&world).await;
    let form = format!("csrfToken={}", &csrf[..64]);
    let refused = "https://id.example.com/api/auth/signout?csrf=true";
    let with_session = |cookies: Vec<Vec<u8>>| {
        let mut all = vec![format!("{SESSION}={session}").into_bytes()];
        all.extend(cookies);
        all
    };
    for cookies in imitations(CSRF, &csrf) {
        let cookies = with_session(cookies);
        let response = send(&world, "/api/auth/signout", &cookies, Some(&form)).await;
        assert_eq!(response, (302, refused.to_owned()), "{cookies:?}");
    }
    let honest = with_session(vec![format!("{CSRF}={csrf}").into_bytes()]);
    let (_, response) = send(&world, "/api/auth/session", &honest, None).await;
    assert!(response.contains(ANN), "it lives");
    let response = send(&world, "/api/auth/signout", &honest, Some(&form)).await;
    assert_eq!(response, (302, "https://id.example.com".to_owned()));
}

// row: callback-url-4, G5
#[tokio::test]
async fn two_callback_cookies_are_both_ignored() {
    let world = TestInstallation::with(&[HTTPS]).await;
    let name = "__Host-tollgate.callback-url";
    let (one, other) = (format!("{name}=%2Fone"), format!("{name}=%2Fother"));
    for (cookies, expected) in [
        (vec![one.clone()], "https://id.example.com/one"),
        (vec![format!("{one}; {other}")], "https://id.example.com"),
        (vec![one, other], "https://id.example.com"),
    ] {
        let lines: Vec<_> = cookies.into_iter().map(String::into_bytes).collect();
        let (_, page) = send(&world, "/api/auth/signin", &lines, None).await;
        let seen = crate::visiting::hidden(&page, "callbackUrl");
        assert_eq!(seen, expected, "{lines:?}");
    }
}

on_every_store! {
    // row: session-1, G8
    // The server accepts a session in its cookie only, not in other headers.
    async fn session_as_a_bearer_token_is_refused(world: TestInstallation) {
        let browser = world.signed_in(ANN).await;
        let value = browser.cookie("tollgate.session-token").unwrap();
        let other_browser = world.browser();
        for authorization in [format!("Bearer {value}"), format!("bearer {value}"), value.clone()] {
            let headers = [("authorization", authorization.as_str())];
            let response = other_browser
                .send(reqwest::Method::GET, "/api/auth/session", &headers, None)
                .await;
            assert_eq!((response.status, response.body.as_str()), (200, "{}"));
            let claims = other_browser
                .send(reqwest::Method::GET, "/oauth/userinfo", &headers, None)
                .await;
            assert!([400, 401].contains(&claims.status), "{claims:?}");
        }
        assert!(browser.is_signed_in().await, "the control");
    }
}

/// Sends a request as raw bytes, because a client normalizes paths; returns the whole response.
async fn on_the_wire(world: &TestInstallation, head: &str, cookies: &str, form: &str) -> String {
    let address = world.at_server("").replace("http://", "");
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let request = format!(
        "{head} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: {cookies}\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{form}",
        form.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await.unwrap();
    String::from_utf8_lossy(&response).into_owned()
}

fn status_of(response: &str) -> &str {
    response.split(' ').nth(1).unwrap()
}

// row: G12
#[tokio::test]
async fn odd_spelling_of_an_account_path_is_not_found() {
    let world = TestInstallation::new().await;
    let browser = world.signed_in(ANN).await;
    let cookies = browser.cookie_line();
    for path in [
        "/api/auth/account/",
        "/api/auth//account",
        "//api/auth/account",
        "/api//auth/account",
        "/api/auth/Account",
        "/API/auth/account",
        "/api/auth/%61ccount",
        "/api/%61uth/account",
        "/api/auth/account;x",
        "/api/auth/account%00",
        "/api/auth/account%2f",
        "/api/auth/account\\",
        "/api/auth/./account",
        "/api/auth/x/../account",
        "/api/auth/x/%2e%2e/account",
        "/api/auth/account/.",
        "/api/auth/account/x",
        "/api/auth/account/sessions/",
        "/api/auth/account//sessions",
        "/api/auth/account/Sessions",
        "/api/auth/account/s%65ssions",
        "/api/auth/account%2fsessions",
        "/api/auth/account/sessions;x",
        "/api/auth/account/sessions/x",
    ] {
        let response = on_the_wire(&world, &format!("GET {path}"), &cookies, "").await;
        let status = status_of(&response);
        assert!(
            ["400", "404", "405"].contains(&status),
            "{path}: {response}"
        );
        assert!(!response.contains(ANN), "{path}: {response}");
    }
    for honest in ["/api/auth/account", "/api/auth/account/sessions"] {
        let response = on_the_wire(&world, &format!("GET {honest}"), &cookies, "").await;
        assert_eq!(status_of(&response), "200", "the control: {response}");
    }
}

// row: requests-3, G12
#[tokio::test]
async fn odd_path_spelling_neither_signs_out_nor_sends_mail() {
    let world = TestInstallation::new().await;
    let browser = world.signed_in(ANN).await;
    let token = browser.csrf().await;
    let cookies = browser.cookie_line();
    let form = format!("csrfToken={token}&email=bob%40example.com");
    for name in ["signout", "signin/email"] {
        for path in [
            format!("/api/auth/{name}/"),
            format!("/api/auth//{name}"),
            format!("/api/auth/{}", name.to_uppercase()),
            format!("/api/auth/{name};x"),
            format!("/api/auth/{name}%00"),
            format!("/api/auth/%73{}", &name[1..]),
            format!("/api/auth/./{name}"),
            format!("/api/auth/x/../{name}"),
            format!("/api/auth/session/../{name}"),
            format!("/api/auth/%2e/{name}"),
            format!("/api/auth\\{name}"),
            format!("/API/AUTH/{name}"),
        ] {
            let response = on_the_wire(&world, &format!("POST {path}"), &cookies, &form).await;
            let status = status_of(&response);
            assert!(
                ["400", "404", "405"].contains(&status),
                "{path}: {response}"
            );
        }
    }
    assert!(browser.is_signed_in().await);
    let address = "SELECT CAST(count(*) AS TEXT) FROM sign_in_tokens";
    let before = world.text(address).await;
    let response = on_the_wire(&world, "POST /api/auth/signin/email", &cookies, &form).await;
    assert_eq!(status_of(&response), "302", "the control: {response}");
    assert_ne!(world.text(address).await, before);
    let response = on_the_wire(&world, "POST /api/auth/signout", &cookies, &form).await;
    assert_eq!(status_of(&response), "302", "the control: {response}");
    assert!(!browser.is_signed_in().await);
}
