//! Provides a world with clients that get logout tokens.

use foundation::testing::{TestDatabase, TestEngine, TestEnvironment};
use idp::testing::TestBrowser;
use serde_json::{Value, json};

use super::client_server::ClientServer;
use super::text;
use crate::harness::{SECRET, TestIdp, VERIFIER};
use crate::visiting::TestBackend;

/// Redirect URI of the clients.
pub(crate) const CALLBACK: &str = "https://site.example/cb";
/// Redirect URI after a logout by a client.
pub(crate) const POST_LOGOUT_URI: &str = "https://site.example/bye";

/// A world with one client's server, and a second server.
pub(crate) struct IdpWithClient {
    pub(crate) world: TestIdp,
    /// Server of the client `site`.
    pub(crate) site: ClientServer,
    /// Server without a client.
    pub(crate) second: ClientServer,
}

impl TestEnvironment<TestEngine> for IdpWithClient {
    async fn open(backend: TestEngine) -> Self {
        Self::with(backend.database(&idp::MIGRATIONS).await, vec![]).await
    }
}

impl TestEnvironment<TestBackend> for IdpWithClient {
    async fn open(backend: TestBackend) -> Self {
        Self::with(backend.database().await, backend.settings()).await
    }
}

impl IdpWithClient {
    /// Opens a world on SQLite.
    pub(crate) async fn new() -> Self {
        Self::open(TestEngine::Sqlite).await
    }

    /// Opens a world on a database, with additional settings.
    pub(crate) async fn with(
        database: TestDatabase,
        mut settings: Vec<(&'static str, String)>,
    ) -> Self {
        let (site, second) = (ClientServer::open().await, ClientServer::open().await);
        let allowed = format!("{}, {}", site.host(), second.host());
        settings.push(("IDP_OUTBOUND_ALLOW", allowed));
        settings.push(("IDP_PASSWORDS", "sign-in".to_owned()));
        let world = TestIdp::with_database(database, &settings).await;
        register(&world, "site", Some(&site.uri())).await;
        Self {
            world,
            site,
            second,
        }
    }

    /// Returns tokens of the client `site`.
    pub(crate) async fn tokens(&self, visitor: &TestBrowser) -> Value {
        tokens_of(&self.world, "site", visitor).await
    }

    /// Returns the number of waiting logouts, due or not.
    pub(crate) async fn rows(&self) -> i64 {
        let rows = "SELECT COUNT(*) FROM backchannel_logouts";
        self.world.count(rows).await
    }
}

/// Returns a token for the admin API.
pub(crate) async fn machine(world: &TestIdp) -> String {
    let form = [("grant_type", "client_credentials")];
    let response = world.token(&form, Some(("product-api", SECRET))).await;
    text(&response.ok(), "access_token")
}

/// Registers a client, optionally with an address for logout tokens.
pub(crate) async fn register(world: &TestIdp, client_id: &str, uri: Option<&str>) {
    let mut client = json!({
        "token_endpoint_auth_method": "none", "redirect_uris": [CALLBACK], "post_logout_redirect_uris": [POST_LOGOUT_URI],
        "grant_types": ["authorization_code", "refresh_token"],
    });
    if let Some(uri) = uri {
        client["backchannel_logout_uri"] = json!(uri);
    }
    let request = world
        .request("PUT", &format!("/admin/v1/clients/{client_id}"))
        .bearer_auth(machine(world).await)
        .json(&client);
    let response = request.send().await.unwrap();
    let status = response.status();
    assert!(status.is_success(), "{}", response.text().await.unwrap());
}

/// Runs the whole flow of a client, with the user's consent.
pub(crate) async fn tokens_of(world: &TestIdp, client_id: &str, visitor: &TestBrowser) -> Value {
    world
        .execute(
            "INSERT INTO consents (user_id, client_id, scope, updated_at) \
             SELECT u.id, c.id, 'openid email offline_access', 0 FROM users u, clients c WHERE u.id = $1 \
             ON CONFLICT (user_id, client_id) DO NOTHING",
            &visitor.user_id,
        )
        .await;
    let changes = [
        ("client_id", client_id),
        ("redirect_uri", CALLBACK),
        ("scope", "openid email"),
    ];
    let code = world.code(visitor, &changes).await;
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", client_id),
        ("code", &code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ];
    world.token(&form, None).await.ok()
}
