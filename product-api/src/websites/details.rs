//! What an owner says about a website, new or not, and what it has to fulfil.

use foundation::host::is_loopback_url;
use foundation::marks::is_showable;
use url::Url;

use super::branding::Branding;
use super::client_settings::{ClientSettings, SettingsChange, sign_out_addresses};
use super::protected_resource::check_resources;
use crate::problem::FieldError;

const LONGEST_NAME: usize = 80;
const LONGEST_ADDRESS: usize = 2000;
const MOST_REDIRECT_URIS: usize = 20;

/// What an owner says about a new website; nothing is checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewWebsite {
    pub(crate) name: String,
    pub(crate) url: String,
    pub(crate) redirect_uris: Vec<String>,
    /// None: the roots of the redirect addresses, so that sign-out comes back to the site.
    pub(crate) post_logout_redirect_uris: Option<Vec<String>>,
    pub(crate) backchannel_logout_uri: Option<String>,
    /// Decimal places that its credits are shown with.
    pub(crate) scale: i16,
}

impl NewWebsite {
    /// The registration in its normal form, or everything that is wrong with it.
    pub(crate) fn checked(self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = check_name(&self.name, &mut errors);
        check_url(&self.url, &mut errors);
        check_redirect_uris(&self.redirect_uris, &mut errors);
        check_post_logout(self.sign_out_addresses().as_slice(), &mut errors);
        let told = self.backchannel_logout_uri.as_deref().map(check_address);
        if let Some(Err(detail)) = told {
            errors.push(FieldError::body("/backchannel_logout_uri", detail));
        }
        if errors.is_empty() {
            Ok(Self { name, ..self })
        } else {
            Err(errors)
        }
    }

    /// Where sign-out may send people back to.
    pub(super) fn sign_out_addresses(&self) -> Vec<String> {
        let named = self.post_logout_redirect_uris.clone();
        named.unwrap_or_else(|| sign_out_addresses(&self.redirect_uris))
    }

    /// How its client signs people in.
    pub(super) fn settings(&self) -> ClientSettings {
        ClientSettings::new(&self.redirect_uris)
    }
}

/// What an owner wants to be changed of a website; what is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) name: Option<String>,
    pub(super) url: Option<String>,
    pub(super) redirect_uris: Option<Vec<String>>,
    pub(super) post_logout_redirect_uris: Option<Vec<String>>,
    /// All of it at once.
    pub(super) branding: Option<Branding>,
    /// How its clients sign people in.
    pub(super) settings: SettingsChange,
}

impl Change {
    /// The change in its normal form, or everything that is wrong with it.
    pub(super) fn checked(self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = self.name.as_deref();
        let name = name.map(|name| check_name(name, &mut errors));
        if let Some(url) = &self.url {
            check_url(url, &mut errors);
        }
        if let Some(list) = &self.redirect_uris {
            check_redirect_uris(list, &mut errors);
        }
        if let Some(list) = &self.post_logout_redirect_uris {
            check_post_logout(list, &mut errors);
        }
        if let Some(list) = &self.settings.resources {
            check_resources(list, &mut errors);
        }
        let branding = self.branding;
        let branding = branding.map(|branding| branding.checked(&mut errors));
        if errors.is_empty() {
            Ok(Self {
                name,
                branding,
                ..self
            })
        } else {
            Err(errors)
        }
    }
}

impl Change {
    /// Returns the names of the members that the owner sent.
    pub(super) fn members(&self) -> Vec<&'static str> {
        let sent = [
            ("name", self.name.is_some()),
            ("redirect_uris", self.redirect_uris.is_some()),
            (
                "post_logout_redirect_uris",
                self.post_logout_redirect_uris.is_some(),
            ),
            ("resources", self.settings.resources.is_some()),
        ];
        let branding = self.branding.iter().flat_map(Branding::members);
        let sent = sent.into_iter().filter(|(_, is_sent)| *is_sent);
        sent.map(|(member, _)| member)
            .chain(branding.map(|(member, _)| member))
            .collect()
    }
}

/// A name without blanks around it.
fn check_name(name: &str, errors: &mut Vec<FieldError>) -> String {
    let name = name.trim().to_owned();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        let detail = format!("Must have 1 to {LONGEST_NAME} characters.");
        errors.push(FieldError::body("/name", detail));
    } else if !is_showable(&name) {
        errors.push(FieldError::body(
            "/name",
            "Must hold no control characters, and none that nobody sees.",
        ));
    }
    name
}

fn check_url(url: &str, errors: &mut Vec<FieldError>) {
    if let Err(detail) = check_address(url) {
        errors.push(FieldError::body("/url", detail));
    }
}

/// Where sign-in may send people back to.
pub(super) fn check_redirect_uris(list: &[String], errors: &mut Vec<FieldError>) {
    if list.is_empty() || list.len() > MOST_REDIRECT_URIS {
        let detail = format!("Must hold 1 to {MOST_REDIRECT_URIS} addresses.");
        errors.push(FieldError::body("/redirect_uris", detail));
    }
    check_list("redirect_uris", list, errors);
}

