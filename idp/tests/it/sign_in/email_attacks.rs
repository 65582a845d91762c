//! Tests attacks on sign-in by email (family E), each with a valid counterpart.

use std::sync::Arc;
use std::time::Duration;

use foundation::on_both_engines;
use poem::http::Method;

use crate::visiting::{TestInstallation, holds, retry_while_busy, spawn};

const ANN: &str = "ann@example.com";

// row: decision-6, stricter-18, E1
#[tokio::test]
async fn scanners_that_look_at_a_link_do_not_use_it_up() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    browser.ask(ANN).await;
    let link = world.wait_for_email(ANN, 1).await.link();
    let scanner = world.browser();
    for method in [Method::HEAD, Method::GET, Method::HEAD, Method::GET] {
        let response = scanner.send(method.clone(), &link, &[], None).await;
        assert_eq!(response.status, 200, "{method}");
        assert_eq!(response.body.is_empty(), method == Method::HEAD);
        assert!(response.set_cookies("tollgate.session-token").is_empty());
    }
    assert!(!scanner.is_signed_in().await);
    browser.post(&link, &[]).await;
    assert!(browser.is_signed_in().await);
}

on_every_store! {
    // row: E2
    async fn fifty_posts_of_one_link_make_one_session(world: TestInstallation) {
        let world = Arc::new(world);
        world.browser().ask(ANN).await;
        let link = Arc::new(world.wait_for_email(ANN, 1).await.link());
        let posts: Vec<_> = (0..50)
            .map(|_| {
                let (world, link) = (Arc::clone(&world), Arc::clone(&link));
                spawn(async move {
                    let browser = world.browser();
                    let response = retry_while_busy(|| browser.post(&link, &[])).await;
                    (response.location().to_owned(), browser.is_signed_in().await)
                })
            })
            .collect();
        let mut signed_in = 0;
        for post in posts {
            let (location, is_signed_in) = post.await.unwrap();
            signed_in += usize::from(is_signed_in);
            assert_eq!(is_signed_in, location == world.base, "{location}");
        }
        assert_eq!(signed_in, 1);
    }
}

on_both_engines! {
    async fn fifty_guesses_at_a_time_are_still_five_tries(world: TestInstallation) {
        let world = Arc::new(world);
        let asker = world.browser();
        asker.ask(ANN).await;
        let email = world.wait_for_email(ANN, 1).await;
        let token = asker.csrf().await;
        let asker = Arc::new(asker);
        let right = email.code().parse::<u32>().unwrap();
        let guesses: Vec<_> = (1..=50)
            .map(|step| {
                let (asker, token) = (Arc::clone(&asker), token.clone());
                let code = format!("{:06}", (right + step) % 1_000_000);
                spawn(async move {
                    let fields = [("csrfToken", token.as_str()), ("code", code.as_str())];
                    let guess = || asker.post("/api/auth/callback/email", &fields);
                    retry_while_busy(guess).await.status
                })
            })
            .collect();
        for guess in guesses {
            assert_eq!(guess.await.unwrap(), 302);
        }
        let code = email.code();
        let fields = [("csrfToken", token.as_str()), ("code", code.as_str())];
        asker.post("/api/auth/callback/email", &fields).await;
        assert!(
            !asker.is_signed_in().await,
            "the sixth try counted"
        );
    }
}

on_both_engines! {
    async fn any_address_in_a_link_is_handled(world: TestInstallation) {
        let browser = world.browser();
        browser.ask(ANN).await;
        let link = world.wait_for_email(ANN, 1).await.link();
        let (front, _) = link.split_once("&email=").unwrap();
        let long = format!("{}%40example.com", "a".repeat(5_000));
        for email in [
            "%00",
            "ann%40example.com%00",
            "%27%20OR%201=1",
            &long,
        ] {
            for method in [Method::GET, Method::POST] {
                let url = format!("{front}&email={email}");
                let response = browser.send(method, &url, &[], None).await;
                assert!(
                    response.location().ends_with("error=Verification"),
                    "{response:?}"
                );
            }
        }
        let no_utf8 = format!("{front}&email=%ff");
        assert_eq!(browser.get(&no_utf8).await.status, 400);
    }
}

