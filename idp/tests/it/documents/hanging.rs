//! Tests servers that never send their documents, and clients that disconnect: neither delays other documents.

use std::time::Duration;

use foundation::on_both_engines;
use futures_util::future::join_all;
use idp::testing::TestBrowser;
use poem::Endpoint;

use super::{DocumentServer, IdpWithDocuments, allowed, redeemed};
use crate::harness::{HttpResponse, TestIdp, VERIFIER};

/// Time after which a client disconnects.
const CLIENT_TIMEOUT: Duration = Duration::from_millis(200);

async fn refreshed(world: &TestIdp, client_id: &str, token: &str) -> HttpResponse {
    let form = [
        ("grant_type", "refresh_token"),
        ("client_id", client_id),
        ("refresh_token", token),
    ];
    world.token(&form, None).await
}

/// Consents to one of the server's many documents, and returns its refresh token.
async fn consented_token(world: &TestIdp, client_id: &str, visitor: &TestBrowser) -> String {
    let request = [
        ("client_id", client_id),
        ("redirect_uri", "https://agent.example/cb"),
        ("scope", "openid offline_access"),
    ];
    let code = allowed(world, visitor, &request).await.parameter("code");
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", client_id),
        ("code", &code.unwrap()),
        ("redirect_uri", "https://agent.example/cb"),
        ("code_verifier", VERIFIER),
    ];
    let tokens = world.token(&form, None).await.ok();
    tokens["refresh_token"].as_str().unwrap().to_owned()
}

on_both_engines!(hanging_documents_block_no_other_agent);

// row: I6
async fn hanging_documents_block_no_other_agent(
    IdpWithDocuments { site, world }: IdpWithDocuments,
) {
    let ann = world.visitor("ann").await;
    let landing = allowed(
        &world,
        &ann,
        &site.request(&[("scope", "openid offline_access")]),
    )
    .await;
    let response = redeemed(&world, &site, &landing.parameter("code").unwrap()).await;
    let own = response.ok()["refresh_token"].as_str().unwrap().to_owned();
    let mut slow = Vec::new();
    for number in 0..16 {
        let id = site.another(&number.to_string());
        let token = consented_token(&world, &id, &ann).await;
        slow.push((id, token));
    }
    world.wait(700);
    site.says_nothing(true);
    let before = site.request_count();
    let refreshing = join_all(slow.iter().map(|(id, token)| refreshed(&world, id, token)));
    let other = async {
        while site.request_count() == before {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // Some requests wait for the server; the cached documents of all others remain valid, as does this one.
        tokio::time::sleep(CLIENT_TIMEOUT).await;
        let response = refreshed(&world, &site.address, &own).await;
        site.says_nothing(false);
        response
    };
    let (slow, response) = tokio::join!(refreshing, other);
    response.ok();
    for response in slow {
        response.ok();
    }
}

// row: I6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn disconnecting_client_does_not_stop_the_fetch_for_others() {
    let site = DocumentServer::start().await;
    let world = super::world(&site, &[]).await;
    let id = site.another("one");
    let request = [
        ("client_id", id.as_str()),
        ("redirect_uri", "https://agent.example/cb"),
        ("scope", "openid"),
    ];
    let address = world.authorize_url(&request);
    site.says_nothing(true);
    let inside = idp::routes::endpoint(&world.app);
    let path = address.strip_prefix(&world.base).unwrap();
    for _ in 0..3 {
        let request = poem::Request::builder().uri_str(path).finish();
        // The server cancels the handling of a request when its client disconnects.
        let _told = tokio::time::timeout(CLIENT_TIMEOUT, inside.call(request)).await;
    }
    site.says_nothing(false);
    let landing = world.authorize(None, &request).await;
    let to = landing.url();
    assert_eq!(to.path(), "/api/auth/signin", "{to}");
    assert_eq!(
        site.request_count(),
        1,
        "the one question was asked to its end"
    );
}
