//! Tests which clients' refresh tokens rotate (FAPI 2.0 Security Profile section 5.3.2.1, RFC 9700 section 4.14.2).

use foundation::on_both_engines;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{change_client, is_active, revoke, text};
use crate::admin_clients::put;
use crate::admin_refusals::pointers_of;
use crate::harness::{HttpResponse, SECRET, TestIdp, VERIFIER};
use crate::proofs::dpop::{self, TOKEN, proof};
use crate::proofs::key::{CLIENT_KEY, changed};
use crate::visiting::retry_while_busy;

const DAY: u64 = 24 * 3600;
const TOKENS: &str = "SELECT COUNT(*) FROM refresh_tokens";
const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// The client `backend` with changes of its registration, and its form of requests.
struct RefreshingClient<'a> {
    world: &'a TestIdp,
    method: String,
    has_proof: bool,
}

impl<'a> RefreshingClient<'a> {
    async fn registered(world: &'a TestIdp, changes: &Value, has_proof: bool) -> Self {
        let usual = json!({
            "redirect_uris": ["https://backend.example/cb"],
            "grant_types": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_method": "client_secret_post",
        });
        let mut body = changed(usual, changes);
        if body["token_endpoint_auth_method"] == "private_key_jwt" {
            body["jwks"] = CLIENT_KEY.jwks("own");
        }
        let response = put(world, "backend", &body).await.ok();
        Self {
            world,
            method: text(&response, "token_endpoint_auth_method"),
            has_proof,
        }
    }

    /// Sends a token request; each `jti` is used once in a world.
    async fn ask(&self, form: &[(&str, &str)], jti: &str) -> HttpResponse {
        let assertion = self.assertion(jti);
        let mut form = form.to_vec();
        form.push(("client_id", "backend"));
        match &*self.method {
            "none" => {}
            "private_key_jwt" => form.extend([
                ("client_assertion_type", ASSERTION),
                ("client_assertion", assertion.as_str()),
            ]),
            _ => form.push(("client_secret", SECRET)),
        }
        let proof = proof(self.world, &CLIENT_KEY, TOKEN, jti);
        let proofs = [proof.as_str()];
        dpop::ask(self.world, &form, &proofs[..usize::from(self.has_proof)]).await
    }

    fn assertion(&self, jti: &str) -> String {
        let now = self.world.clock.now().seconds();
        let claims = json!({
            "iss": "backend", "sub": "backend", "aud": self.world.base, "jti": jti, "iat": now, "exp": now + 60,
        });
        CLIENT_KEY.sign(&json!({ "alg": "ES256", "kid": "own" }), &claims)
    }

    async fn first_tokens(&self) -> Value {
        let ann = self.world.visitor("ann").await;
        let changes = [
            ("client_id", "backend"),
            ("redirect_uri", "https://backend.example/cb"),
            ("scope", "openid offline_access"),
        ];
        let code = self.world.code(&ann, &changes).await;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", &*code),
            ("redirect_uri", "https://backend.example/cb"),
            ("code_verifier", VERIFIER),
        ];
        self.ask(&form, &format!("code of {code}")).await.ok()
    }

    async fn refresh(&self, token: &str, jti: &str) -> HttpResponse {
        let form = [("grant_type", "refresh_token"), ("refresh_token", token)];
        self.ask(&form, jti).await
    }
}

/// Returns registrations, each with whether its requests have a `DPoP` proof and whether its refresh tokens rotate.
fn registrations() -> Vec<(Value, bool, bool)> {
    let by_key = |more: Value| {
        let usual = json!({ "token_endpoint_auth_method": "private_key_jwt" });
        changed(usual, &more)
    };
    let public = |more: Value| {
        let usual = json!({ "token_endpoint_auth_method": "none" });
        changed(usual, &more)
    };
    let bound = || json!({ "dpop_bound_access_tokens": true });
    let bound_and = |rotates: bool| json!({ "dpop_bound_access_tokens": true, "refresh_token_rotation": rotates });
    vec![
        (json!({}), false, true),
        (json!({}), true, true),
        (json!({ "refresh_token_rotation": false }), false, false),
        (bound(), true, false),
        (bound_and(true), true, true),
        (by_key(json!({})), false, false),
        (by_key(json!({})), true, false),
        (
            by_key(json!({ "access_token_format": "opaque" })),
            false,
            false,
        ),
        (
            by_key(json!({ "refresh_token_rotation": true })),
            false,
            true,
        ),
        (public(json!({})), false, true),
        (public(bound()), true, true),
        (public(bound_and(false)), true, false),
    ]
}