// row: email-4, E4
#[tokio::test]
async fn right_token_for_another_address_is_refused_and_stays_unused() {
    let world = TestInstallation::new().await;
    world.signed_in("bob@example.com").await;
    let browser = world.browser();
    browser.ask(ANN).await;
    let link = world.wait_for_email(ANN, 1).await.link();
    let verification = format!("{}/api/auth/error?error=Verification", world.base);
    let (front, _) = link.split_once("&email=").unwrap();
    for email in [
        "&email=bob%40example.com",
        "&email=Ann%40example.com",
        "&email=",
        "",
        "&email=ann%40example.com%00",
    ] {
        let response = browser.post(&format!("{front}{email}"), &[]).await;
        assert_eq!(response.location(), verification, "{email}");
    }
    let (front, rest) = link.split_once("&token=").unwrap();
    let (token, rest) = rest.split_once('&').unwrap();
    let upper = token.to_ascii_uppercase();
    for wrong in [
        "0",
        &"0".repeat(64),
        &token[1..],
        &format!("{token}0"),
        &upper,
    ] {
        if wrong == token {
            continue;
        }
        let response = browser
            .post(&format!("{front}&token={wrong}&{rest}"), &[])
            .await;
        assert_eq!(response.location(), verification, "{wrong}");
    }
    assert!(!browser.is_signed_in().await);
    browser.post(&link, &[]).await;
    assert_eq!(browser.session().await["user"]["email"], ANN);
}

// row: C16
#[tokio::test]
async fn secret_of_one_kind_is_none_of_another() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    browser.ask(ANN).await;
    let attempt = browser.cookie("tollgate.attempt").unwrap();
    let csrf = browser.csrf().await;
    let link = world.wait_for_email(ANN, 1).await.link();
    let (front, rest) = link.split_once("&token=").unwrap();
    let (token, rest) = rest.split_once('&').unwrap();
    for other in [&attempt, &csrf] {
        browser
            .post(&format!("{front}&token={other}&{rest}"), &[])
            .await;
        assert!(!browser.is_signed_in().await);
    }
    for name in ["tollgate.session-token", "tollgate.attempt"] {
        let attacker = world.browser();
        attacker.set_cookie(name, Some(token));
        assert!(!attacker.is_signed_in().await, "{name}");
    }
}

// row: email-1, stricter-19, E5, E6, E9
#[tokio::test]
async fn addresses_that_could_go_to_two_users_are_refused() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let refused = format!("{}/api/auth/error?error=EmailSignin", world.base);
    let long_local = format!("{}@example.com", "a".repeat(65));
    let long = format!("a@{}com", "a.".repeat(130));
    for typed in [
        "a@x.com,b@y.com",
        "\"e@attacker.com\"@victim.com",
        "a@b@example.com",
        "ann@example.com\r\nBcc: eve@example.com",
        "ann@example.com\nBcc: eve@example.com",
        "a b@example.com",
        "m\u{131}ke@example.com",
        "ann@localhost",
        "a@.",
        "",
        long_local.as_str(),
        long.as_str(),
    ] {
        assert_eq!(browser.ask(typed).await.location(), refused, "{typed:?}");
    }
    assert_eq!(browser.ask("ann\u{0}@example.com").await.status, 400);
    assert_eq!(std::fs::read_dir(world.mail_folder()).unwrap().count(), 0);
    // An address that normalizes to another one gets the email there, never at the typed address.
    browser.ask("\u{212a}ate@example.com").await;
    assert_eq!(
        world.wait_for_email("kate@example.com", 1).await.to,
        "kate@example.com"
    );
    let page = browser.get(&refused).await;
    assert_eq!(
        page.location(),
        format!("{}/api/auth/signin?error=EmailSignin", world.base)
    );
}

// row: E12
#[tokio::test]
async fn edited_address_in_the_link_redirects_home() {
    let world = TestInstallation::new().await;
    for (count, evil) in [
        "https%3A%2F%2Fevil.example",
        "%2F%2Fevil.example",
        "javascript%3Aalert(1)",
        "dash",
    ]
    .iter()
    .enumerate()
    {
        let browser = world.browser();
        browser.ask(ANN).await;
        let link = world.wait_for_email(ANN, count + 1).await.link();
        let (_, rest) = link.split_once("&token=").unwrap();
        let edited = format!("/api/auth/callback/email?callbackUrl={evil}&token={rest}");
        let page = browser.get(&edited).await;
        assert!(
            !page.body.contains("evil") && !page.body.contains("javascript:"),
            "{}",
            page.body
        );
        let response = browser.post(&edited, &[]).await;
        assert_eq!(response.location(), world.base, "{evil}");
        assert!(browser.is_signed_in().await);
    }
}

on_both_engines! {
    // row: stricter-21, E13
    async fn address_gets_three_unanswered_mails_a_quarter_of_an_hour(world: TestInstallation) {
        let mut responses = Vec::new();
        for _ in 0..10 {
            let browser = world.browser();
            let response = browser.ask(ANN).await;
            responses.push((response.status, response.location().to_owned()));
            assert!(browser.cookie("tollgate.attempt").is_some());
        }
        responses.dedup();
        assert_eq!(responses.len(), 1, "the responses differ: {responses:?}");
        world.wait_for_email(ANN, 3).await;
        world.browser().ask("bob@example.com").await;
        world.wait_for_email("bob@example.com", 1).await;
        assert_eq!(world.emails_to(ANN).len(), 3);
        world.wait(Duration::from_mins(15));
        world.browser().ask(ANN).await;
        world.wait_for_email(ANN, 4).await;
        // A user who signs in by an email may get the next one.
        for count in 4..9 {
            let browser = world.browser();
            browser
                .post(&world.wait_for_email(ANN, count).await.link(), &[])
                .await;
            assert!(browser.is_signed_in().await, "{count}");
            world.browser().ask(ANN).await;
        }
    }
}

