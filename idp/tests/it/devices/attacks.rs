//! Tests attack B22 and related ones: codes of other sessions, guessed, used twice, or sent by other origins.

use std::collections::BTreeSet;

use foundation::on_both_engines;
use futures_util::future::join_all;
use serde_json::json;

use super::{DevicePage, allowed, at_the_page, begin, begin_with, decided, typed};
use crate::harness::{SECRET, TestIdp};

on_both_engines!(only_the_session_that_opened_a_code_can_decide);

// row: B22
async fn only_the_session_that_opened_a_code_can_decide(world: TestIdp) {
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let elsewhere = world.visitor("ann").await;
    let device = begin(&world, "openid").await;
    let mine = typed(&world, &ann, &device.user_code).await;
    assert!(mine.has_question());
    for other in [&ben, &elsewhere] {
        let page = typed(&world, other, &device.user_code).await;
        assert!(!page.has_question());
        assert!(
            page.html.contains("That code does not work."),
            "{}",
            page.html
        );
        let (status, html) = decided(&world, &page, &device.user_code, "allow").await;
        assert_eq!(status, 400, "{html}");
        let (status, _) = decided(&world, &page, &device.user_code, "deny").await;
        assert_eq!(status, 400);
    }
    assert_eq!(device.refused(&world).await, "authorization_pending");
    assert_eq!(world.count("SELECT COUNT(*) FROM grants").await, 0);
    // A code whose page was not opened cannot be allowed either.
    let unopened = begin(&world, "openid").await;
    let (status, _) = decided(&world, &mine, &unopened.user_code, "allow").await;
    assert_eq!(status, 400);
    // The valid counterpart: the session that opened the page may open it again and allow the device.
    allowed(&world, &ann, &device).await;
    assert_eq!(device.poll(&world).await.status, 200);
}

on_both_engines!(fifty_concurrent_polls_get_tokens_once);

// row: B22
async fn fifty_concurrent_polls_get_tokens_once(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let device = begin(&world, "openid").await;
    allowed(&world, &ann, &device).await;
    let responses = join_all((0..50).map(|_| device.poll(&world))).await;
    let good: Vec<_> = responses.iter().filter(|one| one.status == 200).collect();
    assert_eq!(good.len(), 1);
    for one in responses.iter().filter(|one| one.status != 200) {
        assert_eq!(one.refusal(), (400, "invalid_grant"));
    }
    let access = good[0].body["access_token"].as_str().unwrap();
    assert_eq!(
        world.userinfo(access).await.status,
        401,
        "a second use ends the grant"
    );
    let ended = "SELECT COUNT(*) FROM audit WHERE action = 'grant.revoked' AND details LIKE '%device_code_reused%'";
    assert_eq!(world.count(ended).await, 1, "and is written down once");
    let quiet = begin(&world, "openid").await;
    allowed(&world, &ann, &quiet).await;
    let tokens = quiet.poll(&world).await.ok();
    let access = tokens["access_token"].as_str().unwrap();
    assert_eq!(world.userinfo(access).await.status, 200);
}

on_both_engines!(fifty_concurrent_decisions_count_once);

async fn fifty_concurrent_decisions_count_once(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let device = begin(&world, "openid").await;
    let page = typed(&world, &ann, &device.user_code).await;
    let responses = (0..50).map(|number| {
        let decision = if number % 2 == 0 { "allow" } else { "deny" };
        decided(&world, &page, &device.user_code, decision)
    });
    let responses = join_all(responses).await;
    // All fifty requests share one session: each response shows the decision that was stored.
    let pages: BTreeSet<_> = responses
        .iter()
        .filter(|(status, _)| *status == 200)
        .map(|(_, html)| html)
        .collect();
    assert_eq!(pages.len(), 1);
    let grants = world.count("SELECT COUNT(*) FROM grants").await;
    let is_allowed = device.poll(&world).await.status == 200;
    assert_eq!(grants, i64::from(is_allowed));
}

on_both_engines!(guesses_are_few_and_a_right_code_costs_none);

// row: B22
async fn guesses_are_few_and_a_right_code_costs_none(world: TestIdp) {
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let device = begin(&world, "openid").await;
    for _ in 0..12 {
        assert!(typed(&world, &ann, &device.user_code).await.has_question());
    }
    for wrong in ["", "x", "BCDF-GHJA"] {
        assert_eq!(typed(&world, &ann, wrong).await.status, 200);
    }
    let mut guesses = 0;
    for character in "BCDFGHJKLMN".chars() {
        let guess = character.to_string().repeat(8);
        let page = typed(&world, &ann, &guess).await;
        assert!(!page.has_question());
        if page.status == 429 {
            break;
        }
        guesses += 1;
    }
    assert_eq!(guesses, 10);
    let page = typed(&world, &ann, &device.user_code).await;
    assert_eq!(
        (page.status, page.has_question()),
        (429, false),
        "not looked at any more"
    );
    let other = begin(&world, "openid").await;
    assert!(
        typed(&world, &ben, &other.user_code).await.has_question(),
        "another's tries"
    );
    world.wait(15 * 60);
    let later = begin(&world, "openid").await;
    assert!(typed(&world, &ann, &later.user_code).await.has_question());
}

