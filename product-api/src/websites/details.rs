//! Input of an owner for a new or changed website, with its rules.

use foundation::text::is_showable;

use super::branding::Branding;
use super::client_settings::{SettingsChange, sign_out_addresses};
use super::protected_resource::check_resources;
use super::redirect_address::{check_address, check_post_logout, check_redirect_uris};
use crate::problem::FieldError;

const MAX_NAME_LENGTH: usize = 80;

/// A new website as the owner describes it, before any check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewWebsite {
    pub(crate) name: String,
    pub(crate) url: String,
    pub(crate) redirect_uris: Vec<String>,
    /// `None` means the roots of the redirect URIs, so that sign-out returns to the website.
    pub(crate) post_logout_redirect_uris: Option<Vec<String>>,
    pub(crate) backchannel_logout_uri: Option<String>,
    /// Decimal places in which its credits are displayed.
    pub(crate) scale: i16,
}

impl NewWebsite {
    /// Returns the registration in its normal form, or all its errors.
    pub(crate) fn checked(self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = check_name(&self.name, &mut errors);
        check_url(&self.url, &mut errors);
        check_redirect_uris(&self.redirect_uris, &mut errors);
        check_post_logout(self.sign_out_addresses().as_slice(), &mut errors);
        let checked_uri = self.backchannel_logout_uri.as_deref().map(check_address);
        if let Some(Err(detail)) = checked_uri {
            errors.push(FieldError::body("/backchannel_logout_uri", detail));
        }
        if errors.is_empty() {
            Ok(Self { name, ..self })
        } else {
            Err(errors)
        }
    }

    /// Returns the redirect URIs of sign-out.
    pub(super) fn sign_out_addresses(&self) -> Vec<String> {
        let named = self.post_logout_redirect_uris.clone();
        named.unwrap_or_else(|| sign_out_addresses(&self.redirect_uris))
    }
}

/// A change of a website; an absent member stays unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WebsiteChange {
    pub(super) name: Option<String>,
    pub(super) url: Option<String>,
    pub(super) redirect_uris: Option<Vec<String>>,
    pub(super) post_logout_redirect_uris: Option<Vec<String>>,
    /// The branding as a whole.
    pub(super) branding: Option<Branding>,
    /// The settings of its clients.
    pub(super) settings: SettingsChange,
}

impl WebsiteChange {
    /// Returns the change in its normal form, or all its errors.
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

impl WebsiteChange {
    /// Returns the names of the members that the owner sent.
    pub(super) fn members(&self) -> Vec<&'static str> {
        let sent = [
            ("name", self.name.is_some()),
            ("redirect_uris", self.redirect_uris.is_some()),
            (
                "post_logout_redirect_uris",
                self.post_logout_redirect_uris.is_some(),
            ),
        ];
        let branding = self.branding.iter().flat_map(Branding::members);
        let sent = sent.into_iter().filter(|(_, is_sent)| *is_sent);
        sent.map(|(member, _)| member)
            .chain(self.settings.members())
            .chain(branding.map(|(member, _)| member))
            .collect()
    }
}

/// Checks a name and removes the blanks around it.
fn check_name(name: &str, errors: &mut Vec<FieldError>) -> String {
    let name = name.trim().to_owned();
    if name.is_empty() || name.chars().count() > MAX_NAME_LENGTH {
        let detail = format!("Must have 1 to {MAX_NAME_LENGTH} characters.");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_errors_are_reported_at_once() {
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