on_both_engines! {
    // row: E13
    async fn burst_of_requests_does_not_get_past_the_budget(world: TestInstallation) {
        let world = Arc::new(world);
        let requested: Vec<_> = (0..40)
            .map(|_| {
                let world = Arc::clone(&world);
                spawn(async move {
                    let browser = world.browser();
                    retry_while_busy(|| browser.ask(ANN)).await.status
                })
            })
            .collect();
        for response in requested {
            assert_eq!(response.await.unwrap(), 302);
        }
        // The outbox keeps no order among emails of one instant.
        world.wait_for_email(ANN, 3).await;
        world.browser().ask("last@example.com").await;
        world.wait_for_email("last@example.com", 1).await;
        assert_eq!(world.emails_to(ANN).len(), 3);
    }
}

#[tokio::test]
async fn known_and_unknown_addresses_get_the_same_response() {
    let world = TestInstallation::new().await;
    world.signed_in(ANN).await;
    let mut responses = Vec::new();
    for address in [ANN, "nobody@example.com"] {
        let response = world.browser().ask(address).await;
        let names: Vec<_> = response.headers.keys().map(ToString::to_string).collect();
        responses.push((
            response.status,
            response.location().to_owned(),
            response.body,
            names,
        ));
    }
    assert_eq!(responses[0], responses[1]);
}

// row: E16
#[tokio::test]
async fn token_is_not_passed_on_by_referrer_or_kept_by_caches() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    browser.ask(ANN).await;
    let link = world.wait_for_email(ANN, 1).await.link();
    let page = browser.get(&link).await;
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    assert_eq!(page.header("cache-control"), "no-store");
    assert!(
        page.header("content-security-policy")
            .starts_with("default-src 'none'")
    );
    assert!(!page.body.contains("<script") && !page.body.contains("http-equiv"));
    assert!(!page.body.contains("src=\"http") && !page.body.contains("src=\"//"));
    let response = browser.post(&link, &[]).await;
    assert!(!response.location().contains("token"));
    assert_eq!(response.header("referrer-policy"), "no-referrer");
}

// row: decision-4, stricter-12, E17
#[tokio::test]
async fn stolen_database_allows_no_sign_in() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    browser
        .get("/api/auth/signin?callbackUrl=/secret-place")
        .await;
    browser.ask(ANN).await;
    let email = world.wait_for_email(ANN, 1).await;
    let attempt = browser.cookie("tollgate.attempt").unwrap();
    let signed_in = world.signed_in("bob@example.com").await;
    let session = signed_in.cookie("tollgate.session-token").unwrap();
    let link = email.link();
    let (_, token) = link.split_once("&token=").unwrap();
    let dump = world.dump();
    assert!(holds(&dump, ANN.as_bytes()), "the dump is no dump");
    let code = format!("|{}", email.code());
    for secret in [&token[..64], &attempt, &session, "secret-place", &code] {
        assert!(
            !holds(&dump, secret.as_bytes()),
            "{secret} is in the database"
        );
    }
}

// row: E10
#[tokio::test]
async fn markup_in_input_is_escaped_or_omitted() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    let typed = "?email=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&error=%3Cb%3E&callbackUrl=/%3Cb%3E";
    let page = browser.get(&format!("/api/auth/signin{typed}")).await;
    assert!(
        !page.body.contains("<script>") && !page.body.contains("<b>"),
        "{}",
        page.body
    );
    assert!(page.body.contains("&#60;script&#62;"));
    let refused = browser.ask("<b>x</b>@example.com").await;
    assert!(refused.location().ends_with("error=EmailSignin"));
}

// row: B18
#[tokio::test]
async fn emailed_tokens_are_refused_by_the_api() {
    let world = TestInstallation::new().await;
    let browser = world.browser();
    browser.ask(ANN).await;
    let email = world.wait_for_email(ANN, 1).await;
    let link = email.link();
    let (_, rest) = link.split_once("&token=").unwrap();
    let (token, _) = rest.split_once('&').unwrap();
    for mailed in [token, &email.code()] {
        let bearer = format!("Bearer {mailed}");
        for path in ["/oauth/userinfo", "/admin/v1/clients/web"] {
            let headers = [("authorization", bearer.as_str())];
            let address = world.at_server(path);
            let response = browser.send(Method::GET, &address, &headers, None).await;
            assert_eq!(response.status, 401, "{path}");
        }
    }
    browser.post(&link, &[]).await;
    assert!(browser.is_signed_in().await, "the control");
}
