//! Secret of permanent values, such as pairwise subjects. It is created once and does not depend on `IDP_SECRET`, which
//! operators can change.

use foundation::secret::{Sealer, SecretString};
use foundation::{Clock, Database, Failure, Random};

use super::store;

/// Name of the stored secret, and purpose of its encryption key.
pub(super) const NAME: &str = "stable-secret";

/// Reads the secret, and creates it if this installation has none; only one of several starting servers creates it.
pub(crate) async fn open_stable(
    database: &Database,
    sealer: &Sealer,
    clock: &Clock,
    random: &Random,
) -> Result<Sealer, Failure> {
    let mut stored = read(database).await?;
    if stored.is_none() {
        let made = sealer.seal(NAME, &random.hex()?)?;
        let mut transaction = database.begin().await?;
        store::insert_secret(&mut transaction.connection(), NAME, &made, clock.now()).await?;
        transaction.commit().await?;
        stored = read(database).await?;
    }
    let secret = stored.and_then(|value| sealer.open(NAME, &value));
    let secret = secret.map(SecretString::from).ok_or_else(|| {
        Failure::defect(
            "a stored secret cannot be decrypted: neither IDP_SECRET nor one of IDP_SECRET_PREVIOUS encrypted it",
        )
    })?;
    Ok(Sealer::new(secret, random.clone()))
}

async fn read(database: &Database) -> Result<Option<String>, Failure> {
    let mut reader = database.reader().await?;
    store::find_secret(&mut reader.connection(), NAME).await
}
