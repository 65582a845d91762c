//! Roles of files in a module as data, decided by their names.

use crate::domain_lists::DOMAIN_FILES;
use crate::paths::stem;

/// The roles of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRole {
    /// `mod.rs`: describes the module and lists its files.
    ModuleRoot,
    /// `<noun>.rs`: domain types, states and rules; pure.
    Domain,
    /// `store.rs`, or a file of the folder `store`: the only place with SQL.
    Store,
    /// `api.rs`, `endpoint.rs`, `page.rs`, `webhook.rs`, or a file in the folder `api`: the only place with HTTP.
    Handler,
    /// `guard.rs`, `cookie.rs` and the like: reads a part of a request, or writes a part of a response, for handlers.
    Extractor,
    /// `tests.rs`.
    Tests,
    /// Any other name: one use case, a client of an upstream service, or a smaller rule.
    UseCase,
}

/// File names of handlers.
pub const HANDLERS: &[&str] = &["api", "endpoint", "page", "webhook"];

/// File names of extractors: they read a part of a request for handlers of several modules.
pub const EXTRACTORS: &[&str] = &[
    "authenticated_user",
    "context",
    "cookie",
    "csrf",
    "guard",
    "origin",
    "request",
    "security",
];

/// Modules about HTTP itself, whose files may all use it, each with its reason.
pub const HTTP_MODULES: &[(&str, &str)] = &[
    ("idp/src/http/cookies", "reads and writes the header"),
    (
        "idp/src/http/api_schema",
        "describes the errors of requests, and checks the requests of every API",
    ),
    ("idp/src/http/network", "reads the header of the proxies"),
    (
        "idp/src/sign_in/upstream",
        "an attempt is a cookie, and a provider's answer is a request",
    ),
    ("idp/src/http/pages", "the one way to answer with a page"),
    (
        "idp/src/protocol/cors",
        "answers browsers for pages of other origins by headers",
    ),
    (
        "idp/src/http/errors",
        "the one catalogue of protocol errors and their statuses",
    ),
    (
        "product-api/src/problem",
        "the one catalogue of problem documents and their statuses",
    ),
    (
        "product-api/src/schema",
        "how values are written in the contract",
    ),
    (
        "product-api/src/caller",
        "finds out who calls from the request's headers",
    ),
];

/// `mod.rs` files with more than a list, each with its reason.
pub const ROOTS_WITH_LOGIC: &[(&str, &str)] = &[
    (
        "idp/src/config/mod.rs",
        "all concerns' settings are read there, in one column",
    ),
    (
        "product-api/src/config/mod.rs",
        "all concerns' settings are read there, in one column",
    ),
];

/// Files with SQL that are not stores, each with its reason.
pub const SQL_ELSEWHERE: &[(&str, &str)] = &[
    (
        "crates/foundation/src/database",
        "the one place that knows the engine",
    ),
    (
        "crates/foundation/src/task/outbox.rs",
        "runs the statements of its users' stores",
    ),
    (
        "crates/foundation/src/telemetry/backlog.rs",
        "runs a statement of its user's store",
    ),
    (
        "crates/foundation/src/testing",
        "makes and fills the tests' databases",
    ),
    (
        "crates/journeys/src/bin/bench/billing/store.rs",
        "counts what the product has done",
    ),
    (
        "crates/journeys/src/bin/bench/ledger/store.rs",
        "commits without a product, to compare with",
    ),
    ("idp/src/lib.rs", "embeds the migrations"),
    ("product-api/src/lib.rs", "embeds the migrations"),
];

/// Files that may read JSON with `serde_json` itself, in addition to tests, each with its reason.
pub const JSON_ELSEWHERE: &[(&str, &str)] = &[
    (
        "crates/client-check/build.rs",
        "reads the contract of this repository, as a generator of clients would",
    ),
    (
        "crates/foundation/src/text/strict_json",
        "the strict reader itself",
    ),
    ("crates/journeys", "only tests and measurements read there"),
    ("crates/tidy", "only names the readers"),
];

/// Names that say nothing about a file's content.
pub const VAGUE_NAMES: &[&str] = &[
    "base_utils",
    "common",
    "core",
    "helper",
    "helpers",
    "misc",
    "model",
    "models",
    "shared",
    "stuff",
    "types",
    "util",
    "utils",
];

/// Returns the role of a file in a service's module.
pub fn role_of(module: &str, path: &str) -> FileRole {
    let name = stem(path);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    if name == "tests" {
        FileRole::Tests
    } else if name == "mod" {
        FileRole::ModuleRoot
    } else if name == "store" || folder.ends_with("/store") {
        FileRole::Store
    } else if HANDLERS.contains(&name) || folder.ends_with("/api") || folder.contains("/api/") {
        FileRole::Handler
    } else if EXTRACTORS.contains(&name) {
        FileRole::Extractor
    } else if is_noun_of(module, name) || is_listed_as_domain(folder, name) {
        FileRole::Domain
    } else {
        FileRole::UseCase
    }
}

/// Returns true if a name is the module's noun, in the singular or unchanged.
fn is_noun_of(module: &str, name: &str) -> bool {
    name == module
        || module.strip_suffix('s') == Some(name)
        || module
            .strip_suffix("ies")
            .is_some_and(|front| name.strip_suffix('y') == Some(front))
}

fn is_listed_as_domain(folder: &str, name: &str) -> bool {
    DOMAIN_FILES
        .iter()
        .any(|(module, names)| *module == folder && names.contains(&name))
}

/// Returns true if a path is in a list, or in a folder of the list.
pub fn is_listed(list: &[(&str, &str)], path: &str) -> bool {
    list.iter().any(|(listed, _)| {
        path.strip_prefix(listed)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || rest == ".rs")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_name_decides_the_role() {
        let rows = [
            (
                "users",
                "idp/src/identity/users/mod.rs",
                FileRole::ModuleRoot,
            ),
            ("users", "idp/src/identity/users/user.rs", FileRole::Domain),
            ("users", "idp/src/identity/users/store.rs", FileRole::Store),
            ("users", "idp/src/identity/users/tests.rs", FileRole::Tests),
            (
                "users",
                "idp/src/identity/users/prove_email.rs",
                FileRole::UseCase,
            ),
            (
                "websites",
                "product-api/src/websites/guard.rs",
                FileRole::Extractor,
            ),
            (
                "userinfo",
                "idp/src/oauth/userinfo/endpoint.rs",
                FileRole::Handler,
            ),
            ("pages", "idp/src/http/pages/page.rs", FileRole::Handler),
            (
                "credits",
                "product-api/src/credits/store/lots.rs",
                FileRole::Store,
            ),
            (
                "credits",
                "product-api/src/credits/ledger/state.rs",
                FileRole::Domain,
            ),
            (
                "credits",
                "product-api/src/credits/api/spends/moves.rs",
                FileRole::Handler,
            ),
        ];
        for (module, path, expected) in rows {
            assert_eq!(role_of(module, path), expected, "{path}");
        }
    }

    #[test]
    fn list_contains_files_and_everything_in_its_folders() {
        assert!(is_listed(
            SQL_ELSEWHERE,
            "crates/foundation/src/database/engine.rs"
        ));
        assert!(is_listed(
            SQL_ELSEWHERE,
            "crates/foundation/src/database.rs"
        ));
        assert!(!is_listed(
            SQL_ELSEWHERE,
            "crates/foundation/src/database_other.rs"
        ));
    }
}
