//! OAuth parameters (RFC 6749 section 3.1): empty ones are absent, unknown ones ignored, and only `resource` may
//! repeat.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use foundation::http::encoded;
use url::form_urlencoded;

/// The only parameter that may occur more than once (RFC 8707 section 2).
const RESOURCE: &str = "resource";
/// Maximum number of different resources in a request; each is compared with all previous ones.
const MAX_RESOURCES: usize = 20;

/// Parameters of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parameters {
    values: BTreeMap<String, String>,
    resources: Vec<String>,
    repeated: Vec<String>,
    is_not_text: bool,
}

impl Parameters {
    /// Parses a query string or a form body.
    pub(crate) fn parse(encoded: &[u8]) -> Self {
        let mut parameters = Self {
            is_not_text: !encoded::is_text(encoded),
            ..Self::default()
        };
        for (name, value) in form_urlencoded::parse(encoded) {
            parameters.add(name.into_owned(), value.into_owned());
        }
        parameters
    }

    /// Creates parameters from decoded pairs.
    pub(crate) fn from_pairs(pairs: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut parameters = Self::default();
        for (name, value) in pairs {
            parameters.is_not_text |= name.contains('\0') || value.contains('\0');
            parameters.add(name, value);
        }
        parameters
    }

    fn add(&mut self, name: String, value: String) {
        // Section 3.1: a parameter without a value is treated as absent.
        if value.is_empty() {
            return;
        }
        if name == RESOURCE {
            self.add_resource(value);
            return;
        }
        match self.values.entry(name) {
            Entry::Occupied(first) => self.repeated.push(first.key().clone()),
            Entry::Vacant(entry) => {
                entry.insert(value);
            }
        }
    }

    fn add_resource(&mut self, value: String) {
        if self.resources.contains(&value) {
            return;
        }
        if self.resources.len() < MAX_RESOURCES {
            self.resources.push(value);
        } else if !self.repeats(RESOURCE) {
            self.repeated.push(RESOURCE.to_owned());
        }
    }

    /// Returns the requested resources without duplicates.
    pub(crate) fn resources(&self) -> &[String] {
        &self.resources
    }

    /// Returns a parameter's value; the first one if it occurs more than once.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Returns true if the parameter occurs more than once.
    pub(crate) fn repeats(&self, name: &str) -> bool {
        self.repeated.iter().any(|one| one == name)
    }

    /// Returns true if a parameter occurs more than once, is not UTF-8 or contains a NUL.
    pub(crate) fn is_malformed(&self) -> bool {
        self.is_not_text || !self.repeated.is_empty()
    }

    /// Sets or replaces a parameter.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.values.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Returns only the parameters with these names.
    pub(crate) fn only(&self, names: &[&str]) -> Self {
        let mut retained = self.clone();
        retained
            .values
            .retain(|name, _| names.contains(&name.as_str()));
        retained.resources.clear();
        retained
    }

    /// Removes the parameters with these names.
    pub(crate) fn without(mut self, names: &[&str]) -> Self {
        self.values
            .retain(|name, _| !names.contains(&name.as_str()));
        self
    }

    /// Returns the parameters as a query string, sorted by name.
    pub(crate) fn to_query(&self) -> String {
        form_urlencoded::Serializer::new(String::new())
            .extend_pairs(&self.values)
            .extend_pairs(self.resources.iter().map(|one| (RESOURCE, one)))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_is_absent_and_twice_is_seen() {
        let parameters = Parameters::parse(b"a=1&b=&b=2&c=x%20y+z&d=1&d=1&d=2");
        assert_eq!(parameters.get("a"), Some("1"));
        assert_eq!(parameters.get("b"), Some("2"));
        assert_eq!(parameters.get("c"), Some("x y z"));
        assert_eq!(parameters.get("e"), None);
        assert!(parameters.repeats("d") && !parameters.repeats("b"));
        assert!(parameters.is_malformed());
        assert!(!Parameters::parse(b"a=1&b=2").is_malformed());
        for no_text in ["a=1%00", "a=%FF", "%C3=1", "resource=%ED%A0%80"] {
            assert!(Parameters::parse(no_text.as_bytes()).is_malformed());
        }
    }

    // row: J8
    #[test]
    fn twenty_resources_are_read_and_more_are_too_many() {
        let named = |most: usize| {
            let all: Vec<_> = (0..most)
                .map(|n| format!("resource=https://a.example/{n}"))
                .collect();
            Parameters::parse(format!("{}&resource=https://a.example/0", all.join("&")).as_bytes())
        };
        assert_eq!(named(20).resources().len(), 20);
        assert!(
            !named(20).is_malformed(),
            "one that comes again is none more"
        );
        for most in [21, 5_000] {
            assert_eq!(named(most).resources().len(), 20);
            assert!(named(most).is_malformed(), "{most}");
        }
    }

    #[test]
    fn query_survives_a_round_trip() {
        let parameters = Parameters::parse("state=%26%3D%2B%C3%A9&a=%0D%0A".as_bytes());
        assert_eq!(
            Parameters::parse(parameters.to_query().as_bytes()),
            parameters
        );
    }
}
