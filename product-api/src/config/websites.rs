//! Settings of website registration.

use foundation::EmailAddress;
use foundation::env::Reader;

const REGISTRATION: &str = "API_WEBSITE_REGISTRATION";
const INVITED: &str = "API_WEBSITE_INVITED";

/// Users who may register a website. The operator always may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WebsiteRegistration {
    /// Every user.
    Everyone,
    /// Users whose confirmed address, or its domain, the operator invited.
    Invited(Vec<Invitation>),
    /// The operator alone.
    Operator,
}

/// An invitation to register websites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invitation {
    /// One address.
    Address(EmailAddress),
    /// Every address of a domain, as ASCII in lower case.
    Domain(String),
}

impl WebsiteRegistration {
    /// Reads `API_WEBSITE_REGISTRATION` (`everyone` by default, `invited`, `operator`) and `API_WEBSITE_INVITED`, a list
    /// such as `ann@example.com, @example.org`.
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let invitations = invitations(reader);
        let registration = reader.text(REGISTRATION);
        if !invitations.is_empty() && registration.as_deref() != Some("invited") {
            reader.problem(
                INVITED,
                format!("is set, but {REGISTRATION} is not invited"),
            );
        }
        match registration.as_deref() {
            None | Some("everyone") => Self::Everyone,
            Some("invited") => Self::Invited(invitations),
            Some("operator") => Self::Operator,
            Some(_) => {
                reader.problem(REGISTRATION, "is neither everyone nor invited nor operator");
                Self::Operator
            }
        }
    }

    /// Returns true if a user may register a website. `email` is the user's confirmed address.
    pub(crate) fn allows(&self, is_operator: bool, email: Option<&str>) -> bool {
        match self {
            Self::Everyone => true,
            Self::Operator => is_operator,
            Self::Invited(invitations) => {
                let email = email.and_then(|email| EmailAddress::parse(email).ok());
                let is_invited =
                    |email: EmailAddress| invitations.iter().any(|one| one.is_for(&email));
                is_operator || email.is_some_and(is_invited)
            }
        }
    }
}

impl Invitation {
    fn parse(text: &str) -> Option<Self> {
        let Some(domain) = text.strip_prefix('@') else {
            return EmailAddress::parse(text).ok().map(Self::Address);
        };
        // A domain is parsed and normalized as the domain of an address.
        let address = EmailAddress::parse(&format!("a@{domain}")).ok()?;
        Some(Self::Domain(domain_of(&address)))
    }

    fn is_for(&self, email: &EmailAddress) -> bool {
        match self {
            Self::Address(address) => address == email,
            Self::Domain(domain) => *domain == domain_of(email),
        }
    }
}

fn domain_of(address: &EmailAddress) -> String {
    let (_name, domain) = address.as_str().rsplit_once('@').unwrap_or_default();
    domain.to_owned()
}

fn invitations(reader: &mut Reader<'_>) -> Vec<Invitation> {
    let text = reader.text(INVITED).unwrap_or_default();
    let parts = text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let invitations: Option<Vec<_>> = parts.map(Invitation::parse).collect();
    invitations.unwrap_or_else(|| {
        reader.problem(
            INVITED,
            "is not a list of addresses and domains such as ann@example.com, @example.org",
        );
        Vec::new()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registration_is_open_to_whom_the_setting_names() {
        let invited = ["ann@example.com", "@Bücher.example"]
            .map(|text| Invitation::parse(text).unwrap())
            .to_vec();
        let invited = WebsiteRegistration::Invited(invited);
        let (everyone, operator) = (WebsiteRegistration::Everyone, WebsiteRegistration::Operator);
        let rows = [
            (Some("ann@example.com"), true),
            (Some("Ann@EXAMPLE.com"), true),
            (Some("ben@xn--bcher-kva.example"), true),
            (Some("ben@bücher.example"), true),
            (Some("ben@example.com"), false),
            (Some("ann@sub.example.com"), false),
            (Some("ben@evil.bücher.example"), false),
            (Some("no address"), false),
            (None, false),
        ];
        for (email, expected) in rows {
            assert_eq!(invited.allows(false, email), expected, "{email:?}");
            assert!(invited.allows(true, email) && operator.allows(true, email));
            assert!(everyone.allows(false, email) && !operator.allows(false, email));
        }
    }

    #[test]
    fn invitations_are_addresses_or_domains() {
        for text in ["example.org", "@", "@ ", "a@", "a@b@c", "@a b.example"] {
            assert_eq!(Invitation::parse(text), None, "{text}");
        }
    }
}
