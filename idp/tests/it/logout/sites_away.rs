//! Tests client servers that are unavailable, that refuse logout tokens, or whose address is forbidden.

use std::sync::Arc;

use foundation::{Random, on_both_engines};
use futures_util::future::join_all;
use idp::app::App;
use serde_json::json;

use super::client_server::{ClientServer, ServerBehavior, tried_again};
use super::idp_with_client::{CALLBACK, IdpWithClient, machine, register, tokens_of};
use super::{address, text};
use crate::harness::{TestIdp, claims};
use crate::waiting::until;

/// Longer than any pause before the next attempt, in seconds.
const MAX_PAUSE: i64 = 3600;
const GIVEN_UP: &str =
    "SELECT COUNT(*) FROM audit WHERE action = 'logout.given_up' AND client_id = 'site'";
const DETAILS: &str = "SELECT details FROM audit WHERE action = 'logout.given_up'";
const ATTEMPTS: &str = "SELECT CAST(COALESCE(SUM(attempts), 0) AS BIGINT) FROM backchannel_logouts";

/// Signs a user in at a client and out again.
async fn signed_out(world: &TestIdp, client_id: &str, name: &str) -> String {
    let ann = world.visitor(name).await;
    let hint = text(&tokens_of(world, client_id, &ann).await, "id_token");
    let response = world
        .get(&address(&[("id_token_hint", &hint)]), Some(&ann))
        .await;
    assert_eq!(response.status(), 200, "the response waits for no site");
    claims(&hint)["sid"].as_str().unwrap().to_owned()
}

on_both_engines!(unavailable_client_gets_one_logout_token_when_it_is_back);

// row: decision-11
async fn unavailable_client_gets_one_logout_token_when_it_is_back(sited: IdpWithClient) {
    let IdpWithClient { world, site, .. } = &sited;
    site.does(ServerBehavior::HangsUp);
    let sid = signed_out(world, "site", "ann").await;
    let signed_out_at = world.clock.now().seconds();
    until(async || world.count(ATTEMPTS).await >= 1).await;
    for _ in 0..4 {
        tried_again(world, 60).await;
    }
    site.does(ServerBehavior::Responds(503));
    tried_again(world, 3600).await;
    assert!(world.count(ATTEMPTS).await >= 6);
    assert!(site.received().is_empty());
    site.does(ServerBehavior::Responds(200));
    let back = world.clock.now().seconds();
    until(async || {
        // Advances by the longest pause only: a slow machine must not reach the day after which the server gives up.
        if world.clock.now().seconds() < back + MAX_PAUSE {
            world.wait(300);
        }
        idp::testing::wake_logouts(&world.app);
        !site.received().is_empty()
    })
    .await;
    let token_claims = claims(&site.received()[0].token);
    assert_eq!(token_claims["sid"], serde_json::json!(sid));
    // An attempt that was under way when the clock advanced is older than the change of the site, but not than the others.
    let issued_at = token_claims["iat"].as_i64().unwrap();
    assert!(
        issued_at >= signed_out_at + 4 * 60,
        "a new token for each attempt"
    );
    until(async || sited.rows().await == 0).await;
    world.wait(24 * 3600);
    let _next = signed_out(world, "site", "ben").await;
    assert_eq!(
        site.wait_for_requests(2).await.len(),
        2,
        "a logout was delivered twice"
    );
    assert_eq!(world.count(GIVEN_UP).await, 0);
}

