//! Tests the database cost of an authorization: the statements, and the commits, each of which waits for the disk. The client
//! does not count, because the server reads it at most once in 0.8 seconds.

use reqwest::Url;
use tempfile::TempDir;

use crate::harness::{CHALLENGE, SECRET};
use crate::installation::clients;
use crate::visiting::{Browser, RecordedStatements, Statements, TestBackend, TestInstallation};

fn address(client_id: &str, redirect_uri: &str) -> String {
    let parameters = [
        ("client_id", client_id),
        ("redirect_uri", redirect_uri),
        ("response_type", "code"),
        ("scope", "openid email"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    let url = Url::parse_with_params("http://localhost/oauth/authorize", parameters).unwrap();
    format!("{}?{}", url.path(), url.query().unwrap())
}

/// Returns the numbers of statements and commits without those for the client.
fn counted(recorded: RecordedStatements) -> (usize, usize) {
    let others = |statement: &String| !statement.contains("FROM clients");
    let recorded = RecordedStatements(recorded.0.into_iter().filter(others).collect());
    (recorded.statements(), recorded.commits())
}

async fn cost(browser: &Browser, statements: &Statements, address: &str) -> (usize, usize) {
    statements.taken();
    let response = browser.get(address).await;
    assert_eq!(response.status, 303, "{response:?}");
    assert!(response.location().contains("code="), "{response:?}");
    counted(statements.taken())
}

#[tokio::test]
async fn authorization_statements_match_the_cost_table() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("clients.json");
    std::fs::write(&file, clients("http://localhost").to_string()).unwrap();
    let file = file.display().to_string();
    let world = TestInstallation::at(
        TestBackend::Postgres,
        &[("IDP_CLIENTS_FILE", file.as_str())],
    )
    .await;
    let browser = world.signed_in("ann@example.com").await;
    let allowed = "INSERT INTO consents (user_id, client_id, scope, updated_at) \
         SELECT id, 'shop', 'openid email', 0 FROM users";
    world.change(allowed).await;
    let statements = Statements::listen(&world).await;
    let mut seen = Vec::new();

    let own = address("backend", "https://backend.example/cb");
    seen.push(("code, own client", cost(&browser, &statements, &own).await));
    let other = address("shop", "https://shop.example/cb");
    seen.push(("code, allowed", cost(&browser, &statements, &other).await));
    let pushed = [
        ("client_id", "backend"),
        ("client_secret", SECRET),
        ("redirect_uri", "https://backend.example/cb"),
        ("response_type", "code"),
        ("scope", "openid"),
    ];
    statements.taken();
    let response = browser.post("/oauth/par", &pushed).await;
    seen.push(("push", counted(statements.taken())));
    let name = response.json()["request_uri"].as_str().unwrap().to_owned();
    let by_name = format!("/oauth/authorize?client_id=backend&request_uri={name}");
    seen.push(("code, pushed", cost(&browser, &statements, &by_name).await));

    let again = browser.get(&format!("{other}&prompt=consent")).await;
    assert_eq!(again.status, 200, "the person is asked again");
    let recorded = statements.taken().0;
    let remembered = recorded.iter().filter(|one| one.contains("FROM consents"));
    assert_eq!(remembered.count(), 0, "it does not count: {recorded:?}");

    let expected = [
        ("code, own client", (2, 1)),
        ("code, allowed", (4, 1)),
        ("push", (1, 1)),
        ("code, pushed", (4, 1)),
    ];
    assert_eq!(seen, expected);
}
