//! Tests consent (ASVS 10.7.1): the user allows a third-party client once.

use foundation::on_both_engines;
use idp::testing::TestBrowser;

use crate::harness::{RedirectResponse, TestIdp};

const SHOP: [(&str, &str); 3] = [
    ("client_id", "shop"),
    ("redirect_uri", "https://shop.example/cb"),
    ("scope", "openid email credits.read"),
];

/// The fields of the consent page's form.
struct ConsentForm {
    html: String,
    csrf_token: String,
    resume: String,
    cookie: String,
}

async fn consent_form(
    world: &TestIdp,
    visitor: &TestBrowser,
    changes: &[(&str, &str)],
) -> ConsentForm {
    let mut all = SHOP.to_vec();
    all.retain(|(name, _)| !changes.iter().any(|(changed, _)| changed == name));
    all.extend(changes);
    let response = world.get(&world.authorize_url(&all), Some(visitor)).await;
    assert_eq!(response.status(), 200);
    let set = response
        .headers()
        .get("set-cookie")
        .map(|line| line.to_str().unwrap().to_owned());
    let pair = set
        .as_deref()
        .and_then(|line| line.split(';').next())
        .unwrap_or_default();
    let cookie = format!("{}; {pair}", visitor.cookie);
    let html = response.text().await.unwrap();
    let value = |name: &str| {
        let after = html
            .split(&format!("name=\"{name}\" value=\""))
            .nth(1)
            .expect(name);
        after.split('"').next().unwrap().to_owned()
    };
    let (csrf_token, resume) = (value("csrfToken"), value("resume"));
    ConsentForm {
        html,
        csrf_token,
        resume,
        cookie,
    }
}

impl ConsentForm {
    async fn decide(&self, world: &TestIdp, decision: &str) -> RedirectResponse {
        let form = [
            ("csrfToken", self.csrf_token.as_str()),
            ("resume", &self.resume),
            ("decision", decision),
        ];
        RedirectResponse::from_response(&world.post("/oauth/consent", &form, &self.cookie).await)
    }
}

on_both_engines!(consent_is_remembered_and_requested_again_for_more_scopes);

async fn consent_is_remembered_and_requested_again_for_more_scopes(world: TestIdp) {
    let ann = world.visitor("ann").await;
    let first = consent_form(&world, &ann, &[("scope", "openid email")]).await;
    for id in ["id=\"consent-allow\"", "id=\"consent-deny\""] {
        assert!(first.html.contains(id), "{}", first.html);
    }
    let landing = first.decide(&world, "allow").await;
    assert_eq!(landing.status, 303);
    assert!(
        landing
            .location
            .as_ref()
            .unwrap()
            .starts_with("https://shop.example/cb?code=")
    );
    assert_eq!(
        landing.parameter("state").as_deref(),
        Some("a state & more")
    );
    assert_eq!(
        first.decide(&world, "allow").await.location,
        landing.location,
        "one code at most"
    );
    world.wait(31);
    assert!(first.decide(&world, "allow").await.is_page());
    let mut narrower = SHOP.to_vec();
    narrower[2] = ("scope", "openid");
    assert!(
        world
            .authorize(Some(&ann), &narrower)
            .await
            .parameter("code")
            .is_some()
    );
    let wider = consent_form(&world, &ann, &[]).await;
    assert!(
        wider
            .decide(&world, "allow")
            .await
            .parameter("code")
            .is_some()
    );
    assert!(
        world
            .authorize(Some(&ann), &SHOP)
            .await
            .parameter("code")
            .is_some()
    );
    let again = consent_form(&world, &ann, &[("prompt", "consent")]).await;
    assert!(
        again
            .decide(&world, "allow")
            .await
            .parameter("code")
            .is_some()
    );
}

#[tokio::test]
async fn denial_is_returned_to_the_client() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let question = consent_form(&world, &ann, &[]).await;
    let landing = question.decide(&world, "deny").await;
    assert_eq!(landing.error(), "access_denied");
    assert_eq!(
        landing.parameter("state").as_deref(),
        Some("a state & more")
    );
    assert!(question.decide(&world, "allow").await.is_page());
    assert_eq!(world.count("SELECT COUNT(*) FROM consents").await, 0);
    let mut silent = SHOP.to_vec();
    silent.push(("prompt", "none"));
    assert_eq!(
        world.authorize(Some(&ann), &silent).await.error(),
        "consent_required"
    );
}

// row: A24
#[tokio::test]
async fn consent_cannot_be_submitted_by_another_origin_or_user() {
    let world = TestIdp::new().await;
    let (ann, ben) = (world.visitor("ann").await, world.visitor("ben").await);
    let question = consent_form(&world, &ann, &[]).await;
    let form = [
        ("csrfToken", question.csrf_token.as_str()),
        ("resume", &question.resume),
        ("decision", "allow"),
    ];
    let forged = [("csrfToken", "0"), form[1], form[2]];
    assert_eq!(
        world
            .post("/oauth/consent", &forged, &question.cookie)
            .await
            .status(),
        403
    );
    assert_eq!(
        world
            .post("/oauth/consent", &form, &ann.cookie)
            .await
            .status(),
        403
    );
    let switched = question.cookie.replace(&ann.cookie, &ben.cookie);
    let refused = world.post("/oauth/consent", &form, &switched).await;
    assert_eq!(refused.status(), 403);
    let again = format!("/oauth/authorize?resume={}", question.resume);
    let html = refused.text().await.unwrap();
    assert!(html.contains(&format!("href=\"{again}\"")), "{html}");
    let asked_again = world.get(&again, Some(&ben)).await.text().await.unwrap();
    assert!(
        asked_again.contains("id=\"consent-allow\""),
        "{asked_again}"
    );
    let request = world.request("POST", "/oauth/consent").form(&form);
    let request = request
        .header("cookie", &question.cookie)
        .header("origin", "https://evil.example");
    assert_eq!(request.send().await.unwrap().status(), 403);
    assert!(
        question
            .decide(&world, "allow")
            .await
            .parameter("code")
            .is_some()
    );
}

#[tokio::test]
async fn names_are_escaped_and_the_page_may_not_be_framed() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let mut all = SHOP.to_vec();
    all.push(("state", "\"><script>alert(1)</script>"));
    let response = world.get(&world.authorize_url(&all), Some(&ann)).await;
    let policy = response.headers()["content-security-policy"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(policy.contains("frame-ancestors 'none'") && policy.contains("default-src 'none'"));
    let html = response.text().await.unwrap();
    assert!(
        !html.contains("<b>Shop") && !html.contains("<script"),
        "{html}"
    );
    assert!(
        html.contains("shop.example"),
        "it says where the response goes: {html}"
    );
}
