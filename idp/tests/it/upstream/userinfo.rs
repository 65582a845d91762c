//! Tests userinfo of a provider (OpenID Connect Core sections 5.3.2 and 5.4). The idp requests it if the ID token lacks claims,
//! and accepts only the same subject.

use std::time::Duration;

use serde_json::{Value, json};

use super::fake_provider::{FakeProvider, ProviderBehavior, RawResponse};
use super::signer::SignatureKind;
use super::{code, press, round, world};
use crate::admin_clients::put;
use crate::harness::{self, SECRET};
use crate::visiting::{TestBackend, TestInstallation};

/// A change of the double's responses.
type ClaimChange = fn(&mut ProviderBehavior);

/// Starts a provider with a userinfo endpoint, whose ID tokens lack all claims of scopes.
async fn sparse() -> FakeProvider {
    let double = FakeProvider::start().await;
    let endpoint = format!("{}/userinfo", double.address);
    double.lie(|says| {
        says.discovery = json!({ "userinfo_endpoint": endpoint });
        says.claims =
            json!({ "name": null, "email": null, "email_verified": null, "picture": null });
    });
    double
}

/// Returns the browser's user after a sign-in, or the error code.
async fn arrived(double: &FakeProvider) -> Result<Value, String> {
    let world = world(TestBackend::Sqlite, double).await;
    let browser = world.browser();
    let response = round(&browser, double, "google").await;
    if browser.is_signed_in().await {
        Ok(browser.session().await["user"].clone())
    } else {
        Err(code(&response).to_owned())
    }
}

#[tokio::test]
async fn userinfo_is_requested_only_for_missing_claims() {
    let double = sparse().await;
    let user = arrived(&double).await.unwrap();
    assert_eq!(user["email"], "ann@example.com");
    assert_eq!(user["name"], "Ann");
    assert_eq!(user["image"], "https://example.com/ann.png");
    assert_eq!(double.request_count("/userinfo"), 1);
    for lacking in ["name", "email", "email_verified", "picture"] {
        let double = sparse().await;
        double.lie(|says| says.claims = json!({ lacking: null }));
        assert_eq!(arrived(&double).await.unwrap(), user, "{lacking}");
        assert_eq!(double.request_count("/userinfo"), 1, "{lacking}");
    }
    double.lie(|says| says.claims = json!({}));
    assert_eq!(arrived(&double).await.unwrap(), user);
    assert_eq!(
        double.request_count("/userinfo"),
        1,
        "a whole ID token is enough"
    );
}

#[tokio::test]
async fn address_of_userinfo_counts_only_when_it_is_verified() {
    for verified in [json!(false), json!("true"), json!(null)] {
        let double = sparse().await;
        double.lie(|says| says.userinfo["email_verified"] = verified.clone());
        let user = arrived(&double).await.unwrap();
        assert_eq!(user["email"], Value::Null, "{verified}");
        assert_eq!(user["name"], "Ann");
    }
}

