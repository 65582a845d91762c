//! Tests the API reference: the committed document, the pages, and that both agree.

use foundation::testing::inline_components;
use serde_json::{Value, json};

use crate::harness::TestApi;

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/product-api.json");

#[test]
fn committed_document_is_the_generated_one() {
    let committed = std::fs::read_to_string(COMMITTED).unwrap_or_default();
    assert!(
        committed == product_api::openapi_document(),
        "openapi/product-api.json has drifted from the code; run `make openapi` and commit the result"
    );
}

#[test]
fn each_operation_documents_callers_and_problems() {
    let document = inline_components(&product_api::openapi_document());
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
            let is_public = path.starts_with("/v1/public/");
            assert_eq!(ways.is_empty(), is_public, "{name}");
            for scheme in ways.iter().flat_map(|way| way.as_object().unwrap().keys()) {
                assert!(schemes.contains_key(scheme), "{name}: {scheme}");
            }
            let of_callers = ["401", "403"].into_iter().filter(|_| !is_public);
            for status in of_callers.chain(["500", "503"]) {
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

/// Generators send no token for the scheme type `openIdConnect`, need a server, and the Go generator clashes on `New…`.
#[test]
fn contract_read_by_generators_has_bearer_schemes_and_servers_and_no_clashing_names() {
    for (contract, address) in [
        (product_api::openapi_document(), "http://localhost:8080"),
        (committed("idp.json"), "http://localhost:8080/admin/v1"),
        (
            committed("account.json"),
            "http://localhost:8080/account/v1",
        ),
    ] {
        let document: Value = serde_json::from_str(&contract).unwrap();
        assert_eq!(document["servers"][0]["url"], address);
        let schemes = document["components"]["securitySchemes"]
            .as_object()
            .unwrap();
        for (name, scheme) in schemes {
            assert_eq!(
                (&scheme["type"], &scheme["scheme"]),
                (&"http".into(), &"bearer".into()),
                "{name}"
            );
        }
        for name in document["components"]["schemas"]
            .as_object()
            .unwrap()
            .keys()
        {
            assert!(!name.starts_with("New"), "{address}: {name}");
        }
    }
}

fn committed(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/");
    std::fs::read_to_string(format!("{folder}{name}")).unwrap()
}

#[tokio::test]
async fn pages_load_no_foreign_resources() {
    let world = TestApi::sqlite().await;
    let get = |path: &'static str| world.send(reqwest::Method::GET, path, &[], None);
    let page = get("/docs/reference").await;
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
        "/docs",
        "/docs/start",
        "/docs/credits",
        "/docs/sign-in",
        "/docs/webhooks",
        "/docs/test-mode",
        "/docs/errors",
        "/docs/style.css",
        "/docs/mark.svg",
        "/problems/insufficient-credits",
    ] {
        assert_eq!(get(path).await.status, 200, "{path}");
    }
    let found = get("/docs/search?q=verify%20signature").await;
    assert!(found.body.contains("/docs/webhooks#verify-the-signature"));
    let page = &page.body;
    let heading = |name: &str| page.find(&format!("<h2>{name}</h2>")).unwrap();
    assert!(heading("credits") < heading("keys") && heading("credits") < heading("operator"));
    assert_eq!(get("/problems/<script>").await.status, 404);
    assert_eq!(get("/problems/nothing").await.status, 404);
    let document = get("/v1/openapi.json").await;
    assert_eq!(document.header("content-type"), "application/json");
    let mut expected: Value = serde_json::from_str(&product_api::openapi_document()).unwrap();
    expected["servers"] = json!([{ "url": world.issuer.url }]);
    assert_eq!(document.json(), expected);
    for path in ["/health/live", "/health/ready", "/metrics"] {
        assert_eq!(get(path).await.status, 200, "{path}");
    }
}
