//! Tests token requests during the deletion of their client or grant. PostgreSQL alone has two writers.

use std::pin::pin;

use foundation::testing::{RowLocks, TestDatabase};
use serde_json::Value;

use super::{BACKEND, change_client, refresh, text};
use crate::harness::{HttpResponse, TestIdp, VERIFIER};

const OPAQUE: &str = "UPDATE clients SET access_token_format = 'opaque' WHERE id = $1";
const CALLBACK: &str = "https://backend.example/cb";
/// Statements of a deletion, which locks the client first.
const LOCK: &str = "SELECT id FROM clients WHERE id = 'backend' FOR UPDATE";
const DELETE: &str = "DELETE FROM clients WHERE id = 'backend'";

async fn world() -> TestIdp {
    TestIdp::on(TestDatabase::postgres(&idp::MIGRATIONS).await).await
}

/// Sends a request while the client is being deleted, and deletes the client once the request waits. Panics if the request
/// ends without waiting.
async fn during_a_deletion(
    world: &TestIdp,
    request: impl Future<Output = HttpResponse>,
) -> HttpResponse {
    let mut deleting = RowLocks::take(&world.app.database, &[LOCK]).await;
    let mut request = pin!(request);
    tokio::select! {
        response = &mut request => panic!("it did not wait: {} {}", response.status, response.body),
        () = deleting.wait_for_sessions(1) => {}
    }
    let deletion = async {
        deleting.execute(DELETE).await;
        deleting.commit().await;
    };
    let (reply, ()) = tokio::join!(request, deletion);
    reply
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn code_for_an_opaque_token_does_not_deadlock_with_a_client_deletion() {
    let world = world().await;
    change_client(&world, OPAQUE, "backend").await;
    let ann = world.visitor("ann").await;
    let changes = [
        ("client_id", "backend"),
        ("redirect_uri", CALLBACK),
        ("scope", "openid"),
    ];
    let code = world.code(&ann, &changes).await;
    let form = [
        ("grant_type", "authorization_code"),
        ("code", &*code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ];
    let response = during_a_deletion(&world, world.token(&form, BACKEND)).await;
    assert_eq!(response.refusal(), (400, "invalid_grant"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refresh_for_an_opaque_token_does_not_deadlock_with_a_client_deletion() {
    for rotation in [
        "UPDATE clients SET refresh_token_rotation = TRUE WHERE id = $1",
        "UPDATE clients SET refresh_token_rotation = FALSE WHERE id = $1",
    ] {
        let world = world().await;
        change_client(&world, OPAQUE, "backend").await;
        change_client(&world, rotation, "backend").await;
        let ann = world.visitor("ann").await;
        let token = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
        let response = during_a_deletion(&world, refresh(&world, &token, &[])).await;
        assert_eq!(response.refusal(), (400, "invalid_grant"), "{rotation}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refresh_token_survives_a_deletion_that_is_rolled_back() {
    for format in ["jwt", "opaque"] {
        let world = world().await;
        if format == "opaque" {
            change_client(&world, OPAQUE, "backend").await;
        }
        let ann = world.visitor("ann").await;
        let token = text(&world.site_tokens(&ann, "openid").await, "refresh_token");
        let deleting = RowLocks::take(&world.app.database, &["DELETE FROM grants"]).await;
        let response = refresh(&world, &token, &[]).await;
        assert_eq!(
            response.refusal(),
            (503, "temporarily_unavailable"),
            "{format}: {}",
            response.body
        );
        assert_eq!(response.header("retry-after"), "1", "{format}");
        deleting.rollback().await;
        let next: Value = refresh(&world, &token, &[]).await.ok();
        assert_ne!(text(&next, "refresh_token"), token, "{format}");
    }
}
