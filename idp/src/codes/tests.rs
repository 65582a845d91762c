//! Tests of codes: whose claim is right, and that a code is used once, in time, by its client.

use std::time::Duration;

use foundation::{Connection, Timestamp, on_both_engines, on_engine};

use super::code::Code;
use super::{Challenge, store};
use crate::MIGRATIONS;

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

fn code(challenge: Option<&str>) -> Code {
    Code {
        digest: "digest".to_owned(),
        grant_id: "grn_1".to_owned(),
        client_id: "web".to_owned(),
        redirect_uri: "https://a.example/cb".to_owned(),
        challenge: challenge.and_then(Challenge::parse),
        nonce: Some("n".to_owned()),
        dpop_jkt: None,
        created_at: NOW,
    }
}

#[test]
fn a_claim_is_right_with_the_same_address_and_the_right_verifier() {
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

async fn lay(db: &mut Connection<'_>) {
    for statement in [
        "INSERT INTO users (id, is_operator, is_active, created_at, updated_at) VALUES ('usr_1', FALSE, TRUE, 0, 0)",
        "INSERT INTO clients (id, name, secret_digest, token_endpoint_auth_method, application_type, \
            redirect_uris, post_logout_redirect_uris, grant_types, scope, id_token_signed_response_alg, require_pkce, \
            first_party, created_at, updated_at) VALUES ('web', 'Web', NULL, 'none', 'web', '[]', '[]', '', '', 'ES256', TRUE, TRUE, 0, 0)",
        "INSERT INTO grants (id, user_id, client_id, sid, scope, is_offline, auth_time, created_at) \
            VALUES ('grn_1', 'usr_1', 'web', 'ses_1', 'openid', FALSE, 0, 0)",
    ] {
        on_engine!(&mut *db, |c| sqlx::query(statement)
            .execute(c)
            .await
            .map(|_| ()))
        .unwrap();
    }
    let expires_at = NOW.plus(Duration::from_mins(1));
    store::insert(db, &code(Some(CHALLENGE)), expires_at)
        .await
        .unwrap();
}

on_both_engines!(
    MIGRATIONS,
    async fn a_code_is_redeemed_once_in_time_by_its_client(database: Database) {
        let mut transaction = database.begin().await.unwrap();
        let mut db = transaction.connection();
        lay(&mut db).await;
        let late = NOW.plus(Duration::from_mins(1));
        for (digest, client, now) in [
            ("other", "web", NOW),
            ("digest", "shop", NOW),
            ("digest", "web", late),
        ] {
            let found = store::redeem(&mut db, digest, client, now).await.unwrap();
            assert_eq!(found, None, "{digest} {client} {now:?}");
        }
        assert_eq!(
            store::grant_of_redeemed(&mut db, "digest", "web")
                .await
                .unwrap(),
            None
        );
        let found = store::redeem(&mut db, "digest", "web", NOW).await.unwrap();
        assert_eq!(found, Some(code(Some(CHALLENGE))));
        assert_eq!(
            store::redeem(&mut db, "digest", "web", NOW).await.unwrap(),
            None
        );
        let grant = store::grant_of_redeemed(&mut db, "digest", "web")
            .await
            .unwrap();
        assert_eq!(grant.as_deref(), Some("grn_1"));
        assert_eq!(
            store::grant_of_redeemed(&mut db, "digest", "shop")
                .await
                .unwrap(),
            None
        );
        let early = late.minus(Duration::from_micros(1));
        for (until, gone) in [(early, 0), (late, 1)] {
            let swept = store::EXPIRED.delete_some(&mut db, until, 10).await;
            assert_eq!(swept.unwrap(), gone);
        }
    }
);
