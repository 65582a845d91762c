//! Documents the problems of responses: their examples, and the names of responses that operations share.

use std::collections::BTreeSet;

use foundation::text::strict_json;
use serde_json::{Map, Value, json};

use super::document::members_mut;
use crate::problem::{Kind, Problem, ProblemInstance};

/// The issuer in examples.
const EXAMPLE_ISSUER: &str = "https://id.example.com";

/// The path of the request in examples, which all operations share.
const EXAMPLE_PATH: &str = "/v1/spends";

/// Kinds that operations document together, with a name for all of them. They make the names of responses short.
const GROUPS: [(&str, &[Kind]); 7] = [
    ("ClosedHold", &[Kind::HoldNotOpen, Kind::HoldExpired]),
    (
        "Forbidden",
        &[
            Kind::InsufficientScope,
            Kind::ClientNotAllowed,
            Kind::HolderInactive,
        ],
    ),
    (
        "IdempotencyConflict",
        &[Kind::IdempotencyInFlight, Kind::OperationAlreadyExecuted],
    ),
    (
        "InvalidIdempotencyKey",
        &[Kind::IdempotencyKeyMissing, Kind::IdempotencyKeyInvalid],
    ),
    (
        "ServiceUnavailable",
        &[Kind::AccountBusy, Kind::OutcomeUnknown, Kind::Unavailable],
    ),
    (
        "SpendingLimitReached",
        &[Kind::KeySpendCapReached, Kind::SpendLimitReached],
    ),
    ("ViewRefused", &[Kind::ViewOnly, Kind::ViewEnded]),
];

/// Adds an example of each problem that an operation documents, by the slugs in its responses' descriptions.
pub(super) fn add_problem_examples(operation: &mut Value) {
    for (_status, response) in members_mut(operation.get_mut("responses")) {
        let examples: Map<String, Value> = kinds_of(response)
            .into_iter()
            .map(|kind| (kind.slug().to_owned(), json!({"value": example(kind)})))
            .collect();
        let content = response.pointer_mut("/content/application~1problem+json");
        if let Some(content) = content.and_then(Value::as_object_mut) {
            content.insert("examples".to_owned(), examples.into());
        }
    }
}

/// Returns the kinds of problems that a response's description lists, one per line.
pub(super) fn kinds_of(response: &Value) -> Vec<Kind> {
    let description = response.get("description").and_then(Value::as_str);
    description
        .unwrap_or_default()
        .lines()
        .filter_map(|line| line.strip_prefix("- `")?.split_once('`'))
        .filter_map(|(slug, _)| Kind::from_slug(slug))
        .collect()
}

fn example(kind: Kind) -> Value {
    let instance = ProblemInstance {
        issuer: EXAMPLE_ISSUER.to_owned(),
        resource_metadata: None,
        instance: EXAMPLE_PATH.to_owned(),
        request_id: "req_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
        is_bound: false,
    };
    strict_json::parse(&Problem::example(kind).body(&instance)).unwrap_or_default()
}

/// Names a response of problems by its kinds and headers, such as `NotFound`; other responses have no name.
///
/// The name depends on nothing else, so that another operation or kind does not rename it.
pub(super) fn name_response(_status: &str, response: &Value) -> Option<String> {
    let kinds = kinds_of(response);
    if kinds.is_empty() {
        return None;
    }
    let mut name = name_kinds(&kinds);
    let has = |header: &str| response.pointer(&format!("/headers/{header}")).is_some();
    if !has("RateLimit") {
        name.push_str("WithoutRateLimit");
    }
    if has("Idempotency-Replayed") {
        name.push_str("WithReplay");
    }
    Some(name)
}

/// Joins the names of the groups and of the kinds in no group: `StepUpRequiredOrUnauthenticated`.
fn name_kinds(kinds: &[Kind]) -> String {
    let is_whole = |group: &[Kind]| group.iter().all(|kind| kinds.contains(kind));
    let whole = GROUPS.iter().filter(|(_, group)| is_whole(group));
    let (names, grouped): (Vec<&str>, Vec<&[Kind]>) = whole.copied().unzip();
    let grouped = grouped.concat();
    let rest = kinds.iter().filter(|kind| !grouped.contains(kind));
    let names = names.into_iter().map(ToOwned::to_owned);
    let names: BTreeSet<String> = names.chain(rest.map(|kind| pascal(kind.slug()))).collect();
    Vec::from_iter(names).join("Or")
}

/// Converts a slug such as `not-found` to `NotFound`.
fn pascal(slug: &str) -> String {
    let words = slug.split('-').map(|word| {
        let (first, rest) = word.split_at_checked(1).unwrap_or_default();
        first.to_ascii_uppercase() + rest
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_is_named_by_its_kinds_and_headers() {
        let rows: [(&[Kind], &[&str], &str); 5] = [
            (&[Kind::NotFound], &["RateLimit"], "NotFound"),
            (&[Kind::NotFound], &[], "NotFoundWithoutRateLimit"),
            (
                &[Kind::NotFound],
                &["RateLimit", "Idempotency-Replayed"],
                "NotFoundWithReplay",
            ),
            (
                &[
                    Kind::HolderInactive,
                    Kind::ViewOnly,
                    Kind::InsufficientScope,
                    Kind::ClientNotAllowed,
                ],
                &["RateLimit"],
                "ForbiddenOrViewOnly",
            ),
            (
                &[
                    Kind::AccountFrozen,
                    Kind::InsufficientScope,
                    Kind::ViewEnded,
                    Kind::ViewOnly,
                ],
                &["RateLimit"],
                "AccountFrozenOrInsufficientScopeOrViewRefused",
            ),
        ];
        for (kinds, headers, expected) in rows {
            let lines: Vec<String> = kinds
                .iter()
                .map(|kind| format!("- `{}`: No.", kind.slug()))
                .collect();
            let headers: Map<String, Value> = headers
                .iter()
                .map(|name| ((*name).to_owned(), json!({})))
                .collect();
            let response = json!({"description": lines.join("\n"), "headers": headers});
            assert_eq!(name_response("4XX", &response).unwrap(), expected);
        }
        assert_eq!(
            name_response("304", &json!({"description": "Unchanged."})),
            None
        );
    }

    #[test]
    fn different_kinds_have_different_names() {
        let mut names: BTreeSet<String> =
            Kind::ALL.iter().map(|kind| pascal(kind.slug())).collect();
        for (name, group) in GROUPS {
            assert!(names.insert(name.to_owned()), "{name} is a kind");
            let alone = GROUPS
                .iter()
                .filter(|(_, other)| other.iter().any(|kind| group.contains(kind)));
            assert_eq!(alone.count(), 1, "{name} shares a kind with another group");
        }
        assert_eq!(names.len(), Kind::ALL.len() + GROUPS.len());
    }
}
