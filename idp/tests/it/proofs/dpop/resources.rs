//! Tests bound tokens at our own resources.

use foundation::testing::{TestKey, sha256};
use serde_json::{Value, json};

use super::{TOKEN, ask, code, parts, proof, redeeming};
use crate::harness::{SECRET, TestIdp};
use crate::proofs::key::changed;
use crate::responses::HttpResponse;

/// Requests userinfo with an authentication scheme.
async fn userinfo(world: &TestIdp, scheme: &str, token: &str, proofs: &[&str]) -> HttpResponse {
    let request = world.request("GET", "/oauth/userinfo");
    let mut request = request.header("authorization", format!("{scheme} {token}"));
    for proof in proofs {
        request = request.header("DPoP", *proof);
    }
    HttpResponse::read(request.send().await.unwrap()).await
}

/// Returns the access token of a grant that is bound to a key.
async fn bound_token(world: &TestIdp, key: &TestKey) -> String {
    let ann = world.visitor("ann").await;
    let code = code(world, &ann, &[]).await;
    let first = proof(world, key, TOKEN, "first");
    let tokens = ask(world, &redeeming(&code), &[&first]).await.ok();
    tokens["access_token"].as_str().unwrap().to_owned()
}

/// Returns a proof for userinfo.
fn made(world: &TestIdp, key: &TestKey, token: &str, jti: &str, changes: &Value) -> String {
    let (header, claims) = parts(world, key, "/oauth/userinfo", jti);
    let usual = json!({ "htm": "GET", "ath": sha256(token) });
    key.sign(&header, &changed(changed(claims, &usual), changes))
}

const INVALID_TOKEN: (u16, &str) = (401, "invalid_token");
const INVALID_PROOF: (u16, &str) = (401, "invalid_dpop_proof");
const USE_DPOP_NONCE: (u16, &str) = (401, "use_dpop_nonce");

