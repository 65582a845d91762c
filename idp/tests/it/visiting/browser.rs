//! Provides a headless browser, which keeps cookies, follows no redirect by itself, and submits forms.

use std::collections::BTreeMap;
use std::sync::Mutex;

use poem::http::HeaderMap;
use reqwest::{Client, Method};
use serde_json::Value;

/// A browser with cookies.
pub(crate) struct Browser {
    client: Client,
    /// Address of the server.
    server: String,
    /// Origin that the browser claims.
    origin: String,
    cookies: Mutex<BTreeMap<String, String>>,
}

/// A response with its whole body.
#[derive(Debug)]
pub(crate) struct BrowserResponse {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl BrowserResponse {
    /// Returns the text of a header, empty if the header is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("text"))
    }

    /// Returns the address of a redirect.
    pub(crate) fn location(&self) -> &str {
        self.header("location")
    }

    /// Returns the body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// Returns the `Set-Cookie` lines of a cookie.
    pub(crate) fn set_cookies(&self, name: &str) -> Vec<String> {
        self.headers
            .get_all("set-cookie")
            .iter()
            .map(|line| line.to_str().expect("text").to_owned())
            .filter(|line| line.starts_with(&format!("{name}=")))
            .collect()
    }
}

impl Browser {
    pub(crate) fn new(server: &str, origin: &str) -> Self {
        Self {
            client: foundation::testing::test_client(),
            server: server.to_owned(),
            origin: origin.to_owned(),
            cookies: Mutex::default(),
        }
    }

    /// Sends a GET request to a path or an address of ours.
    pub(crate) async fn get(&self, url: &str) -> BrowserResponse {
        self.send(Method::GET, url, &[], None).await
    }

    /// Posts a form.
    pub(crate) async fn post(&self, url: &str, fields: &[(&str, &str)]) -> BrowserResponse {
        self.send(Method::POST, url, &[], Some(form(fields))).await
    }

    /// Posts a form with additional headers.
    pub(crate) async fn post_with(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        fields: &[(&str, &str)],
    ) -> BrowserResponse {
        self.send(Method::POST, url, headers, Some(form(fields)))
            .await
    }

    /// Sends any request; a body comes with its content type.
    pub(crate) async fn send(
        &self,
        method: Method,
        url: &str,
        headers: &[(&str, &str)],
        body: Option<(&str, String)>,
    ) -> BrowserResponse {
        let path = url.strip_prefix(&self.origin).unwrap_or(url);
        let mut request = self
            .client
            .request(method, format!("{}{path}", self.server));
        let cookies = self.cookie_line();
        if !cookies.is_empty() {
            request = request.header("cookie", cookies);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some((kind, body)) = body {
            if !kind.is_empty() {
                request = request.header("content-type", kind);
            }
            request = request.body(body);
        }
        let response = request.send().await.expect("a response");
        let response = BrowserResponse {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: response.text().await.expect("a body"),
        };
        self.keep(&response);
        response
    }

    /// Returns the CSRF token of this browser.
    pub(crate) async fn csrf(&self) -> String {
        let response = self.get("/api/auth/csrf").await;
        response.json()["csrfToken"]
            .as_str()
            .expect("a token")
            .to_owned()
    }

    /// Requests a sign-in email as the form does.
    pub(crate) async fn ask(&self, email: &str) -> BrowserResponse {
        let csrf = self.csrf().await;
        let fields = [("csrfToken", csrf.as_str()), ("email", email)];
        self.post("/api/auth/signin/email", &fields).await
    }

    /// Returns the session from the session route.
    pub(crate) async fn session(&self) -> Value {
        self.get("/api/auth/session").await.json()
    }

    /// Returns whether the session route names a user.
    pub(crate) async fn is_signed_in(&self) -> bool {
        self.session().await.get("user").is_some()
    }

    /// Returns the raw value of a cookie.
    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().unwrap().get(name).cloned()
    }

    /// Sets or removes a cookie.
    pub(crate) fn set_cookie(&self, name: &str, value: Option<&str>) {
        let mut jar = self.cookies.lock().unwrap();
        match value {
            Some(value) => jar.insert(name.to_owned(), value.to_owned()),
            None => jar.remove(name),
        };
    }

    /// Copies another browser's cookies.
    pub(crate) fn take_cookies_of(&self, other: &Self) {
        let theirs = other.cookies.lock().unwrap().clone();
        *self.cookies.lock().unwrap() = theirs;
    }

    /// Returns all cookies as a request header.
    pub(crate) fn cookie_line(&self) -> String {
        let jar = self.cookies.lock().unwrap();
        let pairs: Vec<_> = jar
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        pairs.join("; ")
    }

    fn keep(&self, response: &BrowserResponse) {
        for line in response.headers.get_all("set-cookie") {
            let line = line.to_str().expect("text");
            let (pair, attributes) = line.split_once(';').expect("attributes");
            let (name, value) = pair.split_once('=').expect("a cookie");
            let is_gone = attributes.contains("Max-Age=0");
            self.set_cookie(name, (!is_gone).then_some(value));
        }
    }
}

/// Encodes a form as a body.
fn form(fields: &[(&str, &str)]) -> (&'static str, String) {
    let body = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish();
    ("application/x-www-form-urlencoded", body)
}

/// Returns the value of a page's input by its name.
pub(crate) fn hidden(page: &str, name: &str) -> String {
    let marker = format!("name=\"{name}\" value=\"");
    let (_, rest) = page
        .split_once(&marker)
        .unwrap_or_else(|| panic!("no {name} in {page}"));
    let value = rest.split('"').next().expect("a value");
    value.replace("&#38;", "&").replace("&#34;", "\"")
}
