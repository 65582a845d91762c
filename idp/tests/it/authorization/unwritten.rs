//! Tests unauthenticated requests that are not stored: they travel sealed in the address. Longer ones are stored within a limit
//! for each network.

use std::collections::BTreeSet;

use foundation::on_both_engines;

use crate::harness::{CHALLENGE, HttpResponse, RedirectResponse, TestIdp};

const COUNT_STORED: &str = "SELECT (SELECT COUNT(*) FROM authorization_requests) + (SELECT COUNT(*) FROM pushed_requests) \
    + (SELECT COUNT(*) FROM used_jtis)";

/// Pushes a request of the public client `web`.
async fn push(world: &TestIdp, from: &str, state: &str) -> HttpResponse {
    let callback = world.at("/auth/callback");
    let form = [
        ("client_id", "web"),
        ("redirect_uri", &callback),
        ("response_type", "code"),
        ("scope", "openid"),
        ("state", state),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    let request = world.request("POST", "/oauth/par").form(&form);
    let request = request.header("x-forwarded-for", from);
    HttpResponse::read(request.send().await.unwrap()).await
}

fn address_of(client_id: &str, response: &HttpResponse) -> String {
    let name = response.body["request_uri"].as_str().unwrap();
    format!("/oauth/authorize?client_id={client_id}&request_uri={name}")
}

on_both_engines!(request_pushed_by_a_public_client_is_stored_at_its_one_use);

async fn request_pushed_by_a_public_client_is_stored_at_its_one_use(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let response = push(&world, "203.0.113.7", "s").await;
    assert_eq!(response.status, 201, "{}", response.body);
    assert_eq!(world.count(COUNT_STORED).await, 0);
    let other = RedirectResponse::from_response(
        &world.get(&address_of("spa", &response), Some(&ann)).await,
    );
    assert!(other.is_page(), "another client's: {other:?}");
    let address = address_of("web", &response);
    let signed_out = RedirectResponse::from_response(&world.get(&address, None).await);
    assert_eq!(signed_out.url().path(), "/api/auth/signin");
    let back = signed_out.parameter("callbackUrl").unwrap();
    assert_eq!(world.count(COUNT_STORED).await, 0);
    // Of many concurrent uses, by `request_uri` or by the sign-in's return address, one gets a code.
    let all = (0..50).map(|number| {
        let address = if number % 2 == 0 { &address } else { &back };
        let (world, ann) = (&world, &ann);
        async move { RedirectResponse::from_response(&world.get(address, Some(ann)).await) }
    });
    let responses = futures_util::future::join_all(all).await;
    let codes = responses
        .iter()
        .filter_map(|response| response.parameter("code"));
    let codes: BTreeSet<_> = codes.collect();
    assert_eq!(codes.len(), 1, "{responses:?}");
    assert!(world.count(COUNT_STORED).await >= 1);
    assert!(RedirectResponse::from_response(&world.get(&address, Some(&ann)).await).is_page());
    let late = push(&world, "203.0.113.7", "s").await;
    world.wait(60);
    let late =
        RedirectResponse::from_response(&world.get(&address_of("web", &late), Some(&ann)).await);
    assert!(late.is_page(), "after a minute");
}

#[tokio::test]
async fn long_requests_are_limited_to_a_hundred_per_network() {
    let world = TestIdp::with(&[("IDP_TRUSTED_PROXIES", "127.0.0.0/8".to_owned())]).await;
    let long = "s".repeat(4000);
    let ask = async |from: &str| {
        let address = world.authorize_url(&[("prompt", "login"), ("state", &long)]);
        let request = world.request("GET", &address);
        let request = request.header("x-forwarded-for", from);
        RedirectResponse::from_response(&request.send().await.unwrap())
    };
    for number in 0..50 {
        assert_eq!(ask("203.0.113.7").await.url().path(), "/api/auth/signin");
        let response = push(&world, "203.0.113.7", &long).await;
        assert_eq!(response.status, 201, "{number}");
    }
    let refused = ask("203.0.113.7").await;
    assert_eq!(refused.error(), "temporarily_unavailable");
    assert_eq!(refused.parameter("state").as_deref(), Some(long.as_str()));
    let response = push(&world, "203.0.113.7", &long).await;
    assert_eq!(response.refusal(), (429, "temporarily_unavailable"));
    assert_eq!(world.count(COUNT_STORED).await, 100);
    let short = push(&world, "203.0.113.7", "s").await;
    assert_eq!(short.status, 201, "what costs nothing is not counted");
    assert_eq!(ask("203.0.113.8").await.url().path(), "/api/auth/signin");
    world.wait(15 * 60);
    assert_eq!(ask("203.0.113.7").await.url().path(), "/api/auth/signin");
}

#[tokio::test]
async fn altered_sealed_request_is_refused() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let parked = world.authorize(None, &[("prompt", "login")]).await;
    let back = parked.parameter("callbackUrl").unwrap();
    let pushed = push(&world, "203.0.113.7", "s").await;
    let name = address_of("web", &pushed);
    for from_end in [1, 5, 40, 100] {
        for address in [&back, &name] {
            let altered = crate::harness::altered(address, from_end);
            let landing = RedirectResponse::from_response(&world.get(&altered, Some(&ann)).await);
            // The last character may encode unused bits; then the request is unchanged, and counts once.
            assert!(landing.is_page() || from_end == 1, "{landing:?}");
        }
    }
    // A sealed request of one kind is invalid as another kind.
    let sealed = back.split('=').nth(1).unwrap();
    let other = format!(
        "/oauth/authorize?client_id=web&request_uri=urn:ietf:params:oauth:request_uri:{sealed}"
    );
    assert!(RedirectResponse::from_response(&world.get(&other, Some(&ann)).await).is_page());
}
