//! Users of the journeys: a visitor who signs in by email, an owner with a website, its back end.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::installation::{InstallationAddress, TestInstallation};
use crate::relying_party::{RelyingParty, SignInTokens};

/// All scopes of the admin API.
const ADMIN_SCOPES: &str = "idp.audit idp.clients idp.keys idp.status idp.users";

/// Signs a browser in by the link of the `count`th email to this address.
pub async fn sign_in_by_link(
    address: &InstallationAddress,
    browser: &Browser,
    email: &str,
    count: usize,
) {
    ask_for_mail(address, browser, email).await;
    let link = address.mailbox.wait_for_email(email, count).await.link();
    let page = browser.open(&link).await;
    assert!(
        !is_signed_in(address, browser).await,
        "opening the link signed in"
    );
    let response = browser.submit_page(&page, "submitButton").await;
    assert!(
        is_signed_in(address, browser).await,
        "the button did not sign in: {response:?}"
    );
}

/// Submits the sign-in page's email form.
pub async fn ask_for_mail(address: &InstallationAddress, browser: &Browser, email: &str) {
    let page = browser.open(&address.at("/api/auth/signin")).await;
    let csrf = page.field("csrfToken");
    let fields = [("csrfToken", csrf.as_str()), ("email", email)];
    let page = browser
        .submit(&address.at("/api/auth/signin/email"), &fields)
        .await;
    assert!(page.body.contains("Check your email"), "{}", page.body);
}

/// Returns true if the session route returns a user.
pub async fn is_signed_in(address: &InstallationAddress, browser: &Browser) -> bool {
    let page = browser.open(&address.at("/api/auth/session")).await;
    assert_eq!(page.status, 200, "{}", page.body);
    let session: Value = serde_json::from_str(&page.body).expect("JSON");
    session.get("user").is_some()
}

/// Registers a client at the idp with the commands' token. Returns its secret.
///
/// # Panics
/// If the idp refuses it.
pub async fn register_client(world: &TestInstallation, id: &str, metadata: &Value) -> String {
    let token = admin_token(world).await;
    let request = client().put(world.address.at(&format!("/admin/v1/clients/{id}")));
    let response = request.bearer_auth(token).json(metadata).send().await;
    let response = response.expect("a response");
    let status = response.status();
    let registered: Value = response.json().await.expect("JSON");
    assert_eq!(status, StatusCode::CREATED, "{registered}");
    let secret = registered["client_secret"].as_str();
    secret.unwrap_or_default().to_owned()
}

/// Returns a token of the commands' client, which has all scopes of the admin API.
///
/// # Panics
/// If the idp refuses it.
pub async fn admin_token(world: &TestInstallation) -> String {
    let form = [
        ("grant_type", "client_credentials"),
        ("scope", ADMIN_SCOPES),
    ];
    let request = client().post(world.address.at("/oauth/token")).form(&form);
    let request = request.basic_auth("tollgate-cli", Some(world.cli_client_secret()));
    let response = request.send().await.expect("a response");
    let status = response.status();
    let tokens: Value = response.json().await.expect("JSON");
    assert_eq!(status, StatusCode::OK, "{tokens}");
    tokens["access_token"].as_str().expect("a token").to_owned()
}

/// A user with a browser, signed in at the web app.
#[derive(Debug)]
pub struct TestUser {
    /// The browser.
    pub browser: Browser,
    /// Tokens of the web app.
    pub tokens: SignInTokens,
}

impl TestUser {
    /// Signs a user in by email and gets the web app's tokens.
    pub async fn arrive(address: &InstallationAddress, email: &str) -> Self {
        let browser = Browser::default();
        sign_in_by_link(address, &browser, email, 1).await;
        let tokens = RelyingParty::web_app(&address.base).sign_in(&browser).await;
        Self { browser, tokens }
    }

    /// Reads the product API with the web app's token.
    pub async fn get(&self, address: &InstallationAddress, path: &str) -> Value {
        let request = client()
            .get(address.at(path))
            .bearer_auth(&self.tokens.access_token);
        let response = request.send().await.expect("a response");
        let status = response.status();
        let body: Value = response.json().await.expect("JSON");
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
        body
    }

    /// Sends PATCH to the product API with the web app's token.
    pub async fn patch(&self, address: &InstallationAddress, path: &str, body: &Value) -> Value {
        self.change(address, (Method::PATCH, path), body).await
    }

