//! Only handlers, and the extractors that they share, use HTTP.

use crate::code::{code_of, has_word, without_tests};
use crate::file_roles::{FileRole, HTTP_MODULES, is_listed, role_of};
use crate::layers::{PLANS, service_module};
use crate::paths::is_test_file;
use crate::{Finding, Tree};

/// Finds the web framework in files that are neither handlers nor extractors. Files next to the modules (`app.rs`,
/// `routes.rs`) combine the handlers and may use it.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, source) in tree.ending_in(&[".rs"]) {
        let Some(module) = PLANS.iter().find_map(|plan| service_module(plan, path)) else {
            continue;
        };
        let is_outside_modules = !path.contains(&format!("/{module}/"));
        let is_handler = matches!(
            role_of(module, path),
            FileRole::Handler | FileRole::Extractor
        );
        if is_outside_modules || is_handler || is_test_file(path) || is_listed(HTTP_MODULES, path) {
            continue;
        }
        let code = without_tests(&code_of(source));
        let lines = code.lines().enumerate();
        findings.extend(
            lines
                .filter(|(_, line)| has_word(line, "poem") || has_word(line, "poem_openapi"))
                .map(|(index, _)| {
                    Finding::at(
                        path,
                        index + 1,
                        "HTTP outside a handler",
                        "Read the request and shape the response in the module's api.rs, endpoint.rs, page.rs or \
                         webhook.rs; use cases take and return domain types.",
                    )
                }),
        );
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::planted::assert_found;
    use super::check;

    #[test]
    fn http_in_a_use_case_is_found() {
        assert_found(
            check,
            &[
                ("idp/src/app.rs", "use poem::Request;"),
                ("idp/src/http/pages/error.rs", "use poem::Response;"),
                ("idp/src/oauth/tokens/endpoint.rs", "use poem::Request;"),
                ("idp/src/oauth/tokens/issue.rs", "use poem::Request;"),
                (
                    "product-api/src/credits/api.rs",
                    "use poem_openapi::OpenApi;",
                ),
            ],
            &["idp/src/oauth/tokens/issue.rs"],
        );
    }
}
