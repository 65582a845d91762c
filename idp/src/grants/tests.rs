//! Tests of grants: what ends with a session, and what is swept.

use std::time::Duration;

use foundation::{Connection, Timestamp, on_both_engines, on_engine};

use super::{Grant, store};
use crate::MIGRATIONS;

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

async fn lay(db: &mut Connection<'_>) {
    for statement in [
        "INSERT INTO users (id, is_operator, is_active, created_at, updated_at) VALUES ('usr_1', FALSE, TRUE, 0, 0)",
        "INSERT INTO clients (id, name, secret_digest, token_endpoint_auth_method, application_type, \
            redirect_uris, post_logout_redirect_uris, grant_types, scope, id_token_signed_response_alg, require_pkce, \
            first_party, created_at, updated_at) VALUES ('web', 'Web', NULL, 'none', 'web', '[]', '[]', '', '', 'ES256', TRUE, TRUE, 0, 0)",
    ] {
        on_engine!(&mut *db, |c| sqlx::query(statement)
            .execute(c)
            .await
            .map(|_| ()))
        .unwrap();
    }
    for (id, sid, is_offline) in [
        ("grn_1", "sid_1", false),
        ("grn_2", "sid_1", true),
        ("grn_3", "sid_2", false),
    ] {
        store::insert(db, &grant(id, sid, is_offline), NOW)
            .await
            .unwrap();
    }
}

fn grant(id: &str, sid: &str, is_offline: bool) -> Grant {
    Grant {
        id: id.to_owned(),
        user_id: "usr_1".to_owned(),
        client_id: "web".to_owned(),
        sid: sid.to_owned(),
        scope: "openid".to_owned(),
        is_offline,
        auth_time: NOW,
        expires_at: None,
        claims: None,
        acr: None,
        amr: None,
        dpop_jkt: None,
        resources: Vec::new(),
    }
}

async fn live(db: &mut Connection<'_>) -> Vec<String> {
    let statement = "SELECT id FROM grants WHERE revoked_at IS NULL ORDER BY id";
    on_engine!(db, |c| sqlx::query_scalar(statement).fetch_all(c).await).unwrap()
}

on_both_engines!(
    MIGRATIONS,
    async fn a_grant_ends_by_id_and_with_its_session(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        lay(&mut db).await;
        let ended = store::revoke_of_sid(&mut db, "sid_1", NOW).await.unwrap();
        assert_eq!(
            (ended, live(&mut db).await),
            (1, vec!["grn_2".to_owned(), "grn_3".to_owned()])
        );
        assert_eq!(store::revoke(&mut db, "grn_3", NOW).await.unwrap(), 1);
        assert_eq!(store::revoke(&mut db, "grn_3", NOW).await.unwrap(), 0);
        assert_eq!(live(&mut db).await, ["grn_2"]);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn old_grants_are_swept_in_bounded_numbers(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        lay(&mut db).await;
        let mut some = async |until, most| {
            let gone = store::EXPIRED.delete_some(&mut db, until, most).await;
            gone.unwrap()
        };
        let earlier = NOW.minus(Duration::from_micros(1));
        assert_eq!(some(earlier, 10).await, 0);
        assert_eq!(some(NOW, 2).await, 2);
        assert_eq!(some(NOW, 2).await, 1);
    }
);

#[test]
fn a_family_ends_with_its_session_at_the_latest() {
    let later = NOW.plus(Duration::from_secs(9));
    let rows = [
        (None, later),
        (Some(NOW), NOW),
        (Some(later.plus(Duration::from_secs(1))), later),
    ];
    for (expires_at, expected) in rows {
        let grant = Grant {
            expires_at,
            ..grant("grn_1", "sid_1", false)
        };
        assert_eq!(grant.family_end(later), expected);
    }
}