#[tokio::test]
async fn clients_that_sign_by_a_key_keep_their_refresh_token_unless_registered_otherwise() {
    for (registration, has_proof, rotates) in registrations() {
        let world = TestIdp::new().await;
        let client = RefreshingClient::registered(&world, &registration, has_proof).await;
        let first = text(&client.first_tokens().await, "refresh_token");
        let second = text(&client.refresh(&first, "1").await.ok(), "refresh_token");
        assert_eq!(second != first, rotates, "{registration}");
        assert_eq!(world.count(TOKENS).await, 1 + i64::from(rotates));
        world.wait(DAY);
        let late = client.refresh(&first, "2").await;
        let expected = if rotates {
            (400, "invalid_grant")
        } else {
            (200, "")
        };
        assert_eq!(late.refusal(), expected, "{registration}");
    }
}

on_both_engines!(refresh_token_that_is_kept_ends_with_its_grant_and_its_time);

async fn refresh_token_that_is_kept_ends_with_its_grant_and_its_time(world: TestIdp) {
    let registration = json!({
        "access_token_format": "opaque", "dpop_bound_access_tokens": true,
    });
    let client = RefreshingClient::registered(&world, &registration, true).await;
    let basic = Some(("backend", SECRET));
    let first = client.first_tokens().await;
    let token = text(&first, "refresh_token");
    let uses = (0..20).map(|number| {
        let (client, token) = (&client, &token);
        retry_while_busy(
            move || async move { client.refresh(token, &format!("use {number}")).await },
        )
    });
    for response in join_all(uses).await {
        let response = response.ok();
        assert_eq!(text(&response, "refresh_token"), token);
        assert!(is_active(&world, &text(&response, "access_token"), basic).await);
    }
    assert_eq!(world.count(TOKENS).await, 1);
    // A proof is valid once here as well.
    assert_eq!(
        client.refresh(&token, "use 1").await.refusal(),
        dpop::REFUSED
    );
    assert_eq!(revoke(&world, &token, basic).await.status, 200);
    let ended = client.refresh(&token, "after").await;
    assert_eq!(ended.refusal(), (400, "invalid_grant"));

    let other = text(&client.first_tokens().await, "refresh_token");
    world.wait(29 * DAY);
    assert_eq!(client.refresh(&other, "29 days").await.status, 200);
    world.wait(DAY);
    let late = client.refresh(&other, "30 days").await;
    assert_eq!(late.refusal(), (400, "invalid_grant"));
}

#[tokio::test]
async fn token_that_was_kept_rotates_as_soon_as_its_client_is_registered_so() {
    let world = TestIdp::new().await;
    let registration = json!({ "refresh_token_rotation": false });
    let client = RefreshingClient::registered(&world, &registration, false).await;
    let stored = text(&client.first_tokens().await, "refresh_token");
    let same = text(&client.refresh(&stored, "1").await.ok(), "refresh_token");
    assert_eq!(same, stored);
    let rotating = "UPDATE clients SET refresh_token_rotation = TRUE WHERE id = $1";
    change_client(&world, rotating, "backend").await;
    let next = text(&client.refresh(&stored, "2").await.ok(), "refresh_token");
    assert_ne!(next, stored);
    world.wait(300);
    let old = client.refresh(&stored, "3").await;
    assert_eq!(old.refusal(), (400, "invalid_grant"));
    let successor = client.refresh(&next, "4").await;
    assert_eq!(
        successor.refusal(),
        (400, "invalid_grant"),
        "its family ended"
    );
}

#[tokio::test]
async fn client_that_proves_nothing_cannot_be_registered_without_rotation() {
    let world = TestIdp::new().await;
    let mut body = json!({
        "redirect_uris": ["https://site.example/cb"], "token_endpoint_auth_method": "none",
        "refresh_token_rotation": false,
    });
    let response = put(&world, "site", &body).await;
    assert_eq!(response.status, 400);
    assert_eq!(pointers_of(&response), ["/refresh_token_rotation"]);
    body["dpop_bound_access_tokens"] = json!(true);
    assert_eq!(put(&world, "site", &body).await.status, 201);
}

#[tokio::test]
async fn token_without_a_key_rotates_though_its_client_registers_otherwise_later() {
    let world = TestIdp::new().await;
    let usual = json!({ "token_endpoint_auth_method": "none" });
    let client = RefreshingClient::registered(&world, &usual, false).await;
    let first = text(&client.first_tokens().await, "refresh_token");
    let changes = json!({ "dpop_bound_access_tokens": true, "refresh_token_rotation": false });
    let client = RefreshingClient::registered(&world, &changed(usual, &changes), true).await;
    let second = text(&client.refresh(&first, "1").await.ok(), "refresh_token");
    assert_ne!(second, first);
}
