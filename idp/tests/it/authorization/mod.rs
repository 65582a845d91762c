//! The authorization endpoint beyond a plain redirect: posted answers, pushed requests, claims, accounts, and its attacks.

mod account;
mod acr;
mod applications;
mod attacks;
mod claims;
mod cors;
mod costs;
mod form_post;
mod meanwhile;
mod parallel;
mod pushed;
mod registered;
mod repeated;
mod request_objects;
mod unwritten;

pub(crate) use pushed::{address_of, pushed};

use idp::testing::SignedIn;
use reqwest::{Response, StatusCode};

use crate::harness::World;

pub(crate) const SHOP: [(&str, &str); 3] = [
    ("client_id", "shop"),
    ("redirect_uri", "https://shop.example/cb"),
    ("scope", "openid email"),
];

/// A page that came instead of a redirect, with what its forms send.
#[derive(Debug)]
pub(crate) struct Shown {
    pub(crate) status: StatusCode,
    pub(crate) html: String,
    pub(crate) policy: String,
    /// The cookies of the browser that looks at it.
    pub(crate) cookie: String,
}

impl Shown {
    /// Reads an answer that a browser with these cookies got.
    pub(crate) async fn of(answer: Response, cookie: &str) -> Self {
        let text = |name: &str| {
            let value = answer.headers().get(name);
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
            status: answer.status(),
            policy: text("content-security-policy"),
            cookie,
            html: answer.text().await.unwrap(),
        }
    }

    /// The page of an address.
    pub(crate) async fn at(world: &World, address: &str, visitor: &SignedIn) -> Self {
        let answer = world.get(address, Some(visitor)).await;
        Self::of(answer, &visitor.cookie).await
    }

    /// What stands behind a mark up to the next quote, with its markup undone.
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

    /// A hidden field.
    pub(crate) fn field(&self, name: &str) -> String {
        self.behind(&format!("name=\"{name}\" value=\""))
    }

    /// Presses a button of the page: the form's fields and those of the button.
    pub(crate) async fn press(
        &self,
        world: &World,
        path: &str,
        button: &[(&str, &str)],
    ) -> Response {
        let (token, resume) = (self.field("csrfToken"), self.field("resume"));
        let mut form = vec![("csrfToken", token.as_str()), ("resume", resume.as_str())];
        form.extend(button);
        world.post(path, &form, &self.cookie).await
    }
}

/// The address of a request of the client `shop`, with changes.
pub(crate) fn shop(world: &World, changes: &[(&str, &str)]) -> String {
    let mut all = SHOP.to_vec();
    all.retain(|(name, _)| !changes.iter().any(|(changed, _)| changed == name));
    all.extend(changes);
    world.authorize_url(&all)
}

/// Allows `shop` what it asks for.
pub(crate) async fn allow(world: &World, visitor: &SignedIn, changes: &[(&str, &str)]) -> Response {
    let page = Shown::at(world, &shop(world, changes), visitor).await;
    assert_eq!(page.status, 200, "{}", page.html);
    page.press(world, "/oauth/consent", &[("decision", "allow")])
        .await
}
