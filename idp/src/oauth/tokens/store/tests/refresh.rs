//! Tests of refresh tokens in the database: each is valid once, in time, for its client.

use std::time::Duration;

use foundation::testing::TestDatabase;
use foundation::{Connection, Timestamp, on_both_engines, on_engine};

use super::{ENDS, NOW, insert_grant, insert_grant_of_another_client, run};
use crate::MIGRATIONS;
use crate::oauth::tokens::store::refresh::{
    self, PresentedToken, RefreshToken, RefreshTokenLookup,
};

async fn insert_token(db: &mut Connection<'_>) -> RefreshToken {
    insert_grant(db).await;
    let token = RefreshToken {
        digest: "digest".to_owned(),
        grant_id: "grn_1".to_owned(),
        client_id: "web".to_owned(),
        predecessor: None,
        sealed_response: None,
        expires_at: NOW.plus(Duration::from_mins(1)),
    };
    refresh::insert(db, &token, NOW).await.unwrap();
    token
}

fn presented(digest: &str, client_id: &str) -> PresentedToken {
    PresentedToken {
        digest: digest.to_owned(),
        client_id: client_id.to_owned(),
    }
}

async fn find(
    db: &mut Connection<'_>,
    digest: &str,
    client_id: &str,
) -> Option<RefreshTokenLookup> {
    let lookup = refresh::find_all(db, &[presented(digest, client_id)]).await;
    lookup.unwrap().pop().unwrap()
}

/// Creates a successor of a token.
fn successor(digest: &str, predecessor: &str, client_id: &str) -> RefreshToken {
    RefreshToken {
        digest: digest.to_owned(),
        // The statement takes both from the predecessor.
        grant_id: String::new(),
        expires_at: NOW,
        client_id: client_id.to_owned(),
        predecessor: Some(predecessor.to_owned()),
        sealed_response: Some(("sealed".to_owned(), NOW.plus(Duration::from_secs(20)))),
    }
}

async fn hold(db: &mut Connection<'_>, digest: &str, client_id: &str, now: Timestamp) -> bool {
    refresh::lock(db, digest, client_id, now).await.unwrap()
}

async fn rotate(db: &mut Connection<'_>, successors: &[RefreshToken], now: Timestamp) -> Vec<bool> {
    refresh::rotate(db, successors, now).await.unwrap()
}

