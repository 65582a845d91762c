//! Scenarios S1 to S7 of the OpenID Provider: public documents, machine tokens, a code flow, a refresh, userinfo,
//! introspection.

use journeys::browser::Browser;
use journeys::installation::TestInstallation;
use journeys::users::{register_client, sign_in_by_link};
use serde_json::json;

use crate::load::Scenario;
use crate::request::get;
use crate::site::{self, CALLBACK, TestClient, USERS};

/// Registers a client with the same algorithm for ID tokens and access tokens, has users allow it, and returns the scenarios.
pub(crate) async fn scenarios(world: &TestInstallation) -> Vec<Scenario> {
    let users = sign_in_users(world).await;
    let site = open_site(world, "bench", "ES256", &users).await;
    vec![
        site::discovery("S1 discovery"),
        Scenario::checked("S2 jwks", "\"keys\"", move |_| get("/oauth/jwks", "")),
        client_credentials(world, "S3 client_credentials token"),
        site.code_flow("S4 code flow, signed in (2 requests)"),
        site.refresh("S5 refresh, rotated"),
        site.userinfo("S6 userinfo"),
        site.introspection("S7 introspection"),
    ]
}

/// Signs users in, each in a separate browser.
pub(crate) async fn sign_in_users(world: &TestInstallation) -> Vec<Browser> {
    let mut users = Vec::new();
    for number in 0..USERS {
        let browser = Browser::default();
        let email = format!("visitor-{number}@example.com");
        sign_in_by_link(&world.address, &browser, &email, 1).await;
        users.push(browser);
    }
    users
}

/// Registers a confidential client whose ID tokens are signed by this algorithm, and has the users allow it.
pub(crate) async fn open_site(
    world: &TestInstallation,
    client_id: &'static str,
    algorithm: &str,
    users: &[Browser],
) -> TestClient {
    let metadata = json!({
        "redirect_uris": [CALLBACK],
        "grant_types": ["authorization_code", "refresh_token"],
        "id_token_signed_response_alg": algorithm,
    });
    let secret = register_client(world, client_id, &metadata).await;
    TestClient::open(&world.address.base, client_id, &secret, users).await
}

/// Returns the scenario of a JWT for a machine of the installation.
pub(crate) fn client_credentials(world: &TestInstallation, name: &'static str) -> Scenario {
    let secret = world.client_secret();
    let body = format!(
        "grant_type=client_credentials&scope=idp.clients&client_id=product-api&client_secret={secret}"
    );
    site::client_credentials(name, &body)
}
