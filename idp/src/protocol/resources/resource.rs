//! A protected resource, and its validation.

use crate::config::BaseConfig;
use crate::protocol::clients::{Scope, bare, resource_problem};

/// Maximum number of a client's resources.
const MAX_RESOURCES: usize = 20;
/// Maximum number of a resource's scopes.
const MAX_WORDS: usize = 50;

/// A resource on a client's server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProtectedResource {
    /// Identifier, which is the audience of its tokens (RFC 9728 section 1.2).
    pub(crate) resource: String,
    /// Scopes that clients may request from a user, separated by spaces; an empty text gives only the user's identity.
    pub(crate) scope: String,
}

/// Returns all problems of a client's protected resources.
pub(crate) fn check(resources: &[ProtectedResource], base: &BaseConfig) -> Vec<String> {
    let mut problems = Vec::new();
    if resources.len() > MAX_RESOURCES {
        problems.push(format!(
            "protected_resources holds more than {MAX_RESOURCES}"
        ));
    }
    for (index, one) in resources.iter().enumerate().take(MAX_RESOURCES) {
        let address = one.resource.as_str();
        let is_known = |other: &ProtectedResource| bare(&other.resource) == bare(address);
        let problem = address_problem(address, base)
            .or_else(|| scope_problem(&one.scope))
            .or_else(|| {
                let is_twice = resources.iter().take(index).any(is_known);
                is_twice.then_some("is there twice")
            });
        problems.extend(problem.map(|what| format!("protected_resources: {address:?} {what}")));
    }
    problems
}

fn address_problem(address: &str, base: &BaseConfig) -> Option<&'static str> {
    if let Some(problem) = resource_problem(address) {
        return Some(problem);
    }
    if !address.starts_with("https://") && !address.starts_with("http://") {
        return Some("is no http or https address");
    }
    let origin = |address: &str| url::Url::parse(address).ok().map(|url| url.origin());
    let ours = [base.issuer.as_str(), base.default_audience.as_str()];
    // Refuses the idp's own APIs: a client that owned them could give itself all of their scopes.
    let is_ours = ours
        .iter()
        .any(|own| origin(own) == origin(address) || bare(own) == bare(address));
    is_ours.then_some("belongs to this installation")
}

fn scope_problem(scope: &str) -> Option<&'static str> {
    let Some(scope) = Scope::parse(scope) else {
        return Some("has a scope that is not words separated by blanks");
    };
    let is_reserved = |word: &str| {
        Scope::OWN.contains(&word) || word == Scope::ACCOUNT || word.starts_with("idp.")
    };
    if scope.words().any(is_reserved) {
        return Some("has a scope with a word of the identity provider; leave it out");
    }
    (scope.words().count() > MAX_WORDS).then_some("has a scope of more than 50 words")
}

#[cfg(test)]
mod tests {
    use foundation::env::Environment;

    use super::*;
    use crate::config::Config;

    fn base() -> BaseConfig {
        let environment = Environment::from_pairs([
            ("IDP_BASE_URL", "https://id.example.com"),
            ("IDP_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635"),
            ("IDP_DATABASE_URL", "sqlite:idp.db"),
            ("IDP_MAIL_DIRECTORY", "mail"),
            ("IDP_DEFAULT_AUDIENCE", "https://api.example.com"),
        ]);
        Config::read(&environment).unwrap().base
    }

    fn list(rows: &[(&str, &str)]) -> Vec<ProtectedResource> {
        rows.iter()
            .map(|(resource, scope)| ProtectedResource {
                resource: (*resource).to_owned(),
                scope: (*scope).to_owned(),
            })
            .collect()
    }

    #[test]
    fn resource_of_a_client_is_checked() {
        let base = base();
        let good = [
            ("https://mcp.example/mcp", "tools.read tools.write"),
            ("https://mcp.example/", ""),
            ("http://localhost:3001/mcp", "credits.read"),
        ];
        assert!(check(&list(&good), &base).is_empty());
        let rows: &[(&[(&str, &str)], &str)] = &[
            (&[("/mcp", "")], "no absolute address"),
            (&[("https://a.example/#x", "")], "fragment"),
            (&[("urn:example:api", "")], "no http or https address"),
            (&[("https://id.example.com", "")], "this installation"),
            (&[("https://id.example.com/v1", "")], "this installation"),
            (&[("https://api.example.com/", "")], "this installation"),
            (&[("https://a.example", "openid")], "identity provider"),
            (&[("https://a.example", "idp.users")], "identity provider"),
            (&[("https://a.example", "account")], "identity provider"),
            (&[("https://a.example", "a\"b")], "not words"),
            (
                &[("https://a.example", ""), ("https://a.example/", "")],
                "twice",
            ),
        ];
        for (resources, expected) in rows {
            let problems = check(&list(resources), &base);
            assert_eq!(problems.len(), 1, "{problems:?}");
            assert!(problems[0].contains(expected), "{problems:?}");
        }
        let many: Vec<_> = (0..21)
            .map(|n| ProtectedResource {
                resource: format!("https://a.example/{n}"),
                scope: String::new(),
            })
            .collect();
        assert_eq!(check(&many, &base).len(), 1);
    }
}
