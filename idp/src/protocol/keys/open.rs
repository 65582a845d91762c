//! Opening the keyring: creates missing keys, exactly once for any number of starting servers.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use foundation::secret::Sealer;
use foundation::{Clock, Database, Failure, Random, Timestamp};

use super::algorithm::Algorithm;
use super::generate;
use super::keyring::{ActiveKeys, Keyring, SharedKeyring};
use super::lifecycle::SigningKeyState;
use super::signing_key::SigningKey;
use super::store::{self, StoredKey};

pub(super) const PURPOSE: &str = "signing-key";

/// Reads the keys, after creating those that this installation lacks.
pub(crate) async fn open(
    database: &Database,
    sealer: &Sealer,
    clock: &Clock,
    random: &Random,
) -> Result<SharedKeyring, Failure> {
    let mut stored = read(database).await?;
    let missing: Vec<_> = Algorithm::ALL
        .into_iter()
        .filter(|algorithm| !has_key(&stored, *algorithm, SigningKeyState::Active))
        .collect();
    if !missing.is_empty() {
        let mut made = Vec::new();
        for algorithm in missing {
            made.push(new_key(algorithm, sealer, random, clock.now()).await?);
        }
        let mut transaction = database.begin().await?;
        for key in &made {
            // Another server may have been faster: its key remains, ours is dropped.
            store::insert(&mut transaction.connection(), key).await?;
        }
        transaction.commit().await?;
        stored = read(database).await?;
    }
    keyring(&stored, sealer).map(SharedKeyring::new)
}

impl SharedKeyring {
    /// Reads the keys again, and replaces the keyring if another server or the schedule has changed them.
    pub(super) async fn reload(&self, database: &Database, sealer: &Sealer) -> Result<(), Failure> {
        let _alone = self.reload_lock.lock().await;
        let stored = read(database).await?;
        if self.current().versions != versions(&stored) {
            self.swap(keyring(&stored, sealer)?);
        }
        Ok(())
    }
}

/// Reads all stored keys.
pub(super) async fn read(database: &Database) -> Result<Vec<StoredKey>, Failure> {
    let mut reader = database.reader().await?;
    store::list(&mut reader.connection()).await
}

/// Returns true if an algorithm has a key in a state.
pub(super) fn has_key(stored: &[StoredKey], algorithm: Algorithm, state: SigningKeyState) -> bool {
    stored
        .iter()
        .any(|key| key.algorithm == algorithm.name() && key.state == state.name())
}

/// Creates a key that signs from now on.
pub(super) async fn new_key(
    algorithm: Algorithm,
    sealer: &Sealer,
    random: &Random,
    now: Timestamp,
) -> Result<StoredKey, Failure> {
    let pkcs8 = generate::pkcs8(algorithm, random).await?;
    let key = SigningKey::from_pkcs8(algorithm, &pkcs8)?;
    Ok(StoredKey {
        kid: key.kid,
        algorithm: algorithm.name().to_owned(),
        state: SigningKeyState::Active.name().to_owned(),
        sealed_pkcs8: sealer.seal(PURPOSE, &STANDARD.encode(pkcs8))?,
        created_at: now.micros(),
        signs_at: None,
        activated_at: Some(now.micros()),
        retired_at: None,
    })
}

/// Returns the ids and states of the keys, by which a keyring detects changes.
pub(super) fn versions(stored: &[StoredKey]) -> Vec<(String, String)> {
    stored
        .iter()
        .map(|key| (key.kid.clone(), key.state.clone()))
        .collect()
}

fn keyring(stored: &[StoredKey], sealer: &Sealer) -> Result<Keyring, Failure> {
    let (mut es256, mut rs256, mut ed_dsa, mut published) = (None, None, None, Vec::new());
    for row in stored {
        let (key, state) = unseal(row, sealer)?;
        match (state, key.algorithm) {
            (SigningKeyState::Active, Algorithm::Es256) => es256 = Some(key),
            (SigningKeyState::Active, Algorithm::Rs256) => rs256 = Some(key),
            (SigningKeyState::Active, Algorithm::EdDsa) => ed_dsa = Some(key),
            (SigningKeyState::Announced | SigningKeyState::Retired, _) => published.push(key),
        }
    }
    let (Some(es256), Some(rs256), Some(ed_dsa)) = (es256, rs256, ed_dsa) else {
        return Err(Failure::defect("an algorithm has no active signing key"));
    };
    let active = ActiveKeys {
        es256,
        rs256,
        ed_dsa,
    };
    Keyring::new(active, &published, versions(stored))
}

fn unseal(row: &StoredKey, sealer: &Sealer) -> Result<(SigningKey, SigningKeyState), Failure> {
    let (Some(algorithm), Some(state)) = (
        Algorithm::from_name(&row.algorithm),
        SigningKeyState::from_name(&row.state),
    ) else {
        return Err(Failure::defect(
            "a signing key has an unknown algorithm or state",
        ));
    };
    let pkcs8 = sealer
        .open(PURPOSE, &row.sealed_pkcs8)
        .ok_or_else(|| {
            Failure::defect(
                "the signing keys cannot be decrypted: neither IDP_SECRET nor one of IDP_SECRET_PREVIOUS encrypted them",
            )
        })
        .and_then(|text| {
            STANDARD
                .decode(text)
                .map_err(|error| Failure::broken("reading a signing key", error))
        })?;
    Ok((SigningKey::from_pkcs8(algorithm, &pkcs8)?, state))
}
