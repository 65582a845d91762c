//! Provides the data of a new installation: its signing keys and clients of every kind.

use std::sync::OnceLock;

use foundation::on_engine;
use foundation::testing::{TestDatabase, execute};
use idp::app::App;
use serde_json::{Value, json};

use crate::proofs::key::CLIENT_KEY;

/// Secret of every confidential client, with all characters that must be encoded in transit.
pub(crate) const SECRET: &str = "9c41f7d2e8a05b63: more than 32 bytes & + = %";

/// Signing keys of the first world, which all others share, because creating RSA keys is slow.
static KEYS: OnceLock<Vec<(String, String, String)>> = OnceLock::new();

/// Inserts the first installation's keys into a new database.
pub(crate) async fn plant_keys(database: &TestDatabase) {
    let Some(rows) = KEYS.get() else { return };
    let statement = "INSERT INTO signing_keys (kid, algorithm, state, sealed_pkcs8, created_at) \
                     VALUES ($1, $2, 'active', $3, 1800000000000000)";
    for (kid, algorithm, sealed) in rows {
        execute(&database.database(), statement, &[kid, algorithm, sealed]).await;
    }
}

/// Stores the keys of the first installation.
pub(crate) async fn take_keys(app: &App) {
    let mut reader = app.database.reader().await.unwrap();
    let statement = "SELECT kid, algorithm, sealed_pkcs8 FROM signing_keys";
    let rows = on_engine!(&mut reader.connection(), |c| sqlx::query_as(statement)
        .fetch_all(c)
        .await);
    let _first = KEYS.set(rows.unwrap());
}

/// Returns the content of the clients file.
pub(crate) fn clients(base: &str) -> Value {
    json!([
        {
            "client_id": "web", "client_name": "Tollgate", "token_endpoint_auth_method": "none",
            "redirect_uris": [format!("{base}/auth/callback"), format!("{base}/silent")],
            "post_logout_redirect_uris": [format!("{base}/")],
            "scope": "openid profile email account credits.read websites",
            "id_token_signed_response_alg": "ES256", "first_party": true,
        },
        {
            "client_id": "spa", "token_endpoint_auth_method": "none", "first_party": true,
            "redirect_uris": ["https://spa.example/cb"], "grant_types": ["authorization_code", "refresh_token"],
        },
        {
            "client_id": "backend", "client_secret": SECRET, "first_party": true,
            "redirect_uris": ["https://backend.example/cb"], "scope": "credits.read",
            "grant_types": ["authorization_code", "refresh_token"],
        },
        {
            "client_id": "shop", "client_name": "The <b>Shop</b>", "client_secret": SECRET,
            "redirect_uris": ["https://shop.example/cb"], "scope": "credits.read",
            "post_logout_redirect_uris": ["https://shop.example/bye"],
        },
        {
            "client_id": "native", "token_endpoint_auth_method": "none", "application_type": "native",
            "redirect_uris": ["http://127.0.0.1/cb", "http://localhost/cb", "com.example.app:/cb"], "first_party": true,
        },
        {
            "client_id": "tv", "client_name": "The <b>Screen</b>", "token_endpoint_auth_method": "none",
            "grant_types": ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"], "scope": "credits.read",
        },
        {
            "client_id": "product-api", "client_secret": SECRET,
            "grant_types": ["client_credentials"], "scope": "idp.audit idp.clients idp.users metrics.read",
        },
        {
            "client_id": "keeper", "client_secret": SECRET, "grant_types": ["client_credentials"],
            "scope": "idp.audit idp.clients idp.keys idp.status idp.users",
        },
        {
            "client_id": "signet", "client_secret": SECRET, "first_party": true,
            "redirect_uris": ["https://signet.example/cb"], "id_token_signed_response_alg": "EdDSA",
        },
        {
            "client_id": "signer", "token_endpoint_auth_method": "private_key_jwt", "jwks": CLIENT_KEY.jwks("own"),
            "grant_types": ["client_credentials"], "scope": "metrics.read",
        },
        {
            "client_id": "signer-rs", "token_endpoint_auth_method": "private_key_jwt", "jwks": CLIENT_KEY.jwks("own"),
            "token_endpoint_auth_signing_alg": "RS256", "grant_types": ["client_credentials"], "scope": "metrics.read",
        },
        {
            "client_id": "bound", "client_secret": SECRET, "dpop_bound_access_tokens": true,
            "grant_types": ["client_credentials"], "scope": "metrics.read",
        },
        {
            "client_id": "meter", "client_secret": SECRET, "token_endpoint_auth_method": "client_secret_post",
            "grant_types": ["client_credentials"], "scope": "metrics.read",
        },
    ])
}
