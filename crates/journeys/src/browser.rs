//! A headless browser: keeps cookies, follows redirects one by one, submits forms.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use reqwest::header::{COOKIE, LOCATION, SET_COOKIE};
use reqwest::{Method, Response, Url};

/// A browser with a cookie jar for one origin.
#[derive(Debug)]
pub struct Browser {
    client: reqwest::Client,
    cookies: Mutex<BTreeMap<String, String>>,
}

/// A page after all redirects.
#[derive(Debug)]
pub struct HtmlPage {
    /// URL of the page.
    pub url: Url,
    /// The status.
    pub status: u16,
    /// The body.
    pub body: String,
}

impl Default for Browser {
    fn default() -> Self {
        let client = foundation::testing::test_client();
        Self {
            client,
            cookies: Mutex::default(),
        }
    }
}

impl Browser {
    /// Opens a URL; follows redirects as long as they stay at its origin.
    pub async fn open(&self, url: &str) -> HtmlPage {
        self.travel(Method::GET, url, None).await
    }

    /// Sends a form.
    pub async fn submit(&self, url: &str, fields: &[(&str, &str)]) -> HtmlPage {
        self.travel(Method::POST, url, Some(fields)).await
    }

    /// Presses a button of a page: sends its form, hidden fields included, to the form's action.
    ///
    /// # Panics
    /// If the page has no form with an element of this id.
    pub async fn submit_page(&self, page: &HtmlPage, button: &str) -> HtmlPage {
        let form = page.form_of(button);
        let fields: Vec<(&str, &str)> = form
            .fields
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        self.submit(form.action.as_str(), &fields).await
    }

    /// Returns the values of the cookies, to search for them in logs.
    pub fn cookie_values(&self) -> Vec<String> {
        self.jar().values().cloned().collect()
    }

    /// Returns the cookies as a request carries them.
    pub fn cookies(&self) -> Vec<String> {
        self.jar()
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect()
    }

    fn jar(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, String>> {
        self.cookies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn travel(&self, method: Method, url: &str, fields: Option<&[(&str, &str)]>) -> HtmlPage {
        let start = Url::parse(url).expect("an address");
        let mut here = start.clone();
        let mut response = self.send(method, &here, fields).await;
        for _hop in 0..10 {
            let Some(next) = response.headers().get(LOCATION) else {
                break;
            };
            let next = here.join(next.to_str().expect("text")).expect("an address");
            here = next;
            // The flow leaves our origin here, and a test needs only the URL of the other origin.
            if here.origin() != start.origin() {
                return HtmlPage {
                    url: here,
                    status: 302,
                    body: String::new(),
                };
            }
            response = self.send(Method::GET, &here, None).await;
        }
        let status = response.status().as_u16();
        HtmlPage {
            url: here,
            status,
            body: response.text().await.expect("a body"),
        }
    }

    async fn send(&self, method: Method, url: &Url, fields: Option<&[(&str, &str)]>) -> Response {
        let cookies: Vec<String> = self
            .jar()
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let mut request = self.client.request(method, url.clone());
        if !cookies.is_empty() {
            request = request.header(COOKIE, cookies.join("; "));
        }
        if let Some(fields) = fields {
            request = request.form(fields);
        }
        let response = request.send().await.expect("a response");
        for cookie in response.headers().get_all(SET_COOKIE) {
            self.keep(cookie.to_str().expect("text"));
        }
        response
    }

    fn keep(&self, cookie: &str) {
        let (pair, attributes) = cookie.split_once(';').unwrap_or((cookie, ""));
        let (name, value) = pair.split_once('=').expect("a cookie");
        if attributes.to_ascii_lowercase().contains("max-age=0") {
            self.jar().remove(name);
        } else {
            self.jar().insert(name.to_owned(), value.to_owned());
        }
    }
}

/// A form of a page, ready to be sent.
#[derive(Debug)]
struct HtmlForm {
    action: Url,
    fields: Vec<(String, String)>,
}

impl HtmlPage {
    /// Returns the value of an input by its name.
    ///
    /// # Panics
    /// If the page has no such input.
    pub fn field(&self, name: &str) -> String {
        let tag =
            tags(&self.body, "input").find(|tag| attribute(tag, "name").as_deref() == Some(name));
        let tag = tag.unwrap_or_else(|| panic!("no field {name} at {}:\n{}", self.url, self.body));
        attribute(tag, "value").unwrap_or_default()
    }

    /// Returns a query parameter of the page's URL.
    pub fn parameter(&self, name: &str) -> Option<String> {
        self.url
            .query_pairs()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
    }

    fn form_of(&self, button: &str) -> HtmlForm {
        let marker = format!("id=\"{button}\"");
        let form = self
            .body
            .split("<form")
            .skip(1)
            .filter_map(|rest| rest.split("</form>").next())
            .find(|form| form.contains(&marker))
            .unwrap_or_else(|| panic!("no {button} at {}:\n{}", self.url, self.body));
        let head = form.split('>').next().unwrap_or_default();
        let action = attribute(head, "action").unwrap_or_default();
        let fields = tags(form, "input")
            .chain(tags(form, "button").filter(|tag| tag.contains(&marker)))
            .filter_map(|tag| {
                Some((
                    attribute(tag, "name")?,
                    attribute(tag, "value").unwrap_or_default(),
                ))
            })
            .collect();
        HtmlForm {
            action: self.url.join(&action).expect("an address"),
            fields,
        }
    }
}

fn tags<'a>(html: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    html.split('<').filter_map(move |rest| {
        rest.strip_prefix(name)
            .filter(|rest| rest.starts_with([' ', '\n']))?
            .split('>')
            .next()
    })
}

/// Returns an attribute's value; decodes the entities that templates write.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let value = tag.split(&format!("{name}=\"")).nth(1)?.split('"').next()?;
    let entities = [
        ("&#38;", "&"),
        ("&#x26;", "&"),
        ("&amp;", "&"),
        ("&#34;", "\""),
        ("&quot;", "\""),
        ("&#60;", "<"),
        ("&#62;", ">"),
    ];
    Some(
        entities
            .iter()
            .fold(value.to_owned(), |text, (entity, plain)| {
                text.replace(entity, plain)
            }),
    )
}
