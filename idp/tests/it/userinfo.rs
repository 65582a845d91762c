//! Tests OpenID Connect Core section 5.3 and RFC 6750: userinfo, and its refusal without a valid access token.

use foundation::on_both_engines;
use serde_json::{Value, json};

use crate::harness::{HttpResponse, SECRET, TestIdp, altered, claims};

fn text(tokens: &Value, name: &str) -> String {
    tokens[name].as_str().unwrap().to_owned()
}

// row: B17
#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one row for each form")]
async fn token_comes_by_header_or_by_form() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let token = text(&world.tokens(&ann).await, "access_token");
    let form = [("access_token", token.as_str())];
    let requests = [
        (
            world.request("GET", "/oauth/userinfo").bearer_auth(&token),
            200,
        ),
        (
            world.request("POST", "/oauth/userinfo").bearer_auth(&token),
            200,
        ),
        (world.request("POST", "/oauth/userinfo").form(&form), 200),
        (
            world
                .request("GET", "/oauth/userinfo")
                .header("authorization", format!("bearer {token}")),
            200,
        ),
        (
            world
                .request("POST", "/oauth/userinfo")
                .bearer_auth(&token)
                .form(&form),
            400,
        ),
        (
            world.request("GET", &format!("/oauth/userinfo?access_token={token}")),
            400,
        ),
        (
            world
                .request("GET", &format!("/oauth/userinfo?access_token={token}"))
                .bearer_auth(&token),
            400,
        ),
        (world.request("GET", "/oauth/userinfo").form(&form), 401),
        (world.request("GET", "/oauth/userinfo"), 401),
        (
            world
                .request("GET", "/oauth/userinfo")
                .basic_auth("a", Some("b")),
            400,
        ),
    ];
    for (row, (request, expected)) in requests.into_iter().enumerate() {
        let response = HttpResponse::read(request.send().await.unwrap()).await;
        assert_eq!(
            response.status.as_u16(),
            expected,
            "row {row}: {}",
            response.body
        );
        assert_eq!(response.header("cache-control"), "no-store");
        assert_eq!(
            response.header("www-authenticate").starts_with("Bearer"),
            expected != 200,
            "row {row}"
        );
    }
}

#[tokio::test]
async fn claims_follow_the_scope() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    world
        .execute(
            "UPDATE users SET name = 'Ann', image = 'https://a.example/a.png' WHERE id = $1",
            &ann.user_id,
        )
        .await;
    let rows = [
        ("openid", vec!["sub"]),
        ("openid email", vec!["email", "email_verified", "sub"]),
        (
            "openid profile",
            vec!["name", "picture", "preferred_username", "sub", "updated_at"],
        ),
        (
            "profile email openid",
            vec![
                "email",
                "email_verified",
                "name",
                "picture",
                "preferred_username",
                "sub",
                "updated_at",
            ],
        ),
    ];
    for (scope, expected) in rows {
        let code = world.code(&ann, &[("scope", scope)]).await;
        let tokens = world.redeem(&code).await.ok();
        let response = world.userinfo(&text(&tokens, "access_token")).await.ok();
        let mut names: Vec<_> = response
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        names.sort_unstable();
        assert_eq!(names, expected, "{scope}");
    }
}

on_both_engines!(userinfo_returns_known_claims_of_the_granted_scopes);