fn check_post_logout(list: &[String], errors: &mut Vec<FieldError>) {
    if list.len() > MOST_REDIRECT_URIS {
        let detail = format!("Must hold at most {MOST_REDIRECT_URIS} addresses.");
        errors.push(FieldError::body("/post_logout_redirect_uris", detail));
    }
    check_list("post_logout_redirect_uris", list, errors);
}

fn check_list(member: &str, list: &[String], errors: &mut Vec<FieldError>) {
    for (index, address) in list.iter().take(MOST_REDIRECT_URIS).enumerate() {
        if let Err(detail) = check_address(address) {
            errors.push(FieldError::body(format!("/{member}/{index}"), detail));
        }
    }
}

/// The addresses of a client without a secret: as a website's, or with a private scheme that begins with a domain name in
/// reverse, which no other application has by accident (RFC 8252 section 7.1).
pub(super) fn check_public_list(member: &str, list: &[String], errors: &mut Vec<FieldError>) {
    if list.len() > MOST_REDIRECT_URIS {
        let detail = format!("Must hold at most {MOST_REDIRECT_URIS} addresses.");
        errors.push(FieldError::body(format!("/{member}"), detail));
    }
    for (index, address) in list.iter().take(MOST_REDIRECT_URIS).enumerate() {
        let checked = check_address(address);
        if let Err(detail) = checked.or_else(|detail| check_private_scheme(address).ok_or(detail)) {
            errors.push(FieldError::body(format!("/{member}/{index}"), detail));
        }
    }
}

fn check_private_scheme(address: &str) -> Option<()> {
    let is_plain = address.len() <= LONGEST_ADDRESS
        && address.bytes().all(|byte| byte.is_ascii_graphic())
        && !address.contains(['#', '*', '\\', '@']);
    let url = Url::parse(address).ok().filter(|_| is_plain)?;
    let is_normal = url.as_str() == address || url.as_str() == format!("{address}/");
    (url.scheme().contains('.') && is_normal).then_some(())
}

/// An address that browsers are sent to: https, or http on this machine; nothing hidden in it.
pub(super) fn check_address(address: &str) -> Result<(), &'static str> {
    const FORM: &str = "Must be an https address; http is for localhost only.";
    let visible = address
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if address.len() > LONGEST_ADDRESS || !visible {
        return Err("Must be short, without blanks, backslashes or letters outside ASCII.");
    }
    let url = Url::parse(address).map_err(|_error| FORM)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err("Must hold no user name or password.");
    }
    if address.contains('#') {
        return Err("Must hold no fragment (#).");
    }
    let begins_right = |scheme: &str| address.starts_with(scheme);
    match url.scheme() {
        "https" if begins_right("https://") => Ok(()),
        "http" if begins_right("http://") && is_loopback_url(&url) => Ok(()),
        _ => Err(FORM),
    }
}

/// Whether an address is http at the machine of the person who opens it.
pub(super) fn is_loopback_http(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| url.scheme() == "http" && is_loopback_url(&url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_browsers_may_be_sent_to() {
        let rows = [
            ("https://shop.example.com/auth/callback", true),
            ("https://shop.example.com/auth/callback?x=1", true),
            ("http://localhost:3000/cb", true),
            ("http://127.0.0.1:3000/cb", true),
            ("http://[::1]:3000/cb", true),
            ("http://shop.example.com/cb", false),
            ("http://localhost.example.com/cb", false),
            ("HTTPS://shop.example.com/cb", false),
            ("https:/shop.example.com/cb", false),
            ("https://user@shop.example.com/cb", false),
            ("https://shop.example.com/cb#x", false),
            ("https://shop.example.com/c b", false),
            ("https://shop.example.com\\cb", false),
            ("https://sh\u{f6}p.example.com/cb", false),
            ("javascript:alert(1)", false),
            ("data:text/html,x", false),
            ("/cb", false),
            ("", false),
        ];
        for (address, good) in rows {
            assert_eq!(check_address(address).is_ok(), good, "{address}");
        }
    }

    #[test]
    fn public_address_may_have_a_private_scheme_with_a_domain_name() {
        let rows = [
            ("com.example.app:/cb", true),
            ("com.example.app://cb", true),
            ("https://shop.example.com/cb", true),
            ("http://localhost/cb", true),
            ("myapp:/cb", false),
            ("javascript:alert(1)", false),
            ("com.example.app:/cb#x", false),
            ("com.example.app:/c b", false),
            ("COM.example.app:/cb", false),
            ("http://shop.example.com/cb", false),
        ];
        for (address, is_good) in rows {
            let mut errors = Vec::new();
            check_public_list("redirect_uris", &[address.to_owned()], &mut errors);
            assert_eq!(errors.is_empty(), is_good, "{address}");
        }
    }

    #[test]
    fn everything_that_is_wrong_is_told_at_once() {
        let wrong = NewWebsite {
            name: "  ".to_owned(),
            url: "shop".to_owned(),
            redirect_uris: vec!["https://a.example".to_owned(), "ftp://b".to_owned()],
            post_logout_redirect_uris: Some(vec!["ftp://b".to_owned()]),
            backchannel_logout_uri: Some("http://a.example/out".to_owned()),
            scale: 0,
        };
        let places: Vec<_> = wrong.checked().unwrap_err();
        assert_eq!(places.len(), 5);
    }
}