    /// Sends PUT to the product API with the web app's token.
    pub async fn put(&self, address: &InstallationAddress, path: &str, body: &Value) -> Value {
        self.change(address, (Method::PUT, path), body).await
    }

    async fn change(
        &self,
        address: &InstallationAddress,
        (method, path): (Method, &str),
        body: &Value,
    ) -> Value {
        let request = client()
            .request(method, address.at(path))
            .bearer_auth(&self.tokens.access_token);
        let response = request.json(body).send().await.expect("a response");
        let status = response.status();
        let body: Value = response.json().await.expect("JSON");
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
        body
    }

    /// Registers a website. Returns the response with its secrets.
    pub async fn register_website(&self, address: &InstallationAddress, name: &str) -> Value {
        let website = json!({
            "name": name,
            "url": "https://shop.example",
            "redirect_uris": ["https://shop.example/callback"],
        });
        let request = client().post(address.at("/v1/websites"));
        let response = request
            .bearer_auth(&self.tokens.access_token)
            .json(&website)
            .send()
            .await;
        let response = response.expect("a response");
        let status = response.status();
        let body: Value = response.json().await.expect("JSON");
        assert_eq!(status, StatusCode::CREATED, "{body}");
        body
    }
}

/// A website's back end, which has only an API key.
#[derive(Clone, Debug)]
pub struct WebsiteBackEnd {
    base: String,
    key: String,
    client: reqwest::Client,
}

/// A response of the product API, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiResponse {
    /// The status.
    pub status: u16,
    /// True if the response has `Idempotency-Replayed: true`.
    pub replayed: bool,
    /// Bytes of the body.
    pub body: Vec<u8>,
}

impl ApiResponse {
    /// Returns the body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}

impl WebsiteBackEnd {
    /// Creates the back end of a website that was just registered.
    pub fn new(address: &InstallationAddress, registered: &Value) -> Self {
        let key = registered["api_key"]["key"]
            .as_str()
            .expect("a key")
            .to_owned();
        Self {
            base: address.base.clone(),
            key,
            client: client(),
        }
    }

    /// Returns the API key, to search for it in logs.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Gives credits to a customer by email address.
    pub async fn grant(&self, key: &str, email: &str, amount: i64) -> ApiResponse {
        let body = json!({"customer": {"email": email}, "amount": amount, "kind": "promo", "reason": "Welcome"});
        self.post("/v1/grants", key, &body)
            .await
            .expect("a response")
    }

    /// Spends credits of a customer by email address.
    pub async fn spend(&self, key: &str, email: &str, amount: i64) -> ApiResponse {
        self.try_spend(key, email, amount)
            .await
            .expect("a response")
    }

    /// Spends credits; an error means that it is unknown if the spend was done.
    pub async fn try_spend(
        &self,
        key: &str,
        email: &str,
        amount: i64,
    ) -> Result<ApiResponse, reqwest::Error> {
        let body =
            json!({"customer": {"email": email}, "amount": amount, "description": "Summary"});
        self.post("/v1/spends", key, &body).await
    }

    /// Sends a body under an idempotency key.
    pub async fn post(
        &self,
        path: &str,
        key: &str,
        body: &Value,
    ) -> Result<ApiResponse, reqwest::Error> {
        let request = self.client.post(format!("{}{path}", self.base));
        let request = request
            .bearer_auth(&self.key)
            .header("idempotency-key", key)
            .json(body);
        let response = request.send().await?;
        let replayed = response
            .headers()
            .get("idempotency-replayed")
            .is_some_and(|value| value == "true");
        Ok(ApiResponse {
            status: response.status().as_u16(),
            replayed,
            body: response.bytes().await?.to_vec(),
        })
    }

    /// Reads a path as the back end.
    pub async fn get(&self, path: &str) -> ApiResponse {
        let request = self
            .client
            .get(format!("{}{path}", self.base))
            .bearer_auth(&self.key);
        let response = request.send().await.expect("a response");
        let status = response.status().as_u16();
        ApiResponse {
            status,
            replayed: false,
            body: response.bytes().await.expect("a body").to_vec(),
        }
    }

    /// Returns the same back end for another URL of the same product.
    #[must_use]
    pub fn at(&self, base: &str) -> Self {
        Self {
            base: base.to_owned(),
            ..self.clone()
        }
    }
}

fn client() -> reqwest::Client {
    foundation::testing::test_client()
}
