//! Checks of the settings in this environment, with the messages of a server that starts with them.

use foundation::env::{Environment, SettingProblems, is_of_service};
use foundation::text::host::is_loopback_address;

use super::finding::Finding;

const CHECK: &str = "settings";

/// Checks the settings of each service that has some here.
pub(super) fn examine(environment: &Environment) -> Vec<Finding> {
    let has = |prefix: &str| {
        environment
            .pairs()
            .any(|(name, value)| name.starts_with(prefix) && !is_of_service(name, value))
    };
    let mut findings = Vec::new();
    let mut of_idp = None;
    if has("IDP_") {
        let read = idp::config::Config::read(environment);
        of_idp = read
            .as_ref()
            .ok()
            .map(|config| config.base.default_audience.clone());
        findings.extend(read.as_ref().ok().and_then(mail));
        findings.extend(check_service("IDP_*", read.map(|_| ())));
    }
    if has("API_") {
        let read = product_api::config::Config::read(environment);
        let of_api = read
            .as_ref()
            .ok()
            .map(|config| config.issuer.audience.clone());
        findings.extend(check_service("API_*", read.map(|_| ())));
        findings.extend(
            of_idp
                .zip(of_api)
                .and_then(|pair| audiences(&pair.0, &pair.1)),
        );
    }
    if findings.is_empty() {
        let says = "no IDP_* or API_* settings in this environment; only the server was looked at";
        findings.push(Finding::ok(CHECK, says));
    }
    findings
}

/// Reports email that goes to files, which is for development: at a public URL, users could not sign in by email.
fn mail(config: &idp::config::Config) -> Option<Finding> {
    let issuer = &config.base.issuer;
    config
        .mail
        .directory()
        .filter(|_| !is_loopback_address(issuer))?;
    let says = format!(
        "IDP_SMTP_URL is not set: mail goes to files, and nobody who signs in at {issuer} gets a link"
    );
    Some(Finding::failed(CHECK, says))
}

/// Reports different audiences: the product API refuses all tokens for another audience than its own.
fn audiences(of_idp: &str, of_api: &str) -> Option<Finding> {
    (of_idp != of_api).then(|| {
        let says = format!(
            "IDP_DEFAULT_AUDIENCE is {of_idp} and API_AUDIENCE is {of_api}: the product API refuses tokens for another audience; set both to the same"
        );
        Finding::failed(CHECK, says)
    })
}

fn check_service(names: &str, read: Result<(), SettingProblems>) -> Vec<Finding> {
    match read {
        Ok(()) => vec![Finding::ok(CHECK, format!("{names} are complete"))],
        Err(SettingProblems(problems)) => problems
            .into_iter()
            .map(|problem| Finding::failed(CHECK, format!("{} {}", problem.name, problem.what)))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::Verdict;
    use super::*;

    #[test]
    fn each_problem_is_named_without_secrets() {
        for pairs in [vec![], vec![("IDP_PORT", "tcp://10.96.0.1:80")]] {
            let nothing = examine(&Environment::from_pairs(pairs));
            assert_eq!((nothing.len(), nothing[0].verdict), (1, Verdict::Ok));
        }
        let findings = examine(&Environment::from_pairs([
            ("IDP_BASE_URL", "https://id.example.com"),
            ("IDP_SECRET", "a secret too short"),
            ("API_TYPO", "x"),
        ]));
        let says: Vec<_> = findings
            .iter()
            .map(|finding| finding.says.as_str())
            .collect();
        assert!(
            findings
                .iter()
                .all(|finding| finding.verdict == Verdict::Failed)
        );
        for name in ["IDP_SECRET", "IDP_DATABASE_URL", "API_TYPO", "API_ISSUER"] {
            assert!(says.iter().any(|says| says.starts_with(name)), "{name}");
        }
        assert!(says.iter().all(|says| !says.contains("a secret too short")));
    }

    #[test]
    fn mail_in_files_at_a_public_address_is_found() {
        for (base, expected) in [("https://id.example.com", 1), ("http://localhost:8080", 0)] {
            let findings = examine(&Environment::from_pairs([
                ("IDP_BASE_URL", base),
                ("IDP_SECRET", "9c41f7d2e8a05b63714fd0c29be8a635"),
                ("IDP_DATABASE_URL", "sqlite:idp.db"),
                ("IDP_MAIL_DIRECTORY", "mail"),
            ]));
            let failed = findings.iter().filter(|one| one.verdict == Verdict::Failed);
            assert_eq!(failed.count(), expected, "{findings:?}");
        }
    }

    #[test]
    fn audiences_that_differ_are_found() {
        let one = "https://id.example.com";
        assert_eq!(audiences(one, one), None);
        let found = audiences(one, "https://api.example.com").unwrap();
        assert_eq!(found.verdict, Verdict::Failed);
        assert!(found.says.contains("IDP_DEFAULT_AUDIENCE") && found.says.contains("API_AUDIENCE"));
    }
}
