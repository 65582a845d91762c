//! The API reference: the committed document, the pages, and that both hold together.

use serde_json::Value;

use crate::harness::World;

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/product-api.json");

#[test]
fn the_committed_document_is_the_generated_one() {
    let committed = std::fs::read_to_string(COMMITTED).unwrap_or_default();
    assert!(
        committed == product_api::openapi_document(),
        "openapi/product-api.json has drifted from the code; run `make openapi` and commit the result"
    );
}

#[test]
fn every_operation_says_who_may_call_and_what_can_go_wrong() {
    let document: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
    let schemes = document["components"]["securitySchemes"]
        .as_object()
        .unwrap();
    let mut operations = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            operations += 1;
            let name = format!("{method} {path}");
            assert!(operation["operationId"].is_string(), "{name}");
            let ways = operation["security"].as_array().unwrap();
            assert!(!ways.is_empty(), "{name}");
            for scheme in ways.iter().flat_map(|way| way.as_object().unwrap().keys()) {
                assert!(schemes.contains_key(scheme), "{name}: {scheme}");
            }
            for status in ["401", "403", "500", "503"] {
                let problem =
                    &operation["responses"][status]["content"]["application/problem+json"];
                assert_eq!(
                    problem["schema"]["$ref"], "#/components/schemas/Problem",
                    "{name} {status}"
                );
                let examples = problem["examples"].as_object().unwrap();
                assert!(!examples.is_empty(), "{name} {status}");
            }
            for response in operation["responses"].as_object().unwrap().values() {
                assert!(
                    !response["description"].as_str().unwrap().is_empty(),
                    "{name}"
                );
            }
        }
    }
    assert!(operations >= 6);
    assert!(!product_api::openapi_document().contains("charset"));
}

#[tokio::test]
async fn the_pages_stand_on_their_own() {
    let world = World::sqlite().await;
    let get = |path: &'static str| world.send(reqwest::Method::GET, path, &[], None);
    let page = get("/docs").await;
    assert_eq!(page.status, 200);
    let policy = page.header("content-security-policy");
    assert!(
        policy.starts_with("default-src 'none'; style-src 'self'") && !policy.contains("unsafe")
    );
    assert!(
        !page.body.contains("<script")
            && !page.body.contains("style=")
            && !page.body.contains("//cdn")
    );
    for part in [
        "register_website",
        "/v1/customers/{id}",
        "insufficient-scope",
        "curl ",
    ] {
        assert!(page.body.contains(part), "{part}");
    }
    for path in [
        "/docs/style.css",
        "/docs/mark.svg",
        "/problems/insufficient-credits",
    ] {
        assert_eq!(get(path).await.status, 200, "{path}");
    }
    assert_eq!(get("/problems/<script>").await.status, 404);
    assert_eq!(get("/problems/nothing").await.status, 404);
    let document = get("/v1/openapi.json").await;
    assert_eq!(document.header("content-type"), "application/json");
    assert_eq!(document.body, product_api::openapi_document());
    for path in ["/health/live", "/health/ready", "/metrics"] {
        assert_eq!(get(path).await.status, 200, "{path}");
    }
}
