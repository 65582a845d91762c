//! What came back: a redirect, a document, a token taken apart.

use reqwest::{Response, StatusCode, Url};
use serde_json::Value;

/// Where a browser was sent.
#[derive(Debug)]
pub(crate) struct Landing {
    pub(crate) status: StatusCode,
    pub(crate) location: Option<String>,
}

impl Landing {
    /// What an answer says about it.
    pub(crate) fn of(response: &Response) -> Self {
        let location = response.headers().get("location");
        Self {
            status: response.status(),
            location: location.map(|location| location.to_str().unwrap().to_owned()),
        }
    }

    /// The address, made absolute.
    pub(crate) fn url(&self) -> Url {
        let base = Url::parse("http://relative.example").unwrap();
        base.join(self.location.as_deref().expect("a redirect"))
            .unwrap()
    }

    /// A parameter of the address.
    pub(crate) fn parameter(&self, name: &str) -> Option<String> {
        let location = self.location.as_ref()?;
        let query = location.split_once('?')?.1;
        url::form_urlencoded::parse(query.as_bytes())
            .find(|(found, _)| found == name)
            .map(|(_, value)| value.into_owned())
    }

    /// `error` of the address.
    pub(crate) fn error(&self) -> String {
        self.parameter("error")
            .unwrap_or_else(|| panic!("no error: {self:?}"))
    }

    /// Whether it is a page that says what is wrong, and leads nowhere.
    pub(crate) fn is_page(&self) -> bool {
        self.status == StatusCode::BAD_REQUEST && self.location.is_none()
    }
}

/// A direct answer.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) status: StatusCode,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: Value,
}

impl Told {
    /// Reads an answer; a body that is no JSON becomes a text.
    pub(crate) async fn of(response: Response) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.unwrap();
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Self {
            status,
            headers,
            body,
        }
    }

    /// The body of a good answer.
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.body);
        self.body
    }

    /// Status and `error` of a refusal.
    pub(crate) fn refusal(&self) -> (u16, &str) {
        (
            self.status.as_u16(),
            self.body["error"].as_str().unwrap_or_default(),
        )
    }

    /// A header.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }
}

/// The claims of a token, unverified.
pub(crate) fn claims(token: &str) -> Value {
    part(token, 1)
}

/// The header of a token.
pub(crate) fn header(token: &str) -> Value {
    part(token, 0)
}

/// The same text with one letter changed, that many before its end.
pub(crate) fn altered(text: &str, from_end: usize) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let place = bytes.len() - from_end;
    bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
    String::from_utf8(bytes).unwrap()
}

fn part(token: &str, place: usize) -> Value {
    use base64::Engine;
    let part = token.split('.').nth(place).expect("a compact token");
    let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD
        .decode(part)
        .unwrap();
    serde_json::from_slice(&bytes).unwrap()
}
