//! Tests of codes: matching of requests, conditions of storing, and repeated redemption.

use std::time::Duration;

use foundation::{Connection, Timestamp, on_both_engines, on_engine};

use super::code::Code;
use super::{Challenge, NewCode, store};
use crate::MIGRATIONS;
use crate::protocol::grants::Grant;

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

fn code(challenge: Option<&str>) -> Code {
    Code {
        grant_id: "grn_1".to_owned(),
        redirect_uri: "https://a.example/cb".to_owned(),
        challenge: challenge.and_then(Challenge::parse),
        nonce: Some("n".to_owned()),
        dpop_jkt: None,
    }
}

#[test]
fn claim_is_right_with_the_same_address_and_the_right_verifier() {
    let right = Some("https://a.example/cb");
    let rows = [
        (Some(CHALLENGE), right, Some(VERIFIER), true),
        (Some(CHALLENGE), right, Some("a"), false),
        (Some(CHALLENGE), right, None, false),
        (Some(CHALLENGE), None, Some(VERIFIER), false),
        (
            Some(CHALLENGE),
            Some("https://a.example/cb/"),
            Some(VERIFIER),
            false,
        ),
        (None, right, None, true),
        (None, right, Some(VERIFIER), false),
        (None, Some("https://b.example/cb"), None, false),
    ];
    for (challenge, redirect_uri, verifier, expected) in rows {
        let found = code(challenge).misuse(redirect_uri, verifier).is_none();
        assert_eq!(
            found, expected,
            "{challenge:?} {redirect_uri:?} {verifier:?}"
        );
    }
}

async fn run(db: &mut Connection<'_>, statement: &'static str) {
    on_engine!(db, |c| sqlx::query(statement).execute(c).await.map(|_| ())).unwrap();
}

async fn count(db: &mut Connection<'_>, statement: &'static str) -> i64 {
    on_engine!(db, |c| sqlx::query_scalar(statement).fetch_one(c).await).unwrap()
}

/// Inserts a user, a client, and a session that ends when the code expires.
async fn insert_user_and_session(db: &mut Connection<'_>) {
    for statement in [
        "INSERT INTO users (id, is_operator, is_active, created_at, updated_at) VALUES ('usr_1', FALSE, TRUE, 0, 0)",
        "INSERT INTO clients (id, name, secret_digest, token_endpoint_auth_method, application_type, \
            redirect_uris, post_logout_redirect_uris, grant_types, scope, id_token_signed_response_alg, require_pkce, \
            first_party, created_at, updated_at) VALUES ('web', 'Web', NULL, 'none', 'web', '[]', '[]', '', '', 'ES256', TRUE, TRUE, 0, 0)",
        "INSERT INTO sessions (id, sid, user_id, created_at, auth_time, expires_at, amr, last_seen_at) \
            VALUES ('id', 'ses_1', 'usr_1', 0, 0, 1800000060000000, 'pwd', 0)",
    ] {
        run(db, statement).await;
    }
}

fn grant(id: &str) -> Grant {
    Grant {
        id: id.to_owned(),
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

async fn store_code(
    db: &mut Connection<'_>,
    grant: &Grant,
    session_ends_after: Option<Timestamp>,
) -> bool {
    let challenge = Challenge::parse(CHALLENGE);
    let new = NewCode {
        grant,
        sweep_at: NOW,
        redirect_uri: "https://a.example/cb",
        challenge: challenge.as_ref(),
        nonce: Some("n"),
        dpop_jkt: None,
    };
    let times = store::CodeTimes {
        now: NOW,
        expires_at: NOW.plus(Duration::from_mins(1)),
        session_ends_after,
    };
    store::insert_with_grant(db, &new, &format!("code of {}", grant.id), times)
        .await
        .unwrap()
}

on_both_engines!(
    MIGRATIONS,
    async fn grant_is_stored_with_its_code_while_its_session_is_live(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        insert_user_and_session(&mut db).await;
        let late = NOW.plus(Duration::from_mins(1));
        let early = late.minus(Duration::from_micros(1));
        let rows = [
            ("grn_1", "ses_1", Some(late), false),
            ("grn_2", "ses_2", Some(NOW), false),
            ("grn_3", "ses_1", Some(early), true),
            // A session in Redis has no row in the database.
            ("grn_4", "ses_2", None, true),
        ];
        for (id, sid, ends_after, expected) in rows {
            let grant = Grant {
                sid: sid.to_owned(),
                ..grant(id)
            };
            let is_stored = store_code(&mut db, &grant, ends_after).await;
            assert_eq!(is_stored, expected, "{id}");
        }
        let whole = "SELECT COUNT(*) FROM grants g JOIN authorization_codes a ON a.grant_id = g.id \
            AND a.client_id = g.client_id AND a.created_at = g.created_at AND a.digest = 'code of ' || g.id";
        assert_eq!(count(&mut db, whole).await, 2);
        for all in [
            "SELECT COUNT(*) FROM grants",
            "SELECT COUNT(*) FROM authorization_codes",
        ] {
            assert_eq!(count(&mut db, all).await, 2, "{all}");
        }
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn grant_of_a_code_is_named_to_every_other_redemption(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        insert_user_and_session(&mut db).await;
        assert!(store_code(&mut db, &grant("grn_1"), Some(NOW)).await);
        let used = "UPDATE authorization_codes SET redeemed_at = 1, redeemed_by = 'first'";
        let by_an_older_replica =
            "UPDATE authorization_codes SET redeemed_at = 1, redeemed_by = NULL";
        let unused = "UPDATE authorization_codes SET redeemed_at = NULL, redeemed_by = NULL";
        let rows = [
            (unused, "code of grn_1", "web", "second", None),
            (used, "code of grn_1", "web", "first", None),
            (used, "code of grn_1", "web", "second", Some("grn_1")),
            (used, "code of grn_1", "shop", "second", None),
            (used, "other", "web", "second", None),
            (
                by_an_older_replica,
                "code of grn_1",
                "web",
                "second",
                Some("grn_1"),
            ),
        ];
        for (state, digest, client_id, name, expected) in rows {
            run(&mut db, state).await;
            let found = store::grant_of_redeemed(&mut db, digest, client_id, name).await;
            assert_eq!(
                found.unwrap().as_deref(),
                expected,
                "{state} {client_id} {name}"
            );
        }
        let late = NOW.plus(Duration::from_mins(1));
        let early = late.minus(Duration::from_micros(1));
        for (until, deleted) in [(early, 0), (late, 1)] {
            let swept = store::EXPIRED.delete_some(&mut db, until, 10).await;
            assert_eq!(swept.unwrap(), deleted);
        }
    }
);
