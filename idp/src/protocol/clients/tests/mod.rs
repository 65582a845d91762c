//! Tests of clients: the rules for the clients file, its application at each start, and the scopes of a client.

mod key_cache;
mod self_registered;

use std::path::Path;

use foundation::outbound::AllowedHosts;
use foundation::{Database, Timestamp, on_both_engines};
use serde_json::{Value, json};

use super::bootstrap::{ClientChange, apply_file, read, read_file};
use super::words::AuthMethod;
use super::{Client, Scope, pointer_of, secret_digest, store};
use crate::MIGRATIONS;

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);
const SECRET: &str = "kiln tugboat gravel tulip anchovy";

fn web() -> Value {
    json!({
        "client_id": "web", "client_name": "Tollgate", "token_endpoint_auth_method": "none",
        "redirect_uris": ["https://a.example/auth/callback"], "scope": "openid profile credits.read",
        "id_token_signed_response_alg": "ES256", "first_party": true,
    })
}

fn machine() -> Value {
    json!({
        "client_id": "product-api", "client_secret": SECRET,
        "grant_types": ["client_credentials"], "scope": "idp.clients",
    })
}

fn one(entry: &Value) -> Result<Client, Vec<String>> {
    read(
        json!([entry]).to_string().as_bytes(),
        NOW,
        &AllowedHosts::default(),
    )
    .map(|mut clients| clients.pop().expect("one client").client)
}

fn knows(client: &Client, secret: &str) -> bool {
    client.has_secret(&secret_digest(secret), NOW)
}

#[test]
fn good_file_is_read() {
    let web = one(&web()).unwrap();
    assert!(web.is_public() && web.first_party);
    assert_eq!(web.scope.to_string(), "credits.read");
    let machine = one(&machine()).unwrap();
    assert_eq!(machine.auth_method, AuthMethod::ClientSecretBasic);
    assert!(knows(&machine, SECRET) && !knows(&machine, "another secret of more than 32 bytes"));
    assert!(!knows(&web, ""));
}

#[test]
fn each_wrong_member_is_a_problem() {
    let rows = [
        ("client_id", json!("a b"), "client_id"),
        ("client_id", json!(7), "client_id"),
        ("client_secret", json!("short"), "client_secret"),
        ("client_secret", json!("a".repeat(32)), "few different"),
        (
            "client_secret",
            json!("change-me-".repeat(4)),
            "openssl rand",
        ),
        ("client_secret", Value::Null, "client_secret"),
        ("client_name", json!("a\nb"), "client_name"),
        (
            "token_endpoint_auth_method",
            json!("client_secret_jwt"),
            "token_endpoint_auth_method",
        ),
        ("token_endpoint_auth_method", json!("none"), "grant_types"),
        ("application_type", json!("phone"), "application_type"),
        (
            "redirect_uris",
            json!(["http://a.example/"]),
            "redirect_uris",
        ),
        (
            "post_logout_redirect_uris",
            json!(["https://a.example/#x"]),
            "post_logout_redirect_uris",
        ),
        ("grant_types", json!(["password"]), "grant_types"),
        (
            "grant_types",
            json!(["authorization_code"]),
            "redirect_uris",
        ),
        ("grant_types", json!(["refresh_token"]), "grant_types"),
        ("response_types", json!(["token"]), "response_types"),
        ("scope", json!("a\"b"), "scope"),
        (
            "id_token_signed_response_alg",
            json!("none"),
            "id_token_signed_response_alg",
        ),
        ("first_party", json!("yes"), "first_party"),
    ];
    assert_problems(&rows);
}