#[tokio::test]
async fn concurrent_guesses_stay_within_the_limit() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let page = at_the_page(&world, &ann).await;
    let characters = "BCDFGHJKLM".chars();
    let codes = characters.clone().flat_map(|one| {
        characters
            .clone()
            .map(move |other| format!("{one}{other}BCDFGH"))
    });
    let guesses = codes.take(50).map(|code| {
        let form = [
            ("csrfToken".to_owned(), page.csrf_token.clone()),
            ("user_code".to_owned(), code),
        ];
        world
            .request("POST", "/oauth/device")
            .header("cookie", &page.cookie)
            .form(&form)
            .send()
    });
    let responses = join_all(guesses).await;
    let looked_at = responses
        .into_iter()
        .filter(|one| one.as_ref().unwrap().status() == 200);
    assert_eq!(looked_at.count(), 10);
}

#[tokio::test]
async fn network_cannot_fill_the_table() {
    let world = TestIdp::new().await;
    let _first = begin(&world, "openid").await;
    world
        .execute("UPDATE limits SET taken = 200 WHERE key <> $1", "")
        .await;
    let response = begin_with(&world, &[("client_id", "tv")]).await;
    assert_eq!(response.refusal(), (429, "temporarily_unavailable"));
    world.wait(60);
    let response = begin_with(&world, &[("client_id", "tv")]).await;
    let wait: u64 = response.header("retry-after").parse().unwrap();
    assert!((14 * 60..=14 * 60 + 1).contains(&wait), "{wait}");
    world.wait(wait);
    let _next = begin(&world, "openid").await;
}

#[tokio::test]
async fn forged_forms_do_nothing() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let device = begin(&world, "openid").await;
    let page = typed(&world, &ann, &device.user_code).await;
    let forged_page = DevicePage {
        csrf_token: "a".repeat(64),
        html: String::new(),
        cookie: page.cookie.clone(),
        status: 0,
    };
    let (status, _) = decided(&world, &forged_page, &device.user_code, "allow").await;
    assert_eq!(status, 403);
    let form = [
        ("csrfToken", page.csrf_token.as_str()),
        ("user_code", &device.user_code),
        ("decision", "allow"),
    ];
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("origin", "https://evil.example"),
    ] {
        let request = world
            .request("POST", "/oauth/device/answer")
            .header("cookie", &page.cookie)
            .header(name, value)
            .form(&form);
        assert_eq!(request.send().await.unwrap().status(), 403);
    }
    assert_eq!(device.refused(&world).await, "authorization_pending");
    let (status, _) = decided(&world, &page, &device.user_code, "allow").await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn code_is_its_clients_own_and_kept_as_no_code() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let device = begin(&world, "openid").await;
    allowed(&world, &ann, &device).await;
    let grant_type = ("grant_type", super::GRANT_TYPE);
    let code = ("device_code", device.secret.as_str());
    let other_client = [grant_type, code, ("client_id", "web")];
    let response = world.token(&other_client, None).await;
    assert_eq!(response.refusal(), (400, "unauthorized_client"));
    let proven = world
        .token(&[grant_type, code], Some(("backend", SECRET)))
        .await;
    assert_eq!(proven.refusal(), (400, "unauthorized_client"));
    let missing = world.token(&[grant_type, ("client_id", "tv")], None).await;
    assert_eq!(missing.refusal(), (400, "invalid_request"));
    for wrong in ["x", &device.user_code, &"a".repeat(43)] {
        let form = [grant_type, ("client_id", "tv"), ("device_code", wrong)];
        assert_eq!(
            world.token(&form, None).await.refusal(),
            (400, "invalid_grant")
        );
    }
    let statement = "SELECT digest || ' ' || user_code || ' ' || state FROM device_codes";
    let stored = world.text(statement).await;
    let plain = device.user_code.replace('-', "");
    for secret in [&device.secret, &device.user_code, &plain] {
        assert!(!stored.contains(secret.as_str()), "{stored}");
    }
    let response = device.poll(&world).await.ok();
    assert_eq!(response["token_type"], json!("Bearer"));
}
