//! Checks every response of these tests: the contract must name its status and the kind of its problem.

use std::sync::LazyLock;

use foundation::testing::inline_components;
use reqwest::Method;
use serde_json::Value;

use crate::harness::HttpResponse;

/// An operation of the contract.
struct ContractOperation {
    method: String,
    parts: Vec<String>,
    has_body: bool,
    responses: Value,
}

static ALL: LazyLock<Vec<ContractOperation>> = LazyLock::new(|| {
    let document = inline_components(&product_api::openapi_document());
    let paths = document["paths"].as_object().unwrap().iter();
    let all = paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(|(method, found)| ContractOperation {
            method: method.to_uppercase(),
            parts: path.split('/').map(ToOwned::to_owned).collect(),
            has_body: found.get("requestBody").is_some(),
            responses: found["responses"].clone(),
        })
    });
    all.collect()
});

impl ContractOperation {
    /// Returns the number of literal segments that a path shares with this one; none if the path does not match.
    fn own_words(&self, path: &str) -> Option<usize> {
        let segments: Vec<&str> = path.split('/').collect();
        let fits = |(own, segments): (&String, &&str)| own.starts_with('{') || own == *segments;
        let is_it =
            segments.len() == self.parts.len() && self.parts.iter().zip(&segments).all(fits);
        is_it.then(|| {
            self.parts
                .iter()
                .filter(|own| !own.starts_with('{'))
                .count()
        })
    }

    fn names(&self, response: &HttpResponse) -> bool {
        let documented = &self.responses[response.status.to_string()];
        if documented.is_null() {
            // The contract lists no 413 and 415 for operations without a body, and no 431.
            return response.status == 431
                || !self.has_body && [413, 415].contains(&response.status);
        }
        if response.status < 400 {
            return true;
        }
        let body = response.json();
        let kind = body["type"].as_str().unwrap_or_default();
        let slug = kind.rsplit('/').next().unwrap_or_default();
        // The contract describes `view-only` once, where a view begins: every operation refuses a view that way.
        if slug == "view-only" {
            return true;
        }
        let named = documented["description"].as_str().unwrap_or_default();
        named.contains(&format!("`{slug}`"))
    }
}

/// Fails the test if the contract does not name this response of one of its operations.
pub(crate) fn assert_documented(method: &Method, path: &str, response: &HttpResponse) {
    let path = path.split('?').next().unwrap_or_default();
    let found = ALL.iter().filter(|one| one.method == method.as_str());
    let found = found.filter_map(|one| Some((one.own_words(path)?, one)));
    let Some((_, found)) = found.max_by_key(|(words, _)| *words) else {
        return;
    };
    assert!(found.names(response), "{method} {path}: {response:?}");
}
