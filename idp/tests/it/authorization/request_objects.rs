//! Tests RFC 9101: a client signs its request, and only signed parameters count.

use foundation::on_both_engines;
use foundation::testing::{TestKey, encoded};
use serde_json::{Value, json};

use super::ShownPage;
use crate::admin_clients::put;
use crate::harness::{CHALLENGE, TestIdp};
use crate::proofs::key::{CLIENT_KEY, changed};
use crate::responses::RedirectResponse;

const CALLBACK: &str = "https://signed.example/cb";
const REFUSED: &str = "invalid_request_object";
/// The error of a request that the server understood: the user has not consented, and `prompt=none` shows no page.
const ACCEPTED: &str = "consent_required";

async fn world() -> TestIdp {
    let world = TestIdp::new().await;
    register(&world, &json!({})).await;
    world
}

async fn register(world: &TestIdp, more: &Value) {
    let body = json!({
        "token_endpoint_auth_method": "private_key_jwt", "grant_types": ["authorization_code"],
        "scope": "openid email", "redirect_uris": [CALLBACK], "jwks": CLIENT_KEY.jwks("own"),
    });
    let response = put(world, "signed", &changed(body, more)).await;
    assert!(response.status.is_success(), "{}", response.body);
}

fn claims(world: &TestIdp) -> Value {
    let now = world.clock.now().seconds();
    json!({
        "iss": "signed", "aud": world.base, "exp": now + 60, "iat": now, "client_id": "signed",
        "redirect_uri": CALLBACK, "response_type": "code", "scope": "openid email",
        "state": "of the object", "prompt": "none", "max_age": 3600,
        "code_challenge": CHALLENGE, "code_challenge_method": "S256",
    })
}

fn header() -> Value {
    json!({ "alg": "ES256", "kid": "own", "typ": "oauth-authz-req+jwt" })
}

fn address(object: &str, more: &[(&str, &str)]) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("client_id", "signed"), ("request", object)])
        .extend_pairs(more)
        .finish();
    format!("/oauth/authorize?{query}")
}

on_both_engines!(request_that_its_client_signed_is_read_from_the_object_alone);

async fn request_that_its_client_signed_is_read_from_the_object_alone(world: TestIdp) {
    register(&world, &json!({})).await;
    let ann = world.visitor("ann").await;
    let object = CLIENT_KEY.sign(&header(), &claims(&world));
    let of_the_query = [
        ("state", "of the query"),
        ("prompt", "login"),
        ("redirect_uri", "https://evil.example/"),
        ("response_mode", "form_post"),
    ];
    for more in [&of_the_query[..], &[]] {
        let response = world.get(&address(&object, more), Some(&ann)).await;
        let landing = RedirectResponse::from_response(&response);
        assert_eq!(landing.error(), ACCEPTED);
        assert_eq!(landing.parameter("state").as_deref(), Some("of the object"));
        assert!(landing.url().as_str().starts_with(CALLBACK));
    }
}

