//! What has to stay for ever, as pairwise subjects do: it hangs on a secret that is made once, not on `IDP_SECRET`, which
//! can be changed.

use foundation::secret::{Sealer, SecretString};
use foundation::{Clock, Database, Failure, Random};

use super::store;

/// The name under which it is kept, and the purpose under which it is sealed.
pub(super) const NAME: &str = "stable-secret";

/// Reads the secret, after making it if this installation has none; of several servers that start at once one makes it.
pub(crate) async fn open_stable(
    database: &Database,
    sealer: &Sealer,
    clock: &Clock,
    random: &Random,
) -> Result<Sealer, Failure> {
    let mut kept = read(database).await?;
    if kept.is_none() {
        let made = sealer.seal(NAME, &random.hex()?)?;
        let mut transaction = database.begin().await?;
        store::keep(&mut transaction.connection(), NAME, &made, clock.now()).await?;
        transaction.commit().await?;
        kept = read(database).await?;
    }
    let secret = kept.and_then(|value| sealer.open(NAME, &value));
    let secret = secret.map(SecretString::from).ok_or_else(|| {
        Failure::defect(
            "a kept secret cannot be opened: neither IDP_SECRET nor one of IDP_SECRET_PREVIOUS is what it was sealed under",
        )
    })?;
    Ok(Sealer::new(secret, random.clone()))
}

async fn read(database: &Database) -> Result<Option<String>, Failure> {
    let mut reader = database.reader().await?;
    store::kept(&mut reader.connection(), NAME).await
}
