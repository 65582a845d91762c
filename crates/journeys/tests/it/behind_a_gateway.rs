//! The wiring of the containers as plain processes: gateway, PostgreSQL, Redis, two replicas of each service.

use std::net::SocketAddr;
use std::path::Path;

use foundation::testing;
use journeys::gateway::Gateway;
use journeys::installation::{InstallationAddress, pair};
use journeys::mailbox::Mailbox;
use journeys::port::Port;
use journeys::process::Process;
use journeys::users::{TestUser, WebsiteBackEnd};
use serde_json::json;
use tempfile::TempDir;

const API_CLIENT_SECRET: &str = "e61d90b7c2f84a35d718be02c9f4a653";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_replicas_of_each_service_behind_the_gateway_are_one_product() {
    let folder = TempDir::new().unwrap();
    let port = Port::free();
    let base = format!("http://localhost:{}", port.address().port());
    let idp_settings = idp_settings(folder.path(), &base).await;
    let (mut idp_one, idp_two) = start_both("idp", &idp_settings).await;
    let addresses = [idp_one.address, idp_two.address];
    let api_settings = api_settings(&base, addresses[1]).await;
    let (api_one, api_two) = start_both("api", &api_settings).await;
    let gateway = Gateway::start(port, &addresses, &[api_one.address, api_two.address]);
    let address = InstallationAddress {
        base,
        mailbox: Mailbox(folder.path().join("mail")),
    };

    let owner = TestUser::arrive(&address, "owner@example.com").await;
    let shop = WebsiteBackEnd::new(&address, &owner.register_website(&address, "Shop").await);
    shop.grant("welcome", "ann@example.com", 100).await;
    let visitor = TestUser::arrive(&address, "ann@example.com").await;
    // One replica serves the first request, the other the repeat: the response comes from the database, not from a process.
    let first = shop
        .at(&format!("http://{}", api_one.address))
        .spend("job", "ann@example.com", 5)
        .await;
    let repeat = shop
        .at(&format!("http://{}", api_two.address))
        .spend("job", "ann@example.com", 5)
        .await;
    assert_eq!((first.status, repeat.replayed), (200, true));
    assert_eq!(first.body, repeat.body);

    // One replica ends: users stay signed in, tokens verify, credits are counted.
    idp_one.kill();
    for _request in 0..8 {
        assert!(journeys::users::is_signed_in(&address, &visitor.browser).await);
    }
    let credits = visitor.get(&address, "/v1/me/credits").await;
    assert_eq!(credits["balances"][0]["available"], 95);
    assert_gateway_policy(&address).await;
    crate::unknown_addresses::lead_nowhere(&address).await;
    assert!(
        !gateway.log().contains("code="),
        "the gateway's log holds queries"
    );
}

/// Operators' routes are not public; screens have the app's policy; missing files are missing.
async fn assert_gateway_policy(address: &InstallationAddress) {
    let client = testing::test_client();
    for (path, expected) in [
        ("/metrics", 404),
        ("/health/ready", 404),
        ("/assets/gone.js", 404),
        ("/account/credits", 200),
        ("/silent", 200),
        ("/docs", 200),
        ("/problems/insufficient-credits", 200),
    ] {
        let response = client.get(address.at(path)).send().await.unwrap();
        assert_eq!(response.status().as_u16(), expected, "{path}");
        let policy = response.headers().get("content-security-policy");
        assert!(
            expected != 200 || policy.is_some(),
            "{path} has no content policy"
        );
    }
}

/// Starts both replicas at the same moment on an empty database.
async fn start_both(service: &'static str, settings: &[(String, String)]) -> (Process, Process) {
    let start = || {
        let settings = settings.to_vec();
        tokio::task::spawn_blocking(move || Process::start(service, &settings))
    };
    let (one, two) = tokio::join!(start(), start());
    (one.unwrap(), two.unwrap())
}

async fn idp_settings(folder: &Path, base: &str) -> Vec<(String, String)> {
    let clients = json!([
        {
            "client_id": "web",
            "client_name": "Tollgate",
            "token_endpoint_auth_method": "none",
            "redirect_uris": [format!("{base}/auth/callback"), format!("{base}/silent")],
            "post_logout_redirect_uris": [format!("{base}/")],
            "grant_types": ["authorization_code"],
            "scope": "openid profile email credits.read operator websites",
            "id_token_signed_response_alg": "ES256",
            "first_party": true
        },
        {
            "client_id": "product-api",
            "client_secret": API_CLIENT_SECRET,
            "token_endpoint_auth_method": "client_secret_basic",
            "grant_types": ["client_credentials"],
            "scope": "idp.clients idp.keys idp.status idp.users"
        }
    ]);
    let clients_file = folder.join("clients.json");
    std::fs::write(&clients_file, clients.to_string()).unwrap();
    vec![
        pair("IDP_BASE_URL", base),
        pair("IDP_LISTEN", "127.0.0.1:0"),
        pair("IDP_SECRET", "b7c2f84a35d718be02c9f4a653e61d90"),
        pair("IDP_DATABASE_URL", &testing::postgres_schema().await),
        pair("IDP_SESSION_STORE", "redis"),
        pair("IDP_REDIS_URL", &testing::redis_url()),
        // On a machine that is busy with other tests, a slow Redis is not unavailable.
        pair("IDP_REDIS_MILLISECONDS", "5000"),
        pair(
            "IDP_MAIL_DIRECTORY",
            &folder.join("mail").display().to_string(),
        ),
        pair("IDP_CLIENTS_FILE", &clients_file.display().to_string()),
    ]
}

async fn api_settings(base: &str, idp: SocketAddr) -> Vec<(String, String)> {
    vec![
        pair("API_LISTEN", "127.0.0.1:0"),
        pair("API_ISSUER", base),
        pair("API_IDP_URL", &format!("http://{idp}")),
        pair("API_CLIENT_SECRET", API_CLIENT_SECRET),
        pair("API_DATABASE_URL", &testing::postgres_schema().await),
    ]
}
