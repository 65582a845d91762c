//! A client as pages show it, and the stylesheet of its colour.

use foundation::secret::digest;
use url::Url;

use crate::clients::{Client, Color, is_on_a_machine};
use crate::errors::with_parameters;

/// Where stylesheets are served.
const STYLESHEET: &str = "/oauth/brand.css";
/// Where logos are served.
const LOGO: &str = "/oauth/brand.png";
/// The ground of our cards, by day and by night, as `tokens.css` has it.
const SURFACES: [&str; 2] = ["#ffffff", "#16181c"];
/// How far the edge of a button has to be from what is around it (WCAG 2.2, 1.4.11).
const VISIBLE: f64 = 3.0;

/// A client as pages show it. All of it is the client's own word, save where answers go and the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Brand {
    /// The client's name.
    pub(crate) name: String,
    /// The host that answers go to.
    pub(crate) destination: String,
    /// Our own host, named at the foot of the page: no client can take it off.
    pub(crate) host: String,
    /// The address of the stylesheet of its colour, if it has one.
    pub(crate) stylesheet: Option<String>,
    /// Its colour, if it has one.
    pub(crate) color: Option<Color>,
    /// True when the operator or a website's owner registered the client; false when it registered itself.
    pub(crate) is_vouched_for: bool,
    /// The address of its logo, if it has one.
    pub(crate) logo: Option<String>,
    /// Its own pages.
    pub(crate) links: Vec<Link>,
}

/// A page of a client's own, as far as it registered one; it is linked to and never fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// What the link is called in the page's markup.
    pub(crate) id: &'static str,
    /// What people read.
    pub(crate) words: &'static str,
    /// Where it leads.
    pub(crate) address: String,
}

/// Where a client tells of itself.
pub(crate) fn links_of(client: &Client) -> Vec<Link> {
    let all = [
        ("home", "Home page", &client.client_uri),
        ("policy", "Privacy", &client.policy_uri),
        ("terms", "Terms", &client.tos_uri),
    ];
    let there = all.into_iter().filter_map(|(id, words, address)| {
        let address = address.clone()?;
        Some(Link { id, words, address })
    });
    there.collect()
}

impl Brand {
    /// The first letter or digit of the name, for a mark where there is no logo.
    pub(crate) fn initial(&self) -> String {
        let marks = || self.name.chars().filter(|mark| !mark.is_whitespace());
        let first = marks()
            .find(|mark| mark.is_alphanumeric())
            .or_else(|| marks().next());
        first.map_or_else(String::new, |first| first.to_uppercase().collect())
    }

    /// The brand of a client whose answers go to a proven address; clients of the installation have none.
    pub(crate) fn of(client: &Client, redirect_uri: &str, host: &str) -> Option<Self> {
        if client.first_party {
            return None;
        }
        let address = |path: &str, version: String| {
            with_parameters(path, &[("client_id", &client.id), ("v", &version)])
        };
        Some(Self {
            name: client.name.clone(),
            destination: destination_of(client, redirect_uri),
            host: host.to_owned(),
            stylesheet: color_version(client).map(|version| address(STYLESHEET, version)),
            color: client.color,
            is_vouched_for: !client.is_of_its_own_word(),
            logo: logo_version(client).map(|version| address(LOGO, version)),
            links: links_of(client),
        })
    }
}

/// The host that the answers of a client go to. Programs on a machine all have the same, or none: of those that are their
/// own documents it is the document's, which is all that vouches for them.
pub(crate) fn destination_of(client: &Client, redirect_uri: &str) -> String {
    let is_web = redirect_uri.starts_with("https://") && !is_on_a_machine(redirect_uri);
    match home_of(client) {
        Some(home) if !is_web => home,
        Some(_) | None => place_of(redirect_uri),
    }
}

/// The host of a client's own document, if it is one.
pub(crate) fn home_of(client: &Client) -> Option<String> {
    client.is_its_own_document().then(|| place_of(&client.id))
}

