//! Tests the authorization endpoint beyond a plain redirect: posted responses, pushed requests, claims, accounts, attacks.

mod account;
mod acr;
mod applications;
mod attacks;
mod claims;
mod concurrent_ends;
mod cors;
mod costs;
mod form_post;
mod parallel;
mod pushed;
mod registered;
mod repeated;
mod request_objects;
mod unwritten;

pub(crate) use pushed::{address_of, pushed};

use idp::testing::TestBrowser;
use reqwest::{Response, StatusCode};

use crate::harness::TestIdp;

pub(crate) const SHOP: [(&str, &str); 3] = [
    ("client_id", "shop"),
    ("redirect_uri", "https://shop.example/cb"),
    ("scope", "openid email"),
];

/// A page in place of a redirect, with the fields of its forms.
#[derive(Debug)]
pub(crate) struct ShownPage {
    pub(crate) status: StatusCode,
    pub(crate) html: String,
    pub(crate) policy: String,
    /// Cookies of the browser that opened the page.
    pub(crate) cookie: String,
}

impl ShownPage {
    /// Reads a response to a browser with these cookies.
    pub(crate) async fn read(response: Response, cookie: &str) -> Self {
        let text = |name: &str| {
            let value = response.headers().get(name);
            value.map_or_else(String::new, |value| value.to_str().unwrap().to_owned())
        };
        let set = text("set-cookie");
        let pair = set.split(';').next().unwrap_or_default();
        let cookie = if pair.is_empty() {
            cookie.to_owned()
        } else {
            format!("{cookie}; {pair}")
        };
        Self {
            status: response.status(),
            policy: text("content-security-policy"),
            cookie,
            html: response.text().await.unwrap(),
        }
    }

    /// Opens the page of an address.
    pub(crate) async fn at(world: &TestIdp, address: &str, visitor: &TestBrowser) -> Self {
        let response = world.get(address, Some(visitor)).await;
        Self::read(response, &visitor.cookie).await
    }

    /// Returns the text between a mark and the next quote, without its HTML escapes.
    pub(crate) fn behind(&self, mark: &str) -> String {
        let after = self.html.split(mark).nth(1);
        let after = after.unwrap_or_else(|| panic!("no {mark} in {}", self.html));
        let value = after.split('"').next().unwrap();
        let marks = [
            ("&#34;", "\""),
            ("&#60;", "<"),
            ("&#62;", ">"),
            ("&#39;", "'"),
            ("&#38;", "&"),
        ];
        marks.iter().fold(value.to_owned(), |text, (mark, sign)| {
            text.replace(mark, sign)
        })
    }

    /// Returns the value of a hidden field.
    pub(crate) fn field(&self, name: &str) -> String {
        self.behind(&format!("name=\"{name}\" value=\""))
    }

    /// Submits a form by a button of the page.
    pub(crate) async fn press(
        &self,
        world: &TestIdp,
        path: &str,
        button: &[(&str, &str)],
    ) -> Response {
        let (token, resume) = (self.field("csrfToken"), self.field("resume"));
        let mut form = vec![("csrfToken", token.as_str()), ("resume", resume.as_str())];
        form.extend(button);
        world.post(path, &form, &self.cookie).await
    }
}

/// Returns the address of a request of the client `shop`, with changes.
pub(crate) fn shop(world: &TestIdp, changes: &[(&str, &str)]) -> String {
    let mut all = SHOP.to_vec();
    all.retain(|(name, _)| !changes.iter().any(|(changed, _)| changed == name));
    all.extend(changes);
    world.authorize_url(&all)
}

/// Gives `shop` the consent that it asks for.
pub(crate) async fn allow(
    world: &TestIdp,
    visitor: &TestBrowser,
    changes: &[(&str, &str)],
) -> Response {
    let page = ShownPage::at(world, &shop(world, changes), visitor).await;
    assert_eq!(page.status, 200, "{}", page.html);
    page.press(world, "/oauth/consent", &[("decision", "allow")])
        .await
}
