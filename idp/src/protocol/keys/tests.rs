//! Tests of the keyring: created once, encrypted at rest, published without private parts.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use foundation::jose::{TokenRefusal, TokenRequirements};
use foundation::secret::Sealer;
use foundation::time::Timestamp;
use foundation::{Clock, Database, Random, on_both_engines};
use serde_json::{Value, json};

use super::keyring::Keyring;
use super::open::PURPOSE;
use super::{Algorithm, SharedKeyring, open, open_stable, store};
use crate::MIGRATIONS;

const MASTER: &str = "0123456789abcdef0123456789abcdef";
const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

fn sealer(master: &str) -> Sealer {
    Sealer::new(master.into(), Random::system())
}

async fn opened(database: &Database) -> SharedKeyring {
    let clock = Clock::fixed(NOW);
    open(database, &sealer(MASTER), &clock, &Random::system())
        .await
        .unwrap()
}

fn expected(token_type: &str) -> TokenRequirements<'_> {
    TokenRequirements {
        token_type: Some(token_type),
        issuer: "https://id.example",
        audience: None,
        now: NOW,
        leeway_seconds: 0,
        may_be_expired: false,
    }
}

fn signed(keyring: &Keyring, algorithm: Algorithm) -> String {
    let claims = json!({"iss": "https://id.example", "exp": NOW.seconds() + 60});
    keyring.sign(algorithm, "at+jwt", &claims).unwrap()
}

