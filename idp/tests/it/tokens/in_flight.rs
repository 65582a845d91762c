//! Tests token requests that are concurrent with the end of their grant, user or client: no token survives.

use futures_util::future::join_all;
use idp::testing::TestBrowser;
use serde_json::{Value, json};

use super::{BACKEND, is_active, machine_token, refresh, revoke, text};
use crate::harness::{HttpResponse, TestIdp, VERIFIER, both};
use crate::visiting::patiently;

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
    let told = machine_token(world, "keeper", &[]).await.ok();
    let token = text(&told, "access_token");
    let request = world.request("PUT", &format!("/admin/v1/{path}"));
    let answer = request.bearer_auth(token).json(body).send().await.unwrap();
    assert!(
        answer.status().is_success(),
        "{}",
        answer.text().await.unwrap()
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
                patiently(|| revoke(world, &token, BACKEND)).await.ok();
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
                let told = patiently(|| world.token(&form, BACKEND)).await;
                assert_eq!(told.refusal(), (400, "invalid_grant"));
            });
            join_all(all).await;
        }
    }
}

/// Refreshes each family five times concurrently with its end; returns every response.
async fn answers(
    world: &TestIdp,
    which: FamilyEnd,
    ann: &TestBrowser,
    families: &[TokenFamily],
) -> Vec<HttpResponse> {
    let asked = families.iter().flat_map(|family| {
        (0..5).map(move |_| async move {
            let token = text(&family.first, "refresh_token");
            patiently(|| refresh(world, &token, &[])).await
        })
    });
    let (told, ()) = tokio::join!(join_all(asked), end(world, which, ann, families));
    told
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
    let told = refresh(world, &text(tokens, "refresh_token"), &[]).await;
    assert_eq!(told.refusal(), (400, "invalid_grant"), "{why:?}");
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
    panic!("{which:?}: no answer was given while anything ended");
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
    let told = answers(world, which, &ann, &families).await;
    // The families remain ended when user and client are active again.
    admin(world, "clients/backend", &body).await;
    let path = format!("users/{}/active", ann.user_id);
    admin(world, &path, &json!({ "active": true })).await;
    for family in &families {
        assert_dead(world, &family.first, which).await;
    }
    let given = told.into_iter().filter(|told| told.status == 200);
    let given: Vec<_> = given.map(HttpResponse::ok).collect();
    for tokens in &given {
        assert_dead(world, tokens, which).await;
    }
    if !matches!(which, FamilyEnd::Client) {
        let told = refresh(world, &text(&of_ben.first, "refresh_token"), &[]).await;
        assert_eq!(told.status, 200, "the control: another's family lives");
    }
    let control = family(world, &world.visitor("ann").await).await;
    let access = text(&control.first, "access_token");
    assert_eq!(world.userinfo(&access).await.status, 200, "the control");
    given.len()
}

both!(b21_no_answer_outlives_a_family_that_is_given_back_meanwhile);

// row: B21
async fn b21_no_answer_outlives_a_family_that_is_given_back_meanwhile(world: TestIdp) {
    nothing_lives(world, FamilyEnd::Revoked).await;
}

both!(b21_no_answer_outlives_a_user_who_is_switched_off_meanwhile);

// row: B21
async fn b21_no_answer_outlives_a_user_who_is_switched_off_meanwhile(world: TestIdp) {
    nothing_lives(world, FamilyEnd::User).await;
}

both!(b21_no_answer_outlives_a_client_that_is_switched_off_meanwhile);

// row: B21
async fn b21_no_answer_outlives_a_client_that_is_switched_off_meanwhile(world: TestIdp) {
    nothing_lives(world, FamilyEnd::Client).await;
}

both!(b1_no_answer_outlives_a_family_whose_code_comes_again_meanwhile);

// row: B1
async fn b1_no_answer_outlives_a_family_whose_code_comes_again_meanwhile(world: TestIdp) {
    nothing_lives(world, FamilyEnd::CodeTwice).await;
}
