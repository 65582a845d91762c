//! Tests attack B5: two servers of one installation whose clocks differ. On PostgreSQL both follow the database's time. Single
//! use never depends on a clock.

use foundation::on_both_engines;
use foundation::testing::TestKey;
use futures_util::future::join_all;
use idp::testing::TestBrowser;

use super::servers::{SkewedServers, stubborn};
use super::{BACKEND, refresh, text};
use crate::authorization::{address_of, pushed};
use crate::harness::{RedirectResponse, TestIdp, VERIFIER};
use crate::proofs::dpop::{self, TOKEN, proof};
use crate::visiting::retry_while_busy;

const CALLBACK: &str = "https://backend.example/cb";

/// Requests a code at a server.
async fn code_at(base: &str, world: &TestIdp, ann: &TestBrowser) -> String {
    let address = world.authorize_url(&ASKED).replacen(&world.base, base, 1);
    let landing = RedirectResponse::from_response(&world.get(&address, Some(ann)).await);
    landing
        .parameter("code")
        .unwrap_or_else(|| panic!("no code: {landing:?}"))
}

const REFUSED: (u16, &str) = (400, "invalid_grant");

fn redeeming(code: &str) -> [(&str, &str); 4] {
    [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ]
}

const ASKED: [(&str, &str); 3] = [
    ("client_id", "backend"),
    ("redirect_uri", CALLBACK),
    ("scope", "openid"),
];

// row: B5
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn code_age_uses_the_database_clock() {
    let led = SkewedServers::open().await;
    let ann = led.world.visitor("ann").await;
    for (name, there) in led.servers() {
        assert_eq!(there.clock.now(), led.world.clock.now(), "{name}");
        for (age, expected) in [(45, (200, "")), (59, (200, "")), (61, REFUSED)] {
            let code = led.world.code(&ann, &ASKED).await;
            led.wait(age).await;
            let response = there.token(&led.world, &redeeming(&code)).await;
            assert_eq!(response.refusal(), expected, "{age} s old, redeemed {name}");
            let code = code_at(&there.base, &led.world, &ann).await;
            led.wait(age).await;
            let response = led.world.token(&redeeming(&code), BACKEND).await;
            assert_eq!(response.refusal(), expected, "{age} s old, made {name}");
        }
    }
}

// row: B5
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn database_s_clock_decides_at_both_of_two_wrong_servers() {
    let led = SkewedServers::open().await;
    let ann = led.world.visitor("ann").await;
    let pairs = [(&led.ahead, &led.behind), (&led.behind, &led.ahead)];
    for (maker, taker) in pairs {
        for (age, expected) in [(45, (200, "")), (61, REFUSED)] {
            let code = code_at(&maker.base, &led.world, &ann).await;
            led.wait(age).await;
            let response = taker.token(&led.world, &redeeming(&code)).await;
            assert_eq!(response.refusal(), expected, "{age}");
            // No server accepts the code a second time.
            let again = maker.token(&led.world, &redeeming(&code)).await;
            assert_eq!(again.refusal(), REFUSED, "{age}");
        }
    }
}

// row: B5
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn database_s_clock_decides_about_pushed_requests_and_the_grace_of_a_refresh() {
    let led = SkewedServers::open().await;
    let ann = led.world.visitor("ann").await;
    for (name, there) in led.servers() {
        for (age, is_taken) in [(45, true), (61, false)] {
            let address = address_of("backend", &pushed(&led.world, &[]).await);
            led.wait(age).await;
            let address = format!("{}{address}", there.base);
            let landing =
                RedirectResponse::from_response(&led.world.get(&address, Some(&ann)).await);
            assert_eq!(
                landing.parameter("code").is_some(),
                is_taken,
                "{age} {name}"
            );
        }
        for (age, expected) in [(59, (200, "")), (61, REFUSED)] {
            let tokens = led.world.site_tokens(&ann, "openid").await;
            let first = text(&tokens, "refresh_token");
            refresh(&led.world, &first, &[]).await.ok();
            led.wait(age).await;
            let form = [
                ("grant_type", "refresh_token"),
                ("refresh_token", first.as_str()),
            ];
            let response = there.token(&led.world, &form).await;
            assert_eq!(response.refusal(), expected, "{age} {name}");
        }
    }
}

// row: B5
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn proof_age_uses_the_database_clock() {
    let led = SkewedServers::open().await;
    let ann = led.world.visitor("ann").await;
    let key = TestKey::generate();
    for (name, there) in led.servers() {
        for (age, expected) in [(45, (200, "")), (61, (400, "use_dpop_nonce"))] {
            let proof = proof(&led.world, &key, TOKEN, &format!("{age} {name}"));
            led.wait(age).await;
            let code = dpop::code(&led.world, &ann, &[]).await;
            let response = there.proven(&led.world, &code, &proof).await;
            assert_eq!(response.refusal(), expected, "{age} {name}");
        }
    }
}

on_both_engines!(one_of_fifty_redemptions_at_two_servers_succeeds);

// row: B5
async fn one_of_fifty_redemptions_at_two_servers_succeeds(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let there = stubborn(&world, 30).await;
    let code = world.code(&ann, &ASKED).await;
    let form = redeeming(&code);
    let attempts = (0..50).map(|number| {
        let (there, world, form) = (&there, &world, &form);
        retry_while_busy(move || async move {
            if number % 2 == 0 {
                world.token(form, BACKEND).await
            } else {
                there.token(world, form).await
            }
        })
    });
    let responses = join_all(attempts).await;
    let good = responses
        .iter()
        .filter(|response| response.status == 200)
        .count();
    let refused = responses
        .iter()
        .filter(|response| response.refusal() == (400, "invalid_grant"));
    assert_eq!((good, refused.count()), (1, 49));
}

on_both_engines!(refresh_token_has_one_successor_despite_clock_skew);

// row: B5
async fn refresh_token_has_one_successor_despite_clock_skew(world: TestIdp) {
    for ahead in [30, -30] {
        let ann = world.visitor("ann").await;
        let there = stubborn(&world, ahead).await;
        let first = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
        let form = [
            ("grant_type", "refresh_token"),
            ("refresh_token", first.as_str()),
        ];
        let here = async || refresh(&world, &first, &[]).await;
        let elsewhere = async || there.token(&world, &form).await;
        let attempts = (0..50).map(|number| {
            let (here, elsewhere) = (&here, &elsewhere);
            retry_while_busy(move || async move {
                match number % 2 {
                    0 => here().await,
                    _ => elsewhere().await,
                }
            })
        });
        let responses = join_all(attempts).await;
        let mut successors: Vec<_> = responses
            .iter()
            .filter(|response| response.status == 200)
            .map(|response| text(&response.body, "refresh_token"))
            .collect();
        successors.sort_unstable();
        successors.dedup();
        assert_eq!(successors.len(), 1, "{ahead}: no forked family");
    }
}
