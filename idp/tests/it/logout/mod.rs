//! Tests logout: the modules of the certification plans by name, and the attacks on it.

mod backchannel;
mod client_server;
mod confused;
mod dead_hosts;
mod hundred_days;
mod idp_with_client;
mod rp_initiated;
mod sent_here;
mod session_ends;
mod sites_away;

pub(crate) use idp_with_client::IdpWithClient;

use idp::testing::TestBrowser;
use reqwest::Response;
use serde_json::Value;

use crate::harness::{RedirectResponse, TestIdp};

/// Returns the address of a logout with parameters.
pub(crate) fn address(parameters: &[(&str, &str)]) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(parameters)
        .finish();
    format!("/oauth/logout?{query}")
}

/// Returns a member of a token response.
pub(crate) fn text(tokens: &Value, name: &str) -> String {
    tokens[name].as_str().unwrap().to_owned()
}

/// Sends an authorization request with `prompt=none`.
pub(crate) async fn silent(world: &TestIdp, visitor: &TestBrowser) -> RedirectResponse {
    world.authorize(Some(visitor), &[("prompt", "none")]).await
}

/// Asserts that a browser has no session.
pub(crate) async fn assert_signed_out(world: &TestIdp, visitor: &TestBrowser) {
    assert_eq!(silent(world, visitor).await.error(), "login_required");
}

/// Asserts that a browser has a session.
pub(crate) async fn assert_signed_in(world: &TestIdp, visitor: &TestBrowser) {
    let landing = silent(world, visitor).await;
    assert!(landing.parameter("code").is_some(), "{landing:?}");
}

/// The page that asks the user to confirm a sign-out.
#[derive(Debug)]
pub(crate) struct SignOutQuestion {
    pub(crate) cookie: String,
    pub(crate) fields: Vec<(String, String)>,
}

impl SignOutQuestion {
    /// Reads the page, which must not redirect.
    pub(crate) async fn read(response: Response, visitor: &TestBrowser) -> Self {
        assert_eq!(response.status(), 200);
        assert!(response.headers().get("location").is_none());
        let policy = response.headers()["content-security-policy"]
            .to_str()
            .unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        let pair = response
            .headers()
            .get("set-cookie")
            .map_or("", |line| line.to_str().unwrap().split(';').next().unwrap());
        let cookie = format!("{}; {pair}", visitor.cookie);
        let html = response.text().await.unwrap();
        assert!(html.contains("id=\"sign-out\""), "{html}");
        let fields = html.split("<input type=\"hidden\" name=\"").skip(1);
        let fields = fields.map(|field| {
            let (name, rest) = field.split_once("\" value=\"").unwrap();
            let value = rest.split_once('"').unwrap().0;
            (name.to_owned(), value.replace("&#38;", "&"))
        });
        Self {
            fields: fields.collect(),
            cookie,
        }
    }

    /// Confirms the sign-out as the user.
    pub(crate) async fn yes(&self, world: &TestIdp) -> Response {
        let form: Vec<_> = self
            .fields
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        world
            .post("/oauth/logout/confirm", &form, &self.cookie)
            .await
    }
}

/// Asserts that a response confirms the sign-out and does not redirect.
pub(crate) async fn assert_done(response: Response) {
    assert_eq!(response.status(), 200);
    assert!(response.headers().get("location").is_none());
    let html = response.text().await.unwrap();
    assert!(html.contains("You are signed out here."), "{html}");
}
