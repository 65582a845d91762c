//! Tests of codes in the database: each is redeemed once, in time, by its client.

use std::net::Ipv4Addr;
use std::time::Duration;

use foundation::{Connection, Timestamp, on_both_engines, on_engine};

use super::{ENDS, NOW, insert_grant, run};
use crate::MIGRATIONS;
use crate::http::network::Network;
use crate::oauth::tokens::store::codes;
use crate::oauth::tokens::token::Subject;
use crate::protocol::authorization_codes::{Code, CodeClaim, Redemption};

const EXPIRES_AT: Timestamp = Timestamp::from_seconds(1_800_000_060);
const INSERT: &str = "INSERT INTO authorization_codes (digest, grant_id, client_id, redirect_uri, nonce, created_at, \
    expires_at) VALUES ($1, 'grn_1', 'web', 'https://a.example/cb', 'n', 0, $2)";
const IS_USED: &str =
    "SELECT COUNT(*) FROM authorization_codes WHERE digest = $1 AND redeemed_at IS NOT NULL";

async fn insert_code(db: &mut Connection<'_>, digest: &str) {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(digest)
            .bind(EXPIRES_AT.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .unwrap();
}

async fn is_used(db: &mut Connection<'_>, digest: &str) -> bool {
    let used: i64 = on_engine!(db, |c| {
        sqlx::query_scalar(IS_USED).bind(digest).fetch_one(c).await
    })
    .unwrap();
    used == 1
}

/// Redeems a code under a name that no other redemption of the test has.
async fn redeem(
    db: &mut Connection<'_>,
    (digest, client_id): (&str, &str),
    at: Timestamp,
    name: &str,
) -> Option<(Code, Subject)> {
    let claim = CodeClaim {
        code: "code",
        client_id,
        redirect_uri: None,
        verifier: None,
        network: Network::new(Ipv4Addr::LOCALHOST.into()),
    };
    let redemption = Redemption {
        claim,
        digest: digest.to_owned(),
        name: name.to_owned(),
        at,
    };
    codes::redeem(db, &redemption).await.unwrap()
}

on_both_engines!(
    MIGRATIONS,
    async fn code_is_redeemed_once_in_time_by_its_client(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        insert_grant(&mut db).await;
        insert_code(&mut db, "digest").await;
        let rows = [
            ("other", "web", NOW, "unknown code"),
            ("digest", "spa", NOW, "other client"),
            ("digest", "web", EXPIRES_AT, "at expiry"),
        ];
        for (digest, client, at, name) in rows {
            let redeemed = redeem(&mut db, (digest, client), at, name).await;
            assert!(redeemed.is_none(), "{name}");
            assert!(!is_used(&mut db, "digest").await, "{name}");
        }
        for (end, undo) in ENDS {
            insert_code(&mut db, end).await;
            run(&mut db, end).await;
            let redeemed = redeem(&mut db, (end, "web"), NOW, end).await;
            assert!(redeemed.is_none(), "{end}");
            assert!(is_used(&mut db, end).await, "{end}");
            run(&mut db, undo).await;
            let again = redeem(&mut db, (end, "web"), NOW, undo).await;
            assert!(again.is_none(), "{undo}");
        }
        let early = EXPIRES_AT.minus(Duration::from_micros(1));
        let (code, subject) = redeem(&mut db, ("digest", "web"), early, "first")
            .await
            .unwrap();
        let expected = Code {
            grant_id: "grn_1".to_owned(),
            redirect_uri: "https://a.example/cb".to_owned(),
            challenge: None,
            nonce: Some("n".to_owned()),
            dpop_jkt: None,
        };
        assert_eq!(code, expected);
        assert_eq!((&*subject.grant.id, &*subject.user.id), ("grn_1", "usr_1"));
        let again = redeem(&mut db, ("digest", "web"), early, "second").await;
        assert!(again.is_none(), "it was used");
    }
);
