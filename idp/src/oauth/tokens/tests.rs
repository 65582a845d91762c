//! Tests of the claims and audiences of tokens.

use std::net::SocketAddr;

use foundation::secret::SecretString;
use foundation::{Connection, Timestamp, on_both_engines, on_engine};
use serde_json::json;

use super::audience::Audience;
use super::store;
use super::{ClaimsTarget, user_claims};
use crate::MIGRATIONS;
use crate::config::BaseConfig;
use crate::identity::users::{ProfileClaims, User};
use crate::protocol::clients::Scope;
use crate::protocol::grants::{self, Grant};

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

fn user() -> User {
    User {
        id: "usr_1".to_owned(),
        name: Some("Ann".to_owned()),
        email: Some("ann@example.com".to_owned()),
        email_verified_at: Some(NOW),
        image: None,
        profile: ProfileClaims::default(),
        is_operator: false,
        is_active: true,
        created_at: NOW,
        updated_at: NOW,
    }
}

#[test]
fn scope_opens_its_own_claims_only() {
    let rows = [
        ("openid", json!({})),
        ("openid profile", json!({ "name": "Ann" })),
        (
            "openid email",
            json!({ "email": "ann@example.com", "email_verified": true }),
        ),
        ("credits.read", json!({})),
    ];
    for (scope, expected) in rows {
        let user = user();
        let claims = user_claims(
            &user,
            ClaimsTarget::AccessToken(&Scope::parse(scope).unwrap()),
        );
        assert_eq!(serde_json::to_value(claims).unwrap(), expected, "{scope}");
    }
    let nameless = User {
        name: None,
        email: None,
        ..user()
    };
    let claims = user_claims(
        &nameless,
        ClaimsTarget::AccessToken(&Scope::parse("profile email").unwrap()),
    );
    assert_eq!(serde_json::to_value(claims).unwrap(), json!({}));
}

/// Granted resources, requested resources, and the expected audience.
type Row<'a> = (&'a [&'a str], &'a [&'a str], Option<&'a [&'a str]>);

// row: B10
#[test]
fn user_token_has_the_granted_scopes_only() {
    let base = BaseConfig {
        issuer: "https://id.example".to_owned(),
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        secret: SecretString::from(String::new()),
        previous_secrets: Vec::new(),
        default_audience: "https://api.example".to_owned(),
    };
    let rows: [Row<'_>; 9] = [
        (&[], &[], Some(&["https://api.example"])),
        (
            &[],
            &["https://api.example"],
            Some(&["https://api.example"]),
        ),
        (&[], &["https://id.example"], None),
        (&[], &["https://a.example"], None),
        (&["https://a.example"], &[], Some(&["https://a.example"])),
        (&["https://a.example"], &["https://api.example"], None),
        (
            &["https://a.example", "https://b.example"],
            &["https://b.example"],
            Some(&["https://b.example"]),
        ),
        (
            &["https://a.example", "https://b.example"],
            &[],
            Some(&["https://a.example", "https://b.example"]),
        ),
        (
            &["https://a.example"],
            &["https://a.example", "https://b.example"],
            None,
        ),
    ];
    let owned = |list: &[&str]| list.iter().map(|&one| one.to_owned()).collect::<Vec<_>>();
    for (granted, requested, expected) in rows {
        let grant = Grant {
            resources: owned(granted),
            ..grant()
        };
        let lookup = Audience::for_user(&owned(requested), &grant, &base).ok();
        let lookup = lookup.map(|audience| audience.addresses().to_vec());
        assert_eq!(lookup, expected.map(owned), "{granted:?} {requested:?}");
    }
}

fn grant() -> Grant {
    Grant {
        id: "grn_1".to_owned(),
        user_id: "usr_1".to_owned(),
        client_id: "web".to_owned(),
        sid: "ses_1".to_owned(),
        scope: "openid".to_owned(),
        is_offline: false,
        auth_time: NOW,
        expires_at: None,
        claims: None,
        acr: None,
        amr: None,
        dpop_jkt: None,
        resources: Vec::new(),
    }
}

async fn insert_grant(db: &mut Connection<'_>) {
    for statement in [
        "INSERT INTO users (id, email, is_operator, is_active, created_at, updated_at) \
            VALUES ('usr_1', 'ann@example.com', FALSE, TRUE, 0, 0)",
        "INSERT INTO clients (id, name, secret_digest, token_endpoint_auth_method, application_type, \
            redirect_uris, post_logout_redirect_uris, grant_types, scope, id_token_signed_response_alg, require_pkce, \
            first_party, created_at, updated_at) VALUES ('web', 'Web', NULL, 'none', 'web', '[]', '[]', '', '', 'ES256', TRUE, TRUE, 0, 0)",
        "INSERT INTO grants (id, user_id, client_id, sid, scope, is_offline, auth_time, created_at) \
            VALUES ('grn_1', 'usr_1', 'web', 'ses_1', 'openid', FALSE, 7, 0)",
    ] {
        on_engine!(&mut *db, |c| sqlx::query(statement)
            .execute(c)
            .await
            .map(|_| ()))
        .unwrap();
    }
}

on_both_engines!(
    MIGRATIONS,
    async fn subject_exists_while_grant_and_user_exist(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        insert_grant(&mut db).await;
        let subject = store::find_subject(&mut db, "grn_1")
            .await
            .unwrap()
            .unwrap();
        assert_eq!(subject.user.email.as_deref(), Some("ann@example.com"));
        assert_eq!(subject.grant.auth_time, Timestamp::from_micros(7));
        assert!(
            store::find_subject(&mut db, "grn_2")
                .await
                .unwrap()
                .is_none()
        );
        for (undone, done) in [
            (
                "UPDATE users SET is_active = FALSE",
                "UPDATE users SET is_active = TRUE",
            ),
            (
                "UPDATE clients SET is_active = FALSE",
                "UPDATE clients SET is_active = TRUE",
            ),
            (
                "UPDATE grants SET revoked_at = 1",
                "UPDATE grants SET revoked_at = NULL",
            ),
        ] {
            on_engine!(&mut db, |c| sqlx::query(undone)
                .execute(c)
                .await
                .map(|_| ()))
            .unwrap();
            assert!(
                store::find_subject(&mut db, "grn_1")
                    .await
                    .unwrap()
                    .is_none(),
                "{undone}"
            );
            on_engine!(&mut db, |c| sqlx::query(done).execute(c).await.map(|_| ())).unwrap();
            assert!(
                store::find_subject(&mut db, "grn_1")
                    .await
                    .unwrap()
                    .is_some(),
                "{done}"
            );
        }
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn requested_claims_are_stored_with_the_grant(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        insert_grant(&mut db).await;
        let bare = store::find_subject(&mut db, "grn_1").await.unwrap();
        let bare = bare.unwrap().grant;
        assert_eq!(bare.resources, Vec::<String>::new());
        let requested = Grant {
            id: "grn_2".to_owned(),
            claims: Some(r#"{"userinfo":{"name":null}}"#.to_owned()),
            acr: Some("phr".to_owned()),
            amr: Some("hwk".to_owned()),
            dpop_jkt: Some("a-thumbprint".to_owned()),
            resources: vec![
                "https://a.example".to_owned(),
                "https://b.example/x".to_owned(),
            ],
            ..bare
        };
        grants::store::insert(&mut db, &requested, NOW, NOW)
            .await
            .unwrap();
        let stored = store::find_subject(&mut db, "grn_2").await.unwrap();
        assert_eq!(stored.unwrap().grant, requested);
    }
);