#[tokio::test]
async fn untrusted_userinfo_is_refused() {
    let rows: [(&str, ClaimChange); 3] = [
        ("another person", |says| {
            says.userinfo["sub"] = "subject-2".into();
        }),
        ("nobody", |says| {
            says.userinfo = json!({ "email": "ann@example.com", "email_verified": true });
        }),
        ("no object", |says| says.userinfo = json!(["subject-1"])),
    ];
    for (row, lie) in rows {
        let double = sparse().await;
        double.lie(lie);
        assert_eq!(
            arrived(&double).await,
            Err("OAuthCallback".to_owned()),
            "{row}"
        );
    }
    let mut huge = br#"{"sub":"subject-1","x":""#.to_vec();
    huge.extend(vec![b'x'; 600 * 1024]);
    huge.extend(br#""}"#);
    for (row, instead) in [
        ("broken", RawResponse::Plain(500, b"{}".to_vec())),
        ("refused", RawResponse::Plain(401, b"{}".to_vec())),
        ("empty", RawResponse::Plain(200, Vec::new())),
        ("longer than 512 KB", RawResponse::Plain(200, huge)),
        ("led elsewhere", RawResponse::Redirect("/user".to_owned())),
        (
            "a name twice",
            RawResponse::Plain(200, br#"{"sub":"subject-1","sub":"subject-1"}"#.to_vec()),
        ),
    ] {
        let double = sparse().await;
        double.instead("/userinfo", instead);
        assert_eq!(
            arrived(&double).await,
            Err("OAuthCallback".to_owned()),
            "{row}"
        );
    }
}

#[tokio::test]
async fn userinfo_at_a_foreign_host_is_never_requested() {
    let double = sparse().await;
    let foreign_host = FakeProvider::start().await;
    // The host differs, but not the machine.
    let endpoint = foreign_host.address.replace("localhost", "127.0.0.1");
    assert_ne!(endpoint, foreign_host.address);
    double.lie(|says| {
        says.discovery = json!({ "userinfo_endpoint": format!("{endpoint}/userinfo") });
    });
    let user = arrived(&double).await.unwrap();
    assert_eq!(user["email"], Value::Null);
    assert_eq!(
        (
            double.request_count("/userinfo"),
            foreign_host.request_count("")
        ),
        (0, 0)
    );
}

/// Replaces members of a value.
fn changed(mut honest: Value, others: &Value) -> Value {
    for (name, value) in others.as_object().unwrap() {
        honest[name] = value.clone();
    }
    honest
}

/// Returns the browser's user after a sign-in at a provider that signs userinfo with these claims and this header.
async fn arrived_by_signed(
    claims: &Value,
    header: &Value,
    signs: SignatureKind,
) -> Result<Value, String> {
    let double = sparse().await;
    let ours = json!({ "iss": double.address, "aud": "tollgate" });
    let named = changed(json!({ "alg": "ES256", "kid": "one" }), header);
    let mut token = String::new();
    double.lie(|says| {
        let expected = changed(changed(says.userinfo.clone(), &ours), claims);
        token = says.signer.sign(&named, &expected, signs);
    });
    double.instead("/userinfo", RawResponse::Plain(200, token.into_bytes()));
    arrived(&double).await
}

#[tokio::test]
async fn signed_userinfo_is_verified() {
    let none = json!({});
    for claims in [none.clone(), json!({ "aud": ["other", "tollgate"] })] {
        let user = arrived_by_signed(&claims, &none, SignatureKind::Well).await;
        assert_eq!(user.unwrap()["email"], "ann@example.com", "{claims}");
    }
    for claims in [
        json!({ "iss": "https://other.example" }),
        json!({ "iss": null }),
        json!({ "aud": "other" }),
        json!({ "aud": null }),
        json!({ "sub": "subject-2" }),
    ] {
        let refused = arrived_by_signed(&claims, &none, SignatureKind::Well).await;
        assert_eq!(refused, Err("OAuthCallback".to_owned()), "{claims}");
    }
    for (header, signs) in [
        (none.clone(), SignatureKind::Badly),
        (json!({ "alg": "none" }), SignatureKind::Not),
        (json!({ "alg": "HS256" }), SignatureKind::WithThePublicKey),
        (json!({ "kid": "other" }), SignatureKind::Well),
    ] {
        let refused = arrived_by_signed(&none, &header, signs).await;
        assert_eq!(refused, Err("OAuthCallback".to_owned()), "{header}");
    }
}

#[tokio::test]
async fn tollgate_behind_tollgate_has_the_address() {
    let upper = harness::TestIdp::new().await;
    let settings = [
        ("IDP_OIDC_PROVIDERS", "upper"),
        ("IDP_OIDC_UPPER_ISSUER", upper.base.as_str()),
        ("IDP_OIDC_UPPER_CLIENT_ID", "backend"),
        ("IDP_OIDC_UPPER_CLIENT_SECRET", SECRET),
    ];
    let lower = TestInstallation::at(TestBackend::Sqlite, &settings).await;
    let behind = upper.clock.now().seconds() - lower.clock.now().seconds();
    lower.wait(Duration::from_secs(u64::try_from(behind).unwrap()));
    let callback = format!("{}/api/auth/callback/upper", lower.base);
    put(&upper, "backend", &json!({ "redirect_uris": [callback] }))
        .await
        .ok();
    let ann = upper.visitor("ann").await;
    let browser = lower.browser();
    let away = press(&browser, "upper").await;
    let back = upper.get(away.location(), Some(&ann)).await;
    let location = back.headers()["location"].to_str().unwrap().to_owned();
    assert!(location.starts_with(&callback), "{location}");
    browser.get(&location).await;
    let session = browser.session().await;
    assert_eq!(session["user"]["email"], "ann@example.com", "{session}");
    assert_eq!(session["user"]["name"], "ann", "derived by the upper one");
}
