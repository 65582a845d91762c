//! Tests that the contracts of the admin and account APIs match the responses of their authorization checks.

use std::collections::BTreeMap;

use foundation::testing::inline_components;
use serde_json::{Value, json};

use crate::harness::{HttpResponse, TestIdp};
use crate::keys::ask;

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const PROBLEM: &str = "application/problem+json";

/// An operation of one of the documents, with the parameters of its path filled.
struct ContractOperation {
    method: String,
    path: String,
    documented: Value,
}

fn operations() -> Vec<ContractOperation> {
    let mut all = Vec::new();
    let documents = [
        ("/admin/v1", idp::openapi_document()),
        ("/account/v1", idp::account_document()),
    ];
    for (prefix, document) in documents {
        let document = inline_components(&document);
        for (path, methods) in document["paths"].as_object().unwrap() {
            let parts = path
                .split('/')
                .map(|part| if part.starts_with('{') { "x1" } else { part });
            let path = format!("{prefix}{}", parts.collect::<Vec<_>>().join("/"));
            for (method, response) in methods.as_object().unwrap() {
                all.push(ContractOperation {
                    method: method.to_uppercase(),
                    path: path.clone(),
                    documented: response.clone(),
                });
            }
        }
    }
    assert!(all.len() > 40, "{}", all.len());
    all
}

impl ContractOperation {
    fn takes_body(&self) -> bool {
        self.documented.get("requestBody").is_some()
    }

    /// Asserts that the contract has a response with this status and content type.
    fn assert_documented(&self, response: &HttpResponse, status: u16) {
        let what = format!("{} {}: {response:?}", self.method, self.path);
        assert_eq!(response.status, status, "{what}");
        let content = &self.documented["responses"][status.to_string()]["content"];
        let form = response.header("content-type");
        assert!(content.get(form).is_some(), "{what}");
        if form == PROBLEM {
            assert_eq!(response.body["status"], status, "{what}");
            assert!(!response.body["request_id"].as_str().unwrap().is_empty());
        }
    }
}

#[tokio::test]
async fn guard_answers_as_the_contract_says() {
    let world = TestIdp::new().await;
    let long = "x".repeat(2 * 1024 * 1024);
    for operation in operations() {
        for status in ["400", "401", "403", "500", "503"] {
            let response = &operation.documented["responses"][status]["content"];
            assert!(
                response.get(PROBLEM).is_some(),
                "{status}: {}",
                operation.path
            );
        }
        let request = || world.request(&operation.method, &operation.path);
        for request in [request(), request().bearer_auth("nonsense")] {
            let response = HttpResponse::read(request.send().await.unwrap()).await;
            operation.assert_documented(&response, 401);
            assert!(!response.header("www-authenticate").is_empty());
        }
        let unknown = world.request(&operation.method, &format!("{}?x=1", operation.path));
        let response = HttpResponse::read(unknown.send().await.unwrap()).await;
        operation.assert_documented(&response, 400);
        if !operation.takes_body() {
            continue;
        }
        let packed = request().header("content-encoding", "gzip").body("{}");
        operation.assert_documented(&HttpResponse::read(packed.send().await.unwrap()).await, 415);
        let response = HttpResponse::read(request().body(long.clone()).send().await.unwrap()).await;
        operation.assert_documented(&response, 413);
    }
}

#[tokio::test]
async fn wrong_method_gets_the_allowed_ones() {
    let world = TestIdp::new().await;
    let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for operation in operations() {
        let methods = known.entry(operation.path).or_default();
        methods.push(operation.method);
    }
    for (path, methods) in known {
        let is_known = |method: &&str| methods.iter().any(|known| known == *method);
        let allowed: Vec<_> = METHODS.into_iter().filter(|one| is_known(one)).collect();
        for method in METHODS.into_iter().filter(|one| !is_known(one)) {
            let response = world.request(method, &path).send().await.unwrap();
            let response = HttpResponse::read(response).await;
            assert_eq!(response.status, 405, "{method} {path}: {response:?}");
            assert_eq!(
                response.header("allow"),
                allowed.join(", "),
                "{method} {path}"
            );
            assert_eq!(response.header("content-type"), PROBLEM);
            assert!(!response.body["request_id"].as_str().unwrap().is_empty());
        }
    }
}

#[test]
fn error_of_every_operation_is_listed_once() {
    for document in [idp::openapi_document(), idp::account_document()] {
        let document: Value = serde_json::from_str(&document).unwrap();
        let paths = document["paths"].as_object().unwrap().values();
        for operation in paths.flat_map(|path| path.as_object().unwrap().values()) {
            for (status, name) in [
                ("500", "InternalServerError"),
                ("503", "ServiceUnavailable"),
            ] {
                let expected = json!({"$ref": format!("#/components/responses/{name}")});
                assert_eq!(operation["responses"][status], expected, "{operation}");
            }
        }
        let retry_after = &document["components"]["responses"]["ServiceUnavailable"]["headers"];
        let expected = json!({"RETRY-AFTER": {"$ref": "#/components/headers/RETRY-AFTER"}});
        assert_eq!(*retry_after, expected);
    }
}

/// Asserts that no member is null; the details of audit entries have no schema in the contract.
fn assert_no_null(value: &Value, path: &str) {
    match value {
        Value::Null => panic!("{path} is null, which the contract does not know"),
        Value::Array(items) => items.iter().for_each(|item| assert_no_null(item, path)),
        Value::Object(members) => {
            let formed = members.iter().filter(|(name, _)| *name != "details");
            formed.for_each(|(name, value)| assert_no_null(value, &format!("{path}/{name}")));
        }
        Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[tokio::test]
async fn unknown_path_is_not_found() {
    let world = TestIdp::new().await;
    let ann = world.visitor("ann").await;
    let mut requests = 0;
    for operation in operations() {
        let Some(path) = operation.path.strip_prefix("/admin/v1") else {
            continue;
        };
        let path = path.replace("/users/x1", &format!("/users/{}", ann.user_id));
        if operation.method != "GET" || path.contains("x1") {
            continue;
        }
        let response = ask(&world, "GET", &path).await;
        if response.status == 200 {
            assert_no_null(&response.body, &path);
            requests += 1;
        }
    }
    assert!(requests >= 8, "{requests}");
}
