//! What comes in at the edge of every route: bodies, cursors, texts, credentials that are none (attack rows J and K).

mod bodies;
mod callers;
mod cursors;
mod texts;

use reqwest::Method;
use serde_json::Value;

use crate::harness::{Answer, World};

pub(super) use texts::{TEXTS, harmless, places};

/// An operation of the contract: method, path with nobody's ids in it, and what the contract says of it.
pub(super) struct Operation {
    pub(super) method: Method,
    pub(super) path: String,
    /// The path as the contract writes it.
    pub(super) template: String,
    pub(super) told: Value,
}

impl Operation {
    /// Every operation of the contract.
    pub(super) fn all() -> Vec<Self> {
        let document: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
        let mut all = Vec::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, told) in methods.as_object().unwrap() {
                all.push(Self {
                    method: method.to_uppercase().parse().unwrap(),
                    path: filled(path),
                    template: path.clone(),
                    told: told.clone(),
                });
            }
        }
        assert!(all.len() > 40);
        all
    }

    /// Whether it is the one that is called so: `POST /v1/spends`.
    pub(super) fn is(&self, name: &str) -> bool {
        name.split_once(' ') == Some((self.method.as_str(), self.template.as_str()))
    }

    /// Those that take a body.
    pub(super) fn with_body() -> Vec<Self> {
        let all = Self::all().into_iter();
        all.filter(|one| one.told.get("requestBody").is_some())
            .collect()
    }

    /// The body of its example.
    pub(super) fn example(&self) -> Value {
        self.told["requestBody"]["content"]["application/json"]["example"].clone()
    }

    /// Calls it with these headers beside a credential.
    pub(super) async fn call(
        &self,
        world: &World,
        credential: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Answer {
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
