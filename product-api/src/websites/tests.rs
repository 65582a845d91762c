//! Tests of unfinished registrations in the database: activation and sweep.

use foundation::{Timestamp, on_both_engines, on_engine};

use super::client_settings::ClientSettings;
use super::store;
use super::website::{Status, Website};
use crate::MIGRATIONS;

fn registration(id: &str) -> Website {
    Website {
        id: id.to_owned(),
        owner_user_id: "usr_1".to_owned(),
        name: "Shop".to_owned(),
        url: "https://shop.example".to_owned(),
        client_id: format!("client of {id}"),
        status: Status::Active,
        suspended_by: None,
        created_at: Timestamp::from_seconds(1),
        scale: 0,
    }
}

on_both_engines!(
    MIGRATIONS,
    async fn marked_registration_is_never_completed(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        on_engine!(&mut db, |c| sqlx::query(
            "INSERT INTO users (id, claims_at, created_at, updated_at) VALUES ('usr_1', 0, 0, 0)"
        )
        .execute(c)
        .await
        .map(drop)
        .unwrap());
        let sign_in = store::SignIn {
            redirect_uris: &[],
            post_logout_redirect_uris: &[],
            settings: &ClientSettings::default(),
        };
        for id in ["web_1", "web_2"] {
            store::insert(&mut db, &registration(id), sign_in)
                .await
                .unwrap();
        }
        let (now, marked) = (Timestamp::from_seconds(1000), Timestamp::from_seconds(940));
        let mark = async |db: &mut _, id| store::mark_stale(db, id, now, marked).await.unwrap();
        assert!(mark(&mut db, "web_1").await);
        assert!(!mark(&mut db, "web_1").await, "marked by another");
        assert!(!store::activate(&mut db, "web_1").await.unwrap());
        assert!(store::activate(&mut db, "web_2").await.unwrap());
        assert!(!mark(&mut db, "web_2").await, "finished");
        // Another sweep may take over a mark that is too old.
        let later = Timestamp::from_seconds(1060);
        assert!(
            store::stale(&mut db, later, marked)
                .await
                .unwrap()
                .is_empty()
        );
        assert_eq!(store::stale(&mut db, later, now).await.unwrap().len(), 1);
        assert!(
            store::mark_stale(&mut db, "web_1", later, now)
                .await
                .unwrap()
        );
        transaction.commit().await.unwrap();
    }
);
