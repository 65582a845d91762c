//! Branding of a client, and the stylesheet of its colour.

use foundation::secret::digest;
use url::Url;

use crate::http::errors::with_parameters;
use crate::protocol::clients::{Client, Color, is_on_a_machine};

/// Path of stylesheets.
const STYLESHEET: &str = "/oauth/brand.css";
/// Path of logos.
const LOGO: &str = "/oauth/brand.png";
/// Background colours of cards in the light and the dark theme, as in `tokens.css`.
const SURFACES: [&str; 2] = ["#ffffff", "#16181c"];
/// Minimum contrast of a button's edge with its surroundings (WCAG 2.2, 1.4.11).
const VISIBLE: f64 = 3.0;

/// Branding of a client. All values except the hosts are the client's own claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Brand {
    /// The client's name.
    pub(crate) name: String,
    /// Host to which the authorization response goes.
    pub(crate) destination: String,
    /// Host of the idp in the page's footer; no client can remove it.
    pub(crate) host: String,
    /// URL of the stylesheet with the client's colour, if it has one.
    pub(crate) stylesheet: Option<String>,
    /// The client's colour, if it has one.
    pub(crate) color: Option<Color>,
    /// True when the operator or a website's owner registered the client; false when it registered itself.
    pub(crate) is_vouched_for: bool,
    /// URL of the client's logo, if it has one.
    pub(crate) logo: Option<String>,
    /// Links to the client's own pages.
    pub(crate) links: Vec<BrandLink>,
}

/// A registered page of a client. The server links to it and never fetches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BrandLink {
    /// Id of the link in the markup.
    pub(crate) id: &'static str,
    /// Text of the link.
    pub(crate) words: &'static str,
    /// URL of the link.
    pub(crate) address: String,
}

/// Returns the links to a client's own pages.
pub(crate) fn links_of(client: &Client) -> Vec<BrandLink> {
    let all = [
        ("home", "Home page", &client.client_uri),
        ("policy", "Privacy", &client.policy_uri),
        ("terms", "Terms", &client.tos_uri),
    ];
    let present = all.into_iter().filter_map(|(id, words, address)| {
        let address = address.clone()?;
        Some(BrandLink { id, words, address })
    });
    present.collect()
}

impl Brand {
    /// Returns the first letter or digit of the name, which a page shows instead of a missing logo.
    pub(crate) fn initial(&self) -> String {
        let characters = || {
            self.name
                .chars()
                .filter(|character| !character.is_whitespace())
        };
        let first = characters()
            .find(|character| character.is_alphanumeric())
            .or_else(|| characters().next());
        first.map_or_else(String::new, |first| first.to_uppercase().collect())
    }

    /// Returns the branding for a verified redirect URI; first-party clients have none.
    pub(crate) fn new(client: &Client, redirect_uri: &str, host: &str) -> Option<Self> {
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
            is_vouched_for: !client.is_self_registered(),
            logo: logo_version(client).map(|version| address(LOGO, version)),
            links: links_of(client),
        })
    }
}

/// Returns the host to which a client's authorization response goes. Native apps share loopback addresses or have no
/// host; for a client that is a metadata document it is the document's host, the only verified part of the client.
pub(crate) fn destination_of(client: &Client, redirect_uri: &str) -> String {
    let is_web = redirect_uri.starts_with("https://") && !is_on_a_machine(redirect_uri);
    match document_host_of(client) {
        Some(host) if !is_web => host,
        Some(_) | None => destination_name(redirect_uri),
    }
}

/// Returns the host of the client's metadata document, if the client is one.
pub(crate) fn document_host_of(client: &Client) -> Option<String> {
    client
        .has_metadata_document()
        .then(|| destination_name(&client.id))
}

/// Returns the host of a web URL. A URL with a private scheme is returned without its query, because its host does not
/// identify a website.
fn destination_name(redirect_uri: &str) -> String {
    let address = Url::parse(redirect_uri).ok();
    let web = address.filter(|url| matches!(url.scheme(), "http" | "https"));
    let host = web.as_ref().and_then(Url::host_str);
    let whole = redirect_uri.split('?').next().unwrap_or_default();
    host.unwrap_or(whole).to_owned()
}

/// Returns the version of a client's colour in its URL, so that caches never serve an old one.
pub(super) fn color_version(client: &Client) -> Option<String> {
    client
        .color
        .map(|color| content_version(&stylesheet(color)))
}

/// Returns the version of a client's logo in its URL, likewise.
pub(super) fn logo_version(client: &Client) -> Option<String> {
    client
        .logo
        .as_ref()
        .map(|logo| content_version(logo.address()))
}

fn content_version(content: &str) -> String {
    digest("asset", content).chars().take(16).collect()
}

/// Returns the stylesheet for buttons in a colour. If the colour lacks contrast with the card, the button gets a text
/// field's edge. The focus ring has a fixed colour and lies on the card.
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
        color.text_color().name(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surfaces_are_those_of_the_tokens() {
        let tokens = include_str!("../../../assets/tokens.css");
        let [day, night] = SURFACES;
        assert!(tokens.contains(&format!("--surface: light-dark({day}, {night});")));
    }

    #[test]
    fn color_that_the_card_swallows_gets_an_edge() {
        let rows = [
            ("#ffffff", "#000000", "var(--field-edge),transparent"),
            ("#ffe14d", "#000000", "var(--field-edge),transparent"),
            ("#101218", "#ffffff", "transparent,var(--field-edge)"),
            ("#c2410c", "#ffffff", "transparent,transparent"),
        ];
        for (color, text_color, edges) in rows {
            let css = stylesheet(Color::parse(color).unwrap());
            assert!(css.contains(&format!("--primary:{color};")), "{css}");
            assert!(
                css.contains(&format!("--primary-ink:{text_color};")),
                "{css}"
            );
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
    fn destination_is_named_by_its_host_or_by_its_program() {
        let rows = [
            ("https://shop.example:8443/cb?x=y", "shop.example"),
            ("http://127.0.0.1/cb", "127.0.0.1"),
            ("com.example.app:/cb", "com.example.app:/cb"),
            ("evil://shop.example/cb?x=y", "evil://shop.example/cb"),
        ];
        for (address, expected) in rows {
            assert_eq!(destination_name(address), expected);
        }
    }
}
