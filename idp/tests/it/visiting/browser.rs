//! A browser without a screen: keeps cookies, follows nothing by itself, fills in forms.

use std::collections::BTreeMap;
use std::sync::Mutex;

use poem::http::HeaderMap;
use reqwest::{Client, Method};
use serde_json::Value;

/// A browser with a cookie jar.
pub(crate) struct Browser {
    client: Client,
    /// Where the server listens.
    server: String,
    /// The origin that it says it has.
    origin: String,
    cookies: Mutex<BTreeMap<String, String>>,
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    /// A header's text, empty when it is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("text"))
    }

    /// Where it leads to.
    pub(crate) fn location(&self) -> &str {
        self.header("location")
    }

    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The `Set-Cookie` lines of a cookie.
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
            client: foundation::testing::patient_client(),
            server: server.to_owned(),
            origin: origin.to_owned(),
            cookies: Mutex::default(),
        }
    }

    /// GET of a path or an address of ours.
    pub(crate) async fn get(&self, url: &str) -> Answer {
        self.send(Method::GET, url, &[], None).await
    }

    /// POST of a form.
    pub(crate) async fn post(&self, url: &str, fields: &[(&str, &str)]) -> Answer {
        self.send(Method::POST, url, &[], Some(form(fields))).await
    }

    /// POST of a form with headers beyond the usual.
    pub(crate) async fn post_with(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        fields: &[(&str, &str)],
    ) -> Answer {
        self.send(Method::POST, url, headers, Some(form(fields)))
            .await
    }

    /// Any request; a body comes with its content type.
    pub(crate) async fn send(
        &self,
        method: Method,
        url: &str,
        headers: &[(&str, &str)],
        body: Option<(&str, String)>,
    ) -> Answer {
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
        let answer = request.send().await.expect("an answer");
        let answer = Answer {
            status: answer.status().as_u16(),
            headers: answer.headers().clone(),
            body: answer.text().await.expect("a body"),
        };
        self.keep(&answer);
        answer
    }

    /// The token that the server gives this browser.
    pub(crate) async fn csrf(&self) -> String {
        let answer = self.get("/api/auth/csrf").await;
        answer.json()["csrfToken"]
            .as_str()
            .expect("a token")
            .to_owned()
    }

    /// Asks for a sign-in mail as the form does.
    pub(crate) async fn ask(&self, email: &str) -> Answer {
        let csrf = self.csrf().await;
        let fields = [("csrfToken", csrf.as_str()), ("email", email)];
        self.post("/api/auth/signin/email", &fields).await
    }

    /// The session as the route tells it.
    pub(crate) async fn session(&self) -> Value {
        self.get("/api/auth/session").await.json()
    }

    /// Whether the session route knows somebody.
    pub(crate) async fn is_signed_in(&self) -> bool {
        self.session().await.get("user").is_some()
    }

    /// The raw value of a cookie.
    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().unwrap().get(name).cloned()
    }

    /// Puts a cookie into the jar, or takes it out.
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

    /// All cookies as a request carries them.
    pub(crate) fn cookie_line(&self) -> String {
        let jar = self.cookies.lock().unwrap();
        let pairs: Vec<_> = jar
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        pairs.join("; ")
    }

    fn keep(&self, answer: &Answer) {
        for line in answer.headers.get_all("set-cookie") {
            let line = line.to_str().expect("text");
            let (pair, attributes) = line.split_once(';').expect("attributes");
            let (name, value) = pair.split_once('=').expect("a cookie");
            let is_gone = attributes.contains("Max-Age=0");
            self.set_cookie(name, (!is_gone).then_some(value));
        }
    }
}

/// A form as a body.
fn form(fields: &[(&str, &str)]) -> (&'static str, String) {
    let body = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish();
    ("application/x-www-form-urlencoded", body)
}

/// The value of an input of a page, by its name.
pub(crate) fn hidden(page: &str, name: &str) -> String {
    let marker = format!("name=\"{name}\" value=\"");
    let (_, rest) = page
        .split_once(&marker)
        .unwrap_or_else(|| panic!("no {name} in {page}"));
    let value = rest.split('"').next().expect("a value");
    value.replace("&#38;", "&").replace("&#34;", "\"")
}