/// The host of a web address. An address with a private scheme is shown without its query: the host in it says nothing of a
/// website.
fn place_of(redirect_uri: &str) -> String {
    let address = Url::parse(redirect_uri).ok();
    let web = address.filter(|url| matches!(url.scheme(), "http" | "https"));
    let host = web.as_ref().and_then(Url::host_str);
    let whole = redirect_uri.split('?').next().unwrap_or_default();
    host.unwrap_or(whole).to_owned()
}

/// What names this colour of a client, so that a copy never goes stale.
pub(super) fn color_version(client: &Client) -> Option<String> {
    client.color.map(|color| short(&stylesheet(color)))
}

/// What names this logo of a client, likewise.
pub(super) fn logo_version(client: &Client) -> Option<String> {
    client.logo.as_ref().map(|logo| short(logo.address()))
}

fn short(content: &str) -> String {
    digest("asset", content).chars().take(16).collect()
}

/// Buttons in a colour. Where it does not stand out from the card, the button gets the edge of a text field; the ring of
/// the focus is ours everywhere, and lies on the card.
pub(super) fn stylesheet(color: Color) -> String {
    let edge = |surface: &str| {
        let is_visible = Color::parse(surface).is_none_or(|one| color.contrast(one) >= VISIBLE);
        if is_visible {
            "transparent"
        } else {
            "var(--field-edge)"
        }
    };
    let [by_day, by_night] = SURFACES.map(edge);
    format!(
        ":root{{--primary:{};--primary-hover:{};--primary-ink:{};--primary-edge:light-dark({by_day},{by_night})}}\n",
        color.name(),
        color.under_pointer().name(),
        color.ink().name(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surfaces_are_those_of_the_tokens() {
        let tokens = include_str!("../../assets/tokens.css");
        let [day, night] = SURFACES;
        assert!(tokens.contains(&format!("--surface: light-dark({day}, {night});")));
    }

    #[test]
    fn a_color_that_the_card_swallows_gets_an_edge() {
        let rows = [
            ("#ffffff", "#000000", "var(--field-edge),transparent"),
            ("#ffe14d", "#000000", "var(--field-edge),transparent"),
            ("#101218", "#ffffff", "transparent,var(--field-edge)"),
            ("#c2410c", "#ffffff", "transparent,transparent"),
        ];
        for (color, ink, edges) in rows {
            let css = stylesheet(Color::parse(color).unwrap());
            assert!(css.contains(&format!("--primary:{color};")), "{css}");
            assert!(css.contains(&format!("--primary-ink:{ink};")), "{css}");
            assert!(css.contains(&format!("light-dark({edges})")), "{css}");
        }
    }

    #[test]
    fn initial_of_a_name_is_its_first_letter_or_digit() {
        let rows = [
            ("Paper Plane", "P"),
            (" \u{202a}«élan»", "É"),
            ("7 Seas", "7"),
            ("☕ shop", "S"),
            ("☕", "☕"),
            ("ﬁne", "FI"),
            ("", ""),
        ];
        for (name, expected) in rows {
            let brand = Brand {
                name: name.to_owned(),
                destination: String::new(),
                host: String::new(),
                stylesheet: None,
                color: None,
                is_vouched_for: true,
                logo: None,
                links: Vec::new(),
            };
            assert_eq!(brand.initial(), expected, "{name}");
        }
    }

    #[test]
    fn answers_go_to_a_host_or_to_a_program() {
        let rows = [
            ("https://shop.example:8443/cb?x=y", "shop.example"),
            ("http://127.0.0.1/cb", "127.0.0.1"),
            ("com.example.app:/cb", "com.example.app:/cb"),
            ("evil://shop.example/cb?x=y", "evil://shop.example/cb"),
        ];
        for (address, expected) in rows {
            assert_eq!(place_of(address), expected);
        }
    }
}
