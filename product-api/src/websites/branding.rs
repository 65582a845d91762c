//! The branding of a website's sign-in pages: its colour, logo and links, with the names of RFC 7591.

use foundation::Failure;
use foundation::text::{png, strict_json};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use url::Url;

use super::redirect_address::check_address;
use crate::problem::FieldError;

/// Branding of a website's clients; every member is optional. The names are those of the idp.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub(super) struct Branding {
    /// The colour of buttons, `#rrggbb`.
    pub(super) brand_color: Option<String>,
    /// A small PNG as a `data:` URL.
    pub(super) logo_uri: Option<String>,
    /// The home page, as a link.
    pub(super) client_uri: Option<String>,
    /// The privacy policy.
    pub(super) policy_uri: Option<String>,
    /// The terms of service.
    pub(super) tos_uri: Option<String>,
}

impl Branding {
    /// Returns the branding in its normal form; adds every error to `errors`.
    pub(super) fn checked(self, errors: &mut Vec<FieldError>) -> Self {
        if self.logo_uri.as_deref().is_some_and(is_no_logo) {
            let detail = format!(
                "Must be a data:image/png;base64, address of a whole PNG that does not move, of at most {} bytes and {} pixels a side.",
                png::MAX_LENGTH,
                png::MAX_SIDE
            );
            errors.push(FieldError::body("/logo_uri", detail));
        }
        Self {
            brand_color: self
                .brand_color
                .as_deref()
                .map(|color| check_color(color, errors)),
            logo_uri: self.logo_uri,
            client_uri: check_link("client_uri", self.client_uri, errors),
            policy_uri: check_link("policy_uri", self.policy_uri, errors),
            tos_uri: check_link("tos_uri", self.tos_uri, errors),
        }
    }

    /// Returns each member with its name.
    pub(super) fn members(&self) -> [(&'static str, Option<String>); 5] {
        [
            ("brand_color", self.brand_color.clone()),
            ("logo_uri", self.logo_uri.clone()),
            ("client_uri", self.client_uri.clone()),
            ("policy_uri", self.policy_uri.clone()),
            ("tos_uri", self.tos_uri.clone()),
        ]
    }

    /// Returns the stored form.
    pub(super) fn text(&self) -> Result<String, Failure> {
        serde_json::to_string(self)
            .map_err(|error| Failure::broken("serializing a branding", error))
    }

    /// Reads the stored form.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        strict_json::from_stored(text).map_err(|error| Failure::broken("reading a branding", error))
    }

    /// Returns the details for the audit log, without the image.
    pub(super) fn audit_details(&self) -> Value {
        json!({
            "brand_color": self.brand_color, "has_logo": self.logo_uri.is_some(), "client_uri": self.client_uri,
            "policy_uri": self.policy_uri, "tos_uri": self.tos_uri,
        })
    }
}

fn is_no_logo(address: &str) -> bool {
    png::in_address(address).is_none()
}

fn check_color(color: &str, errors: &mut Vec<FieldError>) -> String {
    let digits = color.strip_prefix('#').unwrap_or_default();
    if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        let detail = "Must be # and six hexadecimal digits.";
        errors.push(FieldError::body("/brand_color", detail));
    }
    color.to_ascii_lowercase()
}

/// Checks a link that pages show; returns it as browsers write it.
fn check_link(
    member: &str,
    address: Option<String>,
    errors: &mut Vec<FieldError>,
) -> Option<String> {
    let address = address?;
    let url = check_address(&address).and_then(|()| {
        let url = Url::parse(&address)
            .ok()
            .filter(|url| url.scheme() == "https");
        url.ok_or("Must be an https address.")
    });
    match url {
        Ok(url) => Some(url.into()),
        Err(detail) => {
            errors.push(FieldError::body(format!("/{member}"), detail));
            Some(address)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointers(branding: Branding) -> Vec<String> {
        let mut errors = Vec::new();
        let _checked = branding.checked(&mut errors);
        let at = |error| match error {
            FieldError::Body { pointer, .. } => pointer,
            FieldError::Parameter { name, .. } => name,
        };
        errors.into_iter().map(at).collect()
    }

    #[test]
    fn color_has_six_lowercase_digits() {
        let rows = [
            ("#C2410C", true),
            ("#c2410c", true),
            ("c2410c", false),
            ("#fff", false),
            ("#c2410g", false),
            ("#\u{e9}2410", false),
            ("red;}", false),
            ("", false),
        ];
        for (color, good) in rows {
            let mut errors = Vec::new();
            let checked = check_color(color, &mut errors);
            assert_eq!(errors.is_empty(), good, "{color}");
            assert!(!good || checked == "#c2410c", "{color}");
        }
    }

    #[test]
    fn link_is_https_and_as_browsers_write_it() {
        let rows = [
            ("https://Shop.example", Some("https://shop.example/")),
            (
                "https://shop.example:443/a/../b?c=d",
                Some("https://shop.example/b?c=d"),
            ),
            ("http://localhost:3000/privacy", None),
            ("http://shop.example", None),
            ("https://user@shop.example", None),
            ("https://shop.example/#terms", None),
            ("javascript:alert(1)", None),
            ("/privacy", None),
            ("", None),
        ];
        for (address, expected) in rows {
            let mut errors = Vec::new();
            let checked = check_link("tos_uri", Some(address.to_owned()), &mut errors);
            assert_eq!(errors.is_empty(), expected.is_some(), "{address}");
            assert!(
                expected.is_none_or(|expected| checked.as_deref() == Some(expected)),
                "{address}"
            );
        }
    }

    #[test]
    fn each_error_has_its_pointer() {
        let wrong = || Some("no".to_owned());
        let found = pointers(Branding {
            brand_color: wrong(),
            logo_uri: wrong(),
            client_uri: wrong(),
            policy_uri: wrong(),
            tos_uri: wrong(),
        });
        let expected = [
            "/logo_uri",
            "/brand_color",
            "/client_uri",
            "/policy_uri",
            "/tos_uri",
        ];
        assert_eq!(found, expected);
        assert_eq!(pointers(Branding::default()), Vec::<String>::new());
    }
}
