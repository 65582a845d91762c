//! Tests family B of the attacks on access tokens, refresh tokens and codes.

use foundation::on_both_engines;
use idp::testing::fill_guess_limits;

use super::{BACKEND, FormFields, is_active, refresh, text};
use crate::harness::{HttpResponse, SECRET, TestIdp, VERIFIER, altered};

on_both_engines!(tokens_of_a_reused_code_are_revoked);

// row: B1
async fn tokens_of_a_reused_code_are_revoked(world: TestIdp) {
    const COUNT_REVOKED: &str = "SELECT COUNT(*) FROM audit WHERE action = 'grant.revoked' \
        AND details = '{\"why\":\"code_reused\"}'";
    let ann = world.visitor("ann").await;
    for seconds in [0, 30] {
        let changes = [
            ("client_id", "backend"),
            ("redirect_uri", "https://backend.example/cb"),
            ("scope", "openid"),
        ];
        let code = world.code(&ann, &changes).await;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", &*code),
            ("redirect_uri", "https://backend.example/cb"),
            ("code_verifier", VERIFIER),
        ];
        let tokens = world.token(&form, BACKEND).await.ok();
        let access = text(&tokens, "access_token");
        assert_eq!(world.userinfo(&access).await.status, 200, "the control");
        world.wait(seconds);
        let response = world.token(&form, BACKEND).await;
        assert_eq!(response.refusal(), (400, "invalid_grant"));
        assert_eq!(world.userinfo(&access).await.status, 401);
        assert!(!is_active(&world, &access, BACKEND).await);
        let response = refresh(&world, &text(&tokens, "refresh_token"), &[]).await;
        assert_eq!(response.refusal(), (400, "invalid_grant"));
    }
    assert_eq!(world.count(COUNT_REVOKED).await, 2);
}

on_both_engines!(address_is_the_same_at_both_ends);

// row: B4
async fn address_is_the_same_at_both_ends(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let (right, other) = (world.at("/auth/callback"), world.at("/silent"));
    for (address, expected) in [(&*right, 200), (&*other, 400), ("", 400)] {
        let code = world.code(&ann, &[]).await;
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", "web"),
            ("code", &*code),
            ("redirect_uri", address),
            ("code_verifier", VERIFIER),
        ];
        let response = world.token(&form, None).await;
        assert_eq!(response.status, expected, "{address}");
        if expected != 200 {
            assert_eq!(response.refusal(), (400, "invalid_grant"));
        }
    }
}

on_both_engines!(confidential_client_s_refresh_needs_its_proof);

// row: B9
async fn confidential_client_s_refresh_needs_its_proof(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let token = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
    let form = [("grant_type", "refresh_token"), ("refresh_token", &*token)];
    let named = [form[0], form[1], ("client_id", "backend")];
    let wrong = [
        form[0],
        form[1],
        ("client_id", "backend"),
        ("client_secret", "wrong"),
    ];
    for form in [&form[..], &named, &wrong] {
        let response = world.token(form, None).await;
        assert_eq!(response.refusal(), (401, "invalid_client"), "{form:?}");
    }
    let response = world.token(&form, Some(("backend", "wrong too"))).await;
    assert_eq!(response.refusal(), (401, "invalid_client"));
    assert_eq!(world.token(&form, BACKEND).await.status, 200, "the control");
}

// row: B14
#[tokio::test]
async fn unsupported_grant_types_are_refused_by_name() {
    let world = TestIdp::new().await;
    let rows: [(FormFields<'_>, (u16, &str)); 6] = [
        (
            &[
                ("grant_type", "password"),
                ("username", "ann"),
                ("password", "x"),
            ],
            (400, "unsupported_grant_type"),
        ),
        (
            &[("grant_type", "implicit")],
            (400, "unsupported_grant_type"),
        ),
        (
            &[(
                "grant_type",
                "urn:ietf:params:oauth:grant-type:token-exchange",
            )],
            (400, "unsupported_grant_type"),
        ),
        (&[], (400, "invalid_request")),
        (&[("grant_type", "")], (400, "invalid_request")),
        (
            &[
                ("grant_type", "client_credentials"),
                ("grant_type", "refresh_token"),
            ],
            (400, "invalid_request"),
        ),
    ];
    for (form, expected) in rows {
        let response = world.token(form, Some(("product-api", SECRET))).await;
        assert_eq!(response.refusal(), expected, "{form:?}");
    }
    let good = [("grant_type", "client_credentials")];
    let response = world.token(&good, Some(("product-api", SECRET))).await;
    assert_eq!(response.status, 200, "the control");
}

// row: B16
#[tokio::test]
async fn incomplete_token_is_invalid() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let good = text(&world.tokens(&ann).await, "access_token");
    // Uses the valid token first, so that its cache entry would show if it served another one.
    assert_eq!(world.userinfo(&good).await.status, 200, "the control");
    let parts: Vec<_> = good.split('.').collect();
    let mut bad = vec![
        format!("{good}A"),
        format!("{good}=="),
        format!("{good}."),
        good[..good.len() - 1].to_owned(),
        good[..200].to_owned(),
        format!("{}..{}", parts[0], parts[2]),
        format!("{}.{}.", parts[0], parts[1]),
    ];
    bad.extend([1, 40, 90, 200, good.len() - 1].map(|from_end| altered(&good, from_end)));
    for token in bad {
        let response = world.userinfo(&token).await;
        assert_eq!(response.refusal(), (401, "invalid_token"), "{token}");
    }
    assert_eq!(world.userinfo(&good).await.status, 200);
}

