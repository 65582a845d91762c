//! Opening the keyring: makes the keys that are missing, exactly once however many servers start.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use foundation::secret::Sealer;
use foundation::{Clock, Database, Failure, Random};

use super::generate;
use super::keyring::{Keyring, Keys};
use super::signing_key::{Algorithm, SigningKey, State};
use super::store::{self, StoredKey};

pub(super) const PURPOSE: &str = "signing-key";

/// Reads the keys, after making those that this installation lacks.
pub(crate) async fn open(
    database: &Database,
    sealer: &Sealer,
    clock: &Clock,
    random: &Random,
) -> Result<Keys, Failure> {
    let mut stored = read(database).await?;
    let missing: Vec<_> = Algorithm::ALL
        .into_iter()
        .filter(|algorithm| !stored.iter().any(|key| is_active(key, *algorithm)))
        .collect();
    if !missing.is_empty() {
        let mut made = Vec::new();
        for algorithm in missing {
            made.push(make(algorithm, sealer, random).await?);
        }
        let mut transaction = database.begin().await?;
        for key in &made {
            // Another server may have been faster: its key stands, ours is forgotten.
            store::insert(&mut transaction.connection(), key, clock.now()).await?;
        }
        transaction.commit().await?;
        stored = read(database).await?;
    }
    keyring(&stored, sealer).map(Keys::new)
}

async fn read(database: &Database) -> Result<Vec<StoredKey>, Failure> {
    let mut reader = database.reader().await?;
    store::list(&mut reader.connection()).await
}

fn is_active(key: &StoredKey, algorithm: Algorithm) -> bool {
    key.algorithm == algorithm.name() && key.state == State::Active.name()
}

async fn make(
    algorithm: Algorithm,
    sealer: &Sealer,
    random: &Random,
) -> Result<StoredKey, Failure> {
    let pkcs8 = generate::pkcs8(algorithm, random).await?;
    let key = SigningKey::of_pkcs8(algorithm, &pkcs8)?;
    Ok(StoredKey {
        kid: key.kid,
        algorithm: algorithm.name().to_owned(),
        state: State::Active.name().to_owned(),
        sealed_pkcs8: sealer.seal(PURPOSE, &STANDARD.encode(pkcs8))?,
    })
}

fn keyring(stored: &[StoredKey], sealer: &Sealer) -> Result<Keyring, Failure> {
    let (mut es256, mut rs256, mut published) = (None, None, Vec::new());
    for row in stored {
        let (key, state) = unseal(row, sealer)?;
        match (state, key.algorithm) {
            (State::Active, Algorithm::Es256) => es256 = Some(key),
            (State::Active, Algorithm::Rs256) => rs256 = Some(key),
            (State::Announced | State::Retired, Algorithm::Es256 | Algorithm::Rs256) => {
                published.push(key);
            }
        }
    }
    match (es256, rs256) {
        (Some(es256), Some(rs256)) => Keyring::new(es256, rs256, &published),
        (Some(_) | None, Some(_) | None) => {
            Err(Failure::defect("an algorithm has no active signing key"))
        }
    }
}

fn unseal(row: &StoredKey, sealer: &Sealer) -> Result<(SigningKey, State), Failure> {
    let (Some(algorithm), Some(state)) =
        (Algorithm::named(&row.algorithm), State::named(&row.state))
    else {
        return Err(Failure::defect(
            "a signing key has an unknown algorithm or state",
        ));
    };
    let pkcs8 = sealer
        .open(PURPOSE, &row.sealed_pkcs8)
        .ok_or_else(|| {
            Failure::defect(
                "the signing keys cannot be opened: IDP_SECRET is not the one they were made under",
            )
        })
        .and_then(|text| {
            STANDARD
                .decode(text)
                .map_err(|error| Failure::broken("reading a signing key", error))
        })?;
    Ok((SigningKey::of_pkcs8(algorithm, &pkcs8)?, state))
}
