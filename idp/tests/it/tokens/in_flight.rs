//! Tests token requests that are concurrent with the end of their grant, user or client: no token survives.

use foundation::on_both_engines;
use futures_util::future::join_all;
use idp::testing::TestBrowser;
use serde_json::{Value, json};

use super::{BACKEND, is_active, machine_token, refresh, revoke, text};
use crate::harness::{HttpResponse, TestIdp, VERIFIER};
use crate::visiting::retry_while_busy;

/// Number of token families, each with a request in flight.
const FAMILIES: usize = 10;

/// Event that ends the families during requests.
#[derive(Clone, Copy, Debug)]
enum FamilyEnd {
    /// The client revokes the first refresh token of each family.
    Revoked,
    /// The operator deactivates the user.
    User,
    /// The operator deactivates the client.
    Client,
    /// A request repeats the code.
    CodeTwice,
}

async fn admin(world: &TestIdp, path: &str, body: &Value) {
    let response = machine_token(world, "keeper", &[]).await.ok();
    let token = text(&response, "access_token");
    let request = world.request("PUT", &format!("/admin/v1/{path}"));
    let ordered = request.bearer_auth(token).json(body).send().await.unwrap();
    assert!(
        ordered.status().is_success(),
        "{}",
        ordered.text().await.unwrap()
    );
}

fn client(is_active: bool) -> Value {
    json!({
        "redirect_uris": ["https://backend.example/cb"], "scope": "credits.read", "is_active": is_active,
        "grant_types": ["authorization_code", "refresh_token"],
    })
}

fn redeeming(code: &str) -> [(&str, &str); 4] {
    [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", "https://backend.example/cb"),
        ("code_verifier", VERIFIER),
    ]
}

/// A token family: its redeemed code, and its first tokens.
struct TokenFamily {
    code: String,
    first: Value,
}

async fn family(world: &TestIdp, ann: &TestBrowser) -> TokenFamily {
    let changes = [
        ("client_id", "backend"),
        ("redirect_uri", "https://backend.example/cb"),
        ("scope", "openid offline_access"),
    ];
    let code = world.code(ann, &changes).await;
    let first = world.token(&redeeming(&code), BACKEND).await.ok();
    TokenFamily { code, first }
}

async fn end(world: &TestIdp, end: FamilyEnd, ann: &TestBrowser, families: &[TokenFamily]) {
    match end {
        FamilyEnd::Revoked => {
            let all = families.iter().map(|family| async {
                let token = text(&family.first, "refresh_token");
                retry_while_busy(|| revoke(world, &token, BACKEND))
                    .await
                    .ok();
            });
            join_all(all).await;
        }
        FamilyEnd::User => {
            let path = format!("users/{}/active", ann.user_id);
            admin(world, &path, &json!({ "active": false })).await;
        }
        FamilyEnd::Client => admin(world, "clients/backend", &client(false)).await,
        FamilyEnd::CodeTwice => {
            let all = families.iter().map(|family| async {
                let form = redeeming(&family.code);
                let response = retry_while_busy(|| world.token(&form, BACKEND)).await;
                assert_eq!(response.refusal(), (400, "invalid_grant"));
            });
            join_all(all).await;
        }
    }
}

/// Refreshes each family five times concurrently with its end; returns every response.
async fn refresh_during_end(
    world: &TestIdp,
    which: FamilyEnd,
    ann: &TestBrowser,
    families: &[TokenFamily],
) -> Vec<HttpResponse> {
    let requested = families.iter().flat_map(|family| {
        (0..5).map(move |_| async move {
            let token = text(&family.first, "refresh_token");
            retry_while_busy(|| refresh(world, &token, &[])).await
        })
    });
    let (responses, ()) = tokio::join!(join_all(requested), end(world, which, ann, families));
    responses
}

async fn assert_dead(world: &TestIdp, tokens: &Value, why: FamilyEnd) {
    let access = text(tokens, "access_token");
    assert_eq!(world.userinfo(&access).await.status, 401, "{why:?}");
    for name in ["access_token", "refresh_token"] {
        assert!(
            !is_active(world, &text(tokens, name), BACKEND).await,
            "{why:?} {name}"
        );
    }
    let response = refresh(world, &text(tokens, "refresh_token"), &[]).await;
    assert_eq!(response.refusal(), (400, "invalid_grant"), "{why:?}");
}

/// Maximum of rounds until some request succeeds during the end.
const MAX_ROUNDS: usize = 20;

async fn nothing_lives(world: TestIdp, which: FamilyEnd) {
    admin(&world, "clients/backend", &client(true)).await;
    let mut given = 0;
    for round in 0..MAX_ROUNDS {
        given += nothing_lives_of_one_round(&world, which, ["jwt", "opaque"][round % 2]).await;
        if round > 0 && given > 0 {
            return;
        }
    }
    panic!("{which:?}: no request succeeded during the end");
}

/// Returns the number of successful requests during the end.
async fn nothing_lives_of_one_round(world: &TestIdp, which: FamilyEnd, format: &str) -> usize {
    let mut body = client(true);
    body["access_token_format"] = json!(format);
    admin(world, "clients/backend", &body).await;
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let mut families = Vec::new();
    for _ in 0..FAMILIES {
        families.push(family(world, &ann).await);
    }
    let of_ben = family(world, &ben).await;
    let responses = refresh_during_end(world, which, &ann, &families).await;
    // The families remain ended when user and client are active again.
    admin(world, "clients/backend", &body).await;
    let path = format!("users/{}/active", ann.user_id);
    admin(world, &path, &json!({ "active": true })).await;
    for family in &families {
        assert_dead(world, &family.first, which).await;
    }
    let given = responses
        .into_iter()
        .filter(|response| response.status == 200);
    let given: Vec<_> = given.map(HttpResponse::ok).collect();
    for tokens in &given {
        assert_dead(world, tokens, which).await;
    }
    if !matches!(which, FamilyEnd::Client) {
        let response = refresh(world, &text(&of_ben.first, "refresh_token"), &[]).await;
        assert_eq!(response.status, 200, "the control: another's family lives");
    }
    let control = family(world, &world.visitor("ann").await).await;
    let access = text(&control.first, "access_token");
    assert_eq!(world.userinfo(&access).await.status, 200, "the control");
    given.len()
}

on_both_engines!(response_is_withheld_if_the_family_is_revoked_concurrently);

// row: B21
async fn response_is_withheld_if_the_family_is_revoked_concurrently(world: TestIdp) {
    nothing_lives(world, FamilyEnd::Revoked).await;
}

on_both_engines!(response_is_withheld_if_the_user_is_deactivated_concurrently);

// row: B21
async fn response_is_withheld_if_the_user_is_deactivated_concurrently(world: TestIdp) {
    nothing_lives(world, FamilyEnd::User).await;
}

on_both_engines!(response_is_withheld_if_the_client_is_deactivated_concurrently);

// row: B21
async fn response_is_withheld_if_the_client_is_deactivated_concurrently(world: TestIdp) {
    nothing_lives(world, FamilyEnd::Client).await;
}

on_both_engines!(response_is_withheld_if_the_code_is_reused_concurrently);

// row: B1
async fn response_is_withheld_if_the_code_is_reused_concurrently(world: TestIdp) {
    nothing_lives(world, FamilyEnd::CodeTwice).await;
}
