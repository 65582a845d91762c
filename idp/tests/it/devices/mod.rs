//! Tests device authorization (RFC 8628): a device, its user, and attackers.

mod asking;
mod attacks;
mod concurrent_sign_out;
mod flow;
mod pace;

use idp::testing::TestBrowser;
use reqwest::Response;
use serde_json::Value;

use crate::harness::{HttpResponse, TestIdp};

pub(crate) const GRANT_TYPE: &str = "urn:ietf:params:oauth:grant-type:device_code";

/// A device that waits for its user.
pub(crate) struct DeviceAuthorization {
    pub(crate) secret: String,
    pub(crate) user_code: String,
    pub(crate) response: Value,
}

/// Requests codes.
pub(crate) async fn begin_with(world: &TestIdp, form: &[(&str, &str)]) -> HttpResponse {
    HttpResponse::read(world.post("/oauth/device_authorization", form, "").await).await
}

/// Requests codes for a device of the client `tv`.
pub(crate) async fn begin(world: &TestIdp, scope: &str) -> DeviceAuthorization {
    let form = [("client_id", "tv"), ("scope", scope)];
    DeviceAuthorization::from_json(begin_with(world, &form).await.ok())
}

impl DeviceAuthorization {
    /// Creates the device of a response.
    pub(crate) fn from_json(response: Value) -> Self {
        let text = |name: &str| response[name].as_str().unwrap().to_owned();
        Self {
            secret: text("device_code"),
            user_code: text("user_code"),
            response,
        }
    }

    /// Polls for the tokens.
    pub(crate) async fn poll(&self, world: &TestIdp) -> HttpResponse {
        let form = [
            ("grant_type", GRANT_TYPE),
            ("client_id", "tv"),
            ("device_code", self.secret.as_str()),
        ];
        world.token(&form, None).await
    }

    /// Returns the error of a poll.
    pub(crate) async fn refused(&self, world: &TestIdp) -> String {
        let response = self.poll(world).await;
        assert_eq!(response.status, 400, "{}", response.body);
        assert_eq!(response.header("cache-control"), "no-store");
        response.body["error"].as_str().unwrap().to_owned()
    }
}

/// A page of ours with its form.
pub(crate) struct DevicePage {
    pub(crate) status: u16,
    pub(crate) html: String,
    pub(crate) cookie: String,
    pub(crate) csrf_token: String,
}

impl DevicePage {
    pub(crate) async fn read(response: Response, cookie: &str) -> Self {
        let policy = response.headers()["content-security-policy"]
            .to_str()
            .unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        let pair = response
            .headers()
            .get("set-cookie")
            .map_or("", |line| line.to_str().unwrap().split(';').next().unwrap());
        let cookie = format!("{cookie}; {pair}");
        let status = response.status().as_u16();
        let html = response.text().await.unwrap();
        let after = html.split("name=\"csrfToken\" value=\"").nth(1);
        let csrf_token = after.and_then(|after| after.split('"').next());
        Self {
            csrf_token: csrf_token.unwrap_or_default().to_owned(),
            status,
            html,
            cookie,
        }
    }

    /// Returns whether the page asks the user to allow the device.
    pub(crate) fn has_question(&self) -> bool {
        self.html.contains("id=\"device-allow\"")
    }
}

/// Opens the page for codes as a user.
pub(crate) async fn at_the_page(world: &TestIdp, visitor: &TestBrowser) -> DevicePage {
    DevicePage::read(
        world.get("/oauth/device", Some(visitor)).await,
        &visitor.cookie,
    )
    .await
}

/// Enters a code as a user.
pub(crate) async fn typed(world: &TestIdp, visitor: &TestBrowser, code: &str) -> DevicePage {
    let page = at_the_page(world, visitor).await;
    let form = [("csrfToken", page.csrf_token.as_str()), ("user_code", code)];
    let response = world.post("/oauth/device", &form, &page.cookie).await;
    let cookie = page.cookie.clone();
    let mut next = DevicePage::read(response, &cookie).await;
    if next.csrf_token.is_empty() {
        next.csrf_token = page.csrf_token;
    }
    next
}

/// Sends the user's decision; returns status and page.
pub(crate) async fn decided(
    world: &TestIdp,
    page: &DevicePage,
    code: &str,
    decision: &str,
) -> (u16, String) {
    let form = [
        ("csrfToken", page.csrf_token.as_str()),
        ("user_code", code),
        ("decision", decision),
    ];
    let response = world
        .post("/oauth/device/answer", &form, &page.cookie)
        .await;
    (response.status().as_u16(), response.text().await.unwrap())
}

/// Allows a device as a user.
pub(crate) async fn allowed(world: &TestIdp, visitor: &TestBrowser, device: &DeviceAuthorization) {
    let page = typed(world, visitor, &device.user_code).await;
    assert!(page.has_question(), "{}", page.html);
    let (status, html) = decided(world, &page, &device.user_code, "allow").await;
    assert_eq!(status, 200);
    assert!(html.contains("Device connected"), "{html}");
}
