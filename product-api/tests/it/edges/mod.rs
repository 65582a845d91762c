//! Tests untrusted input at every route: bodies, cursors, texts, invalid credentials (attack rows J and K).

mod bodies;
mod callers;
mod cursors;
mod texts;

use std::sync::LazyLock;

use foundation::testing::add_schema_examples;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{HttpResponse, TestApi};

pub(super) use texts::{TEXTS, harmless, text_pointers};

/// An operation of the contract: its method, its path with ids that do not exist, and its description.
#[derive(Clone)]
pub(super) struct RouteOperation {
    pub(super) method: Method,
    pub(super) path: String,
    /// Path as the contract writes it.
    pub(super) template: String,
    pub(super) spec: Value,
}

/// The operations of the contract, read once: a debug build takes a second to write the document.
static ALL: LazyLock<Vec<RouteOperation>> = LazyLock::new(RouteOperation::read);

impl RouteOperation {
    /// Returns every operation of the contract.
    pub(super) fn all() -> &'static [Self] {
        &ALL
    }

    fn read() -> Vec<Self> {
        let mut document: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
        add_schema_examples(&mut document);
        let mut all = Vec::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, spec) in methods.as_object().unwrap() {
                all.push(Self {
                    method: method.to_uppercase().parse().unwrap(),
                    path: filled(path),
                    template: path.clone(),
                    spec: spec.clone(),
                });
            }
        }
        assert!(all.len() > 40);
        all
    }

    /// Returns the operations that require a credential.
    pub(super) fn guarded() -> Vec<&'static Self> {
        let all = Self::all().iter();
        all.filter(|one| one.spec["security"] != json!([]))
            .collect()
    }

    /// Returns whether the operation has this name, such as `POST /v1/spends`.
    pub(super) fn is(&self, name: &str) -> bool {
        name.split_once(' ') == Some((self.method.as_str(), self.template.as_str()))
    }

    /// Returns the operations that take a body.
    pub(super) fn with_body() -> Vec<&'static Self> {
        let all = Self::all().iter();
        all.filter(|one| one.spec.get("requestBody").is_some())
            .collect()
    }

    /// Returns the example of the body.
    pub(super) fn example(&self) -> Value {
        self.spec["requestBody"]["content"]["application/json"]["example"].clone()
    }

    /// Calls the operation with a credential and additional headers.
    pub(super) async fn call(
        &self,
        world: &TestApi,
        credential: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> HttpResponse {
        let authorization = format!("Bearer {credential}");
        let mut all = vec![("authorization", authorization.as_str())];
        all.extend(headers);
        world
            .send(self.method.clone(), &self.path, &all, body)
            .await
    }
}

fn filled(path: &str) -> String {
    let parts = path.split('/').map(|part| match part {
        "{version}" => "1",
        part if part.starts_with('{') => "none",
        part => part,
    });
    parts.collect::<Vec<_>>().join("/")
}