#[tokio::test]
async fn object_is_for_this_server_of_its_client_and_for_now() {
    let world = world().await;
    let ann = world.visitor("ann").await;
    let now = world.clock.now().seconds();
    let none = || json!({});
    let rows = [
        (none(), none(), ACCEPTED),
        (json!({"typ": null}), none(), ACCEPTED),
        (json!({"typ": "JWT"}), none(), ACCEPTED),
        (json!({"kid": null}), none(), ACCEPTED),
        (none(), json!({"aud": ["other", world.base]}), ACCEPTED),
        (none(), json!({"jti": "x", "nbf": now}), ACCEPTED),
        (
            none(),
            json!({"claims": {"userinfo": {"email": null}}}),
            ACCEPTED,
        ),
        (json!({"typ": "client-authentication+jwt"}), none(), REFUSED),
        (json!({"alg": "none"}), none(), REFUSED),
        (json!({"alg": "RS256"}), none(), REFUSED),
        (json!({"kid": "other"}), none(), REFUSED),
        (none(), json!({"iss": "other"}), REFUSED),
        (none(), json!({"iss": null}), REFUSED),
        (none(), json!({"aud": "https://other.example"}), REFUSED),
        (none(), json!({"aud": null}), REFUSED),
        (none(), json!({"exp": now - 60}), REFUSED),
        (none(), json!({"exp": null}), REFUSED),
        (none(), json!({"nbf": now + 60}), REFUSED),
        (none(), json!({"client_id": "other"}), REFUSED),
        (none(), json!({"client_id": null}), REFUSED),
        (none(), json!({"sub": "signed"}), REFUSED),
        (none(), json!({"request": "x"}), REFUSED),
        (
            none(),
            json!({"request_uri": "https://a.example/"}),
            REFUSED,
        ),
        (none(), json!({"scope": ["openid"]}), REFUSED),
        (none(), json!({"nonce": true}), REFUSED),
        (none(), json!({"nonce": "a\u{0}b"}), REFUSED),
        (none(), json!({"max_age": "soon"}), "invalid_request"),
        (
            none(),
            json!({"response_type": null}),
            "unsupported_response_type",
        ),
    ];
    for (of_header, of_claims, expected) in rows {
        let header = changed(header(), &of_header);
        let claims = changed(claims(&world), &of_claims);
        let object = CLIENT_KEY.sign(&header, &claims);
        let response = world.get(&address(&object, &[]), Some(&ann)).await;
        let landing = RedirectResponse::from_response(&response);
        let error = landing.parameter("error");
        assert_eq!(error.as_deref(), Some(expected), "{of_header} {of_claims}");
        assert_eq!(landing.parameter("state").as_deref(), Some("of the object"));
    }
}

#[tokio::test]
async fn refused_request_object_gets_its_response_mode() {
    let world = world().await;
    let ann = world.visitor("ann").await;
    let posted = changed(claims(&world), &json!({ "response_mode": "form_post" }));
    let unsigned = format!(
        "{}.{}.",
        encoded(json!({ "alg": "none" }).to_string()),
        encoded(posted.to_string())
    );
    for object in [unsigned, TestKey::generate().sign(&header(), &posted)] {
        let page = ShownPage::at(&world, &address(&object, &[]), &ann).await;
        assert_eq!(page.field("error"), REFUSED);
        assert_eq!(page.field("state"), "of the object");
    }
    // An unregistered redirect URI gets no response, in the object or in the query.
    let elsewhere = changed(
        claims(&world),
        &json!({ "redirect_uri": "https://evil.example/" }),
    );
    for object in [
        CLIENT_KEY.sign(&header(), &elsewhere),
        TestKey::generate().sign(&header(), &elsewhere),
    ] {
        for more in [&[][..], &[("redirect_uri", CALLBACK)]] {
            let response = world.get(&address(&object, more), Some(&ann)).await;
            assert!(RedirectResponse::from_response(&response).is_page());
        }
    }
    // The error about an unreadable object goes to the redirect URI of the query.
    let query = [("redirect_uri", CALLBACK), ("state", "of the query")];
    let critical = changed(header(), &json!({ "crit": ["exp"] }));
    for object in ["x", &CLIENT_KEY.sign(&critical, &claims(&world))] {
        let response = world.get(&address(object, &query), Some(&ann)).await;
        let landing = RedirectResponse::from_response(&response);
        assert_eq!(landing.error(), REFUSED);
        assert_eq!(landing.parameter("state").as_deref(), Some("of the query"));
        let response = world.get(&address(object, &[]), Some(&ann)).await;
        assert!(RedirectResponse::from_response(&response).is_page());
    }
}