on_both_engines!(other_tokens_are_refused_as_access_tokens);

// row: B18
async fn other_tokens_are_refused_as_access_tokens(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid").await;
    let code = world.code(&ann, &[]).await;
    let cookie = ann.cookie.split_once('=').unwrap().1.to_owned();
    let others = [
        text(&tokens, "id_token"),
        text(&tokens, "refresh_token"),
        code,
        cookie,
    ];
    for token in &others {
        let response = world.userinfo(token).await;
        assert_eq!(response.refusal(), (401, "invalid_token"), "{token}");
        let request = world.request("GET", "/admin/v1/audit").bearer_auth(token);
        assert_eq!(request.send().await.unwrap().status(), 401, "{token}");
    }
    let access = text(&tokens, "access_token");
    assert_eq!(world.userinfo(&access).await.status, 200, "the control");
    for token in [&access, &others[0]] {
        let response = refresh(&world, token, &[]).await;
        assert_eq!(
            response.refusal(),
            (400, "invalid_grant"),
            "nor is it a refresh token"
        );
    }
}

// row: B26
/// A client that guesses must wait, and so must its network for a while. The response never claims that a valid token is
/// invalid, and other networks are not affected.
#[tokio::test]
async fn guessing_is_limited_without_affecting_others() {
    let world = TestIdp::with(&[("IDP_TRUSTED_PROXIES", "127.0.0.0/8".to_owned())]).await;
    let ann = world.visitor("ann").await;
    let (first, second) = (world.code(&ann, &[]).await, world.code(&ann, &[]).await);
    let wrong = |number: usize| {
        vec![
            ("grant_type", "refresh_token".to_owned()),
            ("client_id", "spa".to_owned()),
            ("refresh_token", format!("{number:0>43}")),
        ]
    };
    let right = |code: &str| {
        vec![
            ("grant_type", "authorization_code".to_owned()),
            ("client_id", "web".to_owned()),
            ("code", code.to_owned()),
            ("redirect_uri", world.at("/auth/callback")),
            ("code_verifier", VERIFIER.to_owned()),
        ]
    };
    let ask = async |network: &str, form: &[(&str, String)]| {
        let request = world.request("POST", "/oauth/token").form(form);
        let request = request.header("x-forwarded-for", network);
        request.send().await.unwrap()
    };
    for number in 0..300 {
        let response = HttpResponse::read(ask("203.0.113.7", &wrong(number)).await).await;
        assert_eq!(response.refusal(), (400, "invalid_grant"), "{number}");
    }
    for form in [wrong(300), right(&first)] {
        let response = ask("203.0.113.7", &form).await;
        let wait: u64 = response.headers()["retry-after"]
            .to_str()
            .unwrap()
            .parse()
            .unwrap();
        assert!((1..=901).contains(&wait), "{wait}");
        let response = HttpResponse::read(response).await;
        assert_eq!(response.refusal(), (429, "temporarily_unavailable"));
    }
    assert_eq!(ask("203.0.113.8", &right(&second)).await.status(), 200);
    fill_guess_limits(&world.app);
    let third = world.code(&ann, &[]).await;
    let response = ask("2001:db8::1", &right(&third)).await;
    assert_eq!(response.status(), 200, "another network is not blocked");
    let tokens = world.site_tokens(&ann, "openid").await;
    let response = refresh(&world, &text(&tokens, "refresh_token"), &[]).await;
    assert_eq!(
        response.status, 200,
        "an authenticated client is not blocked"
    );
    world.wait(15 * 60);
    let code = world.code(&ann, &[]).await;
    let response = ask("203.0.113.7", &right(&code)).await;
    assert_eq!(response.status(), 200, "the time is over");
}
