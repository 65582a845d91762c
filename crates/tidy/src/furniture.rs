//! Roles of files in a module as data, decided by their names.

use crate::paths::stem;

/// The roles of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// `mod.rs`: describes the module and lists its files.
    Door,
    /// `<noun>.rs`: domain types, states and rules; pure.
    Heart,
    /// `store.rs`, or a file of the folder `store`: the only place with SQL.
    Cellar,
    /// `api.rs`, `endpoint.rs`, `page.rs`, `webhook.rs`, or a file in the folder `api`: the only place with HTTP.
    Face,
    /// `guard.rs`, `cookie.rs` and the like: reads a part of a request, or writes a part of a response, for handlers.
    Guard,
    /// `tests.rs`.
    Tests,
    /// Any other name: one use case, a client of an upstream service, or a smaller rule.
    Hand,
}

/// File names of handlers.
pub const FACES: &[&str] = &["api", "endpoint", "page", "webhook"];

/// File names of extractors: they read a part of a request for handlers of several modules.
pub const GUARDS: &[&str] = &[
    "authenticated_user",
    "context",
    "cookie",
    "csrf",
    "guard",
    "origin",
    "request",
    "security",
];

/// Domain files without their module's name. All of a listed file must be pure.
pub const HEARTS: &[(&str, &[&str])] = &[
    (
        "product-api/src/credits/ledger",
        &[
            "account",
            "amount",
            "book",
            "booking",
            "capture",
            "charge",
            "consumption",
            "feature",
            "grant",
            "hold",
            "hold_lots",
            "hold_rules",
            "loaded_part",
            "lot",
            "lots",
            "merge_transfer",
            "merged_holds",
            "operation",
            "original",
            "partial_wallet",
            "posting",
            "reversal",
            "row_ids",
            "settle",
            "spend",
            "spend_amount",
            "spend_limit",
            "state",
            "terms",
            "transfer",
            "txn_kind",
        ],
    ),
    ("product-api/src/features", &["price"]),
    (
        "product-api/src/idempotency",
        &[
            "canonical",
            "fingerprint",
            "key",
            "template",
            "template_texts",
        ],
    ),
];

/// Modules about HTTP itself, whose files may all use it, each with its reason.
pub const HTTP_ROOMS: &[(&str, &str)] = &[
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
pub const WIDE_DOORS: &[(&str, &str)] = &[
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
        "crates/foundation/src/testing",
        "makes and fills the tests' databases",
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
pub const DRAWERS: &[&str] = &[
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
pub fn part_of(room: &str, path: &str) -> Part {
    let name = stem(path);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    if name == "tests" {
        Part::Tests
    } else if name == "mod" {
        Part::Door
    } else if name == "store" || folder.ends_with("/store") {
        Part::Cellar
    } else if FACES.contains(&name) || folder.ends_with("/api") || folder.contains("/api/") {
        Part::Face
    } else if GUARDS.contains(&name) {
        Part::Guard
    } else if is_noun_of(room, name) || listed_as_heart(folder, name) {
        Part::Heart
    } else {
        Part::Hand
    }
}

/// Returns true if a name is the module's noun, in the singular or unchanged.
fn is_noun_of(room: &str, name: &str) -> bool {
    name == room
        || room.strip_suffix('s') == Some(name)
        || room
            .strip_suffix("ies")
            .is_some_and(|front| name.strip_suffix('y') == Some(front))
}

fn listed_as_heart(folder: &str, name: &str) -> bool {
    HEARTS
        .iter()
        .any(|(room, names)| *room == folder && names.contains(&name))
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
    fn a_name_tells_the_part() {
        let rows = [
            ("users", "idp/src/identity/users/mod.rs", Part::Door),
            ("users", "idp/src/identity/users/user.rs", Part::Heart),
            ("users", "idp/src/identity/users/store.rs", Part::Cellar),
            ("users", "idp/src/identity/users/tests.rs", Part::Tests),
            ("users", "idp/src/identity/users/prove_email.rs", Part::Hand),
            ("websites", "product-api/src/websites/guard.rs", Part::Guard),
            ("userinfo", "idp/src/oauth/userinfo/endpoint.rs", Part::Face),
            ("pages", "idp/src/http/pages/page.rs", Part::Face),
            (
                "credits",
                "product-api/src/credits/store/lots.rs",
                Part::Cellar,
            ),
            (
                "credits",
                "product-api/src/credits/ledger/state.rs",
                Part::Heart,
            ),
            (
                "credits",
                "product-api/src/credits/api/spends/moves.rs",
                Part::Face,
            ),
            ("credits", "product-api/src/credits/api/mod.rs", Part::Door),
        ];
        for (room, path, expected) in rows {
            assert_eq!(part_of(room, path), expected, "{path}");
        }
    }

    #[test]
    fn a_list_names_files_and_folders() {
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
