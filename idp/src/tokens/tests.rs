//! Tests of what tokens say: as much as the scope opens, for whom it is meant.

use std::time::Duration;

use foundation::{Connection, Timestamp, on_both_engines, on_engine};
use serde_json::json;

use super::access_token::audience;
use super::store::{self, RefreshToken};
use super::{Opened, about_user};
use crate::MIGRATIONS;
use crate::clients::Scope;
use crate::grants::{self, Grant};
use crate::users::User;

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

fn user() -> User {
    User {
        id: "usr_1".to_owned(),
        name: Some("Ann".to_owned()),
        email: Some("ann@example.com".to_owned()),
        email_verified_at: Some(NOW),
        image: None,
        is_operator: false,
        is_active: true,
        created_at: NOW,
        updated_at: NOW,
    }
}

#[test]
fn a_scope_opens_its_own_claims_only() {
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
        let told = about_user(&user, Opened::InAccessToken(&Scope::parse(scope).unwrap()));
        assert_eq!(serde_json::to_value(told).unwrap(), expected, "{scope}");
    }
    let nameless = User {
        name: None,
        email: None,
        ..user()
    };
    let told = about_user(
        &nameless,
        Opened::InAccessToken(&Scope::parse("profile email").unwrap()),
    );
    assert_eq!(serde_json::to_value(told).unwrap(), json!({}));
}

#[test]
fn the_idp_s_own_words_are_for_the_idp_itself() {
    let rows = [
        ("", "https://api.example"),
        ("openid credits.read", "https://api.example"),
        ("idp.clients", "https://id.example"),
        ("credits.read idp.clients", "https://id.example"),
    ];
    for (scope, expected) in rows {
        let scope = Scope::parse(scope).unwrap();
        let found = audience(&scope, "https://id.example", "https://api.example");
        assert_eq!(found, expected, "{scope}");
    }
}

async fn lay(db: &mut Connection<'_>) -> RefreshToken {
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
    let token = RefreshToken {
        digest: "digest".to_owned(),
        grant_id: "grn_1".to_owned(),
        client_id: "web".to_owned(),
        expires_at: NOW.plus(Duration::from_mins(1)),
    };
    store::insert(db, &token, NOW).await.unwrap();
    token
}

on_both_engines!(
    MIGRATIONS,
    async fn a_refresh_token_is_used_once_in_time_by_its_client(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let token = lay(&mut db).await;
        for (digest, client, now) in [
            ("other", "web", NOW),
            ("digest", "spa", NOW),
            ("digest", "web", token.expires_at),
        ] {
            let found = store::use_once(&mut db, digest, client, now).await.unwrap();
            assert_eq!(found, None, "{digest} {client} {now:?}");
        }
        assert_eq!(
            store::grant_of_used(&mut db, "digest", "web")
                .await
                .unwrap(),
            None
        );
        let found = store::use_once(&mut db, "digest", "web", NOW)
            .await
            .unwrap();
        assert_eq!(found.as_ref(), Some(&token));
        assert_eq!(
            store::use_once(&mut db, "digest", "web", NOW)
                .await
                .unwrap(),
            None
        );
        let grant = store::grant_of_used(&mut db, "digest", "web")
            .await
            .unwrap();
        assert_eq!(grant.as_deref(), Some("grn_1"));
        let early = token.expires_at.minus(Duration::from_micros(1));
        for (until, gone) in [(early, 0), (token.expires_at, 1)] {
            let swept = store::EXPIRED.delete_some(&mut db, until, 10).await;
            assert_eq!(swept.unwrap(), gone);
        }
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn a_subject_is_there_as_long_as_grant_and_user_are(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let _token = lay(&mut db).await;
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
    async fn what_a_request_asked_for_is_kept_with_its_grant(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let _token = lay(&mut db).await;
        let bare = store::find_subject(&mut db, "grn_1").await.unwrap();
        let bare = bare.unwrap().grant;
        assert_eq!(bare.resources, Vec::<String>::new());
        let asked = Grant {
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
        grants::store::insert(&mut db, &asked, NOW).await.unwrap();
        let kept = store::find_subject(&mut db, "grn_2").await.unwrap();
        assert_eq!(kept.unwrap().grant, asked);
    }
);
