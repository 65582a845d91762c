//! The furniture of a room as data: which part a file plays, by its name.

use crate::paths::stem;

/// The parts of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// `mod.rs`: says what the room is and lists its files.
    Door,
    /// `<noun>.rs`: types, states and rules; pure.
    Heart,
    /// `store.rs`, or a file of the folder `store`: the only place with SQL.
    Cellar,
    /// `api.rs`, `endpoint.rs`, `page.rs`, `webhook.rs`, or a file of the folder `api`: the only place with HTTP.
    Face,
    /// `guard.rs`, `cookie.rs` and the like: reads one part of a request, or writes one of an answer, for faces.
    Guard,
    /// `tests.rs`.
    Tests,
    /// Any other name: a hand (one use case), a window (a neighbour), or a smaller rule.
    Hand,
}

/// The names of faces.
pub const FACES: &[&str] = &["api", "endpoint", "page", "webhook"];

/// The names of guards: what faces of several rooms ask of a request before they call a hand.
pub const GUARDS: &[&str] = &[
    "cookie", "csrf", "exchange", "guard", "holder", "origin", "request", "security",
];

/// Hearts that are not named for their room's noun. All of a listed file has to be pure.
pub const HEARTS: &[(&str, &[&str])] = &[
    (
        "product-api/src/credits",
        &[
            "amount", "book", "account", "lot", "hold", "ledger", "booking", "keys", "posting",
            "transfer", "charge",
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

/// Rooms that are about HTTP as a whole, so that every file of theirs may speak it, each with its reason.
pub const HTTP_ROOMS: &[(&str, &str)] = &[
    ("idp/src/cookies", "reads and writes the header"),
    ("idp/src/network", "reads the header of the proxies"),
    (
        "idp/src/upstream",
        "an attempt is a cookie, and a provider's answer is a request",
    ),
    ("idp/src/pages", "the one way to answer with a page"),
    (
        "idp/src/cors",
        "answers browsers for pages of other origins by headers",
    ),
    (
        "idp/src/errors",
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

/// Doors that hold more than a list, each with its reason.
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

/// Where SQL is allowed besides cellars, each with its reason.
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

/// Where JSON may be read by `serde_json` itself, besides tests, each with its reason.
pub const JSON_ELSEWHERE: &[(&str, &str)] = &[
    (
        "crates/client-check/build.rs",
        "reads the contract of this repository, as a generator of clients would",
    ),
    ("crates/foundation/src/json", "the strict reader itself"),
    ("crates/journeys", "only tests and measurements read there"),
    ("crates/tidy", "only names the readers"),
    (
        "product-api/src/problem/quick.rs",
        "types that serde derives and that deny unknown members refuse a repeated one, and the strict reader decides then",
    ),
];

/// Names that mean "did not know where".
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

/// The part that a file of a service's room plays.
pub fn part_of(room: &str, path: &str) -> Part {
    let name = stem(path);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    if name == "tests" {
        Part::Tests
    } else if name == "mod" {
        Part::Door
    } else if name == "store" || folder.ends_with("/store") {
        Part::Cellar
    } else if FACES.contains(&name) || folder.ends_with("/api") {
        Part::Face
    } else if GUARDS.contains(&name) {
        Part::Guard
    } else if is_noun_of(room, name) || listed_as_heart(folder, name) {
        Part::Heart
    } else {
        Part::Hand
    }
}

/// Whether a name is the room's noun, in the singular or as the room has it.
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

/// Whether a path is one of a list, or in a folder of the list.
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
            ("users", "idp/src/users/mod.rs", Part::Door),
            ("users", "idp/src/users/user.rs", Part::Heart),
            ("users", "idp/src/users/store.rs", Part::Cellar),
            ("users", "idp/src/users/tests.rs", Part::Tests),
            ("users", "idp/src/users/prove_email.rs", Part::Hand),
            ("websites", "product-api/src/websites/guard.rs", Part::Guard),
            ("userinfo", "idp/src/userinfo/endpoint.rs", Part::Face),
            ("pages", "idp/src/pages/page.rs", Part::Face),
            (
                "credits",
                "product-api/src/credits/store/lots.rs",
                Part::Cellar,
            ),
            ("credits", "product-api/src/credits/ledger.rs", Part::Heart),
            (
                "credits",
                "product-api/src/credits/api/moves.rs",
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