#[tokio::test]
async fn signed_request_comes_back_from_the_sign_in_as_it_was_signed() {
    let world = world().await;
    let signed = changed(claims(&world), &json!({ "prompt": null }));
    let object = CLIENT_KEY.sign(&header(), &signed);
    let response = world.get(&address(&object, &[]), None).await;
    let callback = RedirectResponse::from_response(&response)
        .parameter("callbackUrl")
        .unwrap();
    assert!(!callback.contains("redirect_uri"), "{callback}");
    // The object may expire while the user signs in, if it was valid on arrival.
    world.wait(120);
    let ann = world.visitor("ann").await;
    let page = ShownPage::at(&world, &callback, &ann).await;
    assert_eq!(page.status, 200, "{}", page.html);
    assert!(page.html.contains("signed"), "{}", page.html);
}

#[tokio::test]
async fn object_may_be_posted_and_pushed() {
    let world = world().await;
    let ann = world.visitor("ann").await;
    let object = CLIENT_KEY.sign(&header(), &claims(&world));
    let form = [("client_id", "signed"), ("request", object.as_str())];
    let response = world.post("/oauth/authorize", &form, "").await;
    let parked = RedirectResponse::from_response(&response).url();
    let parked = format!("{}?{}", parked.path(), parked.query().unwrap());
    let landing = RedirectResponse::from_response(&world.get(&parked, Some(&ann)).await);
    assert_eq!(landing.error(), ACCEPTED);

    let forged = TestKey::generate().sign(&header(), &claims(&world));
    for (object, expected) in [(&object, ""), (&forged, REFUSED)] {
        let response = push(&world, object).await;
        if !expected.is_empty() {
            assert_eq!(response.refusal(), (400, expected));
            continue;
        }
        assert_eq!(response.status, 201, "{}", response.body);
        let name = response.body["request_uri"].as_str().unwrap();
        let address = super::address_of("signed", name);
        let landing = RedirectResponse::from_response(&world.get(&address, Some(&ann)).await);
        assert_eq!(landing.error(), ACCEPTED);
        assert_eq!(landing.parameter("state").as_deref(), Some("of the object"));
    }
}

#[tokio::test]
async fn client_may_bind_itself_to_signed_requests_of_one_algorithm() {
    let world = world().await;
    let ann = world.visitor("ann").await;
    let object = CLIENT_KEY.sign(&header(), &claims(&world));
    register(&world, &json!({ "request_object_signing_alg": "PS256" })).await;
    let refused = world.get(&address(&object, &[]), Some(&ann)).await;
    assert_eq!(RedirectResponse::from_response(&refused).error(), REFUSED);

    let required = json!({
        "request_object_signing_alg": "ES256", "require_signed_request_object": true,
    });
    register(&world, &required).await;
    let taken = world.get(&address(&object, &[]), Some(&ann)).await;
    assert_eq!(RedirectResponse::from_response(&taken).error(), ACCEPTED);
    let pushed = push(&world, &object).await;
    assert_eq!(pushed.status, 201, "{}", pushed.body);
    let plain = [
        ("client_id", "signed"),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid"),
        ("prompt", "none"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(plain)
        .finish();
    let refused = world
        .get(&format!("/oauth/authorize?{query}"), Some(&ann))
        .await;
    assert_eq!(
        RedirectResponse::from_response(&refused).error(),
        "invalid_request"
    );
    let refused = world.post("/oauth/authorize", &plain, "").await;
    assert_eq!(
        RedirectResponse::from_response(&refused).error(),
        "invalid_request"
    );
    let refused = push(&world, "").await;
    assert_eq!(refused.refusal().0, 400, "{}", refused.body);
}

async fn push(world: &TestIdp, object: &str) -> crate::responses::HttpResponse {
    let now = world.clock.now().seconds();
    let assertion = json!({
        "iss": "signed", "sub": "signed", "aud": world.base, "jti": format!("{object}!"), "exp": now + 60,
    });
    let assertion = CLIENT_KEY.sign(&json!({ "alg": "ES256", "kid": "own" }), &assertion);
    let form = [
        ("client_assertion_type", crate::proofs::assertions::TYPE),
        ("client_assertion", &assertion),
        ("request", object),
        ("state", "of the form"),
    ];
    let request = world.request("POST", "/oauth/par").form(&form);
    crate::responses::HttpResponse::read(request.send().await.unwrap()).await
}
