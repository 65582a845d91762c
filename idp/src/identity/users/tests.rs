//! Tests of the users table and of proving an address, on both engines.

use foundation::{Timestamp, on_both_engines};

use super::*;
use crate::MIGRATIONS;

const AT: Timestamp = Timestamp::from_seconds(1_700_000_000);
const LATER: Timestamp = Timestamp::from_seconds(1_700_000_060);

on_both_engines!(
    MIGRATIONS,
    async fn user_is_added_once_and_verified_again(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let added = store::insert(&mut db, "usr_1", "ann@example.com", AT)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(added.email_verified_at, Some(AT));
        assert!(added.is_active && !added.is_operator && added.has_verified_email());
        assert_eq!(
            store::insert(&mut db, "usr_2", "ann@example.com", AT)
                .await
                .unwrap(),
            None
        );
        let again = store::verify_email(&mut db, "ann@example.com", LATER)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(
            (again.id.as_str(), again.email_verified_at),
            ("usr_1", Some(LATER))
        );
        assert_eq!(
            store::verify_email(&mut db, "bob@example.com", LATER)
                .await
                .unwrap(),
            None
        );
        assert_eq!(store::find(&mut db, "usr_1").await.unwrap(), Some(again));
        assert_eq!(store::find(&mut db, "usr_2").await.unwrap(), None);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn operators_and_activity_are_flags(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        store::insert(&mut db, "usr_1", "ann@example.com", AT)
            .await
            .unwrap();
        assert!(!store::any_operator(&mut db).await.unwrap());
        assert!(store::make_operator(&mut db, "usr_1", LATER).await.unwrap());
        assert!(!store::make_operator(&mut db, "usr_9", LATER).await.unwrap());
        assert!(store::any_operator(&mut db).await.unwrap());
        foundation::on_engine!(&mut db, |c| {
            sqlx::query("UPDATE users SET is_active = FALSE")
                .execute(c)
                .await
                .map(|_| ())
        })
        .unwrap();
        let user = store::find(&mut db, "usr_1").await.unwrap().unwrap();
        assert!(user.is_operator && !user.is_active);
    }
);