// row: C17
#[test]
fn each_wrong_member_about_keys_and_tokens_is_a_problem() {
    let rows = [
        ("is_active", json!("no"), "invalid type"),
        ("jwks", json!({ "keys": 1 }), "jwks"),
        ("jwks", json!({ "keys": [] }), "jwks holds no key"),
        (
            "jwks",
            json!({ "keys": [{ "kty": "EC", "d": "x" }] }),
            "private",
        ),
        (
            "jwks",
            json!({ "keys": [{ "kty": "oct", "k": "x" }] }),
            "private",
        ),
        ("jwks_uri", json!("http://a.example/keys"), "jwks_uri"),
        ("jwks_uri", json!("https://a.example/#keys"), "jwks_uri"),
        ("jwks_uri", json!("https://127.0.0.1/keys"), "jwks_uri"),
        (
            "jwks_uri",
            json!("https://169.254.169.254/keys"),
            "jwks_uri",
        ),
        (
            "backchannel_logout_uri",
            json!("https://10.0.0.1/out"),
            "backchannel_logout_uri",
        ),
        (
            "token_endpoint_auth_method",
            json!("private_key_jwt"),
            "neither jwks nor jwks_uri",
        ),
        (
            "token_endpoint_auth_signing_alg",
            json!("none"),
            "token_endpoint_auth_signing_alg",
        ),
        (
            "userinfo_signed_response_alg",
            json!("HS256"),
            "userinfo_signed_response_alg",
        ),
    ];
    assert_problems(&rows);
}

#[test]
fn each_wrong_member_about_names_links_and_wishes_is_a_problem() {
    let rows = [
        ("access_token_format", json!("JWT"), "access_token_format"),
        (
            "initiate_login_uri",
            json!("http://a.example/login"),
            "initiate_login_uri is not https",
        ),
        (
            "initiate_login_uri",
            json!("https://a.example/login#x"),
            "initiate_login_uri holds a fragment",
        ),
        (
            "initiate_login_uri",
            json!("javascript:alert(1)"),
            "initiate_login_uri",
        ),
        ("subject_type", json!("hidden"), "subject_type"),
        ("subject_type", json!("pairwise"), "sector_identifier_uri"),
        (
            "sector_identifier_uri",
            json!("http://a.example/s"),
            "sector_identifier_uri",
        ),
        (
            "backchannel_logout_uri",
            json!("https://a.example/out#x"),
            "backchannel_logout_uri",
        ),
        ("client_uri", json!("javascript:alert(1)"), "client_uri"),
        ("policy_uri", json!("http://a.example/"), "policy_uri"),
        ("tos_uri", json!("data:text/html,x"), "tos_uri"),
        ("contacts", json!([""]), "contacts"),
        ("contacts", json!(["a\nb"]), "contacts"),
        ("contacts", json!(vec!["a"; 21]), "contacts"),
        ("resources", json!(["/api"]), "resources"),
        ("resources", json!(["https://a.example/#x"]), "resources"),
        ("default_acr_values", json!(["a b"]), "default_acr_values"),
        ("default_max_age", json!(40_000_000), "default_max_age"),
        ("frist_party", json!(true), "frist_party"),
    ];
    assert_problems(&rows);
}

fn assert_problems(rows: &[(&str, Value, &str)]) {
    for (member, value, named) in rows {
        let mut entry = machine();
        entry[*member] = value.clone();
        let problems = one(&entry).expect_err(&format!("{member}: {value}"));
        assert!(
            problems.iter().any(|what| what.contains(named)),
            "{member}: {problems:?}"
        );
        // Skips the name of the client, with which the file's problems begin.
        let parts = problems.iter().filter_map(|what| what.split_once(": "));
        let pointers: Vec<_> = parts.map(|(_, what)| pointer_of(what)).collect();
        let is_about = |pointer: &String| {
            let about = pointer.split('/').nth(1).unwrap_or_default();
            about == *member || about == *named
        };
        // Skips members that only the file has, and values of another type, which fail the parsing as a whole.
        let is_of_file = pointer_of(member).is_empty();
        let is_whole = is_of_file || pointers.iter().all(String::is_empty);
        assert!(
            is_whole || pointers.iter().any(is_about),
            "{member}: {problems:?} {pointers:?}"
        );
    }
}

#[test]
fn every_problem_of_the_whole_file_is_listed() {
    let mut bad = web();
    bad["redirect_uris"] = json!(["ftp://a.example/", "https://a.example/*"]);
    bad["client_name"] = json!("");
    let file = json!([bad, machine(), machine(), {"client_id": "x", "typo": 1}]);
    let problems = read(file.to_string().as_bytes(), NOW, &AllowedHosts::default()).unwrap_err();
    assert_eq!(problems.len(), 5, "{problems:?}");
    assert!(read(b"{}", NOW, &AllowedHosts::default()).is_err());
    assert!(read(b"[1]", NOW, &AllowedHosts::default()).is_err());
}

