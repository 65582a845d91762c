//! Tests unknown query parameters at the admin and account APIs.

use foundation::testing::test_client;
use serde_json::Value;

use crate::responses::HttpResponse;
use crate::visiting::TestInstallation;

/// Returns the operations of a document: method, path with its parameters filled, names of the query parameters.
fn operations(prefix: &str, document: &str) -> Vec<(String, String, Vec<String>)> {
    let document: Value = serde_json::from_str(document).unwrap();
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let parts = path
                .split('/')
                .map(|part| if part.starts_with('{') { "x1" } else { part });
            let path = format!("{prefix}{}", parts.collect::<Vec<_>>().join("/"));
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let names = parameters
                .filter(|parameter| parameter["in"] == "query")
                .map(|parameter| parameter["name"].as_str().unwrap().to_owned());
            all.push((method.to_uppercase(), path, names.collect()));
        }
    }
    all
}

async fn ask(world: &TestInstallation, method: &str, address: &str) -> HttpResponse {
    let request = test_client().request(method.parse().unwrap(), world.at_server(address));
    HttpResponse::read(request.send().await.unwrap()).await
}

#[tokio::test]
async fn unknown_repeated_or_empty_parameter_is_refused_by_name() {
    let world = TestInstallation::new().await;
    let admin = operations("/admin/v1", &idp::openapi_document());
    let account = operations("/account/v1", &idp::account_document());
    assert!(admin.len() > 20 && account.len() > 10);
    for (method, path, names) in admin.into_iter().chain(account) {
        let mut queries = vec![("unheard_of".to_owned(), "unheard_of=1".to_owned())];
        for name in names {
            queries.push((name.clone(), format!("{name}=1&{name}=1")));
            queries.push((name.clone(), format!("{name}=")));
        }
        for (name, query) in queries {
            let response = ask(&world, &method, &format!("{path}?{query}")).await;
            assert_eq!(
                response.status, 400,
                "{method} {path}?{query}: {response:?}"
            );
            let body = &response.body;
            assert_eq!(body["status"], 400);
            let detail = body["detail"].as_str().unwrap();
            assert!(
                detail.starts_with(&format!("{name}: ")),
                "{method} {path}?{query}: {detail}"
            );
        }
    }
    let unknown = ask(&world, "GET", "/admin/v1/users?serach=ann").await.body;
    let expected =
        "serach: There is no such parameter: this operation takes email, search, limit, cursor.";
    assert_eq!(unknown["detail"], expected);
    // A valid query reaches the authorization check.
    assert_eq!(
        ask(&world, "GET", "/admin/v1/users?search=ann")
            .await
            .status,
        401
    );
}
