//! Only `foundation::outbound` creates HTTP clients, so that each has time limits and ignores the environment's proxies.

use crate::code::{code_of, without_tests};
use crate::{Finding, Tree};

/// Names that create an HTTP client.
const MAKERS: &[&str] = &[
    "ClientBuilder",
    "reqwest::get",
    "reqwest::blocking",
    "reqwest::Client::default",
    "Client::builder",
    "hyper_util::client",
    "hyper::client",
    "ureq::",
    "isahc::",
    "surf::",
];

/// Finds clients that are created elsewhere.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, source) in tree.ending_in(&[".rs"]) {
        let is_exempt =
            path.starts_with("crates/foundation/src/outbound/") || path.starts_with("crates/tidy/");
        if is_exempt || path.contains("/tests/") {
            continue;
        }
        let code = without_tests(&code_of(source));
        for (index, line) in code.lines().enumerate() {
            let found = MAKERS.iter().find(|maker| line.contains(**maker));
            findings.extend(found.map(|maker| {
                Finding::at(
                    path,
                    index + 1,
                    format!("an outgoing HTTP client (`{maker}`)"),
                    "Take one of foundation::outbound: it has time limits and asks no proxy of the environment.",
                )
            }));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn client_that_is_made_elsewhere_is_found() {
        assert_found(
            check,
            &[
                (
                    "crates/foundation/src/outbound/client.rs",
                    "fn f() { reqwest::Client::builder() }\n",
                ),
                ("idp/src/a.rs", "fn f() { reqwest::Client::builder() }\n"),
                ("idp/src/b.rs", "fn f(client: reqwest::Client) {}\n"),
                ("product-api/src/c.rs", "fn f() { reqwest::get(url) }\n"),
            ],
            &["idp/src/a.rs", "product-api/src/c.rs"],
        );
    }
}
