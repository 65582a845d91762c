//! Profile claims from the user, or from a provider at the first sign-in (OpenID Connect Core section 5.1). No decision
//! of the idp depends on them.

use std::collections::BTreeMap;

use foundation::Failure;
use foundation::text::strict_json;

/// A profile claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProfileClaim {
    FamilyName,
    GivenName,
    /// The language, as a tag (RFC 5646).
    Locale,
    /// The user name that the user wants to have at websites.
    PreferredUsername,
    /// The time zone, by its name in the time zone database.
    Zoneinfo,
}

impl ProfileClaim {
    pub(crate) const ALL: [Self; 5] = [
        Self::FamilyName,
        Self::GivenName,
        Self::Locale,
        Self::PreferredUsername,
        Self::Zoneinfo,
    ];

    /// Returns the registered name of the claim.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::FamilyName => "family_name",
            Self::GivenName => "given_name",
            Self::Locale => "locale",
            Self::PreferredUsername => "preferred_username",
            Self::Zoneinfo => "zoneinfo",
        }
    }
}

/// Claims of a user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProfileClaims(BTreeMap<String, String>);

impl ProfileClaims {
    /// Parses the column; an empty column has no claims.
    pub(crate) fn from_stored(text: Option<&str>) -> Self {
        let read = text.and_then(|text| strict_json::from_stored(text).ok());
        Self(read.unwrap_or_default())
    }

    /// Serializes the claims for the column.
    pub(crate) fn to_stored(&self) -> Result<Option<String>, Failure> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let text = serde_json::to_string(&self.0);
        text.map(Some)
            .map_err(|error| Failure::broken("writing a user's claims", error))
    }

    /// Returns a claim if it is set.
    pub(crate) fn get(&self, claim: ProfileClaim) -> Option<&str> {
        self.0.get(claim.name()).map(String::as_str)
    }

    /// Sets a claim, or removes it.
    pub(crate) fn set(&mut self, claim: ProfileClaim, text: Option<String>) {
        match text {
            Some(text) => self.0.insert(claim.name().to_owned(), text),
            None => self.0.remove(claim.name()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_stored_and_read_again() {
        let mut claims = ProfileClaims::default();
        assert_eq!(claims.to_stored().unwrap(), None);
        for claim in ProfileClaim::ALL {
            claims.set(claim, Some(format!("\"{}\u{e9}", claim.name())));
            let stored = claims.to_stored().unwrap();
            assert_eq!(ProfileClaims::from_stored(stored.as_deref()), claims);
        }
        for claim in ProfileClaim::ALL {
            claims.set(claim, None);
            assert_eq!(claims.get(claim), None);
        }
        assert_eq!(claims, ProfileClaims::from_stored(None));
    }
}