async fn userinfo_returns_known_claims_of_the_granted_scopes(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let known = json!({
        "family_name": "Lee", "given_name": "Ann", "locale": "de-AT", "preferred_username": "lee",
        "zoneinfo": "Europe/Vienna",
    });
    world
        .execute(
            "UPDATE users SET profile = '{\"family_name\":\"Lee\",\"given_name\":\"Ann\",\"locale\":\"de-AT\",\
             \"preferred_username\":\"lee\",\"zoneinfo\":\"Europe/Vienna\"}' WHERE id = $1",
            &ann.user_id,
        )
        .await;
    let one_by_one =
        r#"{"userinfo":{"locale":null,"given_name":null},"id_token":{"zoneinfo":null}}"#;
    let all: Vec<&str> = known
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let rows = [
        ("openid profile", "", all, vec![]),
        ("openid email", "", vec![], vec![]),
        (
            "openid",
            one_by_one,
            vec!["given_name", "locale"],
            vec!["zoneinfo"],
        ),
    ];
    let matches = |claims: &Value| {
        let names = known.as_object().unwrap().keys();
        let request = names.filter(|name| claims.get(name.as_str()) == Some(&known[name.as_str()]));
        request.cloned().collect::<Vec<_>>()
    };
    for (scope, requested, at_userinfo, in_id_token) in rows {
        let changes = [("scope", scope), ("claims", requested)];
        let tokens = world.redeem(&world.code(&ann, &changes).await).await.ok();
        let access_token = text(&tokens, "access_token");
        let userinfo = world.userinfo(&access_token).await.ok();
        assert_eq!(matches(&userinfo), at_userinfo, "{scope} {requested}");
        let id_token = claims(&text(&tokens, "id_token"));
        assert_eq!(matches(&id_token), in_id_token, "{scope} {requested}");
        assert!(matches(&claims(&access_token)).is_empty(), "{scope}");
    }
    let metadata = world.get("/.well-known/openid-configuration", None).await;
    let metadata: Value = metadata.json().await.unwrap();
    for name in known.as_object().unwrap().keys() {
        let supported = metadata["claims_supported"].as_array().unwrap();
        assert!(supported.contains(&json!(name)), "{name}");
    }
}

// row: B16, B18, C1
#[tokio::test]
async fn invalid_access_token_gets_no_claims() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let tokens = world.site_tokens(&ann, "openid").await;
    let good = text(&tokens, "access_token");
    let parts: Vec<_> = good.split('.').collect();
    let tampered = |index: usize, with: &str| {
        let mut parts = parts.clone();
        parts[index] = with;
        parts.join(".")
    };
    let flipped = altered(parts[1], 10);
    let rows = [
        text(&tokens, "id_token"),
        text(&tokens, "refresh_token"),
        good.strip_suffix(|_: char| true).unwrap().to_owned(),
        format!("{good}A"),
        format!("{good}.x"),
        tampered(1, &flipped),
        tampered(2, ""),
        tampered(0, "eyJhbGciOiJub25lIn0"),
        tampered(0, "eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9"),
        "x".repeat(10_000),
        "..".to_owned(),
    ];
    for token in rows {
        let response = world.userinfo(&token).await;
        assert_eq!(response.refusal(), (401, "invalid_token"), "{token}");
        assert!(
            response
                .header("www-authenticate")
                .contains("error=\"invalid_token\"")
        );
    }
    assert_eq!(world.userinfo(&good).await.status, 200);
    let machine = world
        .token(
            &[("grant_type", "client_credentials")],
            Some(("product-api", SECRET)),
        )
        .await
        .ok();
    let response = world.userinfo(&text(&machine, "access_token")).await;
    assert_eq!(response.refusal(), (403, "insufficient_scope"));
}

#[tokio::test]
async fn token_ends_after_ten_minutes_and_with_its_grant_and_user() {
    let world = TestIdp::new().await;
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let token = text(&world.tokens(&ann).await, "access_token");
    world.wait(600);
    assert_eq!(
        world.userinfo(&token).await.status,
        200,
        "ten seconds are forgiven"
    );
    world.wait(10);
    assert_eq!(world.userinfo(&token).await.status, 401);
    let token = text(&world.tokens(&ann).await, "access_token");
    world
        .execute(
            "UPDATE users SET is_active = FALSE WHERE id = $1",
            &ann.user_id,
        )
        .await;
    assert_eq!(world.userinfo(&token).await.status, 401);
    let token = text(&world.tokens(&ben).await, "access_token");
    let _again = world.sign_in_again("cleo", &ben).await;
    assert_eq!(
        world.userinfo(&token).await.status,
        401,
        "its session was replaced"
    );
}
