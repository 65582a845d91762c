//! Tests of what tokens say: as much as the scope opens, for whom it is meant.

use std::net::SocketAddr;
use std::time::Duration;

use foundation::secret::SecretString;
use foundation::{Connection, Timestamp, on_both_engines, on_engine};
use serde_json::json;

use super::audience::Audience;
use super::store;
use super::store::refresh::{self, RefreshToken};
use super::{Opened, about_user};
use crate::MIGRATIONS;
use crate::clients::Scope;
use crate::config::BaseConfig;
use crate::grants::{self, Grant};
use crate::users::{ProfileClaims, User};

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

/// What was granted, what is asked for, and what comes of it.
type Row<'a> = (&'a [&'a str], &'a [&'a str], Option<&'a [&'a str]>);

#[test]
fn a_user_s_token_is_for_what_was_granted_and_no_more() {
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
    for (granted, asked, expected) in rows {
        let grant = Grant {
            resources: owned(granted),
            ..grant()
        };
        let found = Audience::of_user(&owned(asked), &grant, &base).ok();
        let found = found.map(|audience| audience.addresses().to_vec());
        assert_eq!(found, expected.map(owned), "{granted:?} {asked:?}");
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
        predecessor: None,
        answer: None,
        expires_at: NOW.plus(Duration::from_mins(1)),
    };
    refresh::insert(db, &token, NOW).await.unwrap();
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
            let used = refresh::use_once(&mut db, digest, client, now).await;
            assert!(!used.unwrap(), "{digest} {client} {now:?}");
        }
        let found = refresh::find(&mut db, "digest", "web").await.unwrap();
        assert!(!found.unwrap().is_used);
        for expected in [true, false] {
            let used = refresh::use_once(&mut db, "digest", "web", NOW).await;
            assert_eq!(used.unwrap(), expected);
        }
        let found = refresh::find(&mut db, "digest", "web").await.unwrap();
        let found = found.unwrap();
        assert_eq!((found.is_used, found.expires_at), (true, token.expires_at));
        assert!(
            refresh::find(&mut db, "digest", "spa")
                .await
                .unwrap()
                .is_none()
        );
        let early = token.expires_at.minus(Duration::from_micros(1));
        for (until, gone) in [(early, 0), (token.expires_at, 1)] {
            let swept = refresh::EXPIRED.delete_some(&mut db, until, 10).await;
            assert_eq!(swept.unwrap(), gone);
        }
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn an_answer_can_be_had_until_its_time_or_until_its_token_is_used(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let token = lay(&mut db).await;
        let until = NOW.plus(Duration::from_secs(20));
        let successor = RefreshToken {
            digest: "next".to_owned(),
            predecessor: Some("digest".to_owned()),
            answer: Some(("sealed".to_owned(), until)),
            ..token
        };
        refresh::insert(&mut db, &successor, NOW).await.unwrap();
        let early = until.minus(Duration::from_micros(1));
        for (digest, client, now, expected) in [
            ("digest", "web", early, Some("sealed")),
            ("digest", "web", until, None),
            ("digest", "spa", NOW, None),
            ("next", "web", NOW, None),
        ] {
            let found = refresh::answer_of_successor(&mut db, digest, client, now).await;
            assert_eq!(found.unwrap().as_deref(), expected, "{digest} {client}");
        }
        assert!(
            refresh::use_once(&mut db, "next", "web", NOW)
                .await
                .unwrap()
        );
        let found = refresh::answer_of_successor(&mut db, "digest", "web", NOW).await;
        assert_eq!(found.unwrap(), None);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn no_refresh_token_has_two_successors(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let token = lay(&mut db).await;
        for (digest, is_taken) in [("next", true), ("other", false)] {
            let successor = RefreshToken {
                digest: digest.to_owned(),
                predecessor: Some("digest".to_owned()),
                ..token.clone()
            };
            let inserted = refresh::insert(&mut db, &successor, NOW).await;
            assert_eq!(inserted.is_ok(), is_taken, "{digest}");
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
        grants::store::insert(&mut db, &asked, (NOW, NOW))
            .await
            .unwrap();
        let kept = store::find_subject(&mut db, "grn_2").await.unwrap();
        assert_eq!(kept.unwrap().grant, asked);
    }
);