#[test]
fn unregistered_scopes_are_omitted() {
    let mut entry = web();
    entry["scope"] = json!("credits.read idp.clients");
    let client = one(&entry).unwrap();
    let requested = Scope::parse("openid email credits.read idp.clients offline_access").unwrap();
    assert_eq!(
        client.grantable(&requested).to_string(),
        "credits.read email openid"
    );
}

// row: account-1
#[test]
fn account_is_for_clients_of_the_installation() {
    let requested = Scope::parse("openid account").unwrap();
    let rows = [
        (true, "account", "account openid"),
        (true, "credits.read", "openid"),
        (false, "account", "openid"),
    ];
    for (first_party, scope, expected) in rows {
        let mut entry = web();
        entry["first_party"] = json!(first_party);
        entry["scope"] = json!(scope);
        let client = one(&entry).unwrap();
        assert_eq!(
            client.grantable(&requested).to_string(),
            expected,
            "{scope}"
        );
    }
}

async fn apply(
    database: &Database,
    file: &Path,
    entries: &Value,
    now: Timestamp,
) -> Vec<ClientChange> {
    std::fs::write(file, entries.to_string()).unwrap();
    let clients = read_file(file, now, &AllowedHosts::default())
        .await
        .unwrap();
    let mut transaction = database.begin().await.unwrap();
    let off = apply_file(&mut transaction.connection(), clients, now).await;
    transaction.commit().await.unwrap();
    off.unwrap()
}

async fn stored(database: &Database, id: &str) -> Option<Client> {
    let mut reader = database.reader().await.unwrap();
    store::find(&mut reader.connection(), id).await.unwrap()
}

on_both_engines!(
    MIGRATIONS,
    async fn clients_file_is_applied_once_and_missing_clients_are_deactivated(database: Database) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("clients.json");
        let later = Timestamp::from_seconds(NOW.seconds() + 60);
        let changed = |id: &str, is_active: bool| ClientChange {
            id: id.to_owned(),
            is_active,
        };
        let whole = json!([web(), machine()]);
        for now in [NOW, later] {
            assert_eq!(
                apply(&database, &file, &whole, now).await,
                [],
                "new, and as it was"
            );
        }
        assert_eq!(stored(&database, "web").await, Some(one(&web()).unwrap()));
        let mut renamed = web();
        renamed["client_name"] = json!("Other");
        let outcome = apply(&database, &file, &json!([renamed]), later).await;
        assert_eq!(
            outcome,
            [changed("product-api", false), changed("web", true)]
        );
        assert_eq!(apply(&database, &file, &json!([renamed]), later).await, []);
        let web = stored(&database, "web").await.unwrap();
        assert_eq!(
            (web.name.as_str(), web.created_at, web.updated_at),
            ("Other", NOW, later)
        );
        let gone = stored(&database, "product-api").await.unwrap();
        assert!(!gone.is_active && knows(&gone, SECRET), "kept, and off");
        let mut off = machine();
        off["is_active"] = json!(false);
        let outcome = apply(&database, &file, &json!([renamed, off]), later).await;
        assert_eq!(outcome, [], "it was off before");
        apply(&database, &file, &json!([renamed, machine()]), later).await;
        assert!(stored(&database, "product-api").await.unwrap().is_active);
        let outcome = apply(&database, &file, &json!([renamed, off]), later).await;
        assert_eq!(outcome, [changed("product-api", false)]);
        let mut transaction = database.begin().await.unwrap();
        assert!(
            store::delete(&mut transaction.connection(), "web")
                .await
                .unwrap()
        );
        assert!(
            !store::delete(&mut transaction.connection(), "web")
                .await
                .unwrap()
        );
        transaction.commit().await.unwrap();
        assert_eq!(stored(&database, "web").await, None);
    }
);
