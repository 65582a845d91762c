//! Tests of refresh tokens and codes in the database, with the user, client and grant that they need.

mod codes;
mod refresh;

use foundation::{Connection, Timestamp, on_engine};

const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);
/// Pairs of statements: the first makes every token of the grant invalid, the second undoes that.
const ENDS: [(&str, &str); 3] = [
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
];

async fn run(db: &mut Connection<'_>, statement: &'static str) {
    on_engine!(db, |c| sqlx::query(statement).execute(c).await.map(|_| ())).unwrap();
}

/// Inserts a client without a secret.
macro_rules! insert_client {
    ($id:literal) => {
        concat!(
            "INSERT INTO clients (id, name, secret_digest, token_endpoint_auth_method, application_type, \
             redirect_uris, post_logout_redirect_uris, grant_types, scope, id_token_signed_response_alg, require_pkce, \
             first_party, created_at, updated_at) VALUES ('",
            $id,
            "', 'Web', NULL, 'none', 'web', '[]', '[]', '', '', 'ES256', TRUE, TRUE, 0, 0)"
        )
    };
}

/// Inserts the grant `grn_1` of a user to the client `web`.
async fn insert_grant(db: &mut Connection<'_>) {
    for statement in [
        "INSERT INTO users (id, email, is_operator, is_active, created_at, updated_at) \
            VALUES ('usr_1', 'ann@example.com', FALSE, TRUE, 0, 0)",
        insert_client!("web"),
        "INSERT INTO grants (id, user_id, client_id, sid, scope, is_offline, auth_time, created_at) \
            VALUES ('grn_1', 'usr_1', 'web', 'ses_1', 'openid', FALSE, 7, 0)",
    ] {
        run(db, statement).await;
    }
}

/// Inserts the grant `grn_2` of the same user to the client `spa`.
async fn insert_grant_of_another_client(db: &mut Connection<'_>) {
    for statement in [
        insert_client!("spa"),
        "INSERT INTO grants (id, user_id, client_id, sid, scope, is_offline, auth_time, created_at) \
            VALUES ('grn_2', 'usr_1', 'spa', 'ses_1', 'openid', FALSE, 7, 0)",
    ] {
        run(db, statement).await;
    }
}
