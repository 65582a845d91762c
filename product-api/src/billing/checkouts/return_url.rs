//! Return addresses: where Stripe's pages send the buyer back to. A foreign address would let a caller lead buyers astray.

use foundation::text::host::is_loopback_url;
use url::{Origin, Url};

use crate::caller::Mode;
use crate::problem::FieldError;

/// Maximum length of an address, in characters.
const MAX_LENGTH: usize = 2_048;
/// Parameter that names the checkout.
const CHECKOUT: &str = "checkout";

/// The rules for the return addresses of a website or of the platform.
#[derive(Clone, Debug)]
pub(super) struct ReturnRules {
    mode: Mode,
    origins: Vec<Origin>,
}

impl ReturnRules {
    /// Creates the rules from addresses whose origins are allowed, and ignores texts that are no address.
    pub(super) fn new<'a>(mode: Mode, allowed: impl IntoIterator<Item = &'a str>) -> Self {
        let origins = allowed.into_iter().filter_map(|address| {
            let origin = Url::parse(address).ok()?.origin();
            origin.is_tuple().then_some(origin)
        });
        Self {
            mode,
            origins: origins.collect(),
        }
    }

    /// Rejects an address that is too long, insecure, with user info, or of a foreign origin; the error names the member.
    pub(super) fn check(&self, member: &str, address: &str) -> Result<(), FieldError> {
        self.reason_against(address).map_or(Ok(()), |detail| {
            Err(FieldError::body(format!("/{member}"), detail))
        })
    }

    fn reason_against(&self, address: &str) -> Option<&'static str> {
        const FORM: &str =
            "Must be a whole https address; http is for localhost in test mode only.";
        if address.chars().count() > MAX_LENGTH {
            return Some("Must have at most 2048 characters.");
        }
        if address.chars().any(char::is_control) || address.contains('\\') {
            return Some("Must hold no control characters and no backslashes.");
        }
        let Ok(url) = Url::parse(address) else {
            return Some(FORM);
        };
        let is_right = match url.scheme() {
            "https" => true,
            "http" => self.mode == Mode::Test && is_loopback_url(&url),
            _ => false,
        };
        if !is_right || url.host().is_none() {
            return Some(FORM);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Some("Must hold no user name or password.");
        }
        let is_own = self.origins.contains(&url.origin());
        (!is_own).then_some(
            "Must be on one of the addresses that the website has registered, or on this installation's own.",
        )
    }
}

/// Returns an address with the parameter that names the checkout. The address must have passed [`ReturnRules::check`].
pub(super) fn with_checkout(address: &str, checkout_id: &str) -> String {
    let Ok(mut url) = Url::parse(address) else {
        return address.to_owned();
    };
    url.query_pairs_mut().append_pair(CHECKOUT, checkout_id);
    url.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGISTERED: [&str; 5] = [
        "https://shop.example.com/auth/callback",
        "https://other.example.com:8443",
        "http://localhost:3000/cb",
        "com.example.app:/cb",
        "nonsense",
    ];

    #[test]
    fn address_is_secure_and_on_a_registered_origin() {
        let rows = [
            // address, in live mode, in test mode
            ("https://shop.example.com/done", true, true),
            ("https://shop.example.com", true, true),
            ("https://shop.example.com:443/done?a=1#b", true, true),
            ("https://SHOP.example.com/done", true, true),
            ("https://other.example.com:8443/", true, true),
            ("http://localhost:3000/done", false, true),
            ("http://localhost:3001/done", false, false),
            ("https://localhost:3000/done", false, false),
            ("http://shop.example.com/done", false, false),
            ("https://other.example.com/", false, false),
            ("https://shop.example.com:8443/", false, false),
            ("https://shop.example.com.evil.example/", false, false),
            (
                "https://evil.example/?https://shop.example.com",
                false,
                false,
            ),
            ("https://user@shop.example.com/", false, false),
            ("https://user:word@shop.example.com/", false, false),
            ("https://shop.example.com\\@evil.example/", false, false),
            ("https://shop.example.com/\n", false, false),
            ("com.example.app:/cb", false, false),
            ("javascript:alert(1)", false, false),
            ("//shop.example.com/done", false, false),
            ("/done", false, false),
            ("", false, false),
        ];
        for (address, live, test) in rows {
            for (mode, expected) in [(Mode::Live, live), (Mode::Test, test)] {
                let rules = ReturnRules::new(mode, REGISTERED);
                let checked = rules.check("success_url", address);
                assert_eq!(checked.is_ok(), expected, "{address} {mode}");
                let is_named = |error: &FieldError| matches!(error, FieldError::Body { pointer, .. } if pointer == "/success_url");
                assert!(checked.as_ref().err().is_none_or(is_named), "{address}");
            }
        }
    }

    #[test]
    fn longest_address_has_2048_characters() {
        let rules = ReturnRules::new(Mode::Live, REGISTERED);
        let front = "https://shop.example.com/";
        let of_length = |length: usize| format!("{front}{}", "x".repeat(length - front.len()));
        assert!(rules.check("cancel_url", &of_length(2_048)).is_ok());
        assert!(rules.check("cancel_url", &of_length(2_049)).is_err());
    }

    #[test]
    fn checkout_is_added_to_the_query() {
        let rows = [
            (
                "https://shop.example.com/done",
                "https://shop.example.com/done?checkout=chk_1",
            ),
            (
                "https://shop.example.com",
                "https://shop.example.com/?checkout=chk_1",
            ),
            (
                "https://shop.example.com/a?b=c#d",
                "https://shop.example.com/a?b=c&checkout=chk_1#d",
            ),
        ];
        for (address, expected) in rows {
            assert_eq!(with_checkout(address, "chk_1"), expected);
        }
    }
}