// row: audit-2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unavailable_client_is_given_up_after_a_day() {
    let sited = IdpWithClient::new().await;
    let IdpWithClient { world, site, .. } = &sited;
    site.does(ServerBehavior::HangsUp);
    let _sid = signed_out(world, "site", "ann").await;
    until(async || world.count(ATTEMPTS).await >= 1).await;
    world.wait(24 * 3600 + 1);
    idp::testing::wake_logouts(&world.app);
    until(async || world.count(GIVEN_UP).await == 1).await;
    assert_eq!(sited.rows().await, 0);
    let details = world.text(DETAILS).await;
    assert!(details.contains(r#""reason":"away""#), "{details}");
}

// row: I6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusing_client_is_retried_a_few_times() {
    let sited = IdpWithClient::new().await;
    let IdpWithClient { world, site, .. } = &sited;
    site.does(ServerBehavior::Responds(400));
    let _sid = signed_out(world, "site", "ann").await;
    until(async || world.count(ATTEMPTS).await >= 1).await;
    let begun = world.clock.now().seconds();
    until(async || {
        // Advances long enough for all pauses, but not to the day after which the server gives up.
        if world.clock.now().seconds() < begun + 12 * 3600 {
            world.wait(60);
        }
        idp::testing::wake_logouts(&world.app);
        world.count(GIVEN_UP).await == 1
    })
    .await;
    assert_eq!((sited.rows().await, site.connections()), (0, 8));
    let details = world.text(DETAILS).await;
    assert!(details.contains(r#""reason":"refused""#), "{details}");
}

// row: I4
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redirect_is_not_followed() {
    let sited = IdpWithClient::new().await;
    let IdpWithClient { world, site, .. } = &sited;
    site.does(ServerBehavior::Responds(307));
    let _sid = signed_out(world, "site", "ann").await;
    until(async || !site.heads().is_empty()).await;
    tried_again(world, 900).await;
    site.does(ServerBehavior::Responds(200));
    until(async || {
        world.wait(300);
        idp::testing::wake_logouts(&world.app);
        !site.received().is_empty()
    })
    .await;
    let heads = site.heads();
    assert!(heads.len() >= 2, "{heads:?}");
    let is_asked_as_registered = |head: &String| head.starts_with("post /backchannel");
    assert!(heads.iter().all(is_asked_as_registered), "{heads:?}");
}

// row: I6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_client_does_not_delay_others() {
    let sited = IdpWithClient::new().await;
    let IdpWithClient { world, site, .. } = &sited;
    site.does(ServerBehavior::SaysNothing);
    register(world, "second", Some(&sited.second.uri())).await;
    for name in ["ann", "ben", "cleo"] {
        let ann = world.visitor(name).await;
        let _silent = sited.tokens(&ann).await;
        let hint = text(&tokens_of(world, "second", &ann).await, "id_token");
        world
            .get(&address(&[("id_token_hint", &hint)]), Some(&ann))
            .await;
    }
    sited.second.wait_for_requests(3).await;
    assert!(site.connections() >= 1);
    assert!(site.received().is_empty());
}

// row: I2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn website_at_an_address_of_ours_is_never_connected_to() {
    let sited = IdpWithClient::new().await;
    let IdpWithClient { world, site, .. } = &sited;
    let inner = ClientServer::open().await;
    register(world, "inner", Some(&site.uri())).await;
    // The registration of such an address is refused, but a host name may resolve to our address later.
    let elsewhere = "UPDATE clients SET backchannel_logout_uri = $1 WHERE id = 'inner'";
    world.execute(elsewhere, &inner.uri()).await;
    idp::testing::forget_client(&world.app, "inner").await;
    let ann = world.visitor("ann").await;
    let _inner = tokens_of(world, "inner", &ann).await;
    let hint = text(&sited.tokens(&ann).await, "id_token");
    world
        .get(&address(&[("id_token_hint", &hint)]), Some(&ann))
        .await;
    site.wait_for_requests(1).await;
    let tried =
        "SELECT COUNT(*) FROM backchannel_logouts WHERE client_id = 'inner' AND attempts >= 1";
    until(async || world.count(tried).await == 1).await;
    tried_again(world, 900).await;
    assert_eq!(inner.connections(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deactivated_client_gets_its_last_logout_tokens_only() {
    let sited = IdpWithClient::new().await;
    let IdpWithClient { world, site, .. } = &sited;
    let ann = world.visitor("ann").await;
    let tokens = sited.tokens(&ann).await;
    let off = json!({
        "is_active": false, "token_endpoint_auth_method": "none", "redirect_uris": [CALLBACK],
        "grant_types": ["authorization_code", "refresh_token"], "backchannel_logout_uri": site.uri(),
    });
    site.does(ServerBehavior::Responds(503));
    let request = world.request("PUT", "/admin/v1/clients/site");
    let request = request.bearer_auth(machine(world).await).json(&off);
    assert_eq!(request.send().await.unwrap().status(), 200);
    until(async || world.count(ATTEMPTS).await >= 1).await;
    site.does(ServerBehavior::Responds(200));
    until(async || {
        world.wait(30);
        idp::testing::wake_logouts(&world.app);
        sited.rows().await == 0
    })
    .await;
    let requests = site.received();
    let token_claims = claims(&requests.last().unwrap().token);
    let of_sign_in = claims(&text(&tokens, "id_token"));
    assert_eq!(token_claims["sid"], of_sign_in["sid"]);
    assert_eq!(token_claims["sub"], of_sign_in["sub"]);
    let before = site.connections();
    let signing_out = address(&[("id_token_hint", &text(&tokens, "id_token"))]);
    world.get(&signing_out, Some(&ann)).await;
    idp::testing::wake_logouts(&world.app);
    assert_eq!((sited.rows().await, site.connections()), (0, before));
}

on_both_engines!(revoked_consent_sends_a_logout_token);

/// The client gets a logout token for each session of the user, and no other client does. Another consent restores that.
async fn revoked_consent_sends_a_logout_token(sited: IdpWithClient) {
    let IdpWithClient {
        world,
        site,
        second,
    } = &sited;
    register(world, "other", Some(&second.uri())).await;
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let hint = text(&sited.tokens(&ann).await, "id_token");
    tokens_of(world, "other", &ann).await;
    sited.tokens(&ben).await;
    let path = format!("/admin/v1/users/{}/consents/site", ann.user_id);
    let request = world.request("DELETE", &path);
    let response = request.bearer_auth(machine(world).await).send().await;
    assert!(response.unwrap().status().is_success());
    let requests = site.wait_for_requests(1).await;
    assert_eq!(claims(&requests[0].token)["sid"], claims(&hint)["sid"]);
    until(async || sited.rows().await == 2).await;
    assert!(second.received().is_empty(), "another site");
    let hint = text(&sited.tokens(&ann).await, "id_token");
    assert_eq!(sited.rows().await, 3);
    world
        .get(&address(&[("id_token_hint", &hint)]), Some(&ann))
        .await;
    site.wait_for_requests(2).await;
    second.wait_for_requests(1).await;
    until(async || sited.rows().await == 1).await;
    assert_eq!(site.received().len(), 2, "ben is signed in");
}

on_both_engines!(consent_during_a_pending_logout_gets_the_next_logout_only);

async fn consent_during_a_pending_logout_gets_the_next_logout_only(sited: IdpWithClient) {
    let IdpWithClient { world, site, .. } = &sited;
    // Uses the host of the first client, so that this logout token follows the ones in flight.
    register(world, "other", Some(&site.uri())).await;
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    tokens_of(world, "other", &ben).await;
    sited.tokens(&ann).await;
    site.does(ServerBehavior::SaysNothing);
    let path = format!("/admin/v1/users/{}/consents/site", ann.user_id);
    let request = world.request("DELETE", &path);
    let response = request.bearer_auth(machine(world).await).send().await;
    assert!(response.unwrap().status().is_success());
    until(async || site.connections() >= 1).await;
    site.does(ServerBehavior::Responds(200));
    let hint = text(&sited.tokens(&ann).await, "id_token");
    idp::testing::sign_out_everywhere(&world.app, &ben.user_id)
        .await
        .unwrap();
    let received = site.wait_for_requests(1).await;
    assert_eq!(claims(&received[0].token)["aud"], json!("other"));
    let waits = "SELECT COUNT(*) FROM backchannel_logouts WHERE client_id = 'site' \
        AND next_attempt_at IS NULL AND attempts = 0";
    assert_eq!(world.count(waits).await, 1, "it is allowed anew");
    world
        .get(&address(&[("id_token_hint", &hint)]), Some(&ann))
        .await;
    let received = site.wait_for_requests(2).await;
    assert_eq!(claims(&received[1].token)["sid"], claims(&hint)["sid"]);
    until(async || sited.rows().await == 0).await;
}

on_both_engines!(two_servers_send_each_logout_once);

// row: decision-11
async fn two_servers_send_each_logout_once(sited: IdpWithClient) {
    let IdpWithClient { world, site, .. } = &sited;
    let mut hints = Vec::new();
    for number in 0..50 {
        let visitor = world.visitor(&format!("person{number}")).await;
        hints.push(text(&sited.tokens(&visitor).await, "id_token"));
    }
    let second = App::open(
        world.app.config.clone(),
        world.clock.clone(),
        Random::system(),
    );
    let second: Arc<App> = second.await.unwrap();
    let users: Vec<_> = hints
        .iter()
        .map(|hint| claims(hint)["sub"].as_str().unwrap().to_owned())
        .collect();
    let ended = join_all(users.iter().enumerate().map(|(number, user)| {
        let app = if number % 2 == 0 { &world.app } else { &second };
        idp::testing::sign_out_everywhere(app, user)
    }));
    ended
        .await
        .into_iter()
        .collect::<Result<Vec<()>, _>>()
        .unwrap();
    until(async || {
        idp::testing::wake_logouts(&world.app);
        idp::testing::wake_logouts(&second);
        sited.rows().await == 0
    })
    .await;
    let mut found: Vec<_> = site
        .received()
        .iter()
        .map(|one| claims(&one.token)["sub"].as_str().unwrap().to_owned())
        .collect();
    found.sort_unstable();
    let mut expected = users.clone();
    expected.sort_unstable();
    assert_eq!(found, expected);
    let jtis: std::collections::BTreeSet<_> = site
        .received()
        .iter()
        .map(|one| claims(&one.token)["jti"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(jtis.len(), 50);
}