on_both_engines!(
    MIGRATIONS,
    async fn refresh_token_is_rotated_once_in_time_by_its_client(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let token = insert_token(&mut db).await;
        let rows = [
            ("other", "web", NOW),
            ("digest", "spa", NOW),
            ("digest", "web", token.expires_at),
        ];
        for (digest, client, now) in rows {
            let vain = [successor("vain", digest, client)];
            assert_eq!(
                rotate(&mut db, &vain, now).await,
                [false],
                "{digest} {client}"
            );
            assert!(!hold(&mut db, digest, client, now).await, "{digest}");
        }
        for (end, undo) in ENDS {
            run(&mut db, end).await;
            assert!(!hold(&mut db, "digest", "web", NOW).await, "{end}");
            let vain = [successor("vain", "digest", "web")];
            assert_eq!(rotate(&mut db, &vain, NOW).await, [false], "{end}");
            run(&mut db, undo).await;
        }
        assert!(hold(&mut db, "digest", "web", NOW).await);
        let unused = find(&mut db, "digest", "web").await.unwrap();
        assert!(!unused.is_used);
        for (next, expected) in [("next", true), ("late", false)] {
            let one = [successor(next, "digest", "web")];
            assert_eq!(rotate(&mut db, &one, NOW).await, [expected], "{next}");
        }
        assert!(!hold(&mut db, "digest", "web", NOW).await, "it was used");
        let used = find(&mut db, "digest", "web").await.unwrap();
        assert_eq!((used.is_used, used.expires_at), (true, token.expires_at));
        let next = find(&mut db, "next", "web").await.unwrap();
        assert_eq!((next.is_used, next.expires_at), (false, token.expires_at));
        assert_eq!(next.subject.grant.id, "grn_1");
        for (digest, client) in [("digest", "spa"), ("late", "web"), ("vain", "web")] {
            assert!(find(&mut db, digest, client).await.is_none(), "{digest}");
        }
        let early = token.expires_at.minus(Duration::from_micros(1));
        for (until, deleted) in [(early, 0), (token.expires_at, 2)] {
            let swept = refresh::EXPIRED.delete_some(&mut db, until, 10).await;
            assert_eq!(swept.unwrap(), deleted);
        }
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn tokens_of_a_batch_are_distinguished(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let token = insert_token(&mut db).await;
        for digest in ["second", "third"] {
            let other = RefreshToken {
                digest: digest.to_owned(),
                ..token.clone()
            };
            refresh::insert(&mut db, &other, NOW).await.unwrap();
        }
        // Only one of two uses of one token counts; another client's and an unknown one do not.
        let batch = [
            successor("of second", "second", "web"),
            successor("of digest", "digest", "web"),
            successor("of digest again", "digest", "web"),
            successor("of third", "third", "spa"),
            successor("of none", "none", "web"),
        ];
        let rotated = rotate(&mut db, &batch, NOW).await;
        assert!(rotated[0] && rotated[1] != rotated[2] && !rotated[3] && !rotated[4]);
        let requested = [
            presented("third", "spa"),
            presented("third", "web"),
            presented("second", "web"),
            presented("none", "web"),
            presented("third", "web"),
        ];
        let lookup = refresh::find_all(&mut db, &requested).await.unwrap();
        let lookup: Vec<_> = lookup
            .iter()
            .map(|one| one.as_ref().map(|lookup| lookup.is_used))
            .collect();
        assert_eq!(lookup, [None, Some(false), Some(true), None, Some(false)]);
    }
);

/// PostgreSQL alone has two writers. The deletion ends with the test.
#[tokio::test]
async fn batch_does_not_wait_for_the_deletion_of_a_client() {
    let world = TestDatabase::postgres(&MIGRATIONS).await;
    let database = world.database();
    let mut inserting = database.begin().await.unwrap();
    let mut db = inserting.connection();
    let token = insert_token(&mut db).await;
    insert_grant_of_another_client(&mut db).await;
    let other = RefreshToken {
        digest: "of spa".to_owned(),
        grant_id: "grn_2".to_owned(),
        client_id: "spa".to_owned(),
        ..token
    };
    refresh::insert(&mut db, &other, NOW).await.unwrap();
    inserting.commit().await.unwrap();
    let mut deleting = database.begin().await.unwrap();
    let delete = "DELETE FROM clients WHERE id = 'web'";
    run(&mut deleting.connection(), delete).await;
    let mut rotating = database.begin().await.unwrap();
    let batch = [
        successor("next", "digest", "web"),
        successor("next of spa", "of spa", "spa"),
    ];
    let rotated = rotate(&mut rotating.connection(), &batch, NOW).await;
    assert_eq!(rotated, [false, true]);
    rotating.commit().await.unwrap();
    deleting.commit().await.unwrap();
}

on_both_engines!(
    MIGRATIONS,
    async fn sealed_response_ends_at_its_time_or_with_its_token(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let _token = insert_token(&mut db).await;
        let next = successor("next", "digest", "web");
        let (_, until) = next.sealed_response.clone().unwrap();
        assert_eq!(rotate(&mut db, &[next], NOW).await, [true]);
        let early = until.minus(Duration::from_micros(1));
        for (digest, client, now, expected) in [
            ("digest", "web", early, Some("sealed")),
            ("digest", "web", until, None),
            ("digest", "spa", NOW, None),
            ("next", "web", NOW, None),
        ] {
            let lookup = refresh::successor_response(&mut db, digest, client, now).await;
            assert_eq!(lookup.unwrap().as_deref(), expected, "{digest} {client}");
        }
        let last = successor("last", "next", "web");
        assert_eq!(rotate(&mut db, &[last], NOW).await, [true]);
        let lookup = refresh::successor_response(&mut db, "digest", "web", NOW).await;
        assert_eq!(lookup.unwrap(), None);
        let stored = "SELECT COUNT(*) FROM refresh_tokens WHERE answer IS NOT NULL";
        let stored: i64 =
            on_engine!(&mut db, |c| sqlx::query_scalar(stored).fetch_one(c).await).unwrap();
        assert_eq!(stored, 1, "the last one's");
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn refresh_token_has_one_successor(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        let token = insert_token(&mut db).await;
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