/// The name of a row, the scheme, the token, the proofs, and the expected refusal.
type Row<'a> = (&'a str, &'a str, &'a str, Vec<String>, (u16, &'a str));

async fn assert_refusals(world: &TestIdp, rows: Vec<Row<'_>>) {
    for (name, scheme, token, proofs, expected) in rows {
        let proofs: Vec<&str> = proofs.iter().map(String::as_str).collect();
        let response = userinfo(world, scheme, token, &proofs).await;
        assert_eq!(response.refusal(), expected, "{name}: {response:?}");
        if scheme == "DPoP" && response.status == 401 {
            let challenge = response.header("www-authenticate");
            let names = challenge.starts_with("DPoP ") && challenge.contains("algs=\"");
            assert!(names && challenge.contains("ES256"), "{name}: {challenge}");
        }
    }
}

// row: B24
#[tokio::test]
async fn userinfo_takes_a_bound_token_with_a_proof_that_names_it() {
    let world = TestIdp::new().await;
    let (key, other) = (TestKey::generate(), TestKey::generate());
    let bound = bound_token(&world, &key).await;
    let bound = bound.as_str();
    let make = |jti: &str, changes: Value| vec![made(&world, &key, bound, jti, &changes)];
    let none = || json!({});
    let foreign = vec![made(&world, &other, bound, "4", &none())];
    let of_another = vec![made(&world, &key, "another", "6", &none())];
    let (post, old) = (json!({"htm": "POST"}), json!({"iat": 86_400}));
    let rows = vec![
        ("honest", "DPoP", bound, make("1", none()), (200, "")),
        ("small letters", "dpop", bound, make("2", none()), (200, "")),
        (
            "used before",
            "DPoP",
            bound,
            make("1", none()),
            INVALID_PROOF,
        ),
        ("no proof", "DPoP", bound, vec![], INVALID_PROOF),
        ("another key", "DPoP", bound, foreign, INVALID_TOKEN),
        (
            "no ath",
            "DPoP",
            bound,
            make("5", json!({"ath": null})),
            INVALID_PROOF,
        ),
        ("another token", "DPoP", bound, of_another, INVALID_PROOF),
        (
            "another method",
            "DPoP",
            bound,
            make("7", post),
            INVALID_PROOF,
        ),
        ("old", "DPoP", bound, make("8", old.clone()), USE_DPOP_NONCE),
    ];
    assert_refusals(&world, rows).await;
    let proofs = make("9", old.clone());
    let response = userinfo(&world, "DPoP", bound, &[&proofs[0]]).await;
    let named = changed(old, &json!({"nonce": response.header("dpop-nonce")}));
    let rows = vec![(
        "of a wrong clock",
        "DPoP",
        bound,
        make("10", named),
        (200, ""),
    )];
    assert_refusals(&world, rows).await;
    // The server cannot check a proof for a bound token in a form.
    let form = [("access_token", bound)];
    let response = world.post("/oauth/userinfo", &form, "").await;
    assert_eq!(HttpResponse::read(response).await.refusal(), INVALID_TOKEN);
}

// row: B24
#[tokio::test]
async fn token_is_presented_by_the_scheme_that_it_was_made_for() {
    let world = TestIdp::new().await;
    let key = TestKey::generate();
    let bound = bound_token(&world, &key).await;
    let bee = world.visitor("bee").await;
    let tokens = world.tokens(&bee).await;
    let free = tokens["access_token"].as_str().unwrap();
    let make = |token: &str, jti: &str| vec![made(&world, &key, token, jti, &json!({}))];
    let rows = vec![
        (
            "honest",
            "DPoP",
            bound.as_str(),
            make(&bound, "1"),
            (200, ""),
        ),
        ("as a bearer", "Bearer", &bound, vec![], INVALID_TOKEN),
        (
            "as a bearer with a proof",
            "Bearer",
            &bound,
            make(&bound, "3"),
            INVALID_TOKEN,
        ),
        ("a free token", "DPoP", free, make(free, "8"), INVALID_TOKEN),
        ("a free token as it is", "Bearer", free, vec![], (200, "")),
    ];
    assert_refusals(&world, rows).await;
}

#[tokio::test]
async fn bound_token_is_no_bearer_token_at_the_admin_api() {
    let world = TestIdp::new().await;
    let form = [
        ("grant_type", "client_credentials"),
        ("client_id", "product-api"),
        ("client_secret", SECRET),
    ];
    let proof = proof(&world, &TestKey::generate(), TOKEN, "1");
    for (proofs, expected) in [(vec![], 200), (vec![proof.as_str()], 401)] {
        let tokens = ask(&world, &form, &proofs).await.ok();
        let token = tokens["access_token"].as_str().unwrap();
        let request = world.request("GET", "/admin/v1/clients/web");
        let response = HttpResponse::read(request.bearer_auth(token).send().await.unwrap()).await;
        assert_eq!(response.status, expected);
        let challenge = response.header("www-authenticate");
        assert_eq!(challenge.contains("bearer tokens only"), expected == 401);
    }
}

// row: B24
/// The server stores the proofs of authenticated clients and of valid tokens only.
#[tokio::test]
async fn proof_is_stored_only_if_the_request_succeeds() {
    const USED: &str = "SELECT COUNT(*) FROM used_jtis";
    let world = TestIdp::new().await;
    let key = TestKey::generate();
    let bound = bound_token(&world, &key).await;
    let before = world.count(USED).await;
    for number in 0..5 {
        let token = format!("nobody-s-token-{number}");
        let proof = made(&world, &key, &token, &token, &json!({}));
        let response = userinfo(&world, "DPoP", &token, &[&proof]).await;
        assert_eq!(response.refusal(), INVALID_TOKEN);
        for grant_type in ["refresh_token", "authorization_code"] {
            let mut form = redeeming(&token).to_vec();
            form[0].1 = grant_type;
            form.push(("refresh_token", &token));
            let proof = super::proof(&world, &key, TOKEN, &format!("{grant_type}{number}"));
            let response = ask(&world, &form, &[&proof]).await;
            assert_eq!(response.refusal(), (400, "invalid_grant"));
        }
    }
    assert_eq!(world.count(USED).await, before, "no proof is stored");
    let proof = made(&world, &key, &bound, "honest", &json!({}));
    let response = userinfo(&world, "DPoP", &bound, &[&proof]).await;
    assert_eq!(response.status, 200);
    assert_eq!(world.count(USED).await, before + 1);
    let again = userinfo(&world, "DPoP", &bound, &[&proof]).await;
    assert_eq!(again.refusal(), INVALID_PROOF);
}
