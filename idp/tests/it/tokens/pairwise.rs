//! Tests OpenID Connect Core section 8: a user has a different subject in each sector.

use foundation::on_both_engines;
use serde_json::Value;

use super::{change_client, introspect, refresh, text};
use crate::harness::{SECRET, TestIdp, VERIFIER, claims};

/// Three clients of the installation for sign-in, with their redirect URIs.
const CLIENTS: [(&str, &str); 3] = [
    ("backend", "https://backend.example/cb"),
    ("shop", "https://shop.example/cb"),
    ("spa", "https://spa.example/cb"),
];

async fn tokens_of(world: &TestIdp, visitor: &idp::testing::TestBrowser, client: usize) -> Value {
    let (id, address) = CLIENTS[client];
    let changes = [
        ("client_id", id),
        ("redirect_uri", address),
        ("scope", "openid"),
    ];
    let code = world.code(visitor, &changes).await;
    let mut form = vec![
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", address),
        ("code_verifier", VERIFIER),
    ];
    if id == "spa" {
        form.push(("client_id", id));
        return world.token(&form, None).await.ok();
    }
    world.token(&form, Some((id, SECRET))).await.ok()
}

/// Returns `sub` of the ID token, which userinfo and the access token must repeat.
async fn sub(world: &TestIdp, tokens: &Value) -> String {
    let sub = text(&claims(&text(tokens, "id_token")), "sub");
    let access_token = text(tokens, "access_token");
    assert_eq!(text(&claims(&access_token), "sub"), sub);
    assert_eq!(text(&world.userinfo(&access_token).await.ok(), "sub"), sub);
    sub
}

on_both_engines!(each_sector_has_its_own_subject);

async fn each_sector_has_its_own_subject(world: TestIdp) {
    for (id, _) in CLIENTS {
        let statement =
            "UPDATE clients SET subject_type = 'pairwise', first_party = TRUE WHERE id = $1";
        change_client(&world, statement, id).await;
    }
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let first = tokens_of(&world, &ann, 0).await;
    let at_backend = sub(&world, &first).await;
    let at_shop = sub(&world, &tokens_of(&world, &ann, 1).await).await;
    let at_spa = sub(&world, &tokens_of(&world, &ann, 2).await).await;
    let ben_at_backend = sub(&world, &tokens_of(&world, &ben, 0).await).await;
    let all = [
        &at_backend,
        &at_shop,
        &at_spa,
        &ben_at_backend,
        &ann.user_id,
        &ben.user_id,
    ];
    let different: std::collections::BTreeSet<_> = all.into_iter().collect();
    assert_eq!(different.len(), 6);
    let whole = first.to_string() + &claims(&text(&first, "access_token")).to_string();
    assert!(
        !whole.contains(&ann.user_id),
        "nor is the other name in any response"
    );
    assert_eq!(
        sub(&world, &tokens_of(&world, &ann, 0).await).await,
        at_backend,
        "it stays"
    );
    let next = refresh(&world, &text(&first, "refresh_token"), &[])
        .await
        .ok();
    assert_eq!(sub(&world, &next).await, at_backend);
    let response = introspect(&world, &text(&first, "access_token"), super::BACKEND)
        .await
        .ok();
    assert_eq!(text(&response, "sub"), at_backend);
}

on_both_engines!(clients_of_one_sector_share_a_subject);

async fn clients_of_one_sector_share_a_subject(world: TestIdp) {
    for (id, _) in CLIENTS {
        let statement = "UPDATE clients SET subject_type = 'pairwise', first_party = TRUE, \
            sector_identifier_uri = 'https://sector.example/uris.json' WHERE id = $1";
        change_client(&world, statement, id).await;
    }
    let ann = world.visitor("ann").await;
    let at_backend = sub(&world, &tokens_of(&world, &ann, 0).await).await;
    let at_shop = sub(&world, &tokens_of(&world, &ann, 1).await).await;
    assert_eq!(at_backend, at_shop);
    assert_ne!(at_backend, ann.user_id);
}

#[tokio::test]
async fn token_from_before_the_subject_change_is_invalid() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let tokens = tokens_of(&world, &ann, 0).await;
    assert_eq!(sub(&world, &tokens).await, ann.user_id);
    let statement = "UPDATE clients SET subject_type = 'pairwise' WHERE id = $1";
    change_client(&world, statement, "backend").await;
    let response = world.userinfo(&text(&tokens, "access_token")).await;
    assert_eq!(response.refusal(), (401, "invalid_token"));
}

#[tokio::test]
async fn hint_contains_the_clients_subject() {
    let world = TestIdp::new().await;
    let statement = "UPDATE clients SET subject_type = 'pairwise' WHERE id = $1";
    change_client(&world, statement, "backend").await;
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let hint = text(&tokens_of(&world, &ann, 0).await, "id_token");
    let changes = [
        ("client_id", "backend"),
        ("redirect_uri", "https://backend.example/cb"),
        ("prompt", "none"),
        ("id_token_hint", &*hint),
    ];
    let landing = world.authorize(Some(&ann), &changes).await;
    assert!(landing.parameter("code").is_some(), "{landing:?}");
    let landing = world.authorize(Some(&ben), &changes).await;
    assert_eq!(landing.error(), "login_required");
}

/// Clients of different sectors cannot match the tokens of one session to one user. Each of them can still sign that session
/// out.
#[tokio::test]
async fn two_sectors_cannot_match_a_session() {
    let world = TestIdp::new().await;
    for (id, _) in CLIENTS {
        let statement =
            "UPDATE clients SET subject_type = 'pairwise', first_party = TRUE WHERE id = $1";
        change_client(&world, statement, id).await;
    }
    let ann = world.visitor("ann").await;
    let (first, second) = (
        tokens_of(&world, &ann, 0).await,
        tokens_of(&world, &ann, 1).await,
    );
    for kind in ["id_token", "access_token"] {
        let (first, second) = (claims(&text(&first, kind)), claims(&text(&second, kind)));
        for name in ["sub", "sid", "grant_id", "jti", "client_id"] {
            let is_told = first.get(name).is_some();
            assert!(!is_told || first[name] != second[name], "{kind} {name}");
        }
        assert!(first["sid"].is_string(), "{kind}");
    }
    let again = tokens_of(&world, &ann, 0).await;
    let sid = |tokens: &Value| text(&claims(&text(tokens, "id_token")), "sid");
    assert_eq!(sid(&again), sid(&first), "it is one session");
    let hint = text(&first, "id_token");
    let navigation = world
        .request("GET", &format!("/oauth/logout?id_token_hint={hint}"))
        .header("cookie", &ann.cookie)
        .header("sec-fetch-mode", "navigate")
        .header("sec-fetch-dest", "document");
    let _answer = navigation.send().await.unwrap();
    let landing = world.authorize(Some(&ann), &[("prompt", "none")]).await;
    assert_eq!(landing.error(), "login_required", "the hint ended it");
}
