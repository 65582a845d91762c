//! Provides responses of tests: redirects, JSON documents, decoded tokens.

use reqwest::{Response, StatusCode, Url};
use serde_json::Value;

/// A response that redirects a browser.
#[derive(Debug)]
pub(crate) struct RedirectResponse {
    pub(crate) status: StatusCode,
    pub(crate) location: Option<String>,
}

impl RedirectResponse {
    /// Reads the redirect of a response.
    pub(crate) fn from_response(response: &Response) -> Self {
        let location = response.headers().get("location");
        Self {
            status: response.status(),
            location: location.map(|location| location.to_str().unwrap().to_owned()),
        }
    }

    /// Returns the absolute address.
    pub(crate) fn url(&self) -> Url {
        let base = Url::parse("http://relative.example").unwrap();
        base.join(self.location.as_deref().expect("a redirect"))
            .unwrap()
    }

    /// Returns a parameter of the address.
    pub(crate) fn parameter(&self, name: &str) -> Option<String> {
        let location = self.location.as_ref()?;
        let query = location.split_once('?')?.1;
        url::form_urlencoded::parse(query.as_bytes())
            .find(|(found, _)| found == name)
            .map(|(_, value)| value.into_owned())
    }

    /// Returns `error` of the address.
    pub(crate) fn error(&self) -> String {
        self.parameter("error")
            .unwrap_or_else(|| panic!("no error: {self:?}"))
    }

    /// Returns whether the response is an error page without a redirect.
    pub(crate) fn is_page(&self) -> bool {
        self.status == StatusCode::BAD_REQUEST && self.location.is_none()
    }
}

/// A response to a direct request.
#[derive(Debug)]
pub(crate) struct HttpResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: Value,
}

impl HttpResponse {
    /// Reads a response; a body that is no JSON becomes a text.
    pub(crate) async fn read(response: Response) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.unwrap();
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Self {
            status,
            headers,
            body,
        }
    }

    /// Returns the body of a response with 200.
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.body);
        self.body
    }

    /// Returns the status and `error` of a refusal.
    pub(crate) fn refusal(&self) -> (u16, &str) {
        (
            self.status.as_u16(),
            self.body["error"].as_str().unwrap_or_default(),
        )
    }

    /// Returns a header.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }
}

/// Returns the claims of a token, unverified.
pub(crate) fn claims(token: &str) -> Value {
    part(token, 1)
}

/// Returns the header of a token.
pub(crate) fn header(token: &str) -> Value {
    part(token, 0)
}

/// Changes the character at a distance from the end of a text.
pub(crate) fn altered(text: &str, from_end: usize) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let index = bytes.len() - from_end;
    bytes[index] = if bytes[index] == b'A' { b'B' } else { b'A' };
    String::from_utf8(bytes).unwrap()
}

fn part(token: &str, index: usize) -> Value {
    use base64::Engine;
    let part = token.split('.').nth(index).expect("a compact token");
    let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD
        .decode(part)
        .unwrap();
    serde_json::from_slice(&bytes).unwrap()
}
