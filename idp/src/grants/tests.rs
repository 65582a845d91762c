//! Tests of grants: what ends with a session, with a user, and what is swept.

use std::time::Duration;

use foundation::{Connection, Database, Timestamp, on_both_engines, on_engine};

use super::{Grant, store};
use crate::MIGRATIONS;

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

async fn lay(db: &mut Connection<'_>) {
    for statement in [
        "INSERT INTO users (id, is_operator, is_active, created_at, updated_at) VALUES ('usr_1', FALSE, TRUE, 0, 0)",
        "INSERT INTO clients VALUES ('web', 'Web', NULL, 'none', 'web', '[]', '[]', '', '', 'ES256', TRUE, TRUE, 0, 0)",
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
    }
}

async fn live(db: &mut Connection<'_>) -> Vec<&'static str> {
    let mut found = Vec::new();
    for id in ["grn_1", "grn_2", "grn_3"] {
        if store::find_live(db, id).await.unwrap().is_some() {
            found.push(id);
        }
    }
    found
}

on_both_engines!(
    MIGRATIONS,
    async fn a_grant_ends_by_id_by_session_and_by_user(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        lay(&mut db).await;
        assert_eq!(
            store::find_live(&mut db, "grn_2").await.unwrap(),
            Some(grant("grn_2", "sid_1", true))
        );
        let ended = store::revoke_of_sid(&mut db, "sid_1", NOW).await.unwrap();
        assert_eq!((ended, live(&mut db).await), (1, vec!["grn_2", "grn_3"]));
        assert_eq!(store::revoke(&mut db, "grn_3", NOW).await.unwrap(), 1);
        assert_eq!(store::revoke(&mut db, "grn_3", NOW).await.unwrap(), 0);
        assert_eq!(live(&mut db).await, ["grn_2"]);
        assert_eq!(
            store::revoke_of_user(&mut db, "usr_1", NOW).await.unwrap(),
            1
        );
        assert!(live(&mut db).await.is_empty());
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn old_grants_are_swept_in_bounded_numbers(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        lay(&mut db).await;
        let later = NOW.plus(Duration::from_secs(1));
        assert_eq!(store::sweep(&mut db, NOW, 10).await.unwrap(), 0);
        assert_eq!(store::sweep(&mut db, later, 2).await.unwrap(), 2);
        assert_eq!(store::sweep(&mut db, later, 2).await.unwrap(), 1);
    }
);