on_both_engines!(
    MIGRATIONS,
    async fn keys_are_made_once_even_when_four_servers_start_at_once(database: Database) {
        let (a, b, c, d) = tokio::join!(
            opened(&database),
            opened(&database),
            opened(&database),
            opened(&database)
        );
        let sets: Vec<_> = [a, b, c, d]
            .iter()
            .map(|keys| keys.current().jwks())
            .collect();
        assert!(sets.iter().all(|set| set == &sets[0]));
        let mut reader = database.reader().await.unwrap();
        let rows = store::list(&mut reader.connection()).await.unwrap();
        assert_eq!(rows.len(), Algorithm::ALL.len());
        assert_eq!(opened(&database).await.current().jwks(), sets[0]);
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn private_part_is_sealed_under_the_master_secret(database: Database) {
        let _keys = opened(&database).await;
        let mut reader = database.reader().await.unwrap();
        let rows = store::list(&mut reader.connection()).await.unwrap();
        for row in rows {
            assert_eq!(row.sealed_pkcs8.split('.').count(), 5, "a compact JWE");
            let plain = sealer(MASTER).open(PURPOSE, &row.sealed_pkcs8).unwrap();
            assert!(!row.sealed_pkcs8.contains(&plain));
            let start = plain.get(..24).unwrap();
            for part in row.sealed_pkcs8.split('.') {
                let bytes = URL_SAFE_NO_PAD.decode(part).unwrap();
                assert!(!String::from_utf8_lossy(&bytes).contains(start));
            }
        }
        let other = sealer("another secret of thirty-two byt");
        let refused = open(&database, &other, &Clock::fixed(NOW), &Random::system()).await;
        assert!(refused.err().unwrap().to_string().contains("IDP_SECRET"));
    }
);

on_both_engines!(
    MIGRATIONS,
    async fn stable_ids_survive_a_new_master_secret(database: Database) {
        let clock = Clock::fixed(NOW);
        let mac = async |sealer: &Sealer| {
            let stable = open_stable(&database, sealer, &clock, &Random::system()).await;
            stable.map(|stable| stable.mac("pairwise", "usr_1").unwrap())
        };
        let before = mac(&sealer(MASTER)).await.unwrap();
        assert_eq!(mac(&sealer(MASTER)).await.unwrap(), before);
        let other = "another secret of thirty-two byt";
        let changed = sealer(other).with_previous(&[MASTER.into()]);
        assert_eq!(mac(&changed).await.unwrap(), before);
        let refused = mac(&sealer(other)).await.unwrap_err();
        assert!(refused.to_string().contains("IDP_SECRET_PREVIOUS"));
    }
);

/// Retires every key.
async fn retire(database: &Database) {
    change(database, "UPDATE signing_keys SET state = 'retired'").await;
}

async fn change(database: &Database, statement: &'static str) {
    let mut transaction = database.begin().await.unwrap();
    foundation::on_engine!(&mut transaction.connection(), |c| {
        sqlx::query(statement).execute(c).await.map(|_| ())
    })
    .unwrap();
    transaction.commit().await.unwrap();
}

on_both_engines!(
    MIGRATIONS,
    // row: C18
    /// C18: a retired key remains published, and its tokens verify until they expire.
    async fn retired_key_verifies_and_only_the_new_one_signs(database: Database) {
        let before = opened(&database).await.current();
        let tokens = Algorithm::ALL.map(|algorithm| signed(&before, algorithm));
        retire(&database).await;
        let after = opened(&database).await.current();
        let kid = |token: &str| foundation::jose::KeySet::named_key(token).unwrap();
        for (algorithm, old) in Algorithm::ALL.into_iter().zip(&tokens) {
            let right = after.key_set().verify(old, &expected("at+jwt"));
            assert!(right.is_ok(), "{algorithm:?}");
            let new = signed(&after, algorithm);
            assert_ne!(kid(&new), kid(old));
            assert!(after.key_set().verify(&new, &expected("at+jwt")).is_ok());
            let unknown = before.key_set().verify(&new, &expected("at+jwt"));
            assert_eq!(unknown, Err(TokenRefusal::UnknownKey), "the control");
        }
        let published: Value = serde_json::from_slice(&after.jwks()).unwrap();
        assert_eq!(published["keys"].as_array().unwrap().len(), 6);
    }
);

on_both_engines!(
    MIGRATIONS,
    // row: C18
    /// C18: a new key is published before it signs, so that clients with the old cached set know it already.
    async fn new_key_is_published_before_it_is_used(database: Database) {
        let next = opened(&database).await.current();
        change(&database, "UPDATE signing_keys SET state = 'announced'").await;
        let before = opened(&database).await.current();
        let kid = |token: &str| foundation::jose::KeySet::named_key(token).unwrap();
        let verify = |keys: &Keyring, token: &str| {
            let found = keys.key_set().verify(token, &expected("at+jwt"));
            found.map(|_claims| ())
        };
        let published: Value = serde_json::from_slice(&before.jwks()).unwrap();
        assert_eq!(published["keys"].as_array().unwrap().len(), 6);
        let old = Algorithm::ALL.map(|algorithm| signed(&before, algorithm));
        for (algorithm, old) in Algorithm::ALL.into_iter().zip(&old) {
            assert_ne!(kid(old), kid(&signed(&next, algorithm)), "it signs already");
        }
        // The active keys retire, and the announced ones replace them.
        retire_active(&database).await;
        let after = opened(&database).await.current();
        for (algorithm, old) in Algorithm::ALL.into_iter().zip(&old) {
            let new = signed(&after, algorithm);
            assert_eq!(kid(&new), kid(&signed(&next, algorithm)));
            assert_eq!(verify(&before, &new), Ok(()), "by the set of before");
            assert_eq!(verify(&after, old), Ok(()), "to the longest life");
            let unheard_of = verify(&next, old);
            assert_eq!(unheard_of, Err(TokenRefusal::UnknownKey), "the control");
        }
    }
);

async fn retire_active(database: &Database) {
    let retired = "UPDATE signing_keys SET state = 'retired' WHERE state = 'active'";
    change(database, retired).await;
    let taken = "UPDATE signing_keys SET state = 'active' WHERE state = 'announced'";
    change(database, taken).await;
}

#[tokio::test]
async fn published_set_verifies_signatures_and_has_no_private_member() {
    let world = foundation::testing::TestDatabase::sqlite(&MIGRATIONS).await;
    let keyring = opened(&world.database()).await.current();
    for algorithm in Algorithm::ALL {
        let token = signed(&keyring, algorithm);
        assert!(
            keyring
                .key_set()
                .verify(&token, &expected("at+jwt"))
                .is_ok()
        );
        assert_eq!(
            keyring.key_set().verify(&token, &expected("JWT")),
            Err(TokenRefusal::WrongType)
        );
    }
    let document: Value = serde_json::from_slice(&keyring.jwks()).unwrap();
    for key in document["keys"].as_array().unwrap() {
        let mut names: Vec<_> = key
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        names.sort_unstable();
        let requested: &[_] = match key["kty"].as_str() {
            Some("EC") => &["alg", "crv", "kid", "kty", "use", "x", "y"],
            Some("OKP") => &["alg", "crv", "kid", "kty", "use", "x"],
            _ => &["alg", "e", "kid", "kty", "n", "use"],
        };
        assert_eq!(names, requested);
        // biscuit does not know the algorithm EdDSA, but the keys of it.
        let mut key = key.clone();
        key.as_object_mut().unwrap().shift_remove("alg");
        let parsed: biscuit::jwk::JWK<biscuit::Empty> =
            serde_json::from_value(key.clone()).unwrap();
        let thumbprint = parsed
            .algorithm
            .thumbprint(&biscuit::digest::SHA256)
            .unwrap();
        assert_eq!(key["kid"], thumbprint);
    }
}
